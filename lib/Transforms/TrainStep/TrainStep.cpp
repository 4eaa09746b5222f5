// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 5: from @loss_gradient to @step, @accumulate and @apply. The order
// inside a step is fixed here: seed, gradients, unscale and check, clip,
// optimizer, scale update; shareVariableCasts adds the refresh of weight
// copies.

#include "amp/Transforms/TrainStep.h"

#include "StepBuilder.h"
#include "amp/IR/Amp.h"
#include "amp/Transforms/Passes.h"

using namespace mlir;

namespace amp {
#define GEN_PASS_DEF_BUILDSTEPPASS
#include "TransformsPasses.h.inc"
} // namespace amp

using namespace amp;

/// One micro-batch and its update in one function.
static void buildStep(StepBuilder &step) {
  step.begin("step");
  step.addDataArguments();
  step.addUpdateArguments();
  Value seed = step.readScale();
  SmallVector<Value> gradients = step.callGradient(seed);
  step.update(gradients, /*skips=*/{});
  step.finish();
}

/// One micro-batch whose gradients are added to those of its group.
static void buildAccumulate(StepBuilder &step) {
  step.begin("accumulate");
  step.addDataArguments();
  Value weight =
      step.addArgument(step_names::microBatchWeight, step.getF32Scalar());
  Value first =
      step.addArgument(step_names::firstMicroBatch, step.getBoolScalar());
  Value seed = MulOp::create(step.builder, step.loc, step.readScale(), weight);
  SmallVector<Value> gradients = step.callGradient(seed);
  step.accumulate(gradients, first);
  step.finish();
}

/// The update from accumulated gradients; each variable may have none.
static void buildApply(StepBuilder &step) {
  step.begin("apply");
  step.addUpdateArguments();
  SmallVector<Value> skips = step.addHasGradientArguments();
  step.update(step.readGradients(), skips);
  step.finish();
}

LogicalResult amp::buildTrainStep(ModuleOp module,
                                  const TrainStepOptions &options) {
  FailureOr<StepBuilder> step = StepBuilder::create(module, options);
  if (failed(step))
    return failure();
  buildStep(*step);
  if (options.accumulation) {
    buildAccumulate(*step);
    buildApply(*step);
  }
  step->eraseGradientFunction();
  return shareVariableCasts(module);
}

namespace {
struct BuildStepPass : amp::impl::BuildStepPassBase<BuildStepPass> {
  using BuildStepPassBase::BuildStepPassBase;

  void runOnOperation() override {
    FailureOr<TrainStepOptions> options = readOptions();
    if (failed(options) || failed(buildTrainStep(getOperation(), *options)))
      signalPassFailure();
  }

  FailureOr<TrainStepOptions> readOptions() {
    TrainStepOptions options;
    if (optimizer == "adam")
      options.optimizer = OptimizerKind::Adam;
    else if (optimizer == "adamw")
      options.optimizer = OptimizerKind::Adamw;
    else if (optimizer != "sgd")
      return getOperation().emitError("expects optimizer sgd, adam or adamw, "
                                      "got ")
             << optimizer;
    if (clip == "norm")
      options.clip = ClipKind::Norm;
    else if (clip == "value")
      options.clip = ClipKind::Value;
    else if (clip != "none")
      return getOperation().emitError("expects clip none, norm or value, got ")
             << clip;
    options.momentum = momentum;
    options.nesterov = nesterov;
    options.beta1 = beta1;
    options.beta2 = beta2;
    options.epsilon = epsilon;
    options.scaler = scaler;
    options.initScale = initScale;
    options.reportNorm = reportNorm;
    options.accumulation = accumulation;
    return options;
  }
};
} // namespace
