// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Micro-batches, variables without a gradient and weights with several users,
// with exact numbers.

#include "EngineTest.h"

using namespace amp;

/// mean(x * w) over the samples: a sample's gradient is its x.
static Model makeMeanModel() {
  return need(Model::parse(R"(
amp.variable @w : tensor<1xf32> init(#amp.zeros)
func.func @loss(%x: tensor<?x1xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %w = amp.read @w : tensor<1xf32>
  %0 = amp.mul %x, %w : (tensor<?x1xf32>, tensor<1xf32>) -> tensor<?x1xf32>
  %1 = amp.mean %0 {axes = array<i64: 0, 1>} : (tensor<?x1xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
)",
                           "mean.mlir"));
}

/// Micro-batches of three samples with gradient 1 and one with gradient 5 give
/// 2 when weighted by samples, and 3, the mean of means, only when asked for.
static void unequalMicroBatches(const CompileOptions &options) {
  Model model = makeMeanModel();
  TrainOptions train = makeSgd(1.0);
  train.accumulation = true;
  Trainer trainer = need(Trainer::create(model, options, train));
  std::vector three{floats({3, 1}, {1.0f, 1.0f, 1.0f})};
  std::vector one{floats({1, 1}, {5.0f})};
  need(trainer.accumulate(three, 0.75, true));
  need(trainer.accumulate(one, 0.25, false));
  CHECK(trainer.gradients().front().second.data<float>()[0] == 2.0f);
  need(trainer.apply());
  CHECK(valuesOf(model, "w").front() == -2.0f);
  // The loss of a micro-batch is neither weighted nor scaled.
  CHECK(need(trainer.accumulate(three, 0.5, true)) == -2.0);
  CHECK(need(trainer.accumulate(one, 0.5, false)) == -10.0);
  CHECK(trainer.gradients().front().second.data<float>()[0] == 3.0f);
}

/// Gradients are unscaled once per group however many micro-batches it has and
/// whatever is clipped, and a group that is given up leaves nothing behind.
static void oneUnscalePerGroup(const CompileOptions &options) {
  Model model = makeProductModel(1, {0.0f});
  TrainOptions train = makeSgd(1.0);
  train.scaler = {true, 8.0, 2.0, 0.5, 2000};
  train.clipNorm = 100.0;
  train.accumulation = true;
  Trainer trainer = need(Trainer::create(model, options, train));
  CHECK_MESSAGE(trainer.apply(), "expects accumulated gradients");
  std::vector batch{floats({1}, {1.0f})};
  for (int i = 0; i < 2; ++i) {
    need(trainer.accumulate(batch, 0.5, /*first=*/i == 0));
    CHECK(trainer.gradients().front().second.data<float>()[0] ==
          4.0f * float(i + 1));
  }
  CHECK(need(trainer.apply()).gradNorm == 1.0);
  CHECK(valuesOf(model, "w").front() == -1.0f);

  need(trainer.accumulate(std::vector{floats({1}, {77.0f})}, 1.0, true));
  need(trainer.accumulate(batch, 1.0, true));
  StepResult step = need(trainer.apply());
  CHECK(step.gradNorm == 1.0 && step.scaleAfter == 8.0);
  CHECK(step.growthTracker == 2);
  CHECK(valuesOf(model, "w").front() == -2.0f);
}

/// step() is accumulate with weight 1 and apply, bit for bit.
static void aStepIsAGroupOfOne(CompileOptions options,
                               const std::vector<float> &x) {
  for (Precision precision :
       {Precision::F32, Precision::F16, Precision::BF16}) {
    options.precision = precision;
    Model together = makeProductModel(int64_t(x.size()), x);
    Model apart = makeProductModel(int64_t(x.size()), x);
    TrainOptions train;
    train.reportNorm = true;
    Trainer first = need(Trainer::create(together, options, train));
    train.accumulation = true;
    Trainer second = need(Trainer::create(apart, options, train));
    std::vector batch{floats({int64_t(x.size())}, x)};
    for (int i = 0; i < 3; ++i) {
      StepResult a = need(first.step(batch));
      double loss = need(second.accumulate(batch, 1.0, true));
      StepResult b = need(second.apply());
      CHECK(a.loss == loss && a.gradNorm == b.gradNorm);
      CHECK(a.scaleAfter == b.scaleAfter && a.skipped == b.skipped);
      CHECK(sameBits(need(together.variable("w")), need(apart.variable("w"))));
    }
  }
}

/// A loss that does not use @w2: a warning names it, @w1 trains, @w2 stays.
static void unusedVariables(CompileOptions options) {
  std::string log;
  options.log = [&](std::string_view text) { log += text; };
  Model model = need(Model::parse(R"(
amp.variable @w1 : tensor<2xf32> init(#amp.ones)
amp.variable @w2 : tensor<2xf32> init(#amp.ones)
func.func @loss(%x: tensor<2xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %w = amp.read @w1 : tensor<2xf32>
  %0 = amp.mul %x, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
)",
                                  "unused.mlir"));
  TrainOptions train = makeSgd(0.5);
  train.scaler.enabled = true;
  Trainer trainer = need(Trainer::create(model, options, train));
  StepResult step = need(trainer.step(std::vector{floats({2}, {1.0f, 1.0f})}));
  CHECK(log.find("warning") != std::string::npos);
  CHECK(log.find("w2") != std::string::npos);
  CHECK(!step.skipped && step.scaleAfter == 65536.0);
  CHECK((valuesOf(model, "w1") == std::vector{0.5f, 0.5f}));
  CHECK((valuesOf(model, "w2") == std::vector{1.0f, 1.0f}));
}

/// A loss that uses no variable at all cannot be trained; the error says so.
static void nothingToTrain(const CompileOptions &options) {
  Model model = need(Model::parse(R"(
amp.variable @w2 : tensor<2xf32> init(#amp.ones)
func.func @loss(%x: tensor<2xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %0 = amp.sum %x {axes = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
)",
                                  "nothing.mlir"));
  for (bool scaler : {false, true}) {
    TrainOptions train = makeSgd(0.5);
    train.scaler.enabled = scaler;
    train.reportNorm = scaler;
    Trainer trainer = need(Trainer::create(model, options, train));
    CHECK_MESSAGE(trainer.step(std::vector{floats({2}, {1.0f, 1.0f})}),
                  "expects a loss that depends on a trainable variable");
  }
}

/// A variable may have no gradient this step: it stays, its step count too.
static void aVariableWithoutGradient(const CompileOptions &options) {
  Model model = makeProductModel(1, {1.0f});
  TrainOptions train;
  train.accumulation = true;
  Trainer trainer = need(Trainer::create(model, options, train));
  need(trainer.accumulate(std::vector{floats({1}, {1.0f})}, 1.0, true));
  std::vector<std::string> without{"w"};
  need(trainer.apply(without));
  CHECK(valuesOf(model, "w").front() == 1.0f);
  CHECK(need(model.variable("w.step")).data<int64_t>()[0] == 0);
  CHECK_MESSAGE(trainer.apply(std::vector<std::string>{"v"}),
                "expects a variable with a gradient, got v");
  need(trainer.apply());
  CHECK(need(model.variable("w.step")).data<int64_t>()[0] == 1);
}

/// One weight in two products: one low copy, and gradients that add up to
/// 2 * 1 + 3 * 2.
static void oneWeightTwoUsers(CompileOptions options) {
  options.precision = Precision::F16;
  std::string built;
  options.observer = [&](std::string_view stage, std::string_view,
                         const std::function<std::string()> &print) {
    if (stage == "build-step")
      built = print();
    return true;
  };
  Model model = need(Model::parse(R"(
amp.variable @w : tensor<4x2xf32> init(#amp.zeros)
func.func @loss(%x: tensor<2x4xf32> {amp.name = "x"},
                %y: tensor<3x4xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %w = amp.read @w : tensor<4x2xf32>
  %0 = amp.matmul %x, %w : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %1 = amp.matmul %y, %w : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  %2 = amp.sum %0 {axes = array<i64: 0, 1>} : (tensor<2x2xf32>) -> tensor<f32>
  %3 = amp.sum %1 {axes = array<i64: 0, 1>} : (tensor<3x2xf32>) -> tensor<f32>
  %4 = amp.add %2, %3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
)",
                                  "shared.mlir"));
  need(model.setVariable("w", floats({4, 2}, std::vector<float>(8, 0.5f))));
  TrainOptions train = makeSgd(1.0);
  train.accumulation = true;
  train.scaler = {true, 1.0, 2.0, 0.5, 2000};
  Trainer trainer = need(Trainer::create(model, options, train));
  std::vector batch{floats({2, 4}, std::vector<float>(8, 1.0f)),
                    floats({3, 4}, std::vector<float>(12, 2.0f))};
  CHECK(need(trainer.accumulate(batch, 1.0, true)) == 4 * 2.0 + 6 * 4.0);
  for (float value : trainer.gradients().front().second.elements<float>())
    CHECK(value == 8.0f);
  size_t first = built.find("cast_of");
  CHECK(first != std::string::npos);
  CHECK(built.find("cast_of", first + 1) == std::string::npos);
}

/// A function whose compilation was stopped is compiled from its text again.
static void stoppedCompilationsStartAnew(CompileOptions options) {
  int stops = 2;
  options.observer = [&](std::string_view stage, std::string_view function,
                         const std::function<std::string()> &) {
    return stage != "fuse" || function != "step" || stops-- <= 0;
  };
  Model model = makeMeanModel();
  Trainer trainer = need(Trainer::create(model, options, makeSgd(1.0)));
  std::vector batch{floats({1, 1}, {5.0f})};
  if (options.target != Target::Ref)
    for (int i = 0; i < 2; ++i)
      CHECK_MESSAGE(trainer.step(batch), "compilation stopped after fuse");
  need(trainer.step(batch));
  CHECK(valuesOf(model, "w").front() == -5.0f);
}

void testGroups(const CompileOptions &options) {
  unequalMicroBatches(options);
  oneUnscalePerGroup(options);
  aStepIsAGroupOfOne(options, {0.1f, -0.7f, 3.0f});
  unusedVariables(options);
  nothingToTrain(options);
  aVariableWithoutGradient(options);
  oneWeightTwoUsers(options);
  stoppedCompilationsStartAnew(options);
}
