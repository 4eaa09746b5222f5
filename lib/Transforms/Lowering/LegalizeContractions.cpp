// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-legalize-contractions: every contraction becomes one that the target's
// library has, or a product and a sum. Relies on P3: a 16-bit contraction is an
// f32 one on widened operands, rounded once. Sums of no terms are spelled out:
// not every library takes them.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"
#include "amp/Transforms/Passes.h"

#include "Transforms/Lowering/WidenContraction.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace amp {

#define GEN_PASS_DEF_LEGALIZECONTRACTIONSPASS
#include "TransformsPasses.h.inc"

Operation *widenContraction(Operation *op, Type element,
                            RewriterBase &rewriter) {
  auto castTo = [&](Value value, Type type) -> Value {
    return CastOp::create(rewriter, op->getLoc(),
                          withElementType(value.getType(), type), value,
                          CastOrigin::Lowering);
  };
  Type narrow = elementType(op->getResult(0));
  rewriter.setInsertionPoint(op);
  IRMapping wideOperands;
  for (Value operand : op->getOperands())
    if (!wideOperands.contains(operand))
      wideOperands.map(operand, castTo(operand, element));
  Operation *wide = rewriter.clone(*op, wideOperands);
  Value result = wide->getResult(0);
  result.setType(withElementType(result.getType(), element));
  rewriter.replaceOp(op, castTo(result, narrow));
  return wide;
}

/// Whether each element of the result is a sum of no terms: there are elements,
/// but nothing to sum.
static bool sumsNothing(Operation *op) {
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  return input.hasStaticShape() && input.getNumElements() == 0 &&
         result.hasStaticShape() && result.getNumElements() != 0;
}

namespace {

struct LegalizeContractionsPass
    : impl::LegalizeContractionsPassBase<LegalizeContractionsPass> {
  using LegalizeContractionsPassBase::LegalizeContractionsPassBase;

  void runOnOperation() override {
    llvm::SmallDenseSet<Type> native;
    if (failed(parseNative(native)))
      return signalPassFailure();
    SmallVector<Fusible> anchors;
    getOperation()->walk([&](Fusible op) {
      if (op.getFusionKind() == FusionKind::Anchor)
        anchors.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Fusible op : anchors)
      if (failed(legalize(op, native, rewriter)))
        return signalPassFailure();
  }

private:
  LogicalResult parseNative(llvm::SmallDenseSet<Type> &types) {
    for (const std::string &name : native) {
      Type type = parseType(name, &getContext());
      if (!type || !type.isIntOrFloat())
        return emitError(getOperation()->getLoc(),
                         "option 'native' expects element types, got '")
               << name << "'";
      types.insert(type);
    }
    return success();
  }

  LogicalResult legalize(Fusible op, const llvm::SmallDenseSet<Type> &types,
                         RewriterBase &rewriter) {
    if (sumsNothing(op)) {
      rewriter.setInsertionPoint(op);
      return op.decompose(rewriter);
    }
    Type element = elementType(op->getOperand(0));
    if (types.contains(element))
      return success();
    Type f32 = rewriter.getF32Type();
    if (isLowPrecision(element) && types.contains(f32)) {
      widenContraction(op, f32, rewriter);
      return success();
    }
    rewriter.setInsertionPoint(op);
    return op.decompose(rewriter);
  }
};

} // namespace
} // namespace amp
