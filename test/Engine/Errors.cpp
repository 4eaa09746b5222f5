// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a caller does wrong comes back as a value and changes nothing.

#include "EngineTest.h"

#include "amp/Runtime/NumpyFile.h"
#include "amp/Runtime/Safetensors.h"

#include <cmath>
#include <limits>

using namespace amp;

/// Each unfit batch has its message, for steps and micro-batches alike, before
/// and after the first compilation; the weights keep every bit.
static void unfitBatches(const CompileOptions &options,
                         const std::string &models) {
  Model model = need(Model::load(models + "/mlp.mlir"));
  TrainOptions train;
  train.accumulation = true;
  Trainer trainer = need(Trainer::create(model, options, train));
  std::vector<Tensor> good = makeDigits(models, 0, 4);

  auto fails = [&](const std::vector<Tensor> &batch, const char *message) {
    CHECK_MESSAGE(trainer.step(batch), message);
    CHECK_MESSAGE(trainer.accumulate(batch, 1.0, true), message);
    CHECK_MESSAGE(trainer.evaluate(batch), message);
  };
  auto failsOnData = [&](const std::vector<Tensor> &batch,
                         const char *message) {
    CHECK_MESSAGE(trainer.step(batch), message);
    CHECK_MESSAGE(trainer.accumulate(batch, 1.0, true), message);
  };
  std::vector<float> bad(4 * 64, 0.5f);
  bad[70] = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> infinite(4 * 64, 0.5f);
  infinite[255] = -std::numeric_limits<float>::infinity();
  for (int round = 0; round < 2; ++round) {
    Tensor before = need(need(model.variable("fc1.weight")).clone());
    fails({good[0]}, "expects 2 inputs, got 1");
    fails({}, "expects 2 inputs, got 0");
    fails({good[0], Tensor()}, "input y expects ?xi64, got nothing");
    fails({good[0], good[0]}, "input y expects ?xi64, got 4x64xf32");
    fails({floats({4, 63}, std::vector<float>(4 * 63)), good[1]},
          "input x expects ?x64xf32, got 4x63xf32");
    fails({need(good[0].convertTo(ElementType::F64)), good[1]},
          "input x expects ?x64xf32, got 4x64xf64");
    fails({good[0], labels({0, 1, 10, 3})},
          "input y expects indices in [0, 10), got 10 at element 2");
    fails({good[0], labels({0, -1, 1, 3})},
          "input y expects indices in [0, 10), got -1 at element 1");
    fails({good[0], labels({1, 2, 3})},
          "expects one target per sample, got 3 for 4");
    failsOnData({floats({4, 64}, bad), good[1]},
                "input x expects finite numbers, got nan at element 70");
    failsOnData({floats({4, 64}, infinite), good[1]},
                "input x expects finite numbers, got -inf at element 255");
    CHECK(sameBits(before, need(model.variable("fc1.weight"))));
    need(trainer.step(good));
  }
}

/// Inference takes numbers that are not finite, and passes them on.
static void inferenceTakesNan(const CompileOptions &options,
                              const std::string &models) {
  Model model = need(Model::load(models + "/mlp.mlir"));
  Executable forward = need(Executable::create(model, "forward", options));
  std::vector<float> x(64, std::numeric_limits<float>::quiet_NaN());
  Tensor logits = need(forward.run(std::vector{floats({1, 64}, x)})).front();
  CHECK(std::isnan(logits.data<float>()[0]));
  CHECK_MESSAGE(forward.run({}), "expects 1 inputs, got 0");
  CHECK_MESSAGE(forward.run(std::vector{floats({1, 2}, {1.0f, 2.0f})}),
                "input x expects ?x64xf32, got 1x2xf32");
}

/// Models, functions and variables that are not there.
static void unfitModels(const CompileOptions &options,
                        const std::string &models) {
  CHECK_MESSAGE(Model::load(models + "/absent.mlir"), "absent.mlir: error: ");
  CHECK_MESSAGE(Model::load(models + "/mlp.txt"), "expects a .mlir");
  CHECK_MESSAGE(Model::parse("func.func @f(", "broken.mlir"),
                "broken.mlir:1:13: error:");
  Model model = need(Model::load(models + "/mlp.mlir"));
  CHECK_MESSAGE(model.inputs("backward"), "expects a function named backward");
  CHECK_MESSAGE(Executable::create(model, "backward", options),
                "expects a function named backward");
  CHECK_MESSAGE(model.variable("fc9.weight"),
                "expects a variable, got fc9.weight");
  CHECK_MESSAGE(model.setVariable("fc1.bias", floats({1}, {0.0f})),
                "variable fc1.bias expects 128xf32, got 1xf32");
  CHECK_MESSAGE(model.loadWeights(models + "/digits/train.npz"),
                "expects an entry for variable fc1.weight");
  Model silent = need(Model::parse("", "empty.mlir"));
  CHECK_MESSAGE(Trainer::create(silent, options),
                "expects the model to have a function named loss");
  CompileOptions unknown = options;
  unknown.precision = Precision::F16;
  unknown.policy = "no-such-policy";
  CHECK_MESSAGE(Trainer::create(model, unknown), "no-such-policy");
}

/// Accumulation has to be asked for, a scale needs a scaler.
static void unfitCalls(const CompileOptions &options) {
  Model model = makeProductModel(1, {1.0f});
  Trainer trainer = need(Trainer::create(model, options));
  std::vector batch{floats({1}, {1.0f})};
  CHECK_MESSAGE(trainer.accumulate(batch, 1.0, true),
                "expects a trainer made with accumulation");
  CHECK_MESSAGE(trainer.apply(), "expects accumulated gradients");
  CHECK(trainer.gradients().empty());
  need(trainer.step(batch));
  CHECK_MESSAGE(trainer.setLossScale(2.0), "expects a trainer with a loss");
  CHECK(trainer.lossScale() == 1.0 && trainer.growthTracker() == 0);
}

/// Numbers with which training cannot go on are errors of the call that meets
/// them, and change nothing; so are calls out of order.
static void unfitNumbers(const CompileOptions &options) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Model model = makeProductModel(1, {1.0f});
  TrainOptions train;
  train.accumulation = true;
  train.scaler.enabled = true;
  Trainer trainer = need(Trainer::create(model, options, train));
  std::vector batch{floats({1}, {1.0f})};
  CHECK_MESSAGE(trainer.accumulate(batch, 1.0, false), "expects the first");
  CHECK_MESSAGE(trainer.accumulate(batch, nan, true),
                "a weight that is finite");
  CHECK_MESSAGE(trainer.accumulate(batch, 1e39, true), "got 1e+39");
  need(trainer.accumulate(batch, 1.0, true));
  for (double rate : {nan, -1.0, 1.0 / 0.0}) {
    trainer.setLearningRate(rate);
    CHECK_MESSAGE(trainer.apply(), "expects a learning rate that is finite");
    CHECK_MESSAGE(trainer.step(batch),
                  "expects a learning rate that is finite");
    trainer.setLearningRate(1e-3);
    trainer.setWeightDecay(rate);
    CHECK_MESSAGE(trainer.step(batch), "expects a weight decay that is finite");
    trainer.setWeightDecay(0.0);
  }
  for (double scale : {nan, 0.0, -1.0, 1e39, 1e-46})
    CHECK_MESSAGE(trainer.setLossScale(scale), "expects a loss scale that is");
  need(trainer.apply());
  CHECK(trainer.lossScale() == 65536.0);
}

/// Tensors that refer to nothing, too few tensors, batches of no samples, and
/// values that are none of an enumeration.
static void unfitValues(const CompileOptions &options) {
  Model model = makeProductModel(1, {1.0f});
  std::vector<TensorInfo> variables = model.variables();
  CHECK_MESSAGE(model.setVariable(variables[0].name, Tensor()), "got nothing");
  CHECK_MESSAGE(Tensor().convertTo(ElementType::F64), "got nothing");
  // Neither may come back as a file that cannot be read.
  CHECK_MESSAGE(saveSafetensors("none.safetensors", {{{"a", Tensor()}}, {}}),
                "tensor \"a\": expects a tensor to write, got nothing");
  CHECK_MESSAGE(saveNpz("none.npz", {{"a", Tensor()}}), "got nothing");
  std::vector<TensorInfo> infos = need(model.inputs("loss"));
  CHECK_MESSAGE(Dataset::create({}, infos, true),
                "expects a tensor for each of 1 inputs, got 0");
  std::vector<Tensor> nothing(1);
  CHECK_MESSAGE(Dataset::create(nothing, infos, true), "got nothing");
  std::vector columns{floats({1}, {1.0f})};
  Dataset data = need(Dataset::create(columns, infos, true));
  BatchIterator::Options none;
  none.batch = 0;
  BatchIterator batches(data, none);
  CHECK(batches.batchesPerEpoch() == 0 && batches.batchesTaken() == 0);
  CHECK_MESSAGE(batches.next(), "expects a batch size of at least 1, got 0");
  CompileOptions unknown = options;
  unknown.precision = Precision(77);
  CHECK_MESSAGE(Trainer::create(model, unknown), "expects the precision f32");
  unknown = options;
  unknown.target = Target(77);
  CHECK_MESSAGE(Trainer::create(model, unknown), "expects the target ref");
}

void testErrors(const CompileOptions &options, const std::string &models) {
  unfitNumbers(options);
  unfitValues(options);
  unfitBatches(options, models);
  inferenceTakesNan(options, models);
  unfitModels(options, models);
  unfitCalls(options);
}
