// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Training: steps, accumulation and evaluation over compiled step functions.

#include "amp/Engine/Trainer.h"

#include "Diagnostics.h"
#include "TrainerState.h"

#include <cmath>

using namespace mlir;
using namespace amp;

Trainer::Trainer(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Trainer::Trainer(Trainer &&) = default;
Trainer &Trainer::operator=(Trainer &&) = default;
Trainer::~Trainer() = default;

/// A number as short as it reads, also where it is very large or small.
static std::string describe(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

/// A setting of the loss scaler, which computes in f32: fails where the number
/// is not finite there, or not above `limit`.
static Status checkScaling(const char *name, double value, double limit) {
  if (std::isfinite(float(value)) && float(value) > float(limit))
    return Status::success();
  return Failure{std::string("expects ") + name + " that is finite and above " +
                 describe(limit) + " in f32, got " + describe(value)};
}

/// Fails unless `value` is a finite number of at least 0.
static Status checkRate(const char *name, double value) {
  if (std::isfinite(value) && value >= 0.0)
    return Status::success();
  return Failure{std::string("expects ") + name +
                 " that is finite and at least 0, got " + describe(value)};
}

/// What the trainer's rates have to be whenever variables are updated; they may
/// have been set in between.
static Status checkRates(double learningRate, double weightDecay) {
  if (Status checked = checkRate("a learning rate", learningRate);
      !checked.ok())
    return checked;
  return checkRate("a weight decay", weightDecay);
}

static Status checkScaler(const ScalerOptions &scaler) {
  if (Status checked =
          checkScaling("a growth factor", scaler.growthFactor, 1.0);
      !checked.ok())
    return checked;
  if (Status checked =
          checkScaling("a backoff factor", scaler.backoffFactor, 0.0);
      !checked.ok())
    return checked;
  if (!(float(scaler.backoffFactor) < 1.0f))
    return Failure{"expects a backoff factor below 1 in f32, got " +
                   describe(scaler.backoffFactor)};
  if (Status checked = checkScaling("an initial scale", scaler.initScale, 0.0);
      !checked.ok())
    return checked;
  if (scaler.growthInterval < 1)
    return Failure{"expects a growth interval of at least 1, got " +
                   std::to_string(scaler.growthInterval)};
  return Status::success();
}

/// Checks the options as PyTorch's GradScaler and optimizers do, and refuses
/// numbers that are not finite, or are no longer once they are f32: with an
/// infinite scale every step would be skipped.
static Status checkOptions(const TrainOptions &train) {
  const OptimizerOptions &optimizer = train.optimizer;
  const std::pair<const char *, double> rates[] = {
      {"an epsilon", optimizer.epsilon}, {"a momentum", optimizer.momentum}};
  if (Status checked =
          checkRates(optimizer.learningRate, optimizer.weightDecay);
      !checked.ok())
    return checked;
  for (auto [name, value] : rates)
    if (Status checked = checkRate(name, value); !checked.ok())
      return checked;
  for (double beta : {optimizer.beta1, optimizer.beta2})
    if (!(beta >= 0.0 && beta < 1.0))
      return Failure{"expects betas in [0, 1), got " + describe(beta)};
  if (optimizer.nesterov && optimizer.momentum == 0.0)
    return Failure{"expects a momentum above 0 for nesterov"};
  if (train.clipNorm && train.clipValue)
    return Failure{"expects a clip norm or a clip value, got both"};
  for (std::optional<double> limit : {train.clipNorm, train.clipValue})
    if (limit && !(*limit > 0.0))
      return Failure{"expects a clip limit above 0, got " + describe(*limit)};
  if (!train.scaler.enabled.value_or(true))
    return Status::success();
  return checkScaler(train.scaler);
}

Result<Trainer> Trainer::create(const Model &model,
                                const CompileOptions &options,
                                const TrainOptions &train) {
  if (Status checked = checkOptions(train); !checked.ok())
    return checked.takeFailure();
  auto impl = std::make_unique<Impl>(model.state(), options, train);
  if (Status prepared = impl->prepare(); !prepared.ok())
    return prepared.takeFailure();
  return Trainer(std::move(impl));
}

const std::vector<TensorInfo> &Trainer::inputs() const {
  return impl->checks.inputs();
}

Status Trainer::prepare(std::span<const Tensor> batch) {
  Result<BoundPlan *> bound =
      impl->findFunction(batch, &BatchPlans::step, "step");
  if (!bound.ok())
    return bound.takeFailure();
  return Status::success();
}

Result<StepResult> Trainer::step(std::span<const Tensor> batch) {
  if (!impl->ratesFit)
    return checkRates(learningRate(), weightDecay()).takeFailure();
  Result<BoundPlan *> bound =
      impl->findFunction(batch, &BatchPlans::step, "step");
  if (!bound.ok())
    return bound.takeFailure();
  StepResult result;
  result.scale = lossScale();
  if (Status run = impl->runOnBatch(**bound, batch); !run.ok())
    return run.takeFailure();
  ++impl->microBatches;
  result.loss = (*bound)->outputs[(*bound)->lossResult].getDouble(0);
  return impl->finishUpdate(**bound, result);
}

Result<double> Trainer::accumulate(std::span<const Tensor> batch, double weight,
                                   bool first) {
  if (!impl->stepOptions.accumulation)
    return Failure{"expects a trainer made with accumulation"};
  if (!std::isfinite(float(weight)))
    return Failure{"expects a weight that is finite in f32, got " +
                   describe(weight)};
  if (!first && !impl->groupOpen)
    return Failure{"expects the first micro-batch of a group"};
  Result<BoundPlan *> bound =
      impl->findFunction(batch, &BatchPlans::accumulate, "accumulate");
  if (!bound.ok())
    return bound.takeFailure();
  *impl->scalars[step_names::microBatchWeight].data<float>() =
      static_cast<float>(weight);
  *impl->scalars[step_names::firstMicroBatch].data<bool>() = first;
  if (Status run = impl->runOnBatch(**bound, batch); !run.ok())
    return run.takeFailure();
  ++impl->microBatches;
  impl->groupOpen = true;
  return (*bound)->outputs[(*bound)->lossResult].getDouble(0);
}

std::vector<std::pair<std::string, Tensor>> Trainer::gradients() const {
  std::vector<std::pair<std::string, Tensor>> result;
  for (const std::string &name : impl->gradientVariables)
    if (const Tensor *tensor =
            impl->state->variables.lookup(name + step_names::gradientSuffix))
      result.push_back({name, *tensor});
  return result;
}

Result<StepResult>
Trainer::apply(std::span<const std::string> withoutGradient) {
  if (!impl->apply.plan)
    return Failure{"expects accumulated gradients to apply"};
  if (!impl->ratesFit)
    return checkRates(learningRate(), weightDecay()).takeFailure();
  for (const std::string &name : withoutGradient)
    if (!llvm::is_contained(impl->gradientVariables, name))
      return Failure{"expects a variable with a gradient, got " + name};
  for (const std::string &name : impl->gradientVariables) {
    bool present = std::find(withoutGradient.begin(), withoutGradient.end(),
                             name) == withoutGradient.end();
    *impl->scalars[step_names::hasGradientPrefix + name].data<bool>() = present;
  }
  StepResult result;
  result.scale = lossScale();
  if (Status run =
          impl->apply.plan->run(impl->apply.inputs, impl->apply.outputs);
      !run.ok())
    return run.takeFailure();
  impl->groupOpen = false;
  return impl->finishUpdate(impl->apply, result);
}

/// Counts the rows of `logits` whose largest element stands at their label;
/// among equal ones the first counts, as argmax does.
static int64_t countCorrect(const Tensor &logits, const Tensor &labels) {
  int64_t classes = logits.extent(1), correct = 0;
  for (int64_t row = 0; row < logits.extent(0); ++row) {
    int64_t best = 0;
    for (int64_t k = 1; k < classes; ++k)
      if (logits.getDouble(row * classes + k) >
          logits.getDouble(row * classes + best))
        best = k;
    correct += best == labels.getInteger(row);
  }
  return correct;
}

Result<EvalResult> Trainer::evaluate(std::span<const Tensor> batch) {
  if (!impl->evaluation) {
    DiagnosticCollector diagnostics(impl->state->getContext());
    OwningOpRef<ModuleOp> module(
        cast<ModuleOp>(impl->typed->getOperation()->clone()));
    if (failed(buildEvaluation(*module)))
      return diagnostics.takeFailure("no evaluation could be built");
    impl->evaluation = std::make_unique<FunctionRunner>(
        std::move(module), "evaluate", *impl->state, *impl->backend,
        impl->options, impl->statistics);
  }
  Result<std::vector<Tensor>> outputs = impl->evaluation->run(batch);
  if (!outputs.ok())
    return outputs.takeFailure();
  EvalResult result;
  result.loss = outputs->front().getDouble(0);
  std::vector<TensorInfo> infos =
      describeOutputs(impl->evaluation->getFunction());
  if (infos.back().name == step_names::labels) {
    const Tensor &labels = outputs->back();
    result.samples = labels.extent(0);
    result.correct = countCorrect((*outputs)[outputs->size() - 2], labels);
  }
  return result;
}

double Trainer::learningRate() const {
  return *impl->scalars[step_names::learningRate].data<double>();
}

void Trainer::setLearningRate(double value) {
  *impl->scalars[step_names::learningRate].data<double>() = value;
  impl->ratesFit = checkRates(value, weightDecay()).ok();
}

double Trainer::weightDecay() const {
  return *impl->scalars[step_names::weightDecay].data<double>();
}

void Trainer::setWeightDecay(double value) {
  *impl->scalars[step_names::weightDecay].data<double>() = value;
  impl->ratesFit = checkRates(learningRate(), value).ok();
}

double Trainer::lossScale() const {
  if (!impl->stepOptions.scaler)
    return 1.0;
  return impl->readScalar(step_names::lossScale, impl->stepOptions.initScale);
}

int32_t Trainer::growthTracker() const {
  return static_cast<int32_t>(impl->readScalar(step_names::growthTracker, 0.0));
}

Status Trainer::setLossScale(double value) {
  const Tensor *scale = impl->state->variables.lookup(step_names::lossScale);
  if (!impl->stepOptions.scaler || !scale)
    return Failure{"expects a trainer with a loss scaler that took a step"};
  if (Status checked = checkScaling("a loss scale", value, 0.0); !checked.ok())
    return checked;
  *scale->data<float>() = static_cast<float>(value);
  return Status::success();
}

CompileStatistics Trainer::statistics() const {
  CompileStatistics statistics = impl->statistics;
  statistics.plans = int64_t(impl->plans.size());
  if (impl->evaluation)
    statistics.plans += int64_t(impl->evaluation->countPlans());
  impl->backend->describe(statistics);
  return statistics;
}
