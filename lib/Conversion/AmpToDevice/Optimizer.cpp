// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimizer steps. The scalar factors are 0-d f64 ops, rounded once to the type
// in which the tensors are updated; then PyTorch's operations in its order. All
// updates of a step have one structure and become one kernel.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

namespace {

/// What the updates share: the compute type and the choice of a skipped step.
struct Update {
  Primitives &b;
  Type compute;
  /// i1, 0-d; null for a step that is never skipped.
  Value isSkipped;

  Update(Primitives &b, Value parameter, Value skip)
      : b(b), compute(computeType(elementType(parameter))) {
    if (!matchPattern(skip, m_AnyZeroFloat()))
      isSkipped = b.isNonzero(skip);
  }

  Value widen(Value value) { return b.cast(value, compute); }
  Value constant(double value) { return b.constant(value, compute); }

  /// A factor taken in f64, as a 0-d tensor of the compute type.
  Value factor(Value f64) { return b.cast(f64, compute); }

  /// The new value rounded to the old one's type, unless the step is skipped:
  /// then the old one, bit for bit.
  Value commit(Value oldValue, Value newValue) {
    newValue = b.cast(newValue, elementType(oldValue));
    return isSkipped ? b.select(isSkipped, oldValue, newValue) : newValue;
  }

  /// The gradient, widened. It waits for the decision to skip, which changes no
  /// result but keeps the update in one piece: moments computed before would be
  /// stored, and read again when it is known.
  Value usable(Value gradient) {
    gradient = widen(gradient);
    return isSkipped ? b.select(isSkipped, constant(0), gradient) : gradient;
  }

  /// gradient + decay * parameter. Without decay the gradient itself: 0 times
  /// an infinite parameter would be NaN.
  Value decayed(Value gradient, Value parameter, Value decay) {
    Value sum = b.add(gradient, b.mul(factor(decay), parameter));
    return b.select(b.isNonzero(decay), sum, gradient);
  }
};

} // namespace

static Replacements decomposeSgd(SgdOp op, Primitives &b) {
  Update update(b, op.getParameter(), op.getSkip());
  Value parameter = update.widen(op.getParameter());
  Value step = update.decayed(update.usable(op.getGradient()), parameter,
                              op.getWeightDecay());
  Value buffer;
  if (op.getBuffer()) {
    Value momentum = update.constant(op.getMomentum().convertToDouble());
    buffer = b.add(b.mul(momentum, update.widen(op.getBuffer())), step);
    step = op.getNesterov() ? b.add(step, b.mul(momentum, buffer)) : buffer;
  }
  Value rate = update.factor(b.neg(op.getLr()));
  Value moved = b.add(parameter, b.mul(rate, step));
  Replacements results = {update.commit(op.getParameter(), moved)};
  if (buffer)
    results.push_back(update.commit(op.getBuffer(), buffer));
  return results;
}

/// adam and adamw differ in where the weight decay goes.
template <bool isDecoupled, typename AdamLikeOp>
static Replacements decomposeAdam(AdamLikeOp op, Primitives &b) {
  Update update(b, op.getParameter(), op.getSkip());
  double beta1 = op.getBeta1().convertToDouble();
  double beta2 = op.getBeta2().convertToDouble();
  Type f64 = b.getF64Type();
  Value one = b.constant(1, f64);

  Value newStep = b.add(op.getStep(), b.constant(1, b.getI64Type()));
  Value time = b.cast(newStep, f64);
  auto correction = [&](double beta) {
    return b.sub(one, b.pow(b.constant(beta, f64), time));
  };
  Value stepSize = update.factor(b.neg(b.div(op.getLr(), correction(beta1))));
  Value correction2 = update.factor(b.sqrt(correction(beta2)));

  Value parameter = update.widen(op.getParameter());
  Value gradient = update.usable(op.getGradient());
  if (isDecoupled)
    parameter = b.mul(
        parameter,
        update.factor(b.sub(one, b.mul(op.getLr(), op.getWeightDecay()))));
  else
    gradient = update.decayed(gradient, parameter, op.getWeightDecay());

  Value m = update.widen(op.getMoment1());
  m = b.add(m, b.mul(b.sub(gradient, m), update.constant(1 - beta1)));
  Value square = b.mul(b.mul(update.constant(1 - beta2), gradient), gradient);
  Value v = update.widen(op.getMoment2());
  v = b.add(b.mul(v, update.constant(beta2)), square);
  Value denominator = b.add(b.div(b.sqrt(v), correction2),
                            update.constant(op.getEpsilon().convertToDouble()));
  Value moved = b.add(parameter, b.div(b.mul(stepSize, m), denominator));
  return {update.commit(op.getParameter(), moved),
          update.commit(op.getMoment1(), m), update.commit(op.getMoment2(), v),
          update.commit(op.getStep(), newStep)};
}

void amp::lowering::registerOptimizer(MLIRContext *context) {
  SgdOp::attachInterface<PointwiseModel<SgdOp, decomposeSgd>>(*context);
  AdamOp::attachInterface<
      PointwiseModel<AdamOp, decomposeAdam</*isDecoupled=*/false>>>(*context);
  AdamwOp::attachInterface<
      PointwiseModel<AdamwOp, decomposeAdam</*isDecoupled=*/true>>>(*context);
}
