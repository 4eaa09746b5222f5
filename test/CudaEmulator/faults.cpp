// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults planted in kernels and in calls, each of which the emulator must
// report: emulator-faults NAME runs one in this process and exits with 3 if it
// went unnoticed. Without a name it lists all.

#include "Target/CUDA/Nvrtc.h"
#include "Target/CUDA/Product.h"

#include <cstdio>
#include <cstring>
#include <functional>

using namespace amp;
using namespace amp::cuda;

namespace {

/// A device with memory for 64 numbers, of which all fits are asked.
struct Device {
  std::shared_ptr<Driver> driver;
  Memory memory;
  std::unique_ptr<Nvrtc> nvrtc;

  api::Function load(const char *body) {
    std::string source = std::string("#include \"amp_device.h\"\n"
                                     "extern \"C\" __global__ void "
                                     "__launch_bounds__(256) planted("
                                     "float *p) {\n") +
                         body + "\n}\n";
    NvrtcOptions options;
    options.capability = driver->getCapability();
    auto output = nvrtc->compile(source, "planted.cu", options);
    if (!output.ok()) {
      fprintf(stderr, "%s\n", output.message().c_str());
      exit(4);
    }
    api::Module module = nullptr;
    api::Function function = nullptr;
    driver->call.moduleLoadData(&module, output->code.data());
    driver->call.moduleGetFunction(&function, module, "planted");
    return function;
  }
  bool launch(api::Function function, unsigned blocks, unsigned threads,
              api::Address address) {
    void *arguments[] = {&address};
    return driver->call.launchKernel(function, blocks, 1, 1, threads, 1, 1, 0,
                                     driver->stream, arguments, nullptr) == 0 &&
           driver->call.streamSynchronize(driver->stream) == 0;
  }
};

Device createDevice() {
  auto driver = Driver::create(0);
  auto nvrtc = Nvrtc::load();
  if (!driver.ok() || !nvrtc.ok())
    exit(4);
  Device device;
  device.driver = driver.take();
  device.nvrtc = nvrtc.take();
  device.memory =
      Memory::create(device.driver, 64 * sizeof(float), false, "a test").take();
  return device;
}

/// One fault: its name and what plants it, true if nothing noticed.
struct Fault {
  const char *name;
  std::function<bool(Device &)> plant;
};

/// A kernel that is wrong whenever it runs.
Fault kernel(const char *name, unsigned blocks, unsigned threads,
             const char *body) {
  return {name, [=](Device &device) {
            return device.launch(device.load(body), blocks, threads,
                                 device.memory.address());
          }};
}

const Fault faults[] = {
    kernel("none", 2, 32, "if (blockIdx.x == 1) p[threadIdx.x] = 1;"),
    kernel("write-beyond-the-end", 1, 65, "p[threadIdx.x] = 1;"),
    kernel("read-before-the-start", 1, 1, "p[0] = p[-1];"),
    kernel("misaligned-vector", 1, 1,
           "p[0] = ((amp_vector<float, 4> *)(p + 1))->e0;"),
    kernel("null-pointer", 1, 1, "*(float *)8 = 1;"),
    kernel("blocks-write-one-element", 2, 1, "p[0] = 1;"),
    kernel("block-reads-what-another-writes", 2, 1,
           "if (blockIdx.x) p[0] = 1; else p[1] = p[0];"),
    kernel("threads-write-one-element", 1, 64, "p[0] = 1;"),
    kernel("missing-barrier-on-shared", 1, 64,
           "__shared__ float s[64]; s[threadIdx.x] = 1;\n"
           "p[threadIdx.x] = s[63 - threadIdx.x];"),
    kernel("shared-overwritten-while-read", 1, 64,
           "__shared__ float s[64]; s[threadIdx.x] = 1; __syncthreads();\n"
           "float x = s[63 - threadIdx.x]; s[threadIdx.x] = 2;\n"
           "p[threadIdx.x] = x;"),
    kernel("shared-never-written", 1, 32,
           "__shared__ float s[32]; if (p[0] == 1) s[threadIdx.x] = 1;\n"
           "p[threadIdx.x] = s[threadIdx.x];"),
    kernel("shared-array-overrun", 1, 32,
           "__shared__ float s[32]; __shared__ float t[32];\n"
           "s[threadIdx.x] = 0; t[threadIdx.x] = 0;\n"
           "for (int i = 0; i <= 32; ++i) s[i + (int)threadIdx.x * 0] = 1;\n"
           "p[threadIdx.x] = s[threadIdx.x] + t[threadIdx.x];"),
    kernel("divergent-barriers", 1, 64,
           "if (threadIdx.x < 32) {\n__syncthreads(); p[threadIdx.x] = 1;\n"
           "} else {\n__syncthreads(); p[threadIdx.x] = 2;\n}"),
    kernel("barrier-that-some-never-reach", 1, 64,
           "if (threadIdx.x < 32) __syncthreads();\n"
           "else amp_warp_addf(threadIdx.x < 40 ? 1.0f : 2.0f);\n"
           "if (threadIdx.x == 63) while (amp_shuffle(1, 1)) {}"),
    kernel("lane-that-takes-no-part", 1, 32,
           "if (threadIdx.x < 31) p[threadIdx.x] = amp_shuffle(1.0f, 1);"),
    kernel(
        "lanes-in-different-operations", 1, 32,
        "if (threadIdx.x < 16)\np[threadIdx.x] = amp_shuffle(1.0f, 1);\nelse\n"
        "p[threadIdx.x] = amp_shuffle(2, 1);"),
    kernel("block-beyond-launch-bounds", 1, 512, "p[0] = 1;"),
    kernel("empty-grid", 0, 32, "p[0] = 1;"),
    {"use-after-free",
     [](Device &device) {
       api::Function function = device.load("p[0] = 1;");
       api::Address address = device.memory.address();
       device.memory = Memory();
       return device.launch(function, 1, 1, address);
     }},
    {"host-memory-freed-too-early",
     [](Device &device) {
       auto staging = Memory::create(device.driver, 256, true, "a test").take();
       char *data = staging.data();
       std::memset(data, 0, 256);
       // Freeing waits; a copy that is started afterwards reads what is gone.
       staging = Memory();
       device.driver->call.streamBeginCapture(device.driver->stream, 1);
       device.driver->call.memcpyHostToDevice(device.memory.address(), data,
                                              256, device.driver->stream);
       api::Graph graph = nullptr;
       api::GraphExec exec = nullptr;
       device.driver->call.streamEndCapture(device.driver->stream, &graph);
       device.driver->call.graphInstantiate(&exec, graph, 0);
       return device.driver->call.graphLaunch(exec, device.driver->stream) ==
                  0 &&
              device.driver->call.streamSynchronize(device.driver->stream) == 0;
     }},
    {"graph-with-stale-memory",
     [](Device &device) {
       api::Function function = device.load("p[threadIdx.x] = 1;");
       api::Address address = device.memory.address();
       const DriverFunctions &call = device.driver->call;
       api::Stream stream = device.driver->stream;
       void *arguments[] = {&address};
       call.streamBeginCapture(stream, 1);
       call.launchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments,
                         nullptr);
       api::Graph graph = nullptr;
       api::GraphExec exec = nullptr;
       call.streamEndCapture(stream, &graph);
       call.graphInstantiate(&exec, graph, 0);
       if (call.graphLaunch(exec, stream) || call.streamSynchronize(stream))
         exit(4);
       device.memory = Memory();
       return call.graphLaunch(exec, stream) == 0 &&
              call.streamSynchronize(stream) == 0;
     }},
    {"allocation-while-captured",
     [](Device &device) {
       device.driver->call.streamBeginCapture(device.driver->stream, 1);
       return Memory::create(device.driver, 64, false, "a test").ok();
     }},
    {"intrinsic-that-no-header-has",
     [](Device &device) {
       NvrtcOptions options;
       auto output = device.nvrtc->compile(
           "#include \"amp_device.h\"\n"
           "extern \"C\" __global__ void planted(float *p) "
           "{ p[0] = __expf(p[0]); }",
           "planted.cu", options);
       if (!output.ok())
         fprintf(stderr, "emu: %s\n", output.message().c_str());
       return output.ok();
     }},
    {"code-that-old-devices-lack",
     [](Device &device) {
       NvrtcOptions options;
       options.capability = 90;
       auto output = device.nvrtc->compile(
           "#include \"amp_device.h\"\n"
           "extern \"C\" __global__ void planted(int *p) {\n"
           "#if __CUDA_ARCH__ < 800\n"
           "  p[0] = missing;\n#endif\n}",
           "planted.cu", options);
       if (!output.ok())
         fprintf(stderr, "emu: %s\n", output.message().c_str());
       return output.ok();
     }},
    {"product-without-memory",
     [](Device &device) {
       auto blas = Blas::create(device.driver);
       ProductDescriptor descriptor;
       descriptor.m = descriptor.n = 8;
       descriptor.k = 16;
       auto product = Product::create(*blas, descriptor, 0);
       api::Address p = device.memory.address();
       // A has 128 numbers, the memory 64.
       return product.ok() && (*product)->enqueue(p, p, 0, p, 0).ok() &&
              device.driver->synchronize("a test").ok();
     }},
    {"product-of-misaligned-operands",
     [](Device &device) {
       auto blas = Blas::create(device.driver);
       ProductDescriptor descriptor;
       descriptor.m = descriptor.n = descriptor.k = 4;
       auto product = Product::create(*blas, descriptor, 0);
       api::Address p = device.memory.address();
       return product.ok() && (*product)->enqueue(p + 4, p, 0, p, 0).ok();
     }},
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    for (const Fault &fault : faults)
      puts(fault.name);
    return 0;
  }
  for (const Fault &fault : faults)
    if (std::strcmp(fault.name, argv[1]) == 0) {
      Device device = createDevice();
      bool unnoticed = fault.plant(device);
      fflush(stderr);
      // What a fault left behind is not worth an orderly end.
      _Exit(unnoticed ? 3 : 0);
    }
  return 2;
}
