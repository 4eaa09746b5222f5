// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The update of a training step: unscale and check, clip, optimizer, scale.

#include "StepBuilder.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

/// The larger of two flags, either of which may be absent.
static Value either(StepBuilder &step, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return MaximumOp::create(step.builder, step.loc, lhs, rhs);
}

static Value convert(StepBuilder &step, Value value, Type element) {
  if (elementType(value) == element)
    return value;
  return CastOp::create(step.builder, step.loc,
                        withElementType(value.getType(), element), value,
                        CastOrigin::Lowering);
}

void StepBuilder::update(ArrayRef<Value> scaled, ArrayRef<Value> skips) {
  SmallVector<Value> gradients(scaled);
  Value foundInf;
  if (options.scaler) {
    Value scale = readScale();
    for (auto [i, value] : llvm::enumerate(gradients)) {
      auto unscale = UnscaleAndCheckOp::create(builder, loc, value, scale);
      value = unscale.getUnscaled();
      Value found = unscale.getFoundInf();
      // A gradient that is not there cannot overflow.
      if (!skips.empty())
        found = SelectOp::create(builder, loc,
                                 CompareOp::create(builder, loc, Predicate::Eq,
                                                   skips[i], constant(0.0f)),
                                 found, constant(0.0f));
      foundInf = either(*this, foundInf, found);
    }
  }

  Value norm;
  Value guard;
  if (options.clip == ClipKind::Norm || options.reportNorm) {
    SmallVector<Value> present(gradients);
    // A gradient that is not there counts as zero.
    for (auto [i, skip] : llvm::enumerate(skips))
      present[i] = SelectOp::create(
          builder, loc,
          CompareOp::create(builder, loc, Predicate::Eq, skip, constant(0.0f)),
          gradients[i], constant(0.0f));
    bool clips = options.clip == ClipKind::Norm;
    Value limit = clips ? arguments[step_names::clipLimit]
                        : constant(std::numeric_limits<float>::infinity());
    // One norm has one type: f64 as soon as a gradient does.
    bool isDouble = llvm::any_of(
        present, [](Value gradient) { return elementType(gradient).isF64(); });
    Type compute = isDouble ? Type(builder.getF64Type()) : builder.getF32Type();
    for (Value &gradient : present)
      gradient = convert(*this, gradient, compute);
    auto clip = ClipByNormOp::create(builder, loc, present,
                                     convert(*this, limit, compute));
    norm = convert(*this, clip.getTotalNorm(), builder.getF32Type());
    if (clips) {
      for (auto [gradient, clipped] :
           llvm::zip_equal(gradients, clip.getClipped()))
        gradient = convert(*this, clipped, elementType(gradient));
      // Clipping by a norm that is not finite would zero the finite gradients
      // and step all the same; such a step is skipped.
      guard =
          SelectOp::create(builder, loc, IsFiniteOp::create(builder, loc, norm),
                           constant(0.0f), constant(1.0f));
    }
  }
  if (options.clip == ClipKind::Value)
    for (Value &value : gradients)
      value = ClipByValueOp::create(builder, loc, value,
                                    arguments[step_names::clipLimit]);

  Value skipAll = either(*this, foundInf, guard);
  // One constant for all: what updates share is then found without a search.
  Value never = skipAll || !skips.empty() ? Value() : constant(0.0f);
  for (auto [i, variable] : llvm::enumerate(variables)) {
    Value skip = either(*this, skipAll, skips.empty() ? Value() : skips[i]);
    optimize(variable, gradients[i], skip ? skip : never);
  }
  if (options.scaler) {
    auto renew =
        UpdateScaleOp::create(builder, loc, readScale(),
                              read(growthTracker, scalar(builder.getI32Type())),
                              foundInf, arguments[step_names::growthFactor],
                              arguments[step_names::backoffFactor],
                              arguments[step_names::growthInterval]);
    write(lossScale, renew.getNewScale());
    write(growthTracker, renew.getNewTracker());
  }
  if (norm)
    addResult(step_names::gradNorm, norm);
  if (!skipAll)
    skipAll = never ? never : constant(0.0f);
  addResult(step_names::skipped, skipAll);
}

void StepBuilder::optimize(const TrainedVariable &variable, Value gradient,
                           Value skip) {
  RankedTensorType type = variable.type;
  Value parameter = read(variable.symbol, type);
  Value lr = arguments[step_names::learningRate];
  Value decay = arguments[step_names::weightDecay];
  auto adamLike = [&]<typename Op>() {
    auto op =
        Op::create(builder, loc, parameter, gradient,
                   read(variable.moment1, type), read(variable.moment2, type),
                   read(variable.step, scalar(builder.getI64Type())), lr, decay,
                   skip, builder.getF64FloatAttr(options.beta1),
                   builder.getF64FloatAttr(options.beta2),
                   builder.getF64FloatAttr(options.epsilon));
    write(variable.symbol, op.getNewParameter());
    write(variable.moment1, op.getNewMoment1());
    write(variable.moment2, op.getNewMoment2());
    write(variable.step, op.getNewStep());
  };
  switch (options.optimizer) {
  case OptimizerKind::Adam:
    return adamLike.operator()<AdamOp>();
  case OptimizerKind::Adamw:
    return adamLike.operator()<AdamwOp>();
  case OptimizerKind::Sgd:
    break;
  }
  Value buffer = variable.buffer ? read(variable.buffer, type) : Value();
  auto op =
      SgdOp::create(builder, loc, parameter, gradient, buffer, lr, decay, skip,
                    builder.getF64FloatAttr(options.momentum),
                    options.nesterov ? builder.getUnitAttr() : UnitAttr());
  write(variable.symbol, op.getNewParameter());
  if (variable.buffer)
    write(variable.buffer, op.getNewBuffer());
}
