// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries are a header with a checksum and the object code. A reader trusts
// nothing that the checksum does not cover, so neither a crash nor a damaged
// disk can bring code in that was not stored.

#include "Target/CPU/ObjectCache.h"

#include "Runtime/FileIO.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>

#include <unistd.h>

using namespace amp;
using namespace amp::cpu;

static constexpr llvm::StringLiteral suffix = ".amp-object";
static constexpr char magic[8] = {'a', 'm', 'p', '-', 'o', 'b', 'j', '1'};

namespace {

/// The start of an entry; its key tells a file that was renamed by hand.
struct Header {
  char magic[8];
  uint64_t size;
  char key[64];
  llvm::BLAKE3Result<32> checksum;
};

/// Makes a file size limit an error of the write instead of the end of the
/// process, without changing what the signal does elsewhere in it.
class NoSizeSignal {
public:
  NoSizeSignal() {
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    isBlocked = pthread_sigmask(SIG_BLOCK, &signals, &before) == 0;
  }
  ~NoSizeSignal() {
    if (!isBlocked || sigismember(&before, SIGXFSZ))
      return;
    timespec immediately = {};
    while (sigtimedwait(&signals, nullptr, &immediately) == SIGXFSZ) {
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

private:
  sigset_t signals, before;
  bool isBlocked;
};

} // namespace

static llvm::StringRef asText(const llvm::BLAKE3Result<32> &digest) {
  return {reinterpret_cast<const char *>(digest.data()), digest.size()};
}

/// Covers all of an entry but the checksum itself.
static llvm::BLAKE3Result<32> getChecksum(const Header &header,
                                          llvm::ArrayRef<char> object) {
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(reinterpret_cast<const char *>(&header),
                                offsetof(Header, checksum)));
  hasher.update(llvm::StringRef(object.data(), object.size()));
  return hasher.final<32>();
}

std::string amp::cpu::makeObjectKey(llvm::ArrayRef<llvm::StringRef> parts) {
  llvm::BLAKE3 hasher;
  for (llvm::StringRef part : parts) {
    uint64_t size = part.size();
    hasher.update(
        llvm::StringRef(reinterpret_cast<const char *>(&size), sizeof(size)));
    hasher.update(part);
  }
  return llvm::toHex(asText(hasher.final<32>()), /*LowerCase=*/true);
}

std::string ObjectCache::getPath(llvm::StringRef key) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, key + suffix);
  return path.str().str();
}

void ObjectCache::report(const llvm::Twine &text) {
  if (problem.empty())
    problem = (folder + ": " + text).str();
}

std::optional<llvm::SmallVector<char, 0>>
ObjectCache::load(llvm::StringRef key) {
  std::string path = getPath(key);
  if (folder.empty() || !llvm::sys::fs::exists(path))
    return std::nullopt;
  Result<InputFile> opened = InputFile::open(path);
  if (!opened.ok()) {
    report(opened.message());
    return std::nullopt;
  }
  InputFile file = opened.take();
  Header header;
  llvm::SmallVector<char, 0> object;
  bool isWhole = file.size() >= sizeof(header) &&
                 file.read(&header, sizeof(header)).ok() &&
                 !std::memcmp(header.magic, magic, sizeof(magic)) &&
                 header.size == file.size() - sizeof(header) &&
                 llvm::StringRef(header.key, sizeof(header.key)) == key;
  if (isWhole) {
    object.resize_for_overwrite(header.size);
    isWhole = file.read(object.data(), object.size()).ok() &&
              header.checksum == getChecksum(header, object);
  }
  if (!isWhole) {
    report("a damaged entry was not used");
    return std::nullopt;
  }
  return object;
}

void ObjectCache::store(llvm::StringRef key, llvm::ArrayRef<char> object) {
  if (folder.empty() || !isWritable)
    return;
  auto fail = [&](const llvm::Twine &text) {
    report(text);
    isWritable = false;
  };
  if (std::error_code error = llvm::sys::fs::create_directories(
          folder, /*IgnoreExisting=*/true, llvm::sys::fs::owner_all))
    return fail("cannot make the folder: " + error.message());
  Header header;
  std::memcpy(header.magic, magic, sizeof(magic));
  header.size = object.size();
  assert(key.size() == sizeof(header.key) && "made by makeObjectKey");
  std::memcpy(header.key, key.data(), sizeof(header.key));
  header.checksum = getChecksum(header, object);

  // An entry takes the place of whatever is no file, a pipe to say: writing
  // into one would wait for a reader.
  std::string path = getPath(key);
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status, /*Follow=*/false) &&
      !llvm::sys::fs::is_regular_file(status) &&
      !llvm::sys::fs::is_directory(status))
    ::unlink(path.c_str());

  NoSizeSignal noSignal;
  Result<OutputFile> file = OutputFile::open(path);
  if (!file.ok())
    return fail(file.message());
  OutputFile output = file.take();
  for (auto [data, size] :
       {std::pair<const void *, size_t>(&header, sizeof(header)),
        std::pair<const void *, size_t>(object.data(), object.size())})
    if (Status written = output.write(data, size); !written.ok())
      return fail(written.message());
  if (Status committed = output.commit(); !committed.ok())
    return fail(committed.message());
  hasStored = true;
}

void ObjectCache::trim() {
  if (!std::exchange(hasStored, false))
    return;
  struct Entry {
    llvm::sys::TimePoint<> time;
    uint64_t bytes;
    std::string path;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  auto longAgo = std::chrono::system_clock::now() - std::chrono::hours(1);
  std::error_code error;
  llvm::sys::fs::directory_iterator file(folder, error), end;
  for (; !error && file != end; file.increment(error)) {
    llvm::StringRef name = llvm::sys::path::filename(file->path());
    bool isEntry = name.ends_with(suffix);
    bool isUnfinished = name.contains(suffix) && name.ends_with(".tmp");
    if (!isEntry && !isUnfinished)
      continue;
    // Another process may have removed it meanwhile.
    llvm::ErrorOr<llvm::sys::fs::basic_file_status> status = file->status();
    if (!status)
      continue;
    Entry entry{status->getLastModificationTime(), status->getSize(),
                file->path()};
    if (isUnfinished && entry.time < longAgo)
      llvm::sys::fs::remove(entry.path);
    if (isUnfinished)
      continue;
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  if (total <= limit)
    return;
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.time, a.path) < std::tie(b.time, b.path);
  });
  for (const Entry &entry : entries) {
    if (total <= limit / 4 * 3)
      break;
    if (std::error_code failed = llvm::sys::fs::remove(entry.path))
      report("cannot remove an old entry: " + failed.message());
    else
      total -= entry.bytes;
  }
}
