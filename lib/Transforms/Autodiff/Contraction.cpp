// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of contractions: contractions of the operands as they are stored,
// accumulated like the forward and rounded once, without any transposed copy.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

/// With C = A' B', where ' stands for the transposition that the op asks for:
/// dA' = G B'^T and dB' = A'^T G; an operand stored transposed gets the
/// transposed product, its factors exchanged.
static LogicalResult buildMatmul(MatmulOp op, Rule &rule) {
  Value gradient = rule.gradient(), lhs = op.getLhs(), rhs = op.getRhs();
  bool lhsFlipped = op.getTransposeLhs(), rhsFlipped = op.getTransposeRhs();
  if (rule.wants(0))
    rule.give(0, lhsFlipped ? rule.matmul(rhs, rhsFlipped, gradient, true)
                            : rule.matmul(gradient, false, rhs, !rhsFlipped));
  if (rule.wants(1))
    rule.give(1, rhsFlipped ? rule.matmul(gradient, true, lhs, lhsFlipped)
                            : rule.matmul(lhs, !lhsFlipped, gradient, false));
  return success();
}

static LogicalResult buildLinear(LinearOp op, Rule &rule) {
  Value gradient = rule.gradient();
  if (rule.wants(0))
    rule.give(0, rule.matmul(gradient, false, op.getWeight(), false));
  if (rule.wants(1))
    rule.give(1, rule.matmul(gradient, true, op.getInput(), false));
  if (op.getBias() && rule.wants(2))
    rule.give(2, rule.sum(gradient, {0}, /*keepdims=*/false));
  return success();
}

void amp::autodiff::attachContractionRules(MLIRContext *context) {
  attachRule<MatmulOp, buildMatmul>(context);
  attachRule<LinearOp, buildLinear>(context);
}
