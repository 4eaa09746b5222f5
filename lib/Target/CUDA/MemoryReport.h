// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program needs memory for, in words, for errors. Private.

#ifndef AMP_LIB_TARGET_CUDA_MEMORYREPORT_H
#define AMP_LIB_TARGET_CUDA_MEMORYREPORT_H

#include "amp/IR/Device.h"

#include <string>

namespace amp::cuda {

/// The bytes that `program`, which is planned, needs on the device, by kind,
/// and its largest tensors by name: "the program needs 3.1 MB: ...; largest:
/// ...". Intermediate tensors, which have no name, are called by what makes
/// them.
std::string describeMemory(device::ProgramOp program);

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_MEMORYREPORT_H
