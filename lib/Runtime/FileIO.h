// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a regular file of known size, and replacing a file as a whole or not
// at all. Private to the readers and writers of data files.

#ifndef AMP_LIB_RUNTIME_FILEIO_H
#define AMP_LIB_RUNTIME_FILEIO_H

#include "amp/Runtime/Status.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace amp {

/// Reads the next bytes of something sequential; failing to give all of them
/// is an error.
using ReadFunction = std::function<Status(void *, size_t)>;

/// A regular file open for reading, read from the start to the end. Messages
/// do not repeat the path.
class InputFile {
public:
  static Result<InputFile> open(const std::string &path);
  InputFile(InputFile &&other);
  InputFile &operator=(InputFile &&) = delete;
  ~InputFile();

  /// The size when the file was opened.
  uint64_t size() const { return fileSize; }
  Status read(void *data, size_t bytes);

private:
  InputFile(int descriptor, uint64_t fileSize)
      : descriptor(descriptor), fileSize(fileSize) {}
  int descriptor;
  uint64_t fileSize;
};

/// Opens the file that `path` names for exclusive creation under a temporary
/// name in the same folder; commit() renames it over `path`, and anything else
/// removes it. A path that exists but is no regular file (a pipe, /dev/null)
/// is written in place.
class OutputFile {
public:
  static Result<OutputFile> open(const std::string &path);
  OutputFile(OutputFile &&other);
  OutputFile &operator=(OutputFile &&) = delete;
  ~OutputFile();

  /// Writes all bytes, or fails; a full disk and a file size limit are errors
  /// like any other.
  Status write(const void *data, size_t bytes);
  /// Makes the file the one at its path, for every process from now on. After a
  /// power failure the path may hold the file before, or an empty one.
  Status commit();
  /// The same, and waits until storage holds the file and its name, so that a
  /// power failure leaves this file or the one before, whole.
  Status commitDurably();

  /// The temporary name, for a library that writes by name; empty when written
  /// in place.
  const std::string &temporaryName() const { return temporary; }

private:
  OutputFile(int descriptor, std::string target, std::string temporary)
      : descriptor(descriptor), target(std::move(target)),
        temporary(std::move(temporary)) {}
  int descriptor;
  std::string target;
  std::string temporary;
};

} // namespace amp

#endif // AMP_LIB_RUNTIME_FILEIO_H
