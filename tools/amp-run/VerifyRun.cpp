// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a model on the interpreter and on the target, in f32 and in the low
// precision, and reports how far each output is apart.

#include "VerifyRun.h"

#include "Compare.h"
#include "Interrupt.h"
#include "Report.h"
#include "amp/Engine/Engine.h"

#include <algorithm>
#include <cstdio>

using namespace amp;
using namespace amp::run;

namespace {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

/// One output in one precision.
struct Line {
  std::string name;
  std::string precision;
  Disagreement difference;
  /// The largest difference over the largest magnitude, and its limit.
  double share = 0.0;
  double tolerance = 0.0;
  bool ok = false;
};

class Verification {
public:
  explicit Verification(const VerifySettings &settings) : settings(settings) {}

  Status run();
  bool hasEmitFailed() const { return emitFailed; }
  bool hasStopped() const { return stopped; }
  bool agrees() const {
    return std::all_of(lines.begin(), lines.end(),
                       [](const Line &line) { return line.ok; });
  }
  void printResult() const;

private:
  /// Reads the model and makes the inputs, once for all runs.
  Status prepare();
  /// All that one run gives: outputs, and the loss and gradients if asked for.
  Result<NamedTensors> collect(const std::string &target,
                               const std::string &precision);
  Status collectGradients(const Model &model, const CompileOptions &options,
                          NamedTensors &tensors);
  Result<Model> load() const;
  /// The tensors for the inputs of a function.
  std::vector<Tensor> pick(std::span<const TensorInfo> infos) const;
  Status compare(const std::string &precision, const NamedTensors &actual,
                 const NamedTensors &expected);

  const VerifySettings &settings;
  /// The inputs of all functions, by name.
  std::vector<TensorInfo> infos;
  std::vector<Tensor> inputs;
  std::vector<Line> lines;
  bool stopped = false;
  bool emitFailed = false;
};

} // namespace

Result<Model> Verification::load() const {
  const CommonOptions &common = settings.common;
  Result<Model> model = Model::load(common.model, common.seed);
  if (model.ok() && !common.weights.empty())
    if (Status read = model->loadWeights(common.weights); !read.ok())
      return inFile(common.weights, read.message());
  return model;
}

Status Verification::prepare() {
  Result<Model> model = load();
  if (!model.ok())
    return model.takeFailure();
  CompileOptions options;
  options.target = Target::Ref;
  auto add = [&](const std::vector<TensorInfo> &more) {
    for (const TensorInfo &info : more)
      if (std::none_of(
              infos.begin(), infos.end(),
              [&](const TensorInfo &known) { return known.name == info.name; }))
        infos.push_back(info);
  };
  // Only a typed function knows which inputs are class indices.
  Result<Executable> executable =
      Executable::create(*model, settings.function, options);
  if (!executable.ok())
    return inFile(settings.common.model, executable.message());
  add(executable->inputs());
  if (settings.gradients) {
    Result<Trainer> trainer = Trainer::create(*model, options);
    if (!trainer.ok())
      return inFile(settings.common.model, trainer.message());
    add(trainer->inputs());
  }
  Result<std::vector<Tensor>> made =
      settings.samples.make(infos, settings.common.seed);
  if (!made.ok())
    return made.takeFailure();
  inputs = made.take();
  return Status::success();
}

std::vector<Tensor>
Verification::pick(std::span<const TensorInfo> wanted) const {
  std::vector<Tensor> picked;
  for (const TensorInfo &info : wanted)
    for (size_t i = 0; i < infos.size(); ++i)
      if (infos[i].name == info.name)
        picked.push_back(inputs[i]);
  return picked;
}

Status Verification::collectGradients(const Model &model,
                                      const CompileOptions &options,
                                      NamedTensors &tensors) {
  TrainOptions train;
  train.accumulation = true;
  Result<Trainer> trainer = Trainer::create(model, options, train);
  if (!trainer.ok())
    return inFile(settings.common.model, trainer.message());
  Result<double> loss = trainer->accumulate(pick(trainer->inputs()),
                                            /*weight=*/1.0, /*first=*/true);
  if (!loss.ok())
    return loss.takeFailure();
  auto value = static_cast<float>(*loss);
  Result<Tensor> scalar = Tensor::fromData(std::vector<int64_t>{},
                                           std::span<const float>(&value, 1));
  if (!scalar.ok())
    return scalar.takeFailure();
  tensors.push_back({"loss", scalar.take()});
  for (auto &[name, gradient] : trainer->gradients()) {
    Result<Tensor> copy = gradient.clone();
    if (!copy.ok())
      return copy.takeFailure();
    tensors.push_back({"gradient of " + name, copy.take()});
  }
  return Status::success();
}

Result<NamedTensors> Verification::collect(const std::string &target,
                                           const std::string &precision) {
  Result<Model> model = load();
  if (!model.ok())
    return model.takeFailure();
  CommonOptions common = settings.common;
  common.precision = precision;
  // The interpreter multiplies in f32, which TF32 is an approximation of.
  if (target == "ref" && precision == "tf32")
    common.precision = "f32";
  common.target = target;
  common.autotune &= target == "cuda";
  StagePrinter stages(common, {settings.function});
  CompileOptions options = stages.makeCompileOptions();
  NamedTensors tensors;
  auto run = [&]() -> Status {
    Result<Executable> executable =
        Executable::create(*model, settings.function, options);
    if (!executable.ok())
      return inFile(common.model, executable.message());
    Result<std::vector<Tensor>> outputs =
        executable->run(pick(executable->inputs()));
    if (!outputs.ok())
      return outputs.takeFailure();
    for (size_t i = 0; i < outputs->size(); ++i)
      tensors.push_back({executable->outputs()[i].name, (*outputs)[i]});
    return settings.gradients ? collectGradients(*model, options, tensors)
                              : Status::success();
  };
  Status status = run();
  stopped |= stages.hasStopped();
  emitFailed |= stages.hasEmitFailed();
  if (status.ok() && target != "ref")
    status = stages.checkSeen();
  if (status.ok() && pendingSignal())
    status = Failure{interruption};
  if (!status.ok())
    return status.takeFailure();
  return tensors;
}

Status Verification::compare(const std::string &precision,
                             const NamedTensors &actual,
                             const NamedTensors &expected) {
  double usual = precision == "f32"                          ? 1e-5
                 : precision == "f16" || precision == "tf32" ? 0.01
                                                             : 0.05;
  if (actual.size() != expected.size())
    return Failure{"expects as many outputs from both targets"};
  for (size_t i = 0; i < actual.size(); ++i) {
    const Tensor &a = actual[i].second, &e = expected[i].second;
    if (a.shape() != e.shape() || a.elementType() != e.elementType())
      return Failure{"expects " + actual[i].first + " to be " +
                     describeType(e.shape(), e.elementType()) + ", got " +
                     describeType(a.shape(), a.elementType())};
    Line line;
    line.name = actual[i].first;
    line.precision = precision;
    line.difference = compareTensors(a, e);
    line.tolerance = settings.tolerance.value_or(usual);
    if (line.difference.maxAbs > 0.0)
      line.share = line.difference.maxAbs / line.difference.magnitude;
    line.ok = line.difference.isWithin(line.tolerance, e.elementType());
    lines.push_back(std::move(line));
  }
  return Status::success();
}

Status Verification::run() {
  if (Status prepared = prepare(); !prepared.ok())
    return prepared;
  std::vector<std::string> precisions = {"f32"};
  if (settings.common.precision != "f32")
    precisions.push_back(settings.common.precision);
  for (const std::string &precision : precisions) {
    Result<NamedTensors> expected = collect("ref", precision);
    if (!expected.ok())
      return expected.takeFailure();
    Result<NamedTensors> actual = collect(settings.common.target, precision);
    if (!actual.ok())
      return actual.takeFailure();
    if (Status compared = compare(precision, *actual, *expected);
        !compared.ok())
      return compared;
  }
  return Status::success();
}

void Verification::printResult() const {
  if (settings.common.json) {
    Json outputs = Json::array();
    for (const Line &line : lines)
      outputs.push_back({{"name", line.name},
                         {"precision", line.precision},
                         {"max_abs", makeNumber(line.difference.maxAbs)},
                         {"max_rel", makeNumber(line.difference.maxRel)},
                         {"max_ulp", makeNumber(line.difference.maxUlp)},
                         {"nonfinite", line.difference.nonfinite}});
    Json result = {{"outputs", outputs}, {"ok", agrees()}};
    printJsonLine(result);
    return;
  }
  size_t width = 6;
  for (const Line &line : lines)
    width = std::max(width, line.name.size());
  auto print = [&](const Line &line) {
    std::printf("%-*s  %-9s  %-10.3g  %-10.3g  %-10.4g  %-10lld  %s\n",
                int(width), line.name.c_str(), line.precision.c_str(),
                line.difference.maxAbs, line.difference.maxRel,
                line.difference.maxUlp,
                static_cast<long long>(line.difference.nonfinite),
                line.ok ? "yes" : "NO");
  };
  std::printf("%-*s  %-9s  %-10s  %-10s  %-10s  %-10s  %s\n", int(width),
              "output", "precision", "max abs", "max rel", "max ULP",
              "nonfinite", "ok");
  const Line *worst = nullptr;
  for (const Line &line : lines) {
    if (!settings.common.quiet || !line.ok)
      print(line);
    // What does not agree is worse than what does.
    auto badness = [](const Line &line) {
      return std::pair(!line.ok, line.share / line.tolerance);
    };
    if (!worst || badness(*worst) < badness(line))
      worst = &line;
  }
  if (worst)
    std::printf("worst: %s in %s, apart by %.3g of its largest magnitude "
                "(limit %.3g)\n",
                worst->name.c_str(), worst->precision.c_str(), worst->share,
                worst->tolerance);
}

int amp::run::runVerify(const VerifySettings &settings) {
  installSignalHandlers();
  Verification verification(settings);
  Status status = verification.run();
  if (std::optional<int> code = endBeforeResult(
          status, verification.hasEmitFailed(), verification.hasStopped()))
    return *code;
  verification.printResult();
  if (verification.agrees())
    return finishOutput(exitSuccess);
  finishOutput(exitFailure);
  return reportError("the target and the interpreter disagree");
}
