// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of contractions: contractions of the operands as they are stored,
// accumulated like the forward and rounded once, without any transposed copy
// but where an operand is repeated along outer dimensions that are not next to
// the contracted one.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {
/// The outer dimensions of a product, split for one of its operands: `repeated`
/// are those along which it is repeated, `own` the others.
struct OuterDims {
  SmallVector<int64_t> own, repeated;

  OuterDims(ArrayRef<int64_t> operand, ArrayRef<int64_t> result) {
    int64_t rank = result.size() - 2;
    int64_t missing = result.size() - operand.size();
    for (int64_t dim = 0; dim < rank; ++dim) {
      bool repeats =
          result[dim] != 1 && (dim < missing || operand[dim - missing] == 1);
      (repeats ? repeated : own).push_back(dim);
    }
  }
};
} // namespace

/// Stacks the matrices along the repeated dimensions on top of each other:
/// [own.., repeated.. * rows, columns]. `exchange` swaps rows and columns
/// first.
static Value stackMatrices(Rule &rule, Value value, const OuterDims &dims,
                           bool exchange) {
  size_t rank = dims.own.size() + dims.repeated.size() + 2;
  SmallVector<int64_t> shape(shapeOf(value));
  shape.insert(shape.begin(), rank - shape.size(), 1);
  value = rule.reshape(value, shape);
  SmallVector<int64_t> permutation(dims.own), stacked;
  llvm::append_range(permutation, dims.repeated);
  permutation.push_back(exchange ? rank - 1 : rank - 2);
  permutation.push_back(exchange ? rank - 2 : rank - 1);
  value = rule.transpose(value, permutation);
  int64_t rows = shape[permutation[rank - 2]];
  for (int64_t dim : dims.repeated)
    rows *= shape[dim];
  for (int64_t dim : dims.own)
    stacked.push_back(shape[dim]);
  stacked.append({rows, shape[permutation[rank - 1]]});
  return rule.reshape(value, stacked);
}

/// With C = A' B', where ' stands for the transposition that the op asks for:
/// dA' = G B'^T and dB' = A'^T G; an operand stored transposed gets the
/// transposed product, its factors exchanged. Where an operand is repeated
/// along outer dimensions, its gradient sums over these as well: they become
/// part of the contracted dimension, which keeps the one rounding (P3).
static LogicalResult buildMatmul(MatmulOp op, Rule &rule) {
  Value gradient = rule.gradient(), lhs = op.getLhs(), rhs = op.getRhs();
  bool lhsFlipped = op.getTransposeLhs(), rhsFlipped = op.getTransposeRhs();
  ArrayRef<int64_t> result = shapeOf(op.getResult());
  OuterDims lhsDims(shapeOf(lhs), result), rhsDims(shapeOf(rhs), result);
  // What was stacked, and an operand without outer dimensions of extent 1.
  auto reshapes = [&](unsigned index) {
    return !(index == 0 ? lhsDims : rhsDims).repeated.empty() ||
           shapeOf(op->getOperand(index)).size() != result.size();
  };
  auto give = [&](unsigned index, Value left, bool transposeLeft, Value right,
                  bool transposeRight) {
    Value product = rule.matmul(left, transposeLeft, right, transposeRight);
    rule.give(index, reshapes(index)
                         ? rule.reshape(product, shapeOf(op->getOperand(index)))
                         : product);
  };
  for (unsigned index : {0u, 1u}) {
    // A reshape tells at most one dynamic extent.
    bool isTold = (index == 0 ? lhsDims : rhsDims).repeated.empty() &&
                  llvm::count_if(shapeOf(op->getOperand(index)),
                                 ShapedType::isDynamic) <= 1;
    if (rule.wants(index) && reshapes(index) && !isTold &&
        failed(rule.requireStatic()))
      return failure();
  }
  if (rule.wants(0) && lhsDims.repeated.empty()) {
    lhsFlipped ? give(0, rhs, rhsFlipped, gradient, true)
               : give(0, gradient, false, rhs, !rhsFlipped);
  } else if (rule.wants(0)) {
    // [n, m] and [n, k], for every n of every repetition.
    Value g = stackMatrices(rule, gradient, lhsDims, /*exchange=*/true);
    Value b = stackMatrices(rule, rhs, lhsDims, /*exchange=*/!rhsFlipped);
    lhsFlipped ? give(0, b, true, g, false) : give(0, g, true, b, false);
  }
  if (rule.wants(1) && rhsDims.repeated.empty()) {
    rhsFlipped ? give(1, gradient, true, lhs, lhsFlipped)
               : give(1, lhs, !lhsFlipped, gradient, false);
  } else if (rule.wants(1)) {
    // [m, k] and [m, n], for every m of every repetition.
    Value a = stackMatrices(rule, lhs, rhsDims, /*exchange=*/lhsFlipped);
    Value g = stackMatrices(rule, gradient, rhsDims, /*exchange=*/false);
    rhsFlipped ? give(1, g, true, a, false) : give(1, a, true, g, false);
  }
  return success();
}

/// The vectors of a value as the rows of one matrix.
static Value stackRows(Rule &rule, Value value) {
  ArrayRef<int64_t> shape = shapeOf(value);
  int64_t rows = 1;
  for (int64_t extent : shape.drop_back())
    rows = ShapedType::isDynamic(extent) || ShapedType::isDynamic(rows)
               ? ShapedType::kDynamic
               : rows * extent;
  return rule.reshape(value, {rows, shape.back()});
}

static LogicalResult buildLinear(LinearOp op, Rule &rule) {
  Value gradient = rule.gradient(), input = op.getInput();
  ArrayRef<int64_t> shape = shapeOf(input);
  // A reshape tells at most one dynamic extent.
  if (shape.size() != 2 &&
      (ShapedType::isDynamic(shape.back()) ||
       ShapedType::isDynamic(shapeOf(gradient).back())) &&
      failed(rule.requireStatic()))
    return failure();
  Value rows = stackRows(rule, gradient);
  if (rule.wants(0)) {
    Value product = rule.matmul(shape.size() > 1 ? gradient : rows, false,
                                op.getWeight(), false);
    rule.give(0, shape.size() > 1 ? product : rule.reshape(product, shape));
  }
  if (rule.wants(1))
    rule.give(1, rule.matmul(rows, true, stackRows(rule, input), false));
  // The gradient itself, not its rows: only what comes from outside of a rule
  // may be in another type than it computes in.
  auto outer = llvm::to_vector(
      llvm::seq<int64_t>(0, int64_t(shapeOf(gradient).size()) - 1));
  if (op.getBias() && rule.wants(2))
    rule.give(2, outer.empty() ? gradient
                               : rule.sum(gradient, outer, /*keepdims=*/false));
  return success();
}

void amp::autodiff::attachContractionRules(MLIRContext *context) {
  attachRule<MatmulOp, buildMatmul>(context);
  attachRule<LinearOp, buildLinear>(context);
}
