// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles of ops in fusion, from their Fusible interface and their shapes.

#include "Analysis/FusionRoles.h"

#include "Analysis/ViewDims.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

ArrayRef<int64_t> amp::shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

bool amp::isSingleElement(Value value) {
  return llvm::all_of(shapeOf(value),
                      [](int64_t extent) { return extent == 1; });
}

bool amp::readsThroughViews(Operation *reshape,
                            function_ref<bool(Operation *)> isMaker) {
  for (Value value = reshape->getOperand(0);;) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (isMaker(op))
      return true;
    FusionRole role = getFusionRole(op);
    if (role != FusionRole::View && role != FusionRole::Reshape)
      return false;
    value = op->getOperand(0);
  }
}

SmallVector<int64_t> amp::rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t dim = int64_t(shape.size()) - 2; dim >= 0; --dim)
    // An empty dimension leaves no elements to step over; a stride of 0 would
    // mean a broadcast.
    strides[dim] = strides[dim + 1] * std::max<int64_t>(shape[dim + 1], 1);
  return strides;
}

/// Whether two shapes differ in dimensions of extent 1 only.
static bool equalButUnits(ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  auto notOne = [](int64_t extent) { return extent != 1; };
  return llvm::equal(llvm::make_filter_range(lhs, notOne),
                     llvm::make_filter_range(rhs, notOne));
}

FusionRole amp::getFusionRole(Operation *op) {
  if (op->getNumResults() == 0)
    return FusionRole::Fixed;
  auto fusible = dyn_cast<Fusible>(op);
  if (!fusible)
    return FusionRole::Fixed;
  switch (fusible.getFusionKind()) {
  case FusionKind::Elementwise:
    // No interface says that an op reads its operand's shape only, as one does.
    return op->getNumOperands() == 0 || isa<SizeOp>(op)
               ? FusionRole::Leaf
               : FusionRole::Elementwise;
  case FusionKind::Gather:
    return FusionRole::Gather;
  case FusionKind::Reduction:
    return FusionRole::Reduction;
  case FusionKind::View:
    // The one kind of view that need not be a map of dimensions.
    if (isa<ReshapeOp>(op) &&
        !equalButUnits(shapeOf(op->getOperand(0)), shapeOf(op->getResult(0))))
      return FusionRole::Reshape;
    return FusionRole::View;
  case FusionKind::Anchor:
  case FusionKind::Call:
  case FusionKind::Barrier:
  case FusionKind::Composite:
    return FusionRole::Fixed;
  }
  llvm_unreachable("all kinds are covered");
}

SymbolRefAttr amp::getFormula(Operation *op) {
  auto apply = dyn_cast<ApplyOp>(op);
  return apply ? apply.getFormulaAttr() : SymbolRefAttr();
}

ReductionInfo amp::getReductionInfo(Operation *op) {
  Type element = elementType(op->getOperand(0));
  return TypeSwitch<Operation *, ReductionInfo>(op)
      .Case<SumOp>([&](SumOp sum) {
        return ReductionInfo{
            sum.getAxes(), ReductionInfo::Sum, sum.getKeepdims(),
            sum.getAccumulate().value_or(computeType(element))};
      })
      .Case<MaxOp, MinOp>([&](auto extreme) {
        // The lowest integer depends on the width, so that stays.
        return ReductionInfo{
            extreme.getAxes(),
            isa<MaxOp>(op) ? ReductionInfo::Max : ReductionInfo::Min,
            extreme.getKeepdims(),
            isa<FloatType>(element) ? computeType(element) : element};
      });
}

bool amp::isAlias(Operation *op) {
  // Asked of all that is read, which mostly reads more itself or nothing.
  if (op->getNumOperands() != 1)
    return false;
  switch (getFusionRole(op)) {
  case FusionRole::Reshape:
    return true;
  case FusionRole::View:
    // What keeps all elements keeps their order unless it walks backwards or
    // exchanges dimensions. The latter is asked of the op and not of its
    // dimensions, since products read any transpose the other way round.
    return equalButUnits(shapeOf(op->getOperand(0)),
                         shapeOf(op->getResult(0))) &&
           !isa<TransposeOp>(op) &&
           llvm::all_of(getViewDims(op),
                        [](const ViewDim &dim) { return dim.step > 0; });
  default:
    return false;
  }
}

Value amp::skipAliases(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isAlias(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

TransposeOp amp::getMatrixTranspose(Value operand) {
  auto transpose = skipAliases(operand).getDefiningOp<TransposeOp>();
  if (!transpose)
    return {};
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  int64_t rank = permutation.size();
  if (rank < 2 || permutation[rank - 2] != rank - 1 ||
      !llvm::equal(permutation.drop_back(2), llvm::seq<int64_t>(0, rank - 2)))
    return {};
  // An alias after it may have made other matrices of the same elements.
  ArrayRef<int64_t> shape = shapeOf(operand);
  if (shape.size() < 2 ||
      shape.take_back(2) != shapeOf(transpose.getResult()).take_back(2))
    return {};
  return transpose;
}
