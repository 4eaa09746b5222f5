// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites before grouping: reductions over several runs of axes are split,
// views that one cannot walk and those in long chains are written out, and
// sizes made independent of computations.

#include "amp/IR/Types.h"

#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

/// The axes of `op` that belong to the innermost run of adjacent reduced
/// dimensions; dimensions of extent 1 separate nothing.
static SmallVector<int64_t> innermostRun(Operation *op,
                                         ArrayRef<int64_t> axes) {
  ArrayRef<int64_t> shape = shapeOf(op->getOperand(0));
  SmallVector<int64_t> run;
  bool started = false;
  for (int64_t dim = int64_t(shape.size()) - 1; dim >= 0; --dim) {
    bool isReduced = llvm::is_contained(axes, dim);
    if (isReduced)
      run.push_back(dim);
    if (shape[dim] == 1)
      continue;
    if (started && !isReduced)
      break;
    started |= isReduced;
  }
  llvm::sort(run);
  return run;
}

/// A kernel walks several reduced dimensions as one, in the order of P4. Where
/// the operand is a view that lays them out in another order, or that repeats
/// one, a copy of it is reduced.
static void writeOutOperand(Operation *op) {
  if (IterationSpace::infer(op))
    return;
  OpBuilder builder(op);
  Value operand = op->getOperand(0);
  auto copy = CastOp::create(builder, op->getLoc(), operand.getType(), operand,
                             CastOrigin::Lowering);
  op->setOperand(0, copy);
}

static void splitReduction(Operation *op) {
  ReductionInfo info = getReductionInfo(op);
  SmallVector<int64_t> axes(info.axes);
  SmallVector<int64_t> run = innermostRun(op, axes);
  if (run.size() == axes.size())
    return writeOutOperand(op);
  OpBuilder builder(op);
  // Kept dimensions leave the numbers of the other axes as they are.
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  SmallVector<int64_t> shape(input.getShape());
  for (int64_t axis : run)
    shape[axis] = 1;
  bool isSum = info.combination == ReductionInfo::Sum;
  Type element = isSum ? info.accumulate : input.getElementType();
  Operation *inner = builder.clone(*op);
  inner->setAttr("axes", builder.getDenseI64ArrayAttr(run));
  inner->setAttr("keepdims", builder.getUnitAttr());
  if (isSum)
    inner->setAttr("dtype", TypeAttr::get(element));
  inner->getResult(0).setType(RankedTensorType::get(shape, element));
  writeOutOperand(inner);
  // The outer one reduces dimensions of extent 1 as well: it drops them.
  op->setOperand(0, inner->getResult(0));
  if (isSum)
    op->setAttr("dtype", TypeAttr::get(elementType(op->getResult(0))));
  splitReduction(op);
}

/// Lets all that reads a view read a copy of it, which is in memory.
static void copyResult(Operation *view) {
  Value result = view->getResult(0);
  OpBuilder builder(view->getContext());
  builder.setInsertionPointAfter(view);
  auto copy = CastOp::create(builder, view->getLoc(), result.getType(), result,
                             CastOrigin::Lowering);
  result.replaceAllUsesExcept(copy, copy);
}

void amp::prepareForFusion(const BlockContents &contents) {
  for (Operation *op : contents.deepViews)
    copyResult(op);
  for (SizeOp size : contents.sizes) {
    OpBuilder builder(size);
    auto type = cast<RankedTensorType>(size.getInput().getType());
    TypedAttr zero = builder.getZeroAttr(type.getElementType());
    size->setOperand(
        0, ConstantOp::create(builder, size.getLoc(), type,
                              cast<ElementsAttr>(DenseElementsAttr::get(
                                  type, Attribute(zero)))));
  }
  // Sizes first: a mean asks for the size of what it reduces.
  reduceBeforeReshapes(contents.reductions);
  for (Operation *op : contents.reductions)
    splitReduction(op);
}

/// Whether a reduction reads `value`, through elementwise ops and views.
static bool feedsReduction(Value value) {
  constexpr size_t mostOps = 64;
  llvm::SetVector<Operation *> reached;
  reached.insert(value.getUsers().begin(), value.getUsers().end());
  for (size_t i = 0; i < reached.size() && reached.size() < mostOps; ++i) {
    Operation *op = reached[i];
    FusionRole role = getFusionRole(op);
    if (role == FusionRole::Reduction)
      return true;
    if (role == FusionRole::Elementwise || role == FusionRole::View)
      reached.insert(op->user_begin(), op->user_end());
  }
  return false;
}

void amp::offerTransposedCopies(ArrayRef<TransposeOp> transposes) {
  // Below this a gather stays in the nearest cache.
  constexpr int64_t leastElements = 1 << 14;
  for (TransposeOp transpose : transposes) {
    Value result = transpose.getResult();
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    if (ShapedType::getNumElements(shapeOf(result)) < leastElements ||
        permutation.back() == int64_t(permutation.size()) - 1 ||
        !feedsReduction(result))
      continue;
    OpBuilder builder(transpose->getContext());
    builder.setInsertionPointAfter(transpose);
    auto copy = CastOp::create(builder, transpose.getLoc(), result.getType(),
                               result, CastOrigin::Lowering);
    result.replaceUsesWithIf(copy, [&](OpOperand &use) {
      FusionRole role = getFusionRole(use.getOwner());
      return use.getOwner() != copy &&
             (role == FusionRole::Elementwise || role == FusionRole::Reduction);
    });
    if (copy.use_empty())
      copy.erase();
  }
}
