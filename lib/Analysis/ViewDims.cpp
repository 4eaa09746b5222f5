// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dimensions of each view op: the one place that tells these ops apart.

#include "Analysis/ViewDims.h"

#include "Analysis/FusionRoles.h"

using namespace mlir;
using namespace amp;

using Dims = SmallVector<ViewDim, 4>;

static Dims getDims(BroadcastOp broadcast) {
  ArrayRef<int64_t> from = shapeOf(broadcast.getInput());
  ArrayRef<int64_t> to = shapeOf(broadcast.getResult());
  Dims dims(to.size());
  size_t added = to.size() - from.size();
  for (auto [dim, extent] : llvm::enumerate(from))
    if (extent == to[added + dim])
      dims[added + dim].from = dim;
  return dims;
}

static Dims getDims(TransposeOp transpose) {
  Dims dims;
  for (int64_t from : transpose.getPermutation())
    dims.push_back({from});
  return dims;
}

/// A reshape that is a view: only dimensions of extent 1 come and go.
static Dims getDims(ReshapeOp reshape) {
  ArrayRef<int64_t> from = shapeOf(reshape.getInput());
  ArrayRef<int64_t> to = shapeOf(reshape.getResult());
  Dims dims(to.size());
  size_t next = 0;
  for (auto [dim, extent] : llvm::enumerate(to)) {
    if (extent == 1)
      continue;
    while (from[next] == 1)
      ++next;
    dims[dim].from = next++;
  }
  return dims;
}

static Dims getDims(SliceOp slice) {
  ArrayRef<int64_t> from = shapeOf(slice.getInput());
  ArrayRef<int64_t> to = shapeOf(slice.getResult());
  SmallVector<int64_t> starts, steps;
  slice.getOffsetsAndSteps(from, starts, steps);
  Dims dims;
  for (auto [dim, extent] : llvm::enumerate(to)) {
    ViewDim &walked = dims.emplace_back(ViewDim{int64_t(dim)});
    if (from[dim] == extent && (steps[dim] > 0 || extent <= 1))
      continue;
    walked.isPart = true;
    walked.start = starts[dim];
    // A single element needs no step, which might be too large to multiply.
    walked.step = extent > 1 ? steps[dim] : 1;
  }
  return dims;
}

SmallVector<ViewDim, 4> amp::getViewDims(Operation *view) {
  return TypeSwitch<Operation *, Dims>(view)
      .Case<BroadcastOp, TransposeOp, ReshapeOp, SliceOp>(
          [](auto op) { return getDims(op); })
      .Default([](Operation *) -> Dims {
        llvm_unreachable("expected an op with the role of a view");
      });
}

bool amp::takesPart(Operation *view) {
  return llvm::any_of(getViewDims(view),
                      [](const ViewDim &dim) { return dim.isPart; });
}
