// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss scaling, clipping and non-finite gradients through the Trainer, with
// numbers that are exact or known.

#include "EngineTest.h"

#include <cmath>
#include <limits>

using namespace amp;

static constexpr float infinity = std::numeric_limits<float>::infinity();

/// Finite gradients let the scale double until it would be infinite, and no
/// further.
static void growthStopsAtTheLargestScale(const CompileOptions &options) {
  Model model = makeProductModel(1, {1.0f});
  TrainOptions train = makeSgd(0.0);
  train.scaler = {true, std::ldexp(1.0, 127), 2.0, 0.5, 1};
  Trainer trainer = need(Trainer::create(model, options, train));
  for (int i = 0; i < 3; ++i) {
    StepResult step = need(trainer.step(std::vector{floats({1}, {1.0f})}));
    CHECK(!step.skipped);
    CHECK(step.scaleAfter == std::ldexp(1.0, 127));
    CHECK(step.growthTracker == 0);
  }
}

/// Clipping sees unscaled gradients: [3, 4] becomes [0.6, 0.8] whatever the
/// scale.
static void clippingFollowsUnscaling(const CompileOptions &options) {
  Model model = makeProductModel(2, {0.0f, 0.0f});
  TrainOptions train = makeSgd(1.0);
  train.scaler = {true, 1024.0, 2.0, 0.5, 2000};
  train.clipNorm = 1.0;
  Trainer trainer = need(Trainer::create(model, options, train));
  StepResult step = need(trainer.step(std::vector{floats({2}, {3.0f, 4.0f})}));
  CHECK(step.gradNorm == 5.0);
  std::vector<float> w = valuesOf(model, "w");
  CHECK(isNear(w[0], -0.6, 1e-5));
  CHECK(isNear(w[1], -0.8, 1e-5));
}

/// Clipping by value is exact.
static void clippingByValue(const CompileOptions &options) {
  Model model = makeProductModel(3, {0.0f, 0.0f, 0.0f});
  TrainOptions train = makeSgd(1.0);
  train.scaler = {true, 1024.0, 2.0, 0.5, 2000};
  train.clipValue = 2.0;
  Trainer trainer = need(Trainer::create(model, options, train));
  need(trainer.step(std::vector{floats({3}, {3.0f, -4.0f, 0.5f})}));
  CHECK((valuesOf(model, "w") == std::vector{-2.0f, 2.0f, -0.5f}));
}

/// Adam with a zero gradient divides nothing by nothing.
static void zeroGradientsMoveNothing(CompileOptions options) {
  for (Precision precision : {Precision::F32, Precision::F16}) {
    options.precision = precision;
    Model model = makeProductModel(3, {1.0f, -2.0f, 0.5f});
    Trainer trainer = need(Trainer::create(model, options));
    for (int i = 0; i < 3; ++i)
      CHECK(!need(trainer.step(std::vector{floats({3}, {0.0f, 0.0f, 0.0f})}))
                 .skipped);
    CHECK((valuesOf(model, "w") == std::vector{1.0f, -2.0f, 0.5f}));
    CHECK((valuesOf(model, "w.exp_avg") == std::vector{0.0f, 0.0f, 0.0f}));
    CHECK((valuesOf(model, "w.exp_avg_sq") == std::vector{0.0f, 0.0f, 0.0f}));
  }
}

/// With a scaler, an infinite gradient skips the step, halves the scale and
/// changes nothing else, clipping or not.
static void infinityBacksOff(const CompileOptions &options, bool clip) {
  Model model = makeProductModel(2, {0.25f, 0.5f});
  TrainOptions train;
  train.scaler = {true, 4.0, 2.0, 0.5, 2000};
  train.accumulation = true;
  if (clip)
    train.clipNorm = 1.0;
  Trainer trainer = need(Trainer::create(model, options, train));
  std::vector batch{floats({2}, {1.0f, 2.0f})};
  need(trainer.step(batch));
  std::vector<float> w = valuesOf(model, "w");
  std::vector<float> moments = valuesOf(model, "w.exp_avg");
  CHECK(trainer.growthTracker() == 1);

  need(trainer.accumulate(batch, 1.0, true));
  Tensor gradient = trainer.gradients().front().second;
  CHECK(gradient.data<float>()[0] == 4.0f && gradient.data<float>()[1] == 8.0f);
  gradient.data<float>()[1] = infinity;
  StepResult step = need(trainer.apply());
  CHECK(step.skipped);
  CHECK(step.scale == 4.0 && step.scaleAfter == 2.0);
  CHECK(step.growthTracker == 0);
  CHECK(valuesOf(model, "w") == w);
  CHECK(valuesOf(model, "w.exp_avg") == moments);
  CHECK(need(model.variable("w.step")).data<int64_t>()[0] == 1);
  CHECK(trainer.lossScale() == 2.0);

  // The next group starts afresh: the infinity is gone.
  need(trainer.accumulate(batch, 1.0, true));
  CHECK(!need(trainer.apply()).skipped);
}

/// Without a scaler, clipping by an infinite norm would zero the finite
/// gradients; it is an error and the step is not taken.
static void infinityIsAnErrorWithoutScaler(const CompileOptions &options) {
  Model model = makeProductModel(2, {0.0f, 0.0f});
  TrainOptions train = makeSgd(1.0);
  train.clipNorm = 1.0;
  train.accumulation = true;
  Trainer trainer = need(Trainer::create(model, options, train));
  need(trainer.accumulate(std::vector{floats({2}, {1.0f, 1.0f})}, 1.0, true));
  trainer.gradients().front().second.data<float>()[1] = infinity;
  CHECK_MESSAGE(trainer.apply(), "expects a finite gradient norm");
  CHECK((valuesOf(model, "w") == std::vector{0.0f, 0.0f}));
  // A square that overflows makes the norm infinite although no gradient is.
  CHECK_MESSAGE(trainer.step(std::vector{floats({2}, {1.0f, 2e19f})}),
                "expects a finite gradient norm");
  CHECK((valuesOf(model, "w") == std::vector{0.0f, 0.0f}));
}

/// Options that PyTorch's classes reject are errors here too.
static void unfitOptionsAreErrors(const CompileOptions &options) {
  Model model = makeProductModel(1, {0.0f});
  TrainOptions train;
  train.scaler = {true, 4.0, 1.0, 0.5, 2000};
  CHECK_MESSAGE(Trainer::create(model, options, train), "growth factor");
  train.scaler = {true, 4.0, 2.0, 1.0, 2000};
  CHECK_MESSAGE(Trainer::create(model, options, train), "backoff factor");
  train.scaler = {true, 0.0, 2.0, 0.5, 2000};
  CHECK_MESSAGE(Trainer::create(model, options, train), "initial scale");
  train = {};
  train.clipNorm = 1.0;
  train.clipValue = 1.0;
  CHECK_MESSAGE(Trainer::create(model, options, train), "got both");
  train = {};
  train.optimizer.beta1 = 1.0;
  CHECK_MESSAGE(Trainer::create(model, options, train), "betas");
}

void testScaling(const CompileOptions &options) {
  growthStopsAtTheLargestScale(options);
  clippingFollowsUnscaling(options);
  clippingByValue(options);
  zeroGradientsMoveNothing(options);
  infinityBacksOff(options, /*clip=*/false);
  infinityBacksOff(options, /*clip=*/true);
  infinityIsAnErrorWithoutScaler(options);
  unfitOptionsAreErrors(options);
}
