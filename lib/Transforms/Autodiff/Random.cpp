// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of random ops. Counters make them repeatable: the backward draws
// the numbers of the forward again and keeps no mask.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

/// The op is linear in its input, and its own transpose.
static LogicalResult buildDropout(DropoutOp op, Rule &rule) {
  if (rule.wants(0))
    rule.give(0,
              DropoutOp::create(rule.builder, op.getLoc(), rule.wideGradient(),
                                op.getKeys(), op.getPAttr(), op.getNumberAttr(),
                                op.getModeAttr()));
  return success();
}

void amp::autodiff::attachRandomRules(MLIRContext *context) {
  attachRule<DropoutOp, buildDropout>(context);
}
