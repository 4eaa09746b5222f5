// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of strings beside the tensors of a training state: numbers as text
// that reads back to the same bits, and a reader that collects what differs.
// Relies on the standard library only.

#ifndef AMP_ENGINE_STATEMETADATA_H
#define AMP_ENGINE_STATEMETADATA_H

#include "amp/Runtime/Status.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace amp {

/// Keys and their values, the __metadata__ of a safetensors file.
using StateMetadata = std::map<std::string, std::string>;

/// The shortest text that reads back to the same number; "inf" and "nan" too.
std::string formatStateNumber(double value);

/// Reads a table whose content is not trusted and compares it with what a run
/// was asked for. Every method notes what is wrong and goes on, so that one
/// message can name it all.
class StateReader {
public:
  /// `metadata` must outlive the reader.
  explicit StateReader(const StateMetadata &metadata) : metadata(metadata) {}

  /// Notes a difference unless `key` was saved with this value. Messages call
  /// it by the last of its words.
  void expect(const std::string &key, const std::string &value);

  /// The value of `key` as an integer of at least `minimum`; notes a missing or
  /// malformed one and returns `minimum`.
  int64_t readInteger(const std::string &key, int64_t minimum = 0);
  uint64_t readUnsigned(const std::string &key);

  /// The same of any number; 0 if there is none.
  double readNumber(const std::string &key);

  /// Notes something else.
  void note(const std::string &problem);

  /// Success, or one failure that names everything noted.
  Status finish() const;

private:
  /// The value of `key`, or null, which is noted.
  const std::string *find(const std::string &key);
  template <typename T> bool parse(const std::string &key, T &value);

  const StateMetadata &metadata;
  std::string problems;
};

} // namespace amp

#endif // AMP_ENGINE_STATEMETADATA_H
