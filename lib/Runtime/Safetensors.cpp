// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing safetensors files: eight bytes of length, the header,
// and the tensors' data one after the other, little-endian.

#include "amp/Runtime/Safetensors.h"
#include "FileIO.h"
#include "SafetensorsHeader.h"

#include <algorithm>
#include <bit>
#include <span>

using namespace amp;

static_assert(std::endian::native == std::endian::little,
              "data is read and written without swapping bytes");

/// The format's own limit on the length of the header.
static constexpr uint64_t maximumHeader = 100'000'000;

static Failure inFile(const std::string &path, const std::string &message) {
  return Failure{path + ": " + message};
}

static Result<SafetensorsFile> read(InputFile &file) {
  uint64_t length;
  if (file.size() < sizeof(length))
    return Failure{"expects a safetensors file, got " +
                   std::to_string(file.size()) + " bytes"};
  if (Status status = file.read(&length, sizeof(length)); !status.ok())
    return status;
  uint64_t rest = file.size() - sizeof(length);
  if (length > rest || length > maximumHeader)
    return Failure{"expects a header of at most " +
                   std::to_string(std::min(rest, maximumHeader)) +
                   " bytes, got " + std::to_string(length)};
  std::string text(length, 0);
  if (Status status = file.read(text.data(), length); !status.ok())
    return status;
  Result<SafetensorsHeader> header =
      parseSafetensorsHeader(text, rest - length);
  if (!header.ok())
    return header.takeFailure();
  SafetensorsFile content;
  content.metadata = std::move(header->metadata);
  for (SafetensorsEntry &entry : header->entries) {
    Result<Tensor> tensor = Tensor::create(std::move(entry.shape), entry.type);
    if (!tensor.ok())
      return tensor.takeFailure();
    if (Status status = file.read(tensor->rawData(), tensor->bytes());
        !status.ok())
      return status;
    if (entry.type == ElementType::Bool)
      for (char &byte :
           std::span(static_cast<char *>(tensor->rawData()), tensor->bytes()))
        byte = byte != 0;
    content.tensors.emplace_back(std::move(entry.name), tensor.take());
  }
  return content;
}

Result<SafetensorsFile> amp::loadSafetensors(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return inFile(path, file.message());
  Result<SafetensorsFile> content = read(*file);
  if (!content.ok())
    return inFile(path, content.message());
  return content;
}

static Status write(OutputFile &file, const std::string &header,
                    std::span<const Tensor> tensors) {
  uint64_t length = header.size();
  Status status = file.write(&length, sizeof(length));
  if (status.ok())
    status = file.write(header.data(), header.size());
  for (const Tensor &tensor : tensors)
    if (status.ok())
      status = file.write(tensor.rawData(), tensor.bytes());
  if (status.ok())
    status = file.commitDurably();
  return status;
}

Status amp::saveSafetensors(const std::string &path,
                            const SafetensorsFile &content) {
  SafetensorsHeader header;
  header.metadata = content.metadata;
  std::vector<Tensor> tensors;
  uint64_t position = 0;
  for (size_t width : {8, 4, 2, 1})
    for (auto &[name, tensor] : content.tensors) {
      if (!tensor.isValid())
        return inFile(path, "tensor \"" + name +
                                "\": expects a tensor to write, got nothing");
      if (byteSize(tensor.elementType()) != width)
        continue;
      header.entries.push_back({name, tensor.elementType(), tensor.shape(),
                                position, position + tensor.bytes()});
      position += tensor.bytes();
      tensors.push_back(tensor);
    }
  Result<std::string> text = makeSafetensorsHeader(header);
  if (!text.ok())
    return inFile(path, text.message());
  Result<OutputFile> file = OutputFile::open(path);
  if (!file.ok())
    return inFile(path, file.message());
  if (Status status = write(*file, *text, tensors); !status.ok())
    return inFile(path, status.message());
  return Status::success();
}
