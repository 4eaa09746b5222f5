// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared libraries that are loaded at run time, with errors that say what was
// searched where. Private.

#ifndef AMP_LIB_TARGET_CUDA_LIBRARY_H
#define AMP_LIB_TARGET_CUDA_LIBRARY_H

#include "amp/Runtime/Status.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace amp::cuda {

/// One open library. It stays open until the process ends: libraries of the
/// CUDA toolkit do not support being closed.
class Library {
public:
  /// Opens the first of `names` that the loader finds by its own search, or
  /// that lies in one of `folders`. `what` names it in the error.
  static Result<Library> open(llvm::StringRef what,
                              llvm::ArrayRef<llvm::StringRef> names,
                              llvm::ArrayRef<std::string> folders);

  /// Sets `function` to the symbol `name`; fails, naming the library, if it has
  /// none.
  template <typename F> Status resolve(F *&function, const char *name) const {
    void *address = find(name);
    if (!address)
      return Failure{path + " has no function " + name};
    function = reinterpret_cast<F *>(address);
    return Status::success();
  }

  /// The file that was loaded.
  const std::string &getPath() const { return path; }

private:
  void *find(const char *name) const;

  void *handle = nullptr;
  std::string path;
};

/// Where a CUDA toolkit's libraries lie beside the loader's own search: the
/// folders `lib64` and `lib` of $CUDA_HOME and of /usr/local/cuda.
std::vector<std::string> getToolkitFolders();

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_LIBRARY_H
