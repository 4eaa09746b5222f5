// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random models through the embedding interface.

#include "Runs.h"

#include "CompareTensors.h"
#include "RandomGraph.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <cstring>

using namespace amp;

const char *const modelName = "random.mlir";

Case drawCase(uint64_t seed) {
  Random random(seed * 7919 + 1);
  Case test;
  test.seed = seed;
  test.batch = drawBatch(random);
  test.lastBatch = random.chance(50) ? test.batch : drawBatch(random);
  test.anyBits = random.chance(40);
  CompileOptions &compile = test.compile;
  compile.precision = random.pick<Precision>(
      {Precision::F32, Precision::F16, Precision::BF16, Precision::BF16});
  compile.policy = random.pick<const char *>(
      {"torch-cuda", "torch-cuda", "torch-cuda-exact", "torch-cpu",
       "tensorflow", "tensorflow", "none"});
  compile.threads = 1;
  compile.verifyEach = true;
  TrainOptions &options = test.train;
  using Kind = OptimizerOptions::Kind;
  options.optimizer.kind =
      random.pick<Kind>({Kind::Sgd, Kind::Adam, Kind::Adamw});
  options.optimizer.learningRate = random.pick<double>({1e-3, 0.1, 0.0});
  options.optimizer.weightDecay = random.chance(40) ? 0.01 : 0.0;
  if (options.optimizer.kind == Kind::Sgd && random.chance(50)) {
    options.optimizer.momentum = 0.9;
    options.optimizer.nesterov = random.chance(50);
  }
  if (random.chance(40))
    options.scaler.enabled = random.chance(70);
  options.scaler.growthInterval = random.chance(50) ? 1 : 2000;
  if (random.chance(30))
    options.clipNorm = 0.5;
  else if (random.chance(30))
    options.clipValue = 0.01;
  options.reportNorm = random.chance(50);
  options.accumulation = random.chance(40);
  test.microBatches = 1 + random.below(3);
  return test;
}

std::string describe(const Case &test) {
  static constexpr const char *optimizers[] = {"sgd", "adam", "adamw"};
  static constexpr const char *precisions[] = {"f32", "f16", "bf16"};
  const TrainOptions &train = test.train;
  std::string text = "batch " + std::to_string(test.batch) + ", then " +
                     std::to_string(test.lastBatch) + ", precision " +
                     precisions[int(test.compile.precision)] + ", policy " +
                     test.compile.policy + ", " +
                     optimizers[int(train.optimizer.kind)];
  if (train.clipNorm)
    text += ", clip by norm";
  if (train.clipValue)
    text += ", clip by value";
  if (train.accumulation)
    text += ", " + std::to_string(test.microBatches) + " micro-batches";
  if (test.anyBits)
    text += ", any bits";
  return text;
}

CompileOptions observe(CompileOptions options, const char *stage,
                       std::string &text) {
  options.observer = [stage, &text](std::string_view name, std::string_view,
                                    const std::function<std::string()> &print) {
    if (name == stage && text.empty())
      text = print();
    return true;
  };
  return options;
}

static Tensor makeTensor(const TensorInfo &info, int64_t batch, bool anyBits,
                         Random &random) {
  std::vector<int64_t> shape = info.shape;
  for (int64_t &extent : shape)
    if (extent < 0)
      extent = batch;
  Tensor wide = Tensor::create(shape, ElementType::F64).take();
  bool whole = info.classes > 0 || !isFloatType(info.type);
  for (double &value : wide.elements<double>()) {
    if (info.name.rfind("amp.", 0) == 0) // an option of the training step
      value = whole ? 2.0 : 0.25;
    else if (info.classes > 0)
      value = double(random.below(info.classes));
    else if (whole)
      value = double(random.below(9) - 4);
    else
      value = random.chance(5) ? 0.0 : random.unit() * 4 - 2;
  }
  Tensor tensor = wide.convertTo(info.type).take();
  if (!anyBits || whole)
    return tensor;
  Tensor bits = tensor.clone().take();
  size_t size = byteSize(info.type);
  for (int64_t i = 0; i < bits.elementCount(); ++i) {
    uint64_t word = random.next();
    if (random.chance(50)) // infinities and NaN are rare among all words
      word |= info.type == ElementType::BF16 ? 0x7F80 : 0x7FF07F807F807C00;
    if (random.chance(20))
      std::memcpy(static_cast<char *>(bits.rawData()) + size_t(i) * size, &word,
                  size);
  }
  return bits;
}

std::vector<Tensor> makeInputs(const std::vector<TensorInfo> &infos,
                               const Case &test, int64_t batch, bool anyBits,
                               uint64_t stream) {
  std::vector<Tensor> inputs;
  for (const TensorInfo &info : infos) {
    Random random(test.seed * 1000 + stream + llvm::xxh3_64bits(info.name));
    inputs.push_back(makeTensor(info, batch, anyBits, random));
  }
  return inputs;
}

static Result<Model> parseModel(const Case &test) {
  return Model::parse(test.text, modelName, test.seed);
}

Outcome infer(const Case &test, const CompileOptions &options,
              const char *function, bool twice,
              const std::vector<Tensor> &given) {
  Result<Model> model = parseModel(test);
  if (!model.ok())
    return {model.message(), {}, {}, {}};
  Result<Executable> executable = Executable::create(*model, function, options);
  if (!executable.ok())
    return {executable.message(), {}, {}, {}};
  std::vector<TensorInfo> infos = executable->inputs();
  infos.resize(infos.size() - given.size());
  std::vector<Tensor> inputs =
      makeInputs(infos, test, test.batch, test.anyBits, 0);
  inputs.insert(inputs.end(), given.begin(), given.end());
  Outcome outcome;
  for (int i = 0; i < (twice ? 2 : 1); ++i) {
    Result<std::vector<Tensor>> results = executable->run(inputs);
    if (!results.ok())
      return {results.message(), {}, {}, {}};
    if (i == 0)
      outcome.tensors = results.take();
    for (size_t k = 0; i > 0 && k < results->size(); ++k)
      if (!findDifference(outcome.tensors[k], (*results)[k]).empty())
        return {"a second run differs", {}, {}, {}};
  }
  outcome.statistics = executable->statistics();
  return outcome;
}

/// One step; its loss and the like, and the gradients, become part of
/// `outcome`. Returns an error, or nothing.
static std::string trainStep(const Case &test, Trainer &trainer, uint64_t index,
                             Outcome &outcome) {
  int64_t batch = index == 2 ? test.lastBatch : test.batch;
  auto inputs = [&](uint64_t micro) {
    return makeInputs(trainer.inputs(), test, batch, /*anyBits=*/false,
                      1 + 3 * index + micro);
  };
  if (test.train.accumulation) {
    auto count = uint64_t(test.microBatches);
    for (uint64_t micro = 0; micro < count; ++micro) {
      Result<double> loss =
          trainer.accumulate(inputs(micro), 1.0 / double(count), micro == 0);
      if (!loss.ok())
        return loss.message();
      outcome.numbers.push_back(*loss);
    }
    for (auto &[name, gradient] : trainer.gradients())
      outcome.tensors.push_back(gradient.clone().take());
  }
  Result<StepResult> step =
      test.train.accumulation ? trainer.apply() : trainer.step(inputs(0));
  if (!step.ok())
    return step.message();
  outcome.numbers.insert(outcome.numbers.end(),
                         {step->loss, step->gradNorm, step->scale,
                          step->scaleAfter, double(step->growthTracker),
                          double(step->skipped)});
  return {};
}

Outcome train(const Case &test, const CompileOptions &options) {
  Result<Model> model = parseModel(test);
  if (!model.ok())
    return {model.message(), {}, {}, {}};
  Result<Trainer> trainer = Trainer::create(*model, options, test.train);
  if (!trainer.ok())
    return {trainer.message(), {}, {}, {}};
  Outcome outcome;
  for (uint64_t index = 0; index < 3; ++index)
    if (std::string error = trainStep(test, *trainer, index, outcome);
        !error.empty())
      return {error, {}, {}, {}};
  for (const TensorInfo &info : model->variables())
    outcome.tensors.push_back(model->variable(info.name)->clone().take());
  outcome.statistics = trainer->statistics();
  return outcome;
}

std::string compare(const Outcome &a, const Outcome &b) {
  if (a.error != b.error)
    return "errors '" + a.error + "' and '" + b.error + "'";
  if (a.numbers.size() != b.numbers.size() ||
      a.tensors.size() != b.tensors.size())
    return "different numbers of results";
  for (size_t i = 0; i < a.numbers.size(); ++i)
    if (std::memcmp(&a.numbers[i], &b.numbers[i], sizeof(double)) != 0 &&
        !(std::isnan(a.numbers[i]) && std::isnan(b.numbers[i])))
      return "number " + std::to_string(i) + ": " +
             std::to_string(a.numbers[i]) + " and " +
             std::to_string(b.numbers[i]);
  for (size_t i = 0; i < a.tensors.size(); ++i)
    if (std::string text = findDifference(a.tensors[i], b.tensors[i]);
        !text.empty())
      return "tensor " + std::to_string(i) + ", " + text;
  return {};
}
