// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a planned device program consists of, and what its kernels take, without
// a device. Private.

#ifndef AMP_LIB_TARGET_CUDA_PLANFIGURES_H
#define AMP_LIB_TARGET_CUDA_PLANFIGURES_H

#include "amp/IR/Device.h"
#include "amp/Target/Program.h"

namespace amp::cuda {

/// What device memory and every part of it is aligned to, in bytes.
inline constexpr size_t deviceAlignment = 256;

/// The unit attribute of a product that rounds operands of f32 to TF32.
inline constexpr llvm::StringLiteral tf32Name = "tf32";

/// Fills in what follows from the plan: memory, steps with their bytes, the
/// numbers of kernels, launches, products and copies, the nodes of the graph.
/// Each step is a node of the graph; the copies of inputs and outputs are the
/// first and the last. Fails at `program` if memory has not been planned.
llvm::LogicalResult describeCudaProgram(device::ProgramOp program,
                                        cpu::ProgramStatistics &statistics);

/// Compiles the kernels of `program` with NVRTC for each of `capabilities` and
/// adds to the plan what they take. Emits an error at the program if there is
/// no NVRTC or it does not know one of them.
llvm::LogicalResult addKernelResources(device::ProgramOp program,
                                       llvm::ArrayRef<int> capabilities,
                                       cpu::ProgramStatistics &statistics);

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_PLANFIGURES_H
