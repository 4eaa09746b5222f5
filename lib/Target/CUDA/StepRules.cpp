// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a device program on a GPU, from its ops.

#include "StepRules.h"

#include "amp/Conversion/DeviceToCuda.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

static int64_t sizeOf(Value buffer) {
  return buffer.getDefiningOp<device::BufferOp>().getByteSize();
}

static void addLaunch(device::LaunchOp launch, const SymbolTable &symbols,
                      StepSink &sink) {
  auto kernel = symbols.lookup<device::KernelOp>(launch.getKernel());
  SmallVector<int64_t> blocks;
  for (int64_t extent : launch.getExtents())
    blocks.push_back(getCudaBlocks(kernel, extent));
  if (llvm::any_of(blocks, [](int64_t own) { return own != 0; }))
    sink.addLaunch(launch, kernel, blocks);
}

static LogicalResult addProducts(device::GemmOp gemm, StepSink &sink) {
  if (gemm.getPackedB())
    return gemm.emitError(
        "expects operands that are not packed on this target");
  BatchPlan batch(gemm);
  int64_t bytes = sizeOf(gemm.getResult());
  if (bytes == 0 || batch.calls.empty())
    return success();
  ProductDescriptor product = describeProduct(gemm, batch);
  if (product.k != 0 || product.bias)
    return sink.addProducts(gemm, batch, product);
  sink.addClear(gemm.getResult(), bytes);
  return success();
}

static void addScatter(device::ScatterAddOp scatter, StepSink &sink) {
  int64_t bytes = sizeOf(scatter.getResult());
  if (bytes == 0)
    return;
  sink.addClear(scatter.getResult(), bytes);
  if (int64_t blocks = getCudaScatterBlocks(scatter))
    sink.addScatter(scatter, blocks);
}

LogicalResult cuda::forEachStep(Block &block, const SymbolTable &symbols,
                                StepSink &sink) {
  for (Operation &op : block) {
    if (auto launch = dyn_cast<device::LaunchOp>(op)) {
      addLaunch(launch, symbols, sink);
    } else if (auto gemm = dyn_cast<device::GemmOp>(op)) {
      if (failed(addProducts(gemm, sink)))
        return failure();
    } else if (auto scatter = dyn_cast<device::ScatterAddOp>(op)) {
      addScatter(scatter, sink);
    } else if (auto copy = dyn_cast<device::CopyOp>(op)) {
      if (int64_t bytes = sizeOf(copy.getSource()))
        sink.addCopy(copy, bytes);
    } else if (auto branch = dyn_cast<device::IfOp>(op)) {
      if (failed(sink.addBranch(branch)))
        return failure();
    } else if (!isa<device::BufferOp>(op)) {
      return op.emitError("has no counterpart on the CUDA target");
    }
  }
  return success();
}
