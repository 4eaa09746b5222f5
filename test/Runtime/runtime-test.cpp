// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test program of the runtime layer: runs one part with a folder for its
// files, or prints what data files hold, in the order of their names. The exit
// code of `load` and `reject` says whether all files could be, or none.

#include "Check.h"
#include "amp/Runtime/NumpyFile.h"
#include "amp/Runtime/Safetensors.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

using namespace amp;

static void print(const std::string &name, const Tensor &tensor) {
  std::printf("%s: %s", name.c_str(),
              describeType(tensor.shape(), tensor.elementType()).c_str());
  int64_t shown = std::min<int64_t>(tensor.elementCount(), 8);
  for (int64_t i = 0; i < shown; ++i)
    if (isFloat(tensor.elementType()))
      std::printf(" %g", tensor.getDouble(i));
    else
      std::printf(" %lld", (long long)tensor.getInteger(i));
  std::printf("\n");
}

/// Prints each tensor of a file as name, type and first elements; whether it
/// could be read.
static bool load(const std::string &path) {
  NamedTensors tensors;
  Status status;
  if (path.ends_with(".npy")) {
    Result<Tensor> tensor = loadNpy(path);
    if (tensor.ok())
      tensors.emplace_back("array", tensor.take());
    else
      status = tensor.takeFailure();
  } else if (path.ends_with(".safetensors")) {
    Result<SafetensorsFile> loaded = loadSafetensors(path);
    if (loaded.ok()) {
      tensors = std::move(loaded->tensors);
      for (auto &[key, text] : loaded->metadata)
        std::printf("%s = %s\n", key.c_str(), text.c_str());
    } else {
      status = loaded.takeFailure();
    }
  } else {
    Result<NamedTensors> loaded = loadNpz(path);
    if (loaded.ok())
      tensors = loaded.take();
    else
      status = loaded.takeFailure();
  }
  for (auto &[name, tensor] : tensors)
    print(name, tensor);
  if (!status.ok())
    std::printf("error: %s\n", status.message().c_str());
  return status.ok();
}

int main(int argc, char **argv) {
  if (argc < 3) {
    std::printf("usage: runtime-test PART FOLDER | load FILE... | "
                "reject FILE...\n");
    return 2;
  }
  std::string part = argv[1], folder = argv[2];
  if (part == "load" || part == "reject") {
    std::vector<std::string> files(argv + 2, argv + argc);
    std::sort(files.begin(), files.end());
    return int(
        std::count_if(files.begin(), files.end(), [&](const std::string &file) {
          return load(file) != (part == "load");
        }));
  }
  std::filesystem::create_directories(folder);
  if (part == "float16")
    testFloat16();
  else if (part == "tensor")
    testTensor();
  else if (part == "numpy")
    testNumpyFile(folder);
  else if (part == "safetensors")
    testSafetensors(folder);
  else if (part == "philox")
    testPhilox();
  else if (part == "variable-store")
    testVariableStore();
  else if (part == "thread-pool")
    testThreadPool();
  else if (part == "gemm")
    testGemm();
  else if (part == "scatter-add")
    testScatterAdd();
  else if (part == "measure")
    return measureThreadPool(), measureGemm(), 0;
  std::printf("%s: %ld checks, %ld failed\n", part.c_str(), checkCount.run,
              checkCount.failed);
  return checkCount.failed || !checkCount.run;
}
