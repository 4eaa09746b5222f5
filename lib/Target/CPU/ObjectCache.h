// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Object code of kernels in a folder that outlives the process. One file an
// entry, replaced as a whole, so any number of processes may share a folder.
// A folder that cannot be used costs time, never a result: nothing here fails.

#ifndef AMP_LIB_TARGET_CPU_OBJECTCACHE_H
#define AMP_LIB_TARGET_CPU_OBJECTCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace amp::cpu {

/// The version of this library and a digest of the sources that decide what
/// code a kernel becomes. Generated when the library is built.
llvm::StringRef getEmitterVersion();

/// 64 hexadecimal digits: the BLAKE3 digest of `parts`, each with its length.
std::string makeObjectKey(llvm::ArrayRef<llvm::StringRef> parts);

/// What the entries of a folder take together at most, in bytes, whoever stores
/// them.
inline constexpr uint64_t objectCacheLimit = uint64_t(256) << 20;

/// A folder of entries by key. Touches no file in it that is not its own.
class ObjectCache {
public:
  /// Entries live in `folder`, which is made, for this user alone, when there
  /// is something to store; together they take up to `limit` bytes. An empty
  /// name stands for a cache that keeps nothing.
  ObjectCache(std::string folder, uint64_t limit)
      : folder(std::move(folder)), limit(limit), isWritable(true) {}

  /// The object stored under `key`, complete and unchanged, or nothing.
  std::optional<llvm::SmallVector<char, 0>> load(llvm::StringRef key);

  /// Stores an object under `key`, in place of one that is there. After the
  /// first failure nothing more is stored.
  void store(llvm::StringRef key, llvm::ArrayRef<char> object);

  /// If something was stored since the last call and the entries take more than
  /// the limit, removes the oldest until they take three quarters of it. Also
  /// removes what processes that were killed left unfinished.
  void trim();

  /// What went wrong first, for people to read; empty if nothing did.
  llvm::StringRef getProblem() const { return problem; }

private:
  std::string getPath(llvm::StringRef key) const;
  void report(const llvm::Twine &text);

  std::string folder;
  uint64_t limit;
  bool isWritable;
  bool hasStored = false;
  std::string problem;
};

} // namespace amp::cpu

#endif // AMP_LIB_TARGET_CPU_OBJECTCACHE_H
