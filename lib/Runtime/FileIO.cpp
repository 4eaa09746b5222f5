// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// POSIX file access for data files: exact reads, and atomic replacement by
// renaming a temporary file in the same folder.

#include "FileIO.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace amp;

static Failure systemFailure(std::string what, int error) {
  return Failure{std::move(what) + ": " +
                 std::generic_category().message(error)};
}

/// No single call transfers more than this; Linux itself stops a little above.
static constexpr size_t largestTransfer = size_t(1) << 30;

Result<InputFile> InputFile::open(const std::string &path) {
  // Opening a pipe without a writer would block for ever.
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return systemFailure("cannot open the file", errno);
  struct stat info;
  int rc = ::fstat(descriptor, &info);
  InputFile file(descriptor, rc ? 0 : uint64_t(info.st_size));
  if (rc)
    return systemFailure("cannot examine the file", errno);
  if (!S_ISREG(info.st_mode))
    return Failure{"expects a regular file"};
  return file;
}

InputFile::InputFile(InputFile &&other)
    : descriptor(std::exchange(other.descriptor, -1)),
      fileSize(other.fileSize) {}

InputFile::~InputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

Status InputFile::read(void *data, size_t bytes) {
  char *to = static_cast<char *>(data);
  while (bytes) {
    ssize_t got = ::read(descriptor, to, std::min(bytes, largestTransfer));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemFailure("cannot read the file", errno);
    if (got == 0)
      return Failure{"unexpected end of the file"};
    to += got;
    bytes -= size_t(got);
  }
  return Status::success();
}

Result<OutputFile> OutputFile::open(const std::string &path) {
  std::string target = path;
  mode_t mode = 0;
  struct stat info;
  if (::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode))
      return Failure{"cannot write the file: it is a folder"};
    if (!S_ISREG(info.st_mode)) {
      int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor < 0)
        return systemFailure("cannot open the file for writing", errno);
      return OutputFile(descriptor, path, std::string());
    }
    mode = info.st_mode & 07777;
    // A link keeps pointing where it pointed; what it names is replaced.
    if (char *resolved = ::realpath(path.c_str(), nullptr)) {
      target = resolved;
      std::free(resolved);
    }
  }
  std::string base = target + "." + std::to_string(::getpid()) + ".";
  for (int attempt = 0; attempt < 1000; ++attempt) {
    std::string name = base + std::to_string(attempt) + ".tmp";
    int descriptor =
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST)
      continue;
    if (descriptor < 0)
      return systemFailure("cannot create a file beside it", errno);
    OutputFile file(descriptor, std::move(target), std::move(name));
    // A file that others may not read must not become readable.
    if (mode && ::fchmod(descriptor, mode))
      return systemFailure("cannot set the permissions of the file", errno);
    return file;
  }
  return Failure{"cannot create a file beside it: too many temporary files"};
}

OutputFile::OutputFile(OutputFile &&other)
    : descriptor(std::exchange(other.descriptor, -1)),
      target(std::move(other.target)),
      temporary(std::exchange(other.temporary, std::string())) {}

OutputFile::~OutputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

Status OutputFile::write(const void *data, size_t bytes) {
  const char *from = static_cast<const char *>(data);
  while (bytes) {
    ssize_t put = ::write(descriptor, from, std::min(bytes, largestTransfer));
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return systemFailure("cannot write the file", errno);
    from += put;
    bytes -= size_t(put);
  }
  return Status::success();
}

/// Waits until storage holds what `descriptor` stands for. A pipe or a file
/// system that cannot be asked this is as durable as it gets.
static Status synchronize(int descriptor) {
  if (::fsync(descriptor) && errno != EINVAL && errno != ENOTSUP &&
      errno != EROFS)
    return systemFailure("cannot write the file", errno);
  return Status::success();
}

Status OutputFile::commitDurably() {
  if (Status status = synchronize(descriptor); !status.ok())
    return status;
  bool isRenamed = !temporary.empty();
  if (Status status = commit(); !status.ok() || !isRenamed)
    return status;
  size_t slash = target.rfind('/');
  std::string folder =
      slash == std::string::npos ? "." : target.substr(0, slash + 1);
  int names = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A folder that one may write but not read is left to the system.
  if (names < 0)
    return Status::success();
  Status status = synchronize(names);
  ::close(names);
  return status;
}

Status OutputFile::commit() {
  if (::close(std::exchange(descriptor, -1)))
    return systemFailure("cannot write the file", errno);
  if (temporary.empty())
    return Status::success();
  if (::rename(temporary.c_str(), target.c_str()))
    return systemFailure("cannot rename the finished file", errno);
  temporary.clear();
  return Status::success();
}
