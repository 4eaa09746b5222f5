// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From kernels to object code, on as many threads as there are. Every thread
// has a context and a code generator of its own, so what a kernel becomes
// depends on its text only.

#ifndef AMP_LIB_TARGET_CPU_KERNELGENERATOR_H
#define AMP_LIB_TARGET_CPU_KERNELGENERATOR_H

#include "Target/CPU/Jit.h"

#include "amp/IR/Device.h"
#include "amp/Runtime/ThreadPool.h"

namespace amp::cpu {

/// A kernel to generate code for, and what became of it.
struct KernelObject {
  device::KernelOp kernel;
  /// The name of the function.
  std::string symbol;
  llvm::SmallVector<char, 0> object;
  /// What went wrong; empty on success.
  std::string problem;
  /// Seconds spent in emitting and lowering, and in LLVM.
  double lowerSeconds = 0, generateSeconds = 0;
};

/// Fills in the objects and problems of all `kernels`, whose context is not
/// used while this runs. `pool` may be null.
void generateKernels(llvm::MutableArrayRef<KernelObject> kernels,
                     const CPUFeatures &cpu, ThreadPool *pool);

} // namespace amp::cpu

#endif // AMP_LIB_TARGET_CPU_KERNELGENERATOR_H
