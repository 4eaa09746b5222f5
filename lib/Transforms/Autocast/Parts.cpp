// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of cross_entropy. PyTorch's function of that name asks log_softmax
// for the type of its operand, which no rule of log_softmax overrides, and
// hands the result to nll_loss.

#include "Transforms/Autocast/Parts.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

static constexpr llvm::StringLiteral opsWithParts[] = {"cross_entropy"};

ArrayRef<llvm::StringLiteral> amp::getOpsWithParts() { return opsWithParts; }

SmallVector<Operation *> amp::writeParts(Operation *op, Type written) {
  auto loss = cast<CrossEntropyOp>(op);
  OpBuilder builder(op);
  Value logits = loss.getLogits();
  auto softmax = LogSoftmaxOp::create(
      builder, op->getLoc(), written, logits, /*axis=*/1,
      /*accumulate=*/TypeAttr(), TypeAttr::get(elementType(logits)));
  auto picked = NllOp::create(builder, op->getLoc(), loss.getType(),
                              softmax.getResult(), loss.getTarget(),
                              loss.getReduction(), /*accumulate=*/TypeAttr());
  return {softmax, picked};
}
