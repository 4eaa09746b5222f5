// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several objects share, and what they do not: plans and kernels, models
// in several threads, low-precision copies of weights.

#include "EngineTest.h"

#include <thread>

using namespace amp;

/// What one thread trains: losses and final weights.
struct Outcome {
  std::vector<double> losses;
  std::vector<Tensor> weights;
};

static Outcome trainFor(Trainer &trainer, const Model &model,
                        const std::string &models, int64_t steps) {
  Outcome outcome;
  for (int64_t i = 0; i < steps; ++i)
    outcome.losses.push_back(
        need(trainer.step(makeDigits(models, i * 32, 32))).loss);
  for (const TensorInfo &info : model.variables())
    outcome.weights.push_back(need(need(model.variable(info.name)).clone()));
  return outcome;
}

static Outcome trainAlone(CompileOptions options, const std::string &models,
                          uint64_t seed, Precision precision) {
  options.precision = precision;
  Model model = need(Model::load(models + "/mlp.mlir", seed));
  Trainer trainer = need(Trainer::create(model, options));
  return trainFor(trainer, model, models, 5);
}

static bool sameOutcome(const Outcome &a, const Outcome &b) {
  bool same = a.losses == b.losses && a.weights.size() == b.weights.size();
  for (size_t i = 0; same && i < a.weights.size(); ++i)
    same = sameBits(a.weights[i], b.weights[i]);
  return same;
}

void testThreads(const CompileOptions &options, const std::string &models) {
  Outcome first = trainAlone(options, models, 1, Precision::F16);
  Outcome second = trainAlone(options, models, 2, Precision::BF16);
  CHECK(!sameOutcome(first, second));
  Outcome outcomes[2];
  std::thread other(
      [&] { outcomes[1] = trainAlone(options, models, 2, Precision::BF16); });
  outcomes[0] = trainAlone(options, models, 1, Precision::F16);
  other.join();
  CHECK(sameOutcome(first, outcomes[0]));
  CHECK(sameOutcome(second, outcomes[1]));
}

/// A new batch size needs a plan but no new kernel, and plans that were dropped
/// give the same results when they come back.
void testPlans(const CompileOptions &options, const std::string &models) {
  std::vector<int64_t> sizes{32, 29, 32, 7, 29, 32};
  std::vector<double> losses[2];
  for (unsigned capacity : {16u, 1u}) {
    CompileOptions cached = options;
    cached.planCacheSize = capacity;
    Model model = need(Model::load(models + "/mlp.mlir"));
    Trainer trainer = need(Trainer::create(model, cached));
    Executable forward = need(Executable::create(model, "forward", cached));
    int64_t trained = 0, inferred = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      std::vector<Tensor> batch = makeDigits(models, int64_t(i), sizes[i]);
      losses[capacity == 1].push_back(need(trainer.step(batch)).loss);
      Tensor logits = need(forward.run(std::span(batch).first(1))).front();
      CHECK(logits.extent(0) == sizes[i]);
      if (i == 0) {
        trained = trainer.statistics().kernelsCompiled;
        inferred = forward.statistics().kernelsCompiled;
        CHECK((trained > 0) == (options.target == Target::Cpu));
      }
      CHECK(trainer.statistics().kernelsCompiled == trained);
      CHECK(forward.statistics().kernelsCompiled == inferred);
    }
  }
  CHECK(losses[0] == losses[1]);
}

/// Without fusion the same bits come from more kernels.
void testFusion(CompileOptions options, const std::string &models) {
  for (Precision precision :
       {Precision::F32, Precision::BF16, Precision::F16}) {
    options.precision = precision;
    Outcome outcomes[2];
    int64_t kernels[2];
    for (bool fuse : {false, true}) {
      options.fuse = fuse;
      Model model = need(Model::load(models + "/mlp.mlir", 1));
      Trainer trainer = need(Trainer::create(model, options));
      outcomes[fuse] = trainFor(trainer, model, models, 3);
      kernels[fuse] = trainer.statistics().kernels;
    }
    CHECK(sameOutcome(outcomes[0], outcomes[1]));
    if (options.target == Target::Cpu)
      CHECK(kernels[0] > kernels[1] && kernels[1] > 0);
  }
}

/// Logits of `model` from an executable made for this call.
static Tensor freshLogits(const Model &model, const CompileOptions &options,
                          std::span<const Tensor> x) {
  Executable forward = need(Executable::create(model, "forward", options));
  return need(forward.run(x)).front();
}

/// A second model with the variables of `model` now.
static Model copyModel(const Model &model, const std::string &models) {
  Model copy = need(Model::load(models + "/mlp.mlir", 99));
  for (const TensorInfo &info : model.variables())
    need(copy.setVariable(info.name, need(model.variable(info.name))));
  return copy;
}

/// Every write to a variable, by the host or by a trainer, reaches the
/// low-precision copies of everybody who shares the model.
static void copiesStayFresh(CompileOptions options, const std::string &models,
                            Precision precision) {
  options.precision = precision;
  CompileOptions full = options;
  full.precision = Precision::F32;
  Model model = need(Model::load(models + "/mlp.mlir", 5));
  Trainer trainer = need(Trainer::create(model, options));
  Trainer fullTrainer = need(Trainer::create(model, full));
  Executable low = need(Executable::create(model, "forward", options));
  Executable high = need(Executable::create(model, "forward", full));
  std::vector<Tensor> batch = makeDigits(models, 0, 8);
  std::span<const Tensor> x = std::span(batch).first(1);

  auto consistent = [&] {
    Model copy = copyModel(model, models);
    Tensor now = need(low.run(x)).front();
    CHECK(sameBits(now, freshLogits(copy, options, x)));
    CHECK(sameBits(need(high.run(x)).front(), freshLogits(copy, full, x)));
    CHECK(need(trainer.evaluate(batch)).loss ==
          need(need(Trainer::create(copy, options)).evaluate(batch)).loss);
    return now;
  };
  Tensor start = consistent();

  // The host writes a weight, twice in a row.
  std::vector<float> bias(10, 0.0f);
  for (float value : {3.0f, -7.0f}) {
    bias[3] = value;
    need(model.setVariable("fc3.bias", floats({10}, bias)));
    CHECK(!sameBits(start, consistent()));
  }
  // The low trainer, the full one, and the low one again: its copies are stale
  // in between although nobody told it.
  for (Trainer *turn : {&trainer, &trainer, &fullTrainer, &trainer}) {
    need(turn->step(batch));
    consistent();
  }
  // A step right after a write reads the new weight.
  bias[3] = 50.0f;
  need(model.setVariable("fc3.bias", floats({10}, bias)));
  Model copy = copyModel(model, models);
  Trainer fresh = need(Trainer::create(copy, options));
  CHECK(need(trainer.step(batch)).loss == need(fresh.step(batch)).loss);
}

/// A copy made by inference does not hide the weight from training: losses 2,
/// 1, 0, gradients [1, 1].
static void inferenceBeforeTraining(CompileOptions options) {
  options.precision = Precision::F16;
  Model model = need(Model::parse(R"(
amp.variable @w : tensor<1x2xf32> init(#amp.ones)
func.func @loss(%x: tensor<1x2xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %w = amp.read @w : tensor<1x2xf32>
  %0 = amp.linear %x, %w : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  %1 = amp.sum %0 {axes = array<i64: 0, 1>} : (tensor<1x1xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
)",
                                  "dot.mlir"));
  std::vector batch{floats({1, 2}, {1.0f, 1.0f})};
  Executable loss = need(Executable::create(model, "loss", options));
  CHECK(need(loss.run(batch)).front().getDouble(0) == 2.0);
  TrainOptions train = makeSgd(0.5);
  train.scaler = {true, 8.0, 2.0, 0.5, 2000};
  train.accumulation = true;
  Trainer trainer = need(Trainer::create(model, options, train));
  for (double expected : {2.0, 1.0, 0.0}) {
    CHECK(need(trainer.accumulate(batch, 1.0, true)) == expected);
    for (float value : trainer.gradients().front().second.elements<float>())
      CHECK(value == 8.0f);
    need(trainer.apply());
    CHECK(need(loss.run(batch)).front().getDouble(0) == expected - 1.0);
  }
}

void testCopies(const CompileOptions &options, const std::string &models) {
  copiesStayFresh(options, models, Precision::BF16);
  copiesStayFresh(options, models, Precision::F16);
  inferenceBeforeTraining(options);
}
