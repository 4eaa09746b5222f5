// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass from kernels to loops over vectors, and what is known about a
// kernel's work without emitting it.

#include "amp/Conversion/DeviceToLLVM.h"
#include "amp/Conversion/Passes.h"

#include "BodyEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace amp {
#define GEN_PASS_DEF_DEVICETOVECTORPASS
#include "ConversionPasses.h.inc"
} // namespace amp

using namespace amp;

KernelWork amp::getKernelWork(device::KernelOp kernel, int64_t runTimeExtent) {
  SmallVector<int64_t> extents(kernel.getExtents());
  if (extents.empty())
    return {1, 1, 1};
  extents[0] = runTimeExtent;
  int64_t all = 1;
  for (int64_t extent : extents)
    all *= extent;
  int64_t units = all, granularity = 1;
  switch (kernel.getForm()) {
  case device::KernelForm::Elementwise:
    if (extents.size() == 1)
      granularity = device::rowAccumulators;
    else
      units = extents.back() == 0 ? 0 : all / extents.back();
    break;
  case device::KernelForm::Transpose: {
    TransposeTiling tiling(kernel);
    units = all == 0 ? 0 : tiling.blocks;
    for (auto [dim, extent] : llvm::enumerate(ArrayRef(extents).drop_back()))
      units *= int64_t(dim) == tiling.dim
                   ? llvm::divideCeil(extent, tiling.positions)
                   : extent;
    break;
  }
  case device::KernelForm::Row:
  case device::KernelForm::Column:
    units = 1;
    for (auto [dim, extent] : llvm::enumerate(extents))
      if (!kernel.reducesDim(dim))
        units *= extent;
      else if (kernel.isStage(device::ReduceStage::Partial))
        units *= kernel.getNumChunks(extent);
    if (kernel.getForm() == device::KernelForm::Column)
      granularity = device::rowLanes;
    break;
  }
  int64_t each = units == 0 ? 0 : (all + units - 1) / units;
  return {units, granularity, each};
}

func::FuncOp amp::emitKernelFunction(OpBuilder &builder,
                                     device::KernelOp kernel, StringRef name) {
  OpBuilder::InsertionGuard guard(builder);
  BodyEmitter emitter(builder, kernel, name);
  switch (kernel.getForm()) {
  case device::KernelForm::Elementwise:
    emitElementwise(emitter);
    break;
  case device::KernelForm::Transpose:
    emitTranspose(emitter);
    break;
  case device::KernelForm::Row:
    emitRow(emitter);
    break;
  case device::KernelForm::Column:
    emitColumn(emitter);
    break;
  }
  return emitter.function;
}

namespace {

struct DeviceToVectorPass
    : public amp::impl::DeviceToVectorPassBase<DeviceToVectorPass> {
  void runOnOperation() override {
    SmallVector<device::KernelOp> kernels;
    for (Operation &op : llvm::make_early_inc_range(*getOperation().getBody()))
      if (auto kernel = dyn_cast<device::KernelOp>(op))
        kernels.push_back(kernel);
      else if (isa<device::ProgramOp, VariableOp>(op))
        op.erase();
    for (device::KernelOp kernel : kernels) {
      OpBuilder builder(kernel);
      StringAttr name = kernel.getSymNameAttr();
      emitKernelFunction(builder, kernel, name);
      kernel.erase();
    }
  }
};

} // namespace
