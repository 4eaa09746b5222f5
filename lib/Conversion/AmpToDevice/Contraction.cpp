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

/// The operand with its last two dimensions exchanged.
static Value exchangeMatrixDims(Primitives &b, Value value) {
  auto permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, typeOf(value).getRank()));
  std::swap(permutation.back(), permutation[permutation.size() - 2]);
  return b.transpose(value, permutation);
}

/// sum over k of lhs[.., m, k] * rhs[.., n, k], in the compute type, as a row
/// reduction of [.., m, n, k]. Null after an error.
static Value productOfRows(Operation *op, Primitives &b, Value lhs, Value rhs) {
  // A reshape can tell at most one dynamic extent.
  if (typeOf(lhs).getNumDynamicDims() > 1 ||
      typeOf(rhs).getNumDynamicDims() > 1) {
    op->emitOpError("expects at most one dynamic extent an operand to be "
                    "computed without a library, got ")
        << typeOf(lhs) << " and " << typeOf(rhs);
    return {};
  }
  Type element = elementType(lhs);
  // Integers wrap in their own type.
  Type compute = isa<FloatType>(element) ? computeType(element) : element;
  SmallVector<int64_t> left(typeOf(lhs).getShape());
  SmallVector<int64_t> right(typeOf(rhs).getShape());
  left.insert(left.end() - 1, 1);
  right.insert(right.end() - 2, 1);
  Value products = b.mul(b.reshape(b.cast(lhs, compute), left),
                         b.reshape(b.cast(rhs, compute), right));
  return b.sum(products, typeOf(products).getRank() - 1);
}

static Replacements expandMatmul(MatmulOp op, Primitives &b) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (op.getTransposeLhs())
    lhs = exchangeMatrixDims(b, lhs);
  if (!op.getTransposeRhs())
    rhs = exchangeMatrixDims(b, rhs);
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
  product = b.cast(product, elementType(op.getResult()));
  // One vector was multiplied as one row.
  auto type = typeOf(op.getResult());
  return {type.getRank() > 1 ? product : b.reshape(product, type.getShape())};
}

void amp::lowering::registerContraction(MLIRContext *context) {
  MatmulOp::attachInterface<
      CompositeModel<MatmulOp, expandMatmul, FusionKind::Anchor>>(*context);
  LinearOp::attachInterface<
      CompositeModel<LinearOp, expandLinear, FusionKind::Anchor>>(*context);
}
