// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Library calls from the strides of a product's operands.

#include "BatchPlan.h"
#include "PlanFigures.h"

#include "amp/Reference/TensorAttributes.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

BatchPlan::BatchPlan(device::GemmOp gemm) {
  if (!gemm.getBatch())
    return;
  ArrayRef<int64_t> extents = *gemm.getBatch();
  ArrayRef<int64_t> a = *gemm.getStridesA(), b = *gemm.getStridesB();
  int64_t dim = int64_t(extents.size()) - 1;
  if (dim >= 0) {
    count = extents[dim];
    strideA = a[dim];
    strideB = b[dim];
  }
  for (--dim; dim >= 0; --dim) {
    if (a[dim] != strideA * count || b[dim] != strideB * count)
      break;
    count *= extents[dim];
  }
  for (int64_t outer = 0; outer <= dim; ++outer) {
    std::vector<Call> next;
    for (const Call &call : calls)
      for (int64_t i = 0; i < extents[outer]; ++i)
        next.push_back({call.a + i * a[outer], call.b + i * b[outer], 0});
    calls = std::move(next);
  }
  for (size_t i = 0; i < calls.size(); ++i)
    calls[i].result = int64_t(i) * count;
}

/// Halves `alignment` until `bytes` are a multiple of it.
static void lowerAlignment(uint32_t &alignment, int64_t bytes) {
  while (bytes % alignment != 0)
    alignment /= 2;
}

ProductDescriptor cuda::describeProduct(device::GemmOp gemm,
                                        const BatchPlan &batch) {
  auto typeOf = [](Value buffer) {
    return *toElementType(cast<MemRefType>(buffer.getType()).getElementType());
  };
  ProductDescriptor descriptor;
  descriptor.m = gemm.getM();
  descriptor.n = gemm.getN();
  descriptor.k = gemm.getK();
  descriptor.batch = batch.count;
  descriptor.strideA = batch.strideA;
  descriptor.strideB = batch.strideB;
  descriptor.transposeA = gemm.getTransA();
  descriptor.transposeB = gemm.getTransB();
  descriptor.operands = typeOf(gemm.getA());
  descriptor.output = typeOf(gemm.getResult());
  descriptor.usesTF32 = gemm->hasAttr(tf32Name);
  if (gemm.getBias())
    descriptor.bias = typeOf(gemm.getBias());
  // The planner aligns buffers to 64 bytes; matrices inside of them lie where
  // they lie.
  auto operandBytes = int64_t(byteSize(descriptor.operands));
  lowerAlignment(descriptor.alignmentA, descriptor.strideA * operandBytes);
  lowerAlignment(descriptor.alignmentB, descriptor.strideB * operandBytes);
  if (batch.count > 1 || batch.calls.size() > 1)
    lowerAlignment(descriptor.alignmentResult,
                   descriptor.m * descriptor.n *
                       int64_t(byteSize(descriptor.output)));
  for (const BatchPlan::Call &call : batch.calls) {
    lowerAlignment(descriptor.alignmentA, call.a * operandBytes);
    lowerAlignment(descriptor.alignmentB, call.b * operandBytes);
  }
  return descriptor;
}
