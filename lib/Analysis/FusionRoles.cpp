// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles of ops in fusion, from their Fusible interface and their shapes.

#include "Analysis/FusionRoles.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

ArrayRef<int64_t> amp::shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
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
  if (op->getNumResults() != 1)
    return FusionRole::Fixed;
  if (ElementsAttr value; matchPattern(op, m_Constant(&value)))
    return value.isSplat() ? FusionRole::Leaf : FusionRole::Fixed;
  if (isa<IotaOp, SizeOp>(op))
    return FusionRole::Leaf;
  auto fusible = dyn_cast<Fusible>(op);
  if (!fusible)
    return FusionRole::Fixed;
  switch (fusible.getFusionKind()) {
  case FusionKind::Elementwise:
    return FusionRole::Elementwise;
  case FusionKind::Gather:
    return FusionRole::Gather;
  case FusionKind::Reduction:
    return FusionRole::Reduction;
  case FusionKind::View:
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

/// A dimension of a padded operand. What comes before the outermost one may
/// depend on the batch, so it is no constant of the access.
static GatherDim getPaddedDim(PadOp pad, int dim) {
  int64_t low = pad.getLow()[dim];
  if (pad.getInterior()[dim] != 0)
    return {-1, 0, true, dim};
  bool isWhole = low == 0 && pad.getHigh()[dim] == 0;
  if (dim == 0)
    return {dim, 0, low != 0, isWhole ? -1 : dim};
  return {dim, low, false, isWhole ? -1 : dim};
}

SmallVector<GatherDim> amp::getGatherDims(Operation *op) {
  SmallVector<GatherDim> dims;
  int rank = shapeOf(op->getOperand(0)).size();
  // All but the axis move with the result, those behind it `moved` further on.
  auto addAllBut = [&](int axis, int moved) {
    for (int dim = 0; dim < rank; ++dim)
      dims.push_back({dim == axis  ? -1
                      : dim < axis ? dim
                                   : dim + moved,
                      0, dim == axis});
  };
  TypeSwitch<Operation *>(op)
      .Case([&](PadOp pad) {
        for (int dim = 0; dim < rank; ++dim)
          dims.push_back(getPaddedDim(pad, dim));
      })
      .Case([&](GatherOp gather) {
        addAllBut(gather.getAxis(), shapeOf(gather.getIndices()).size() - 1);
      })
      .Case([&](EmbeddingOp embedding) {
        addAllBut(0, shapeOf(embedding.getIndices()).size() - 1);
      })
      .Case([&](GatherElementsOp gather) { addAllBut(gather.getAxis(), 0); });
  assert(int(dims.size()) == rank && "expects a gather op");
  return dims;
}

int64_t amp::getOperandOffset(Operation *op, unsigned index) {
  if (auto gather = dyn_cast<GatherOp>(op); gather && index == 1)
    return gather.getAxis();
  if (isa<EmbeddingOp>(op))
    return 0;
  return shapeOf(op->getResult(0)).size() -
         shapeOf(op->getOperand(index)).size();
}

bool amp::isAlias(Operation *op) {
  switch (getFusionRole(op)) {
  case FusionRole::Reshape:
    return true;
  case FusionRole::View:
    // What a slice keeps whole it keeps in order; with fewer elements its
    // extents differ.
    return isa<TransposeOp>(op) ? false
                                : equalButUnits(shapeOf(op->getOperand(0)),
                                                shapeOf(op->getResult(0)));
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
