// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions are anchors: library calls on which elementwise work hangs. For
// element types that no library multiplies they can be spelled out as a
// broadcast product and a sum, correct and slow.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// sum over k of lhs[m, k] * rhs[n, k], in the compute type, as a row reduction
/// of [m, n, k]. Null after an error.
static Value productOfRows(Operation *op, Primitives &b, Value lhs, Value rhs) {
  int64_t rows = typeOf(lhs).getDimSize(0), columns = typeOf(rhs).getDimSize(0);
  int64_t depth = typeOf(lhs).getDimSize(1);
  int64_t otherDepth = typeOf(rhs).getDimSize(1);
  auto isDynamic = ShapedType::isDynamic;
  // A reshape can tell at most one dynamic extent.
  if ((isDynamic(rows) && isDynamic(depth)) ||
      (isDynamic(columns) && isDynamic(otherDepth))) {
    op->emitOpError("expects at most one dynamic extent an operand to be "
                    "computed without a library, got ")
        << typeOf(lhs) << " and " << typeOf(rhs);
    return {};
  }
  Type element = elementType(lhs);
  // Integers wrap in their own type.
  Type compute = isa<FloatType>(element) ? computeType(element) : element;
  Value left = b.reshape(b.cast(lhs, compute), {rows, 1, depth});
  Value right = b.reshape(b.cast(rhs, compute), {1, columns, otherDepth});
  return b.sum(b.mul(left, right), 2);
}

static Replacements expandMatmul(MatmulOp op, Primitives &b) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (op.getTransposeLhs())
    lhs = b.transpose(lhs, {1, 0});
  if (!op.getTransposeRhs())
    rhs = b.transpose(rhs, {1, 0});
  Value product = productOfRows(op, b, lhs, rhs);
  if (!product)
    return {};
  return {b.cast(product, elementType(op.getResult()))};
}

static Replacements expandLinear(LinearOp op, Primitives &b) {
  Value product = productOfRows(op, b, op.getInput(), op.getWeight());
  if (!product)
    return {};
  if (op.getBias())
    product = b.add(product, b.cast(op.getBias(), elementType(product)));
  return {b.cast(product, elementType(op.getResult()))};
}

void amp::lowering::registerContraction(MLIRContext *context) {
  MatmulOp::attachInterface<
      CompositeModel<MatmulOp, expandMatmul, FusionKind::Anchor>>(*context);
  LinearOp::attachInterface<
      CompositeModel<LinearOp, expandLinear, FusionKind::Anchor>>(*context);
}
