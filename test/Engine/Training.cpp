// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The embedding interface as a program uses it: load, train, evaluate, save,
// load again.

#include "EngineTest.h"

using namespace amp;

/// Loss and accuracy of the digits' evaluation samples.
static EvalResult evaluate(Trainer &trainer, const std::string &models) {
  Dataset held =
      need(Dataset::load(models + "/digits/eval.npz", trainer.inputs(), true));
  return need(trainer.evaluate(held.tensors()));
}

/// Two epochs over shuffled data reach an accuracy that guessing does not.
static void digitsAreLearned(const CompileOptions &options,
                             const std::string &models,
                             const std::string &scratch) {
  Model model = need(Model::load(models + "/mlp.mlir", 7));
  Trainer trainer = need(Trainer::create(model, options));
  Dataset data =
      need(Dataset::load(models + "/digits/train.npz", trainer.inputs(), true));
  BatchIterator batches(data, {32, false, true, 7});
  CHECK(batches.batchesPerEpoch() == 45);
  EvalResult before = evaluate(trainer, models);
  for (int64_t epoch = 0; epoch < 2; ++epoch) {
    batches.startEpoch(epoch);
    int64_t samples = 0;
    for (;;) {
      std::span<const Tensor> batch = need(batches.next());
      if (batch.empty())
        break;
      samples += batch.front().extent(0);
      need(trainer.step(batch));
    }
    CHECK(samples == 1437);
  }
  EvalResult after = evaluate(trainer, models);
  CHECK(after.samples == 360);
  CHECK(after.correct > 270);
  CHECK(after.loss < 0.5 * before.loss);

  // Weights travel through both formats without losing a bit.
  for (const char *name : {"/weights.safetensors", "/weights.npz"}) {
    need(model.saveWeights(scratch + name));
    Model again = need(Model::load(models + "/mlp.mlir", 8));
    Trainer other = need(Trainer::create(again, options));
    CHECK(evaluate(other, models).loss != after.loss);
    need(again.loadWeights(scratch + name));
    CHECK(evaluate(other, models).loss == after.loss);
    CHECK(evaluate(other, models).correct == after.correct);
  }
}

/// A seed says everything about initial weights.
static void seedsDecide(const std::string &models) {
  Model first = need(Model::load(models + "/mlp.mlir", 3));
  Model second = need(Model::load(models + "/mlp.mlir", 4));
  CHECK(valuesOf(first, "fc1.weight") != valuesOf(second, "fc1.weight"));
  need(second.initialize(3));
  CHECK(valuesOf(first, "fc1.weight") == valuesOf(second, "fc1.weight"));
}

/// The learning rate may change between steps.
static void learningRatesChange(const CompileOptions &options) {
  Model model = makeProductModel(1, {1.0f});
  Trainer trainer = need(Trainer::create(model, options, makeSgd(0.5)));
  std::vector batch{floats({1}, {1.0f})};
  need(trainer.step(batch));
  CHECK(valuesOf(model, "w").front() == 0.5f);
  trainer.setLearningRate(0.25);
  CHECK(trainer.learningRate() == 0.25);
  need(trainer.step(batch));
  CHECK(valuesOf(model, "w").front() == 0.25f);
  trainer.setWeightDecay(1.0);
  need(trainer.step(batch));
  CHECK(valuesOf(model, "w").front() == 0.25f - 0.25f * 1.25f);
}

void testTraining(const CompileOptions &options, const std::string &models,
                  const std::string &scratch) {
  for (Precision precision : {Precision::F32, Precision::BF16}) {
    CompileOptions chosen = options;
    chosen.precision = precision;
    digitsAreLearned(chosen, models, scratch);
  }
  seedsDecide(models);
  learningRatesChange(options);
}
