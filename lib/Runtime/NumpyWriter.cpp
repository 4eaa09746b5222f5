// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing .npy and .npz files under a temporary name that replaces the old
// file at the very end. libzip packs from the tensors' own memory.

#include "FileIO.h"
#include "NpyFormat.h"
#include "amp/Runtime/NumpyFile.h"

#include <unordered_set>
#include <zip.h>

using namespace amp;

static Failure inFile(const std::string &path, const std::string &message) {
  return Failure{path + ": " + message};
}

Status amp::saveNpy(const std::string &path, const Tensor &tensor) {
  Result<Tensor> stored = toNumpyType(tensor);
  if (!stored.ok())
    return inFile(path, stored.message());
  Result<std::string> preamble = makeNpyPreamble(*stored);
  if (!preamble.ok())
    return inFile(path, preamble.message());
  Result<OutputFile> file = OutputFile::open(path);
  if (!file.ok())
    return inFile(path, file.message());
  Status status = file->write(preamble->data(), preamble->size());
  if (status.ok())
    status = file->write(stored->rawData(), stored->bytes());
  if (status.ok())
    status = file->commitDurably();
  if (!status.ok())
    return inFile(path, status.message());
  return Status::success();
}

namespace {
/// What libzip reads from while the archive is written.
struct PendingEntry {
  std::string preamble;
  Tensor tensor;
  zip_buffer_fragment_t fragments[2];
};
} // namespace

static Failure zipFailure(zip_t *archive) {
  return Failure{std::string("cannot write the archive: ") +
                 zip_strerror(archive)};
}

static Status addEntry(zip_t *archive, const std::string &name,
                       PendingEntry &entry) {
  auto bytesOf = [](const void *data) {
    return static_cast<zip_uint8_t *>(const_cast<void *>(data));
  };
  entry.fragments[0] = {bytesOf(entry.preamble.data()), entry.preamble.size()};
  entry.fragments[1] = {bytesOf(entry.tensor.rawData()), entry.tensor.bytes()};
  // libzip rejects a fragment without bytes.
  zip_source_t *source = zip_source_buffer_fragment(
      archive, entry.fragments, entry.tensor.bytes() ? 2 : 1, 0);
  if (!source)
    return zipFailure(archive);
  zip_int64_t index =
      zip_file_add(archive, (name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return zipFailure(archive);
  }
  // Equal tensors give equal files: the date is the earliest a zip file has.
  if (zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) ||
      zip_file_set_dostime(archive, index, 0, 0x21, 0))
    return zipFailure(archive);
  return Status::success();
}

static Status writeArchive(const std::string &path,
                           std::vector<std::string> names,
                           std::vector<PendingEntry> &entries) {
  int code = 0;
  zip_t *archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    Failure failure{std::string("cannot write the archive: ") +
                    zip_error_strerror(&error)};
    zip_error_fini(&error);
    return failure;
  }
  Status status;
  for (size_t i = 0; i < entries.size() && status.ok(); ++i)
    status = addEntry(archive, names[i], entries[i]);
  if (status.ok() && zip_close(archive) == 0)
    return status;
  if (status.ok())
    status = zipFailure(archive);
  zip_discard(archive);
  return status;
}

Status amp::saveNpz(const std::string &path, const NamedTensors &tensors) {
  std::vector<std::string> names;
  std::vector<PendingEntry> entries(tensors.size());
  std::unordered_set<std::string> seen;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const std::string &name = tensors[i].first;
    if (name.empty() || name.find('\0') != std::string::npos)
      return inFile(path, "expects entries to have a name");
    if (!seen.insert(name).second)
      return inFile(path, "entry '" + name + "': occurs twice");
    Result<Tensor> stored = toNumpyType(tensors[i].second);
    if (!stored.ok())
      return inFile(path, "entry '" + name + "': " + stored.message());
    Result<std::string> preamble = makeNpyPreamble(*stored);
    if (!preamble.ok())
      return inFile(path, "entry '" + name + "': " + preamble.message());
    names.push_back(name);
    entries[i].tensor = stored.take();
    entries[i].preamble = preamble.take();
  }
  Result<OutputFile> file = OutputFile::open(path);
  if (!file.ok())
    return inFile(path, file.message());
  if (file->temporaryName().empty())
    return inFile(path, "expects a regular file to write an archive to");
  // libzip removes an archive without entries; such a file is this record.
  static constexpr char noEntries[22] = {'P', 'K', 5, 6};
  Status status = entries.empty() ? file->write(noEntries, sizeof(noEntries))
                                  : writeArchive(file->temporaryName(),
                                                 std::move(names), entries);
  if (status.ok())
    status = file->commitDurably();
  if (!status.ok())
    return inFile(path, status.message());
  return Status::success();
}
