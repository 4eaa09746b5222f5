// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an iteration space tells of the accesses of its ops.

#include "Analysis/IterationSpace.h"

using namespace mlir;
using namespace amp;

void IterationSpace::addStrides(int dim, int64_t stride,
                                SmallVectorImpl<int64_t> &strides) const {
  if (dim < 0)
    return;
  if (dim < firstJoined) {
    strides[dim] += stride;
    return;
  }
  for (auto [part, step] : joined[dim - firstJoined])
    strides[part] += stride * step;
}

SmallVector<int64_t> IterationSpace::getSteps(int dim) const {
  SmallVector<int64_t> steps(extents.size(), 0);
  addStrides(dim, 1, steps);
  return steps;
}

SmallVector<int64_t> IterationSpace::getStrides(const Source &source) const {
  SmallVector<int64_t> strides(extents.size(), 0);
  for (auto [dim, step, stride] : llvm::zip_equal(
           source.dims, source.steps, rowMajorStrides(shapeOf(source.root))))
    addStrides(dim, step * stride, strides);
  return strides;
}

SmallVector<int64_t> IterationSpace::getStrides(Value result) const {
  return getStrides(getDims(result), result);
}

SmallVector<int64_t> IterationSpace::getStrides(ArrayRef<int> dims,
                                                Value result) const {
  SmallVector<int64_t> strides(extents.size(), 0);
  for (auto [dim, stride] :
       llvm::zip_equal(dims, rowMajorStrides(shapeOf(result))))
    addStrides(dim, stride, strides);
  return strides;
}

int64_t Source::getOffset() const {
  int64_t offset = 0;
  for (auto [start, stride] :
       llvm::zip_equal(starts, rowMajorStrides(shapeOf(root))))
    offset += start * stride;
  return offset;
}

int64_t Source::getOuterOffset() const {
  return starts.empty() ? 0 : starts[0] * rowMajorStrides(shapeOf(root))[0];
}

int64_t Source::getComputedStride(unsigned dim) const {
  return steps[dim] * rowMajorStrides(shapeOf(root))[dim];
}

FusionForm IterationSpace::getForm() const {
  if (reducedBegin == reducedEnd)
    return FusionForm::Elementwise;
  return reducedEnd == extents.size() ? FusionForm::Row : FusionForm::Column;
}

const Source &IterationSpace::getSource(Operation *op, unsigned index) const {
  auto it = numbers.find(op);
  assert(it != numbers.end() && index < members[it->second].numSources &&
         "the op is not of this set");
  return sources[members[it->second].firstSource + index];
}

ArrayRef<int> IterationSpace::getDims(Value result) const {
  auto it = numbers.find(result.getDefiningOp());
  assert(it != numbers.end() && "the value is not computed by this set");
  return members[it->second].dims;
}
