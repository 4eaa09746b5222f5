// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .npy files, and .npz archives through libzip. An archive is checked as a
// whole before any entry is read: what an entry claims to unpack to must be
// possible for the bytes the file has.

#include "amp/Runtime/NumpyFile.h"
#include "FileIO.h"
#include "NpyFormat.h"

#include <algorithm>
#include <unordered_set>
#include <zip.h>

using namespace amp;

static Failure inFile(const std::string &path, const std::string &message) {
  return Failure{path + ": " + message};
}

/// Names come from the file: what a terminal would obey is not repeated.
static std::string printable(std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      c = '?';
  return text;
}

static Failure inEntry(const std::string &path, const std::string &entry,
                       const std::string &message) {
  return Failure{path + ": entry '" + printable(entry) + "': " + message};
}

Result<Tensor> amp::loadNpy(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return inFile(path, file.message());
  Result<Tensor> tensor =
      readNpy([&](void *data, size_t bytes) { return file->read(data, bytes); },
              file->size());
  if (!tensor.ok())
    return inFile(path, tensor.message());
  return tensor;
}

namespace {
struct ArchiveDeleter {
  void operator()(zip_t *archive) const { zip_discard(archive); }
};
struct EntryDeleter {
  void operator()(zip_file_t *entry) const { zip_fclose(entry); }
};
using ArchiveHandle = std::unique_ptr<zip_t, ArchiveDeleter>;

/// An open archive whose directory has been checked.
struct Archive {
  ArchiveHandle handle;
  /// Names without ".npy", and unpacked sizes.
  std::vector<std::string> names;
  std::vector<uint64_t> sizes;
};
} // namespace

static std::string zipErrorText(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

/// Checks what the directory says of one entry: `packed` is the number of
/// bytes of the file not yet claimed by an earlier entry.
static Status checkEntry(const zip_stat_t &info, uint64_t &packed) {
  constexpr uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE |
                              ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD |
                              ZIP_STAT_ENCRYPTION_METHOD;
  if ((info.valid & needed) != needed)
    return Failure{"expects name, sizes and method in the zip directory"};
  if (info.encryption_method != ZIP_EM_NONE)
    return Failure{"expects an entry that is not encrypted"};
  if (info.comp_method != ZIP_CM_STORE && info.comp_method != ZIP_CM_DEFLATE)
    return Failure{"expects a stored or deflated entry, got zip method " +
                   std::to_string(info.comp_method)};
  // Entries that share their bytes could unpack to any size.
  if (info.comp_size > packed)
    return Failure{"expects packed sizes that fit the file"};
  packed -= info.comp_size;
  // Deflate never packs tighter than 1032 to 1.
  uint64_t most =
      info.comp_method == ZIP_CM_STORE ? info.comp_size : info.comp_size * 1032;
  if (info.size > most ||
      (info.comp_method == ZIP_CM_STORE && info.size != info.comp_size))
    return Failure{"unpacked size of " + std::to_string(info.size) +
                   " bytes does not go with the packed size of " +
                   std::to_string(info.comp_size)};
  return Status::success();
}

static Result<Archive> openArchive(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return inFile(path, file.message());
  uint64_t packed = file->size();
  int code = 0;
  Archive archive;
  // Not ZIP_CHECKCONS: the checks below say what is wrong, and with which
  // entry.
  archive.handle.reset(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (!archive.handle)
    return inFile(path, "expects a .npz archive: " + zipErrorText(code));
  zip_int64_t count = zip_get_num_entries(archive.handle.get(), 0);
  std::unordered_set<std::string> seen;
  for (zip_int64_t i = 0; i < count; ++i) {
    zip_stat_t info;
    zip_stat_init(&info);
    if (zip_stat_index(archive.handle.get(), i, 0, &info))
      return inFile(
          path, "cannot read entry " + std::to_string(i) +
                    " of the archive: " + zip_strerror(archive.handle.get()));
    std::string name = info.valid & ZIP_STAT_NAME ? info.name : "";
    if (Status status = checkEntry(info, packed); !status.ok())
      return inEntry(path, name, status.message());
    if (!name.ends_with(".npy") || name.size() == 4)
      return inEntry(path, name, "expects an entry called NAME.npy");
    name.resize(name.size() - 4);
    if (!seen.insert(name).second)
      return inEntry(path, name, "occurs twice");
    archive.names.push_back(std::move(name));
    archive.sizes.push_back(info.size);
  }
  return archive;
}

static Result<Tensor> readEntry(zip_t *archive, uint64_t index,
                                uint64_t bytes) {
  std::unique_ptr<zip_file_t, EntryDeleter> entry(
      zip_fopen_index(archive, index, 0));
  if (!entry)
    return Failure{std::string("cannot open the entry: ") +
                   zip_strerror(archive)};
  ReadFunction read = [&](void *data, size_t wanted) -> Status {
    char *to = static_cast<char *>(data);
    while (wanted) {
      zip_int64_t got = zip_fread(entry.get(), to, wanted);
      if (got < 0)
        return Failure{std::string("cannot unpack the entry: ") +
                       zip_file_strerror(entry.get())};
      if (got == 0)
        return Failure{"entry is shorter than the zip directory says"};
      to += got;
      wanted -= size_t(got);
    }
    return Status::success();
  };
  Result<Tensor> tensor = readNpy(read, bytes);
  if (!tensor.ok())
    return tensor;
  // The check sum is compared when the end is seen.
  char extra;
  zip_int64_t got = zip_fread(entry.get(), &extra, 1);
  if (got < 0)
    return Failure{std::string("cannot unpack the entry: ") +
                   zip_file_strerror(entry.get())};
  if (got > 0)
    return Failure{"entry is longer than the zip directory says"};
  return tensor;
}

Result<NamedTensors> amp::loadNpz(const std::string &path) {
  Result<Archive> archive = openArchive(path);
  if (!archive.ok())
    return archive.takeFailure();
  NamedTensors tensors;
  for (size_t i = 0; i < archive->names.size(); ++i) {
    Result<Tensor> tensor =
        readEntry(archive->handle.get(), i, archive->sizes[i]);
    if (!tensor.ok())
      return inEntry(path, archive->names[i], tensor.message());
    tensors.emplace_back(archive->names[i], tensor.take());
  }
  return tensors;
}

Result<Tensor> amp::loadNpzEntry(const std::string &path,
                                 const std::string &name) {
  Result<Archive> archive = openArchive(path);
  if (!archive.ok())
    return archive.takeFailure();
  auto found = std::find(archive->names.begin(), archive->names.end(), name);
  if (found == archive->names.end()) {
    std::string known;
    for (const std::string &other : archive->names)
      known += (known.empty() ? "'" : ", '") + printable(other) + "'";
    return inEntry(path, name,
                   known.empty() ? "the archive has no entries"
                                 : "there is no such entry, only " + known);
  }
  size_t index = size_t(found - archive->names.begin());
  Result<Tensor> tensor =
      readEntry(archive->handle.get(), index, archive->sizes[index]);
  if (!tensor.ok())
    return inEntry(path, name, tensor.message());
  return tensor;
}

Result<std::vector<std::string>> amp::listNpz(const std::string &path) {
  Result<Archive> archive = openArchive(path);
  if (!archive.ok())
    return archive.takeFailure();
  return std::move(archive->names);
}
