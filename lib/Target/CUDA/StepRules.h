// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which steps the ops of a device program are on a GPU: what is cleared before
// it is written, what is empty and therefore no step, how a product is cut into
// library calls. Programs and their plans are made by the same rules. Private.

#ifndef AMP_LIB_TARGET_CUDA_STEPRULES_H
#define AMP_LIB_TARGET_CUDA_STEPRULES_H

#include "BatchPlan.h"

#include "amp/IR/Device.h"

namespace amp::cuda {

/// What takes the steps of a program, in order.
class StepSink {
public:
  virtual ~StepSink() = default;

  /// A launch of `kernel` with `blocks` for each instance, some of which may
  /// be 0, but not all.
  virtual void addLaunch(device::LaunchOp launch, device::KernelOp kernel,
                         llvm::ArrayRef<int64_t> blocks) = 0;
  /// The launch of a scatter, whose result has been cleared.
  virtual void addScatter(device::ScatterAddOp scatter, int64_t blocks) = 0;
  /// The calls of a product that has elements and something to add up.
  virtual llvm::LogicalResult addProducts(device::GemmOp gemm,
                                          const BatchPlan &batch,
                                          const ProductDescriptor &product) = 0;
  virtual void addClear(mlir::Value buffer, int64_t bytes) = 0;
  virtual void addCopy(device::CopyOp copy, int64_t bytes) = 0;
  /// A branch; the steps of its regions are up to the sink.
  virtual llvm::LogicalResult addBranch(device::IfOp branch) = 0;
};

/// Hands the steps of `block` to `sink`; `symbols` finds the kernels. Fails
/// where the sink does, and with an error at an op that the target lacks.
llvm::LogicalResult forEachStep(mlir::Block &block,
                                const mlir::SymbolTable &symbols,
                                StepSink &sink);

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_STEPRULES_H
