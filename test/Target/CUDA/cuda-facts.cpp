// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda-facts occupancy: prints some occupancies and compares our rule with that
// of the toolkit's cuda_occupancy.h, where the build found one.
// cuda-facts cubin FILE: prints what a cubin says about its kernels, by name.

#include "Target/CUDA/Cubin.h"
#include "Target/CUDA/Occupancy.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#ifdef AMP_CUDA_OCCUPANCY
#include <initializer_list>

#include "cuda_occupancy.h"
#endif

#include <map>

using namespace amp::cuda;

static constexpr int capabilities[] = {75, 80, 86, 87, 89, 90, 100, 120};

#ifdef AMP_CUDA_OCCUPANCY
/// The toolkit's answer; -1 where it has none.
static int64_t askToolkit(int capability, const BlockNeeds &needs) {
  MultiprocessorLimits limits = *getMultiprocessorLimits(capability);
  cudaOccDeviceProp device;
  device.computeMajor = capability / 10;
  device.computeMinor = capability % 10;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerMultiprocessor = int(limits.warps * 32);
  device.regsPerBlock = device.regsPerMultiprocessor = 65536;
  device.warpSize = 32;
  device.sharedMemPerBlock = 49152;
  device.sharedMemPerMultiprocessor = limits.sharedBytes;
  device.numSms = 100;
  device.sharedMemPerBlockOptin = limits.sharedBytes - limits.reservedBytes;
  device.reservedSharedMemPerBlock = limits.reservedBytes;
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = 1024;
  function.numRegs = int(needs.registers);
  function.sharedSizeBytes = needs.sharedBytes;
  cudaOccDeviceState state;
  state.cacheConfig = CACHE_PREFER_SHARED;
  cudaOccResult result;
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function,
                                              &state, int(needs.threads), 0))
    return -1;
  return result.activeBlocksPerMultiprocessor;
}

static bool compareWithToolkit() {
  int64_t compared = 0;
  for (int capability : capabilities)
    for (int64_t threads : {32, 64, 96, 128, 256, 512, 1024})
      for (int64_t registers = 1; registers <= 255; ++registers)
        for (int64_t shared :
             {0, 1, 48, 1024, 3000, 4096, 16384, 33000, 49152}) {
          BlockNeeds needs{threads, registers, shared};
          // A block whose registers alone exceed a multiprocessor.
          int64_t ours =
              countResidentBlocks(*getMultiprocessorLimits(capability), needs);
          int64_t theirs = askToolkit(capability, needs);
          if (theirs < 0)
            continue;
          ++compared;
          if (ours == theirs)
            continue;
          llvm::outs() << "sm_" << capability << " " << threads << " threads "
                       << registers << " registers " << shared
                       << " bytes: " << ours << ", the toolkit says " << theirs
                       << '\n';
          return false;
        }
  llvm::outs() << "the same as the toolkit in " << compared << " cases\n";
  return true;
}
#endif

static int printOccupancies() {
  for (int capability : capabilities) {
    MultiprocessorLimits limits = *getMultiprocessorLimits(capability);
    llvm::outs() << "sm_" << capability << ":";
    for (BlockNeeds needs :
         {BlockNeeds{256, 32, 0}, BlockNeeds{256, 70, 0},
          BlockNeeds{256, 32, 48 * 1024}, BlockNeeds{1024, 128, 0}})
      llvm::outs() << ' ' << countResidentBlocks(limits, needs) << " ("
                   << int(100 * getOccupancy(limits, needs)) << " %)";
    llvm::outs() << '\n';
  }
  if (getMultiprocessorLimits(99))
    return 1;
#ifdef AMP_CUDA_OCCUPANCY
  if (!compareWithToolkit())
    return 1;
#endif
  return 0;
}

static int printCubin(const char *path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return 1;
  auto kernels = readCubin((*file)->getBuffer());
  if (!kernels.ok()) {
    llvm::outs() << "error: " << kernels.message() << '\n';
    return 1;
  }
  std::map<std::string, CubinKernel> sorted;
  for (auto &entry : *kernels)
    sorted[entry.first().str()] = entry.second;
  for (auto &[name, kernel] : sorted)
    llvm::outs() << name << ": " << kernel.registers << " registers, "
                 << kernel.sharedBytes << " bytes shared, " << kernel.stackBytes
                 << " bytes stack, " << kernel.maxThreads << " threads\n";
  return 0;
}

int main(int argc, char **argv) {
  llvm::StringRef what = argc > 1 ? argv[1] : "";
  if (what == "occupancy")
    return printOccupancies();
  if (what == "cubin" && argc == 3)
    return printCubin(argv[2]);
  return 1;
}
