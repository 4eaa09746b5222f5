// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Safetensors files written and read back. Broken ones are in
// safetensors-files.test.

#include "amp/Runtime/Safetensors.h"
#include "Check.h"

#include <fstream>
#include <iterator>

using namespace amp;

static std::string readAll(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

static void testRoundTrip(const std::string &folder) {
  SafetensorsFile content;
  content.metadata = {{"format", "pt"}, {"step", "17"}, {"\xc3\xa4", "\"\n"}};
  for (int i = 0; i < 10; ++i)
    for (std::vector<int64_t> shape :
         {std::vector<int64_t>{}, {5}, {2, 3}, {0, 4}}) {
      Tensor tensor = Tensor::zeros(shape, ElementType(i)).take();
      for (size_t byte = 0; byte < tensor.bytes(); ++byte)
        static_cast<uint8_t *>(tensor.rawData())[byte] =
            ElementType(i) == ElementType::Bool ? byte & 1 : byte * 37;
      content.tensors.emplace_back(
          "layer." + std::to_string(content.tensors.size()), tensor);
    }
  std::string path = folder + "/round-trip.safetensors";
  CHECK(saveSafetensors(path, content).ok());
  Result<SafetensorsFile> back = loadSafetensors(path);
  CHECK(back.ok() && back->tensors.size() == content.tensors.size());
  if (!back.ok())
    return;
  CHECK(back->metadata == content.metadata);
  std::map<std::string, Tensor> byName(back->tensors.begin(),
                                       back->tensors.end());
  for (auto &[name, tensor] : content.tensors) {
    const Tensor &other = byName[name];
    CHECK(other.isValid() && other.shape() == tensor.shape() &&
          other.elementType() == tensor.elementType() &&
          std::memcmp(other.rawData(), tensor.rawData(), tensor.bytes()) == 0);
  }
  std::string bytes = readAll(path);
  CHECK(saveSafetensors(path, content).ok() && readAll(path) == bytes);
  CHECK(saveSafetensors(path, {}).ok());
  back = loadSafetensors(path);
  CHECK(back.ok() && back->tensors.empty() && back->metadata.empty());
}

static void testRejectedNames(const std::string &folder) {
  std::string path = folder + "/names.safetensors";
  Tensor tensor = Tensor::zeros({2}, ElementType::F32).take();
  CHECK_MESSAGE(saveSafetensors(path, {{{"a", tensor}, {"a", tensor}}, {}}),
                "names.safetensors: tensor \"a\": occurs twice");
  CHECK_MESSAGE(saveSafetensors(path, {{{"__metadata__", tensor}}, {}}),
                "expects another name");
  CHECK_MESSAGE(saveSafetensors(path, {{{"a\xff", tensor}}, {}}), "UTF-8");
  CHECK_MESSAGE(saveSafetensors(path, {{}, {{"a", "\xc3"}}}), "UTF-8");
  CHECK_MESSAGE(loadSafetensors(path), "cannot open the file: No such file");
  CHECK_MESSAGE(saveSafetensors("/dev/full", {{{"a", tensor}}, {}}),
                "/dev/full: cannot write the file: No space left");
}

void testSafetensors(const std::string &folder) {
  testRoundTrip(folder);
  testRejectedNames(folder);
}
