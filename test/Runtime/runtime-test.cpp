// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test program of the runtime layer: runs one part, or prints what a data
// file holds. Usage: runtime-test PART FOLDER, or runtime-test load FILE.

#include "Check.h"
#include "amp/Runtime/NumpyFile.h"

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

/// Prints each tensor of a file as name, type and first elements.
static int load(const std::string &path) {
  NamedTensors tensors;
  Status status;
  if (path.ends_with(".npy")) {
    Result<Tensor> tensor = loadNpy(path);
    if (tensor.ok())
      tensors.emplace_back("array", tensor.take());
    else
      status = tensor.takeFailure();
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
  return status.ok() ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::printf("usage: runtime-test PART FOLDER | runtime-test load FILE\n");
    return 2;
  }
  std::string part = argv[1], folder = argv[2];
  if (part == "load")
    return load(folder);
  std::filesystem::create_directories(folder);
  if (part == "float16")
    testFloat16();
  else if (part == "tensor")
    testTensor();
  else if (part == "numpy")
    testNumpyFile(folder);
  else if (part == "thread-pool")
    testThreadPool();
  else if (part == "measure")
    return measureThreadPool(), 0;
  std::printf("%s: %ld checks, %ld failed\n", part.c_str(), checkCount.run,
              checkCount.failed);
  return checkCount.failed || !checkCount.run;
}
