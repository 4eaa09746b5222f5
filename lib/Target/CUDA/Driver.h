// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA driver, loaded at run time: its functions under our names, and the
// owners of what it hands out. Private.

#ifndef AMP_LIB_TARGET_CUDA_DRIVER_H
#define AMP_LIB_TARGET_CUDA_DRIVER_H

#include "Api.h"
#include "Library.h"

#include <memory>

namespace amp::cuda {

/// The driver's functions, as the library exports them.
struct DriverFunctions {
  api::Result (*init)(unsigned flags);
  api::Result (*driverGetVersion)(int *version);
  api::Result (*deviceGetCount)(int *count);
  api::Result (*deviceGet)(api::Device *device, int ordinal);
  api::Result (*deviceGetName)(char *name, int length, api::Device device);
  api::Result (*deviceGetAttribute)(int *value, int attribute,
                                    api::Device device);
  api::Result (*primaryContextRetain)(api::Context *context,
                                      api::Device device);
  api::Result (*primaryContextRelease)(api::Device device);
  api::Result (*contextSetCurrent)(api::Context context);
  api::Result (*getErrorName)(api::Result code, const char **text);
  api::Result (*getErrorString)(api::Result code, const char **text);
  api::Result (*memGetInfo)(size_t *free, size_t *total);
  api::Result (*memAlloc)(api::Address *address, size_t bytes);
  api::Result (*memFree)(api::Address address);
  api::Result (*memHostAlloc)(void **address, size_t bytes, unsigned flags);
  api::Result (*memFreeHost)(void *address);
  api::Result (*memcpyHostToDevice)(api::Address to, const void *from,
                                    size_t bytes, api::Stream stream);
  api::Result (*memcpyDeviceToHost)(void *to, api::Address from, size_t bytes,
                                    api::Stream stream);
  api::Result (*memcpyDeviceToDevice)(api::Address to, api::Address from,
                                      size_t bytes, api::Stream stream);
  api::Result (*memset8)(api::Address to, unsigned char value, size_t count,
                         api::Stream stream);
  api::Result (*streamCreate)(api::Stream *stream, unsigned flags);
  api::Result (*streamDestroy)(api::Stream stream);
  api::Result (*streamSynchronize)(api::Stream stream);
  api::Result (*streamBeginCapture)(api::Stream stream, int mode);
  api::Result (*streamEndCapture)(api::Stream stream, api::Graph *graph);
  api::Result (*graphInstantiate)(api::GraphExec *exec, api::Graph graph,
                                  unsigned long long flags);
  api::Result (*graphLaunch)(api::GraphExec exec, api::Stream stream);
  api::Result (*graphDestroy)(api::Graph graph);
  api::Result (*graphExecDestroy)(api::GraphExec exec);
  api::Result (*eventCreate)(api::Event *event, unsigned flags);
  api::Result (*eventDestroy)(api::Event event);
  api::Result (*eventRecord)(api::Event event, api::Stream stream);
  api::Result (*eventElapsedTime)(float *milliseconds, api::Event start,
                                  api::Event end);
  api::Result (*moduleLoadData)(api::Module *module, const void *image);
  api::Result (*moduleUnload)(api::Module module);
  api::Result (*moduleGetFunction)(api::Function *function, api::Module module,
                                   const char *name);
  api::Result (*launchKernel)(api::Function function, unsigned gridX,
                              unsigned gridY, unsigned gridZ, unsigned blockX,
                              unsigned blockY, unsigned blockZ,
                              unsigned sharedBytes, api::Stream stream,
                              void **parameters, void **extra);
};

/// One device with its context and one stream. Calls are for one thread at a
/// time; makeCurrent() before the first of them on a thread.
class Driver {
public:
  /// Loads the driver and takes device `ordinal`. The failure says what is
  /// missing: the library, a device, a recent enough version.
  static Result<std::shared_ptr<Driver>> create(int ordinal);
  ~Driver();

  /// The functions; each returns a code that check() turns into an error.
  DriverFunctions call = {};
  api::Stream stream = nullptr;

  /// Success, or an error `what: NAME (text)`.
  Status check(api::Result code, const std::string &what) const;
  Status makeCurrent() const;
  Status synchronize(const std::string &what) const {
    return check(call.streamSynchronize(stream), what);
  }

  /// 10 * major + minor of the device's compute capability.
  int getCapability() const { return capability; }
  /// The device's name and the driver's version, for reports.
  const std::string &getDescription() const { return description; }
  /// What two devices must have in common for a library to be equally fast on
  /// both and to give the same bits: name, capability, multiprocessors.
  const std::string &getModel() const { return model; }

private:
  Status resolveAll();

  Library library;
  api::Device device = 0;
  api::Context context = nullptr;
  int capability = 0;
  std::string description, model;
};

/// Memory on the device, or pinned memory of the host.
class Memory {
public:
  Memory() = default;
  /// `bytes` on the device, or with `host` in pinned memory; at least one
  /// byte's worth is asked for. An error says how much was needed and is free.
  static Result<Memory> create(std::shared_ptr<Driver> driver, size_t bytes,
                               bool host, const std::string &what);
  Memory(Memory &&other) { *this = std::move(other); }
  Memory &operator=(Memory &&other);
  ~Memory();

  /// The address on the device; only for memory there.
  api::Address address() const { return device; }
  /// The pointer; only for pinned memory.
  char *data() const { return static_cast<char *>(host); }
  size_t size() const { return bytes; }

private:
  std::shared_ptr<Driver> driver;
  api::Address device = 0;
  void *host = nullptr;
  size_t bytes = 0;
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_DRIVER_H
