// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device kernels as CPU code: first loops over vectors of 32 lanes, then the
// LLVM dialect. The order of every reduction is that of `device.kernel`,
// whatever CPU the code is compiled for.

#ifndef AMP_CONVERSION_DEVICETOLLVM_H
#define AMP_CONVERSION_DEVICETOLLVM_H

#include "amp/IR/Device.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace amp {

/// How the work of one launch of a kernel can be split. The units of a kernel
/// are numbered from 0; any range of them may be computed by itself, in any
/// order and on any thread, and gives the same bits.
struct KernelWork {
  /// The number of units: elements (elementwise, rank 1), rows (elementwise of
  /// higher rank, and row form), columns of all outer positions (column form).
  int64_t units;
  /// Ranges that start and end at multiples of this are computed fastest.
  int64_t granularity;
  /// The number of iterations of the domain that belong to one unit.
  int64_t iterationsPerUnit;
};

/// The work of one launch; depends on the shape only. `runTimeExtent` is the
/// extent of dimension 0 (any number for a kernel of rank 0).
KernelWork getKernelWork(device::KernelOp kernel, int64_t runTimeExtent);

/// Emits `kernel` as a function `name` of scf loops and vector ops at the
/// builder's insertion point. Its arguments are the buffers as memrefs (f16 and
/// bf16 as i16, i1 as i8), the extent of dimension 0, the sizes, and the first
/// and the end of the units to compute. The kernel must be valid.
mlir::func::FuncOp emitKernelFunction(mlir::OpBuilder &builder,
                                      device::KernelOp kernel,
                                      llvm::StringRef name);

/// Lowers a module that holds functions made by emitKernelFunction to the LLVM
/// dialect. Each becomes
/// `void name(void *const *buffers, const int64_t *params, int64_t begin,
/// int64_t end)`, where params are the extent of dimension 0 and the sizes.
/// Fails with a diagnostic at an op that cannot be lowered.
mlir::LogicalResult lowerKernelFunctions(mlir::ModuleOp module);

} // namespace amp

#endif // AMP_CONVERSION_DEVICETOLLVM_H
