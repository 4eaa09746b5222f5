// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading of the driver, its device and context, and its memory.

#include "Driver.h"

#include "llvm/Support/MathExtras.h"

#include <utility>

using namespace amp;
using namespace amp::cuda;

Status Driver::resolveAll() {
  Status status = Status::success();
  auto get = [&](auto &function, const char *name) {
    if (status.ok())
      status = library.resolve(function, name);
  };
  // Names with a version are those that the current headers stand for.
  get(call.init, "cuInit");
  get(call.driverGetVersion, "cuDriverGetVersion");
  get(call.deviceGetCount, "cuDeviceGetCount");
  get(call.deviceGet, "cuDeviceGet");
  get(call.deviceGetName, "cuDeviceGetName");
  get(call.deviceGetAttribute, "cuDeviceGetAttribute");
  get(call.primaryContextRetain, "cuDevicePrimaryCtxRetain");
  get(call.primaryContextRelease, "cuDevicePrimaryCtxRelease_v2");
  get(call.contextSetCurrent, "cuCtxSetCurrent");
  get(call.getErrorName, "cuGetErrorName");
  get(call.getErrorString, "cuGetErrorString");
  get(call.memGetInfo, "cuMemGetInfo_v2");
  get(call.memAlloc, "cuMemAlloc_v2");
  get(call.memFree, "cuMemFree_v2");
  get(call.memHostAlloc, "cuMemHostAlloc");
  get(call.memFreeHost, "cuMemFreeHost");
  get(call.memcpyHostToDevice, "cuMemcpyHtoDAsync_v2");
  get(call.memcpyDeviceToHost, "cuMemcpyDtoHAsync_v2");
  get(call.memcpyDeviceToDevice, "cuMemcpyDtoDAsync_v2");
  get(call.memset8, "cuMemsetD8Async");
  get(call.streamCreate, "cuStreamCreate");
  get(call.streamDestroy, "cuStreamDestroy_v2");
  get(call.streamSynchronize, "cuStreamSynchronize");
  get(call.streamBeginCapture, "cuStreamBeginCapture_v2");
  get(call.streamEndCapture, "cuStreamEndCapture");
  get(call.graphInstantiate, "cuGraphInstantiateWithFlags");
  get(call.graphLaunch, "cuGraphLaunch");
  get(call.graphDestroy, "cuGraphDestroy");
  get(call.graphExecDestroy, "cuGraphExecDestroy");
  get(call.eventCreate, "cuEventCreate");
  get(call.eventDestroy, "cuEventDestroy_v2");
  get(call.eventRecord, "cuEventRecord");
  get(call.eventElapsedTime, "cuEventElapsedTime");
  get(call.moduleLoadData, "cuModuleLoadData");
  get(call.moduleUnload, "cuModuleUnload");
  get(call.moduleGetFunction, "cuModuleGetFunction");
  get(call.launchKernel, "cuLaunchKernel");
  return status;
}

Status Driver::check(api::Result code, const std::string &what) const {
  if (code == api::success)
    return Status::success();
  const char *name = nullptr, *text = nullptr;
  if (call.getErrorName)
    call.getErrorName(code, &name);
  if (call.getErrorString)
    call.getErrorString(code, &text);
  return Failure{what + ": " + (name ? name : std::to_string(code)) +
                 (text ? std::string(" (") + text + ")" : std::string())};
}

Status Driver::makeCurrent() const {
  return check(call.contextSetCurrent(context), "cannot use the device");
}

Result<std::shared_ptr<Driver>> Driver::create(int ordinal) {
  Result<Library> library =
      Library::open("the CUDA driver", {"libcuda.so.1"}, {});
  if (!library.ok())
    return library.takeFailure();
  auto driver = std::make_shared<Driver>();
  driver->library = library.take();
  if (Status status = driver->resolveAll(); !status.ok())
    return status.takeFailure();
  const DriverFunctions &call = driver->call;
  int version = 0, count = 0, major = 0, minor = 0, multiprocessors = 0;
  char name[256] = {};
  auto steps = [&]() -> Status {
    Status status = driver->check(call.init(0), "cannot start the CUDA driver");
    auto then = [&](api::Result code, const char *what) {
      if (status.ok())
        status = driver->check(code, what);
    };
    if (!status.ok())
      return status;
    then(call.driverGetVersion(&version), "cannot ask the CUDA driver");
    then(call.deviceGetCount(&count), "cannot count the CUDA devices");
    if (status.ok() && ordinal >= count)
      return Failure{"expects CUDA device " + std::to_string(ordinal) +
                     ", got " + std::to_string(count) + " devices"};
    if (status.ok())
      then(call.deviceGet(&driver->device, ordinal),
           "cannot take the CUDA device");
    if (status.ok()) {
      then(call.deviceGetName(name, sizeof(name) - 1, driver->device),
           "cannot ask the CUDA device");
      then(call.deviceGetAttribute(&major, api::attributeMajor, driver->device),
           "cannot ask the CUDA device");
      then(call.deviceGetAttribute(&minor, api::attributeMinor, driver->device),
           "cannot ask the CUDA device");
      then(call.deviceGetAttribute(
               &multiprocessors, api::attributeMultiprocessors, driver->device),
           "cannot ask the CUDA device");
      then(call.primaryContextRetain(&driver->context, driver->device),
           "cannot use the CUDA device");
    }
    if (!status.ok())
      return status;
    if (status = driver->makeCurrent(); !status.ok())
      return status;
    return driver->check(
        call.streamCreate(&driver->stream, api::streamNonBlocking),
        "cannot make a stream");
  };
  if (Status status = steps(); !status.ok())
    return status.takeFailure();
  driver->capability = 10 * major + minor;
  driver->model = std::string(name) + " sm_" +
                  std::to_string(driver->capability) + " " +
                  std::to_string(multiprocessors) + " multiprocessors";
  driver->description = std::string(name) + " (sm_" +
                        std::to_string(driver->capability) + "), driver " +
                        std::to_string(version / 1000) + "." +
                        std::to_string(version % 1000 / 10);
  if (version < 12000)
    return Failure{"expects a CUDA driver of version 12.0 or later, got " +
                   driver->description + " from " + driver->library.getPath()};
  if (driver->capability < 75)
    return Failure{"expects a device of compute capability 7.5 or later, got " +
                   driver->description};
  return driver;
}

Driver::~Driver() {
  if (!context)
    return;
  call.contextSetCurrent(context);
  if (stream)
    call.streamDestroy(stream);
  call.primaryContextRelease(device);
}

Result<Memory> Memory::create(std::shared_ptr<Driver> driver, size_t bytes,
                              bool host, const std::string &what) {
  if (Status status = driver->makeCurrent(); !status.ok())
    return status.takeFailure();
  Memory memory;
  // Kernels may access 16 bytes where the last element begins.
  size_t asked = llvm::alignTo(bytes ? bytes : 1, 16);
  api::Result code = host ? driver->call.memHostAlloc(&memory.host, asked, 0)
                          : driver->call.memAlloc(&memory.device, asked);
  if (code == api::outOfMemory) {
    size_t free = 0, total = 0;
    driver->call.memGetInfo(&free, &total);
    return Failure{"cannot allocate " + std::to_string(bytes) + " bytes for " +
                   what + ": " + std::to_string(free) + " of " +
                   std::to_string(total) + " bytes of the device are free"};
  }
  if (Status status = driver->check(code, "cannot allocate memory for " + what);
      !status.ok())
    return status.takeFailure();
  memory.bytes = bytes;
  memory.driver = std::move(driver);
  return memory;
}

Memory &Memory::operator=(Memory &&other) {
  std::swap(driver, other.driver);
  std::swap(device, other.device);
  std::swap(host, other.host);
  std::swap(bytes, other.bytes);
  return *this;
}

Memory::~Memory() {
  if (!driver)
    return;
  if (!driver->makeCurrent().ok())
    return; // the memory went with its context
  // The device may still be at work on it: freeing waits.
  if (device)
    driver->call.memFree(device);
  if (host)
    driver->call.memFreeHost(host);
}
