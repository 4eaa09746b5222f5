// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stand-in for the CUDA driver: the functions that the target uses, on the
// emulated device. Work is done when somebody waits for it, so that a missing
// wait shows; what a captured graph reads is looked up when it runs.

#include "Entry.h"

#include <cstring>

using namespace amp::emulator;

namespace {

using Address = unsigned long long;
constexpr int invalidValue = 1, outOfMemory = 2, notFound = 500,
              invalidImage = 200, outOfResources = 701;

struct Module {
  std::shared_ptr<LoadedModule> loaded;
  std::map<std::string, Function> functions;
};

/// A check of device memory as work does it.
std::string checkMemory(const char *what, Address address, size_t bytes) {
  std::string wrong = EmulatedDevice::get().memory.check(address, bytes);
  return wrong.empty() ? wrong : std::string(what) + ": " + wrong;
}

void *pointer(Address address) { return reinterpret_cast<void *>(address); }

} // namespace

//===----------------------------------------------------------------------===//
// Devices and errors
//===----------------------------------------------------------------------===//

EXPORT int cuInit(unsigned) { return 0; }
EXPORT int cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}
EXPORT int cuDeviceGetCount(int *count) {
  *count = 1;
  return 0;
}
EXPORT int cuDeviceGet(int *handle, int ordinal) {
  *handle = 0;
  return ordinal == 0 ? 0 : 101;
}
EXPORT int cuDeviceGetName(char *name, int length, int) {
  snprintf(name, length, "emulated device");
  return 0;
}
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int) {
  int capability = EmulatedDevice::get().capability;
  switch (attribute) {
  case 16: // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
    *value = 132;
    return 0;
  case 75: // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
    *value = capability / 10;
    return 0;
  case 76: // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR
    *value = capability % 10;
    return 0;
  default:
    return invalidValue;
  }
}
// The real NVRTC asks the driver for undocumented tables, and takes no for an
// answer, but not a missing function.
EXPORT int cuGetExportTable(const void **table, const void *) {
  *table = nullptr;
  return notFound;
}
EXPORT int cuDevicePrimaryCtxRetain(void **context, int) {
  *context = &EmulatedDevice::get();
  return 0;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
EXPORT int cuCtxSetCurrent(void *) { return 0; }
EXPORT int cuGetErrorName(int code, const char **text) {
  switch (code) {
  case invalidValue:
    *text = "CUDA_ERROR_INVALID_VALUE";
    return 0;
  case outOfMemory:
    *text = "CUDA_ERROR_OUT_OF_MEMORY";
    return 0;
  case invalidImage:
    *text = "CUDA_ERROR_INVALID_IMAGE";
    return 0;
  case notFound:
    *text = "CUDA_ERROR_NOT_FOUND";
    return 0;
  case outOfResources:
    *text = "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES";
    return 0;
  case 719:
    *text = "CUDA_ERROR_LAUNCH_FAILED";
    return 0;
  case 900:
    *text = "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED";
    return 0;
  default:
    *text = "CUDA_ERROR_UNKNOWN";
    return 0;
  }
}
EXPORT int cuGetErrorString(int, const char **text) {
  *text = "reported by the emulator";
  return 0;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

EXPORT int cuMemGetInfo_v2(size_t *free, size_t *total) {
  ENTER;
  *free = device.memory.free();
  *total = device.memory.total();
  return 0;
}
EXPORT int cuMemAlloc_v2(Address *address, size_t bytes) {
  ENTER_UNCAPTURED;
  if (bytes == 0)
    return invalidValue;
  *address = device.memory.allocate(bytes);
  return *address ? 0 : outOfMemory;
}
EXPORT int cuMemFree_v2(Address address) {
  ENTER_UNCAPTURED;
  // Freeing waits for the device.
  for (Stream *stream : device.streams)
    device.flush(stream);
  return device.memory.release(address)
             ? 0
             : device.fail(invalidValue, "cuMemFree of no allocation");
}
EXPORT int cuMemHostAlloc(void **address, size_t bytes, unsigned) {
  ENTER_UNCAPTURED;
  *address = ::operator new(bytes);
  device.pinned[uint64_t(*address)] = bytes;
  return 0;
}
EXPORT int cuMemFreeHost(void *address) {
  ENTER_UNCAPTURED;
  for (Stream *stream : device.streams)
    device.flush(stream);
  if (!device.pinned.erase(uint64_t(address)))
    return device.fail(invalidValue, "cuMemFreeHost of no allocation");
  ::operator delete(address);
  return 0;
}

/// Whether host memory is pinned as a whole: only then copies are asynchronous.
static bool isPinned(EmulatedDevice &device, const void *address,
                     size_t bytes) {
  auto next = device.pinned.upper_bound(uint64_t(address));
  if (next == device.pinned.begin())
    return false;
  auto &[start, size] = *std::prev(next);
  return uint64_t(address) + bytes <= start + size;
}

EXPORT int cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes,
                                Stream *stream) {
  ENTER;
  if (isPinned(device, from, bytes) || stream->capture) {
    device.enqueue(stream, [&device, to, from, bytes]() -> std::string {
      if (!isPinned(device, from, bytes))
        return "copy to the device from host memory that is not pinned";
      std::string wrong = checkMemory("copy to the device", to, bytes);
      if (wrong.empty())
        std::memcpy(pointer(to), from, bytes);
      device.noteTraffic("copy to the device", 0, bytes);
      return wrong;
    });
    return 0;
  }
  // Pageable memory is staged before the call returns.
  std::string staged(static_cast<const char *>(from), bytes);
  device.enqueue(stream, [to, staged]() -> std::string {
    std::string wrong = checkMemory("copy to the device", to, staged.size());
    if (wrong.empty())
      std::memcpy(pointer(to), staged.data(), staged.size());
    return wrong;
  });
  return 0;
}
EXPORT int cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes,
                                Stream *stream) {
  ENTER;
  bool pinned = isPinned(device, to, bytes);
  if (!pinned && stream->capture)
    return device.fail(900, "copy to pageable memory in a captured stream");
  device.enqueue(stream, [&device, to, from, bytes]() -> std::string {
    std::string wrong = checkMemory("copy to the host", from, bytes);
    if (wrong.empty())
      std::memcpy(to, pointer(from), bytes);
    device.noteTraffic("copy to the host", bytes, 0);
    return wrong;
  });
  // Into pageable memory the call waits.
  return pinned ? 0 : device.flush(stream);
}
EXPORT int cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes,
                                Stream *stream) {
  ENTER;
  device.enqueue(stream, [&device, to, from, bytes]() -> std::string {
    std::string wrong = checkMemory("copy from", from, bytes);
    if (wrong.empty())
      wrong = checkMemory("copy to", to, bytes);
    if (wrong.empty())
      std::memmove(pointer(to), pointer(from), bytes);
    device.noteTraffic("copy", bytes, bytes);
    return wrong;
  });
  return 0;
}
EXPORT int cuMemsetD8Async(Address to, unsigned char value, size_t count,
                           Stream *stream) {
  ENTER;
  device.enqueue(stream, [&device, to, value, count]() -> std::string {
    std::string wrong = checkMemory("set of memory", to, count);
    if (wrong.empty())
      std::memset(pointer(to), value, count);
    device.noteTraffic("clear", 0, count);
    return wrong;
  });
  return 0;
}

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

EXPORT int cuModuleLoadData(Module **module, const void *image) {
  ENTER_UNCAPTURED;
  std::string error;
  std::shared_ptr<LoadedModule> loaded = LoadedModule::load(image, error);
  if (!loaded) {
    fprintf(stderr, "emu: %s\n", error.c_str());
    return invalidImage;
  }
  *module = new Module{loaded, {}};
  for (auto &[name, facts] : loaded->kernels)
    (*module)->functions[name] = {loaded, name, facts, loaded->findEntry(name)};
  return 0;
}
EXPORT int cuModuleUnload(Module *module) {
  EmulatedDevice &device = EmulatedDevice::get();
  std::lock_guard<std::recursive_mutex> guard(device.lock);
  for (Stream *stream : device.streams)
    device.flush(stream);
  delete module;
  return 0;
}
EXPORT int cuModuleGetFunction(Function **function, Module *module,
                               const char *name) {
  ENTER;
  auto found = module->functions.find(name);
  if (found == module->functions.end() || !found->second.entry)
    return notFound;
  *function = &found->second;
  return 0;
}

/// What is wrong with a launch's sizes; empty if nothing is.
static std::string checkLaunch(const Function &function, const unsigned *grid,
                               const unsigned *block, unsigned sharedBytes) {
  const KernelFacts &facts = function.facts;
  unsigned threads = block[0] * block[1] * block[2];
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0 || threads == 0)
    return "an empty grid or block";
  if (grid[0] > 0x7fffffff || grid[1] > 65535 || grid[2] > 65535)
    return "a grid beyond the limits";
  if (threads > 1024 || block[2] > 64)
    return "a block beyond the limits";
  if (facts.maxThreads && threads > facts.maxThreads)
    return "a block larger than the kernel's launch bounds";
  // Registers are given to a warp in units of 256.
  unsigned perWarp = (facts.registers * 32 + 255) / 256 * 256;
  if ((threads + 31) / 32 * perWarp > 65536)
    return "more registers than a multiprocessor has";
  if (facts.sharedBytes + sharedBytes > 49152 + 1024)
    return "more shared memory than a block may have";
  return "";
}

EXPORT int cuLaunchKernel(Function *function, unsigned gridX, unsigned gridY,
                          unsigned gridZ, unsigned blockX, unsigned blockY,
                          unsigned blockZ, unsigned sharedBytes, Stream *stream,
                          void **parameters, void **extra) {
  ENTER;
  unsigned grid[3] = {gridX, gridY, gridZ};
  unsigned block[3] = {blockX, blockY, blockZ};
  std::string wrong = checkLaunch(*function, grid, block, sharedBytes);
  if (!wrong.empty())
    return device.fail(outOfResources,
                       "launch of " + function->name + ": " + wrong);
  if (extra || !function->entry)
    return invalidValue;
  // Arguments are copied at the call, as many bytes as the kernel declares.
  std::vector<std::string> copies;
  for (size_t i = 0; i < function->facts.parameters.size(); ++i)
    copies.emplace_back(static_cast<const char *>(parameters[i]),
                        function->facts.parameters[i].second);
  Function kept = *function;
  device.enqueue(stream, [=, &device]() mutable -> std::string {
    if (!device.failing.empty() &&
        kept.name.find(device.failing) != std::string::npos)
      return "kernel " + kept.name + ": fails, as AMP_EMU_FAIL says";
    std::vector<void *> arguments;
    // Records hold pointers, which want their alignment.
    std::vector<std::vector<uint64_t>> aligned;
    for (const std::string &copy : copies) {
      aligned.emplace_back((copy.size() + 7) / 8);
      std::memcpy(aligned.back().data(), copy.data(), copy.size());
    }
    for (auto &words : aligned)
      arguments.push_back(words.data());
    Launch launch;
    launch.kernel = kept.name;
    launch.modulePath = kept.module->path;
    launch.entry = kept.entry;
    launch.arguments = arguments.data();
    launch.position = kept.module->position;
    launch.sharedStart = kept.module->sharedStart;
    launch.sharedStop = kept.module->sharedStop;
    std::memcpy(launch.grid, grid, sizeof(grid));
    std::memcpy(launch.block, block, sizeof(block));
    std::string report = device.executor.run(launch);
    device.noteTraffic("launch", kept.name, device.memory.takeTouched());
    return report;
  });
  return 0;
}

//===----------------------------------------------------------------------===//
// For the other stand-ins
//===----------------------------------------------------------------------===//

EXPORT void ampEmuEnqueue(Stream *stream, std::string (*work)(void *),
                          void *argument, void (*release)(void *)) {
  EmulatedDevice &device = EmulatedDevice::get();
  std::lock_guard<std::recursive_mutex> guard(device.lock);
  std::shared_ptr<void> kept(argument, release);
  device.enqueue(stream, [work, kept] { return work(kept.get()); });
}
EXPORT void ampEmuNoteProduct(const char *name, uint64_t read,
                              uint64_t written) {
  EmulatedDevice::get().noteTraffic("product", name,
                                    {read, written, read, written});
}
EXPORT void ampEmuPass(double milliseconds) {
  EmulatedDevice::get().passed += milliseconds;
}
EXPORT const char *ampEmuCheck(Address address, size_t bytes) {
  static thread_local std::string wrong;
  wrong = EmulatedDevice::get().memory.check(address, bytes);
  return wrong.c_str();
}
