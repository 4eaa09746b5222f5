// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the ops of a device program ask of the runtime's routines, and how much
// scratch memory their calls take: known to the routines alone, and needed by
// the planner.

#include "Analysis/BufferLiveness.h"
#include "Target/CPU/ProgramState.h"
#include "amp/Reference/TensorAttributes.h"

#include <map>
#include <tuple>

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

static ElementType typeOf(Value buffer) {
  return *toElementType(cast<MemRefType>(buffer.getType()).getElementType());
}

/// The product of two matrices that `gemm` asks for, once or many times.
static GemmDescriptor describeProduct(device::GemmOp gemm) {
  GemmDescriptor descriptor;
  descriptor.m = gemm.getM();
  descriptor.n = gemm.getN();
  descriptor.k = gemm.getK();
  descriptor.transposeA = gemm.getTransA();
  descriptor.transposeB = gemm.getTransB();
  descriptor.packedB = gemm.getPackedB();
  descriptor.operands = typeOf(gemm.getA());
  descriptor.output = typeOf(gemm.getResult());
  if (gemm.getBias())
    descriptor.bias = typeOf(gemm.getBias());
  return descriptor;
}

/// What tells products apart.
using ProductKey =
    std::tuple<int64_t, int64_t, int64_t, bool, bool, bool, ElementType,
               ElementType, std::optional<ElementType>>;

static ProductKey makeKey(const GemmDescriptor &descriptor) {
  return {descriptor.m,          descriptor.n,          descriptor.k,
          descriptor.transposeA, descriptor.transposeB, descriptor.packedB,
          descriptor.operands,   descriptor.output,     descriptor.bias};
}

Result<PreparedProduct> amp::cpu::prepareProduct(CpuTarget::State &target,
                                                 device::GemmOp gemm) {
  PreparedProduct prepared;
  GemmDescriptor descriptor = describeProduct(gemm);
  std::optional<ArrayRef<int64_t>> extents = gemm.getBatch();
  if (!extents) {
    Result<std::unique_ptr<Gemm>> made = target.provider->prepare(descriptor);
    if (!made.ok())
      return made.takeFailure();
    prepared.gemm = made.take();
    return Result<PreparedProduct>(std::move(prepared));
  }
  std::vector<GemmBatchDim> batch;
  for (auto [extent, strideA, strideB] :
       llvm::zip_equal(*extents, *gemm.getStridesA(), *gemm.getStridesB()))
    batch.push_back({extent, strideA, strideB});
  Result<std::unique_ptr<BatchedGemm>> made = BatchedGemm::prepare(
      *target.provider, descriptor, std::move(batch), target.pool->size());
  if (!made.ok())
    return made.takeFailure();
  prepared.batched = made.take();
  return Result<PreparedProduct>(std::move(prepared));
}

ScatterAdd amp::cpu::describeScatter(device::ScatterAddOp scatter) {
  ScatterAdd result;
  result.outer = scatter.getOuter();
  result.rows = scatter.getRows();
  result.extent = scatter.getExtent();
  result.inner = scatter.getInner();
  result.elements = scatter.getElements();
  result.type = typeOf(scatter.getUpdates());
  result.indexType = typeOf(scatter.getIndices());
  return result;
}

PreparedProducts amp::cpu::prepareCalls(CpuTarget::State &target,
                                        ModuleOp module, StringRef name) {
  PreparedProducts products;
  std::map<ProductKey, std::shared_ptr<Gemm>> shared;
  auto program = module.lookupSymbol<device::ProgramOp>(name);
  Builder builder(module.getContext());
  auto note = [&](Operation *op, int64_t bytes) {
    if (bytes != 0)
      op->setAttr(scratchBytesName, builder.getI64IntegerAttr(bytes));
  };
  program.walk([&](Operation *op) {
    if (auto scatter = dyn_cast<device::ScatterAddOp>(op))
      note(op, describeScatter(scatter).scratchBytes());
    auto gemm = dyn_cast<device::GemmOp>(op);
    if (!gemm)
      return;
    PreparedProduct &product = products[op];
    std::shared_ptr<Gemm> *known =
        gemm.getBatch() ? nullptr : &shared[makeKey(describeProduct(gemm))];
    if (known && *known) {
      product.gemm = *known;
    } else {
      Result<PreparedProduct> prepared = prepareProduct(target, gemm);
      // Whoever builds the program tries again and reports what is wrong.
      if (!prepared.ok())
        return;
      product = prepared.take();
      if (known)
        *known = product.gemm;
    }
    size_t perWorker = product.gemm ? product.gemm->scratchBytes()
                                    : product.batched->scratchBytes();
    note(op, int64_t(perWorker * target.pool->size()));
  });
  return products;
}
