// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code for older CPUs gives the bits that code for this one gives.

#include "KernelHarness.h"

#include "llvm/TargetParser/Host.h"

using namespace amp;
using namespace amp::test;

static const char *const kernels[] = {
    R"(device.kernel @gelu elementwise [?, 49]
        (%x: memref<?xf32>, %y: memref<?xbf16>) {
      %c = arith.constant 0.70710678 : f32
      %one = arith.constant 1.0 : f32
      %0 = device.load %x strides [49, 1] : memref<?xf32>
      %1 = arith.mulf %0, %c : f32
      %2 = math.erf %1 : f32
      %3 = arith.addf %2, %one : f32
      %4 = arith.mulf %0, %3 : f32
      %5 = arith.truncf %4 : f32 to bf16
      device.store %5, %y strides [49, 1] : memref<?xbf16>
    })",
    R"(device.kernel @softmax row [?, 490] reduces 1
        (%x: memref<?xf32>, %y: memref<?xf16>) {
      %0 = device.load %x strides [490, 1] : memref<?xf32>
      %1 = device.reduce max %0 : f32
      %2 = arith.subf %0, %1 : f32
      %3 = math.exp %2 : f32
      %4 = device.reduce add %3 : f32
      %5 = arith.divf %3, %4 : f32
      %6 = arith.truncf %5 : f32 to f16
      device.store %6, %y strides [490, 1] : memref<?xf16>
    })",
    R"(device.kernel @columns column [?, 49] reduces 0
        (%x: memref<?xbf16>, %y: memref<?xf32>) {
      %0 = device.load %x strides [49, 1] : memref<?xbf16>
      %1 = arith.extf %0 : bf16 to f32
      %2 = math.tanh %1 : f32
      %3 = arith.mulf %1, %2 : f32
      %4 = device.reduce add %3 : f32
      %5 = math.sqrt %4 : f32
      %6 = math.log %5 : f32
      device.store %6, %y strides [0, 1] : memref<?xf32>
    })"};

void amp::test::testTargets() {
  Harness host;
  std::vector<std::string> cpus;
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx2") && features.lookup("fma") &&
      features.lookup("f16c") && features.lookup("bmi2"))
    cpus.push_back("haswell");
  if (features.lookup("sse4a") && features.lookup("vaes"))
    cpus.push_back("znver3");
  if (features.lookup("avx512f") && features.lookup("avx512vl") &&
      features.lookup("avx512bw") && features.lookup("avx512dq"))
    cpus.push_back("skylake-avx512");
  const int64_t rows = 40, count = 490 * rows;
  std::vector<float> x = randomFloats(count);
  for (const std::string &cpu : cpus) {
    Harness other(cpu);
    for (const char *text : kernels) {
      Kernel one = host.compile(text), two = other.compile(text);
      std::vector<float> expected(count);
      Guarded<float> got(count);
      one.run({x.data(), expected.data()}, rows);
      two.run({x.data(), got.data()}, rows);
      expectBits(expected, got,
                 "code for " + cpu + ": " + one.op.getSymName().str());
    }
    std::printf("compared with %s\n", cpu.c_str());
  }
}
