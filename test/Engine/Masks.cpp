// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dropout and branches in training through the interface. All numbers of the
// model are small and whole, so that sums are exact in any order and targets
// agree to the bit.

#include "EngineTest.h"

using namespace amp;

static constexpr const char *maskedModel = R"(
amp.variable @w : tensor<16x8xf32> init(dense<1.0> : tensor<16x8xf32>)
amp.variable @v : tensor<16xf32> init(dense<2.0> : tensor<16xf32>) {trainable = false}
func.func @loss(%x: tensor<?x8xf32> {amp.name = "x"}) -> tensor<f32> {
  %w = amp.read @w : tensor<16x8xf32>
  %v = amp.read @v : tensor<16xf32>
  %h = amp.linear %x, %w : (tensor<?x8xf32>, tensor<16x8xf32>) -> tensor<?x16xf32>
  %t = amp.sum %x {axes = array<i64: 0, 1>} : (tensor<?x8xf32>) -> tensor<f32>
  %z = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare gt %t, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = amp.if %c -> (tensor<?x16xf32>) {
    %a = amp.relu %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
    amp.yield %a : tensor<?x16xf32>
  } else {
    %n = amp.neg %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
    %b = amp.dropout %n {p = 0.5 : f64} : (tensor<?x16xf32>) -> tensor<?x16xf32>
    amp.yield %b : tensor<?x16xf32>
  }
  %d = amp.dropout %r {p = 0.5 : f64} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %m = amp.mul %d, %v : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %e = amp.dropout %m {p = 0.75 : f64} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %l = amp.sum %e {axes = array<i64: 0, 1>} : (tensor<?x16xf32>) -> tensor<f32>
  return %l : tensor<f32>
})";

static Model makeMasked(uint64_t seed) {
  return need(Model::parse(maskedModel, "masked.mlir", seed));
}

/// Numbers with a positive sum, or with a negative one.
static std::vector<Tensor> makeBatch(int64_t rows, float sign = 1) {
  std::vector<float> values;
  for (int64_t i = 0; i < rows * 8; ++i)
    values.push_back(sign * float(i * 5 % 7 - 2));
  return {floats({rows, 8}, values)};
}

static TrainOptions makeOptions() {
  TrainOptions train = makeSgd(0x1p-6);
  train.accumulation = true;
  return train;
}

/// Losses and weights of some steps and a group.
static std::vector<double> run(const CompileOptions &options, uint64_t seed) {
  Model model = makeMasked(seed);
  Trainer trainer = need(Trainer::create(model, options, makeOptions()));
  std::vector<double> numbers;
  for (int64_t rows : {5, 3})
    for (float sign : {1, -1}) {
      std::vector batch = makeBatch(rows, sign);
      numbers.push_back(need(trainer.step(batch)).loss);
    }
  std::vector batch = makeBatch(5);
  numbers.push_back(need(trainer.accumulate(batch, 0.5, true)));
  numbers.push_back(need(trainer.accumulate(batch, 0.5, false)));
  need(trainer.apply());
  for (const char *name : {"w", "v"})
    for (float value : valuesOf(model, name))
      numbers.push_back(value);
  return numbers;
}

/// Every micro-batch has a mask of its own, and evaluation has none.
static void masksMoveOn(const CompileOptions &options) {
  Model model = makeMasked(1);
  TrainOptions train = makeOptions();
  train.optimizer.learningRate = 0;
  Trainer trainer = need(Trainer::create(model, options, train));
  std::vector batch = makeBatch(5);
  double first = need(trainer.step(batch)).loss;
  double second = need(trainer.step(batch)).loss;
  double third = need(trainer.accumulate(batch, 1.0, true));
  CHECK(first != second && second != third && first != third);
  double plain = need(trainer.evaluate(batch)).loss;
  CHECK(plain == need(trainer.evaluate(batch)).loss && plain != first);
}

/// A skipped step changes nothing but the counter: the next one draws anew.
static void skippedStepsDrawAnew(const CompileOptions &options) {
  TrainOptions train = makeSgd(0x1p-6);
  train.scaler.enabled = true;
  train.scaler.initScale = 0x1p127;
  Model model = makeMasked(1);
  Trainer trainer = need(Trainer::create(model, options, train));
  std::vector batch = makeBatch(5);
  StepResult first = need(trainer.step(batch));
  StepResult second = need(trainer.step(batch));
  CHECK(first.skipped && second.loss != first.loss);
}

/// A state holds seed and counter: another trainer goes on with the same masks.
static void statesHoldTheCounter(const CompileOptions &options) {
  Model model = makeMasked(7);
  Trainer trainer = need(Trainer::create(model, options, makeOptions()));
  std::vector batch = makeBatch(5);
  need(trainer.step(batch));
  need(trainer.accumulate(batch, 0.5, true));
  SafetensorsFile state = need(trainer.saveState());
  for (auto &[name, tensor] : state.tensors)
    tensor = need(tensor.clone());
  double loss = need(trainer.accumulate(batch, 0.5, false));
  need(trainer.apply());

  Model otherModel = makeMasked(8);
  Trainer other = need(Trainer::create(otherModel, options, makeOptions()));
  need(other.restoreState(state, batch));
  CHECK(need(other.accumulate(batch, 0.5, false)) == loss);
  need(other.apply());
  CHECK(valuesOf(model, "w") == valuesOf(otherModel, "w"));
  CHECK(valuesOf(model, "v") == valuesOf(otherModel, "v"));
}

/// An op that is to draw where nothing brings a seed is an error that says so.
static void drawingNeedsAStep(const CompileOptions &options) {
  Model model = need(Model::parse(
      "func.func @forward(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
      "  %d = amp.dropout %x {p = 0.5 : f64, mode = #amp.mode<train>} : "
      "(tensor<2xf32>) -> tensor<2xf32>\n"
      "  return %d : tensor<2xf32>\n}",
      "drawing.mlir", 0));
  Executable executable = need(Executable::create(model, "forward", options));
  std::vector inputs{floats({2}, {1, 2})};
  CHECK_MESSAGE(executable.run(inputs), "expects a seed and a counter");
}

void testMasks(const CompileOptions &options) {
  masksMoveOn(options);
  skippedStepsDrawAnew(options);
  statesHoldTheCounter(options);
  drawingNeedsAStep(options);
  std::vector<double> numbers = run(options, 3);
  CHECK(numbers != run(options, 4));
  // Neither target, nor threads, nor fusion show.
  CompileOptions other = options;
  other.target = Target::Ref;
  CHECK(numbers == run(other, 3));
  if (options.target == Target::Ref)
    return;
  other.target = options.target;
  other.threads = 2;
  other.fuse = false;
  CHECK(numbers == run(other, 3));
}
