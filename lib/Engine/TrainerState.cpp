// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles step functions for the batch shapes that occur and runs them.

#include "TrainerState.h"

#include "Diagnostics.h"
#include "amp/IR/Amp.h"
#include "amp/Pipelines/Pipelines.h"

#include "llvm/ADT/StringSet.h"

#include <limits>

using namespace mlir;
using namespace amp;

static TrainStepOptions makeStepOptions(const TrainOptions &train,
                                        const CompileOptions &options) {
  TrainStepOptions step;
  switch (train.optimizer.kind) {
  case OptimizerOptions::Kind::Sgd:
    step.optimizer = OptimizerKind::Sgd;
    break;
  case OptimizerOptions::Kind::Adam:
    step.optimizer = OptimizerKind::Adam;
    break;
  case OptimizerOptions::Kind::Adamw:
    step.optimizer = OptimizerKind::Adamw;
    break;
  }
  step.momentum = train.optimizer.momentum;
  step.nesterov = train.optimizer.nesterov;
  step.beta1 = train.optimizer.beta1;
  step.beta2 = train.optimizer.beta2;
  step.epsilon = train.optimizer.epsilon;
  step.scaler =
      train.scaler.enabled.value_or(options.precision == Precision::F16);
  step.initScale = train.scaler.initScale;
  if (train.clipNorm)
    step.clip = ClipKind::Norm;
  else if (train.clipValue)
    step.clip = ClipKind::Value;
  step.reportNorm = train.reportNorm;
  step.accumulation = train.accumulation;
  return step;
}

Trainer::Impl::Impl(std::shared_ptr<ModelState> state,
                    const CompileOptions &options, const TrainOptions &train)
    : state(std::move(state)), options(options), train(train),
      stepOptions(makeStepOptions(train, options)),
      plans(options.planCacheSize) {}

Status Trainer::Impl::prepare() {
  Result<OwningOpRef<ModuleOp>> module = state->makeTyped(options);
  if (!module.ok())
    return module.takeFailure();
  typed = module.take();
  auto loss = typed->lookupSymbol<func::FuncOp>("loss");
  if (!loss) {
    DiagnosticCollector diagnostics(state->getContext());
    typed->emitError("expects the model to have a function named loss");
    return diagnostics.takeFailure("no loss");
  }
  checks = InputChecks(loss);
  Result<std::unique_ptr<Backend>> made = Backend::create(options);
  if (!made.ok())
    return made.takeFailure();
  backend = made.take();

  Status status;
  auto add = [&]<typename T>(const char *name, T value) {
    Result<Tensor> tensor =
        Tensor::fromData(std::vector<int64_t>{}, std::span<const T>(&value, 1));
    if (tensor.ok())
      scalars[name] = tensor.take();
    else
      status = tensor.takeFailure();
  };
  double limit = train.clipNorm.value_or(train.clipValue.value_or(0.0));
  add(step_names::learningRate, train.optimizer.learningRate);
  add(step_names::weightDecay, train.optimizer.weightDecay);
  add(step_names::clipLimit, static_cast<float>(limit));
  add(step_names::growthFactor, train.scaler.growthFactor);
  add(step_names::backoffFactor, train.scaler.backoffFactor);
  add(step_names::growthInterval, train.scaler.growthInterval);
  add(step_names::microBatchWeight, 1.0f);
  add(step_names::firstMicroBatch, true);
  add(step_names::randomSeed, int64_t(0));
  add(step_names::randomCounter, int64_t(0));
  randomSeed = scalars[step_names::randomSeed];
  randomCounter = scalars[step_names::randomCounter];
  return status;
}

Result<BoundPlan> Trainer::Impl::bind(ModuleOp module, StringRef name) {
  CompileTimer timer(statistics);
  DiagnosticCollector diagnostics(state->getContext(), &options.log);
  BoundPlan bound;
  auto function = module.lookupSymbol<func::FuncOp>(name);
  Result<std::vector<Tensor>> outputs = allocateOutputs(function);
  if (!outputs.ok())
    return outputs.takeFailure();
  bound.outputs = outputs.take();
  for (auto [i, info] : llvm::enumerate(describeOutputs(function))) {
    if (info.name == step_names::gradNorm)
      bound.normResult = i;
    else if (info.name == step_names::skipped)
      bound.skippedResult = i;
    else if (bound.lossResult < 0)
      bound.lossResult = i;
  }
  for (const TensorInfo &info : describeInputs(function)) {
    auto scalar = scalars.find(info.name);
    if (scalar == scalars.end() &&
        llvm::StringRef(info.name).starts_with(step_names::hasGradientPrefix)) {
      bool present = true;
      Result<Tensor> flag = Tensor::fromData(
          std::vector<int64_t>{}, std::span<const bool>(&present, 1));
      if (!flag.ok())
        return flag.takeFailure();
      scalar = scalars.emplace(info.name, flag.take()).first;
    }
    bound.inputs.push_back(scalar == scalars.end() ? Tensor() : scalar->second);
  }
  Result<std::unique_ptr<Plan>> plan = backend->compile(module, name, *state);
  if (!plan.ok())
    return plan.takeFailure();
  bound.plan = plan.take();
  bound.plan->countCompiled(statistics);
  return bound;
}

/// Names of the variables whose gradients the accumulated step keeps, in the
/// order of the module.
static std::vector<std::string> findGradientVariables(ModuleOp module) {
  std::vector<std::string> names;
  llvm::StringRef suffix(step_names::gradientSuffix);
  SymbolTable symbols(module);
  for (auto variable : module.getOps<VariableOp>())
    if (variable.getTrainable() &&
        symbols.lookup((variable.getSymName() + suffix).str()))
      names.push_back(variable.getSymName().str());
  return names;
}

void Trainer::Impl::noteDeclared(ModuleOp module) {
  if (declared)
    return;
  declared = true;
  if (stepOptions.accumulation)
    gradientVariables = findGradientVariables(module);
  llvm::StringSet<> others;
  for (const std::string &name : gradientVariables)
    others.insert(name + step_names::gradientSuffix);
  for (auto variable : state->getModule().getOps<VariableOp>())
    others.insert(variable.getSymName());
  for (auto variable : module.getOps<VariableOp>())
    if (!variable.getCastOf() && !others.contains(variable.getSymName()))
      updateVariables.push_back(variable.getSymName().str());
}

Result<BatchPlans *> Trainer::Impl::findPlans(std::span<const Tensor> batch) {
  if (std::unique_ptr<BatchPlans> *found = plans.find(batch))
    return found->get();
  DiagnosticCollector diagnostics(state->getContext(), &options.log);
  auto entry = std::make_unique<BatchPlans>();
  entry->module =
      OwningOpRef<ModuleOp>(cast<ModuleOp>(typed->getOperation()->clone()));
  {
    CompileTimer timer(statistics);
    if (failed(runTrainingPipeline(*entry->module, shapesOf(batch), stepOptions,
                                   options)))
      return diagnostics.takeFailure("compilation failed");
  }
  if (Status laidOut = backend->layOut(*entry->module, *state); !laidOut.ok())
    return laidOut.takeFailure();
  if (Status created = state->createVariables(*entry->module); !created.ok())
    return created.takeFailure();
  noteDeclared(*entry->module);
  if (copies.empty())
    copies = findCopies(*entry->module);
  if (!copies.empty() && !refresh) {
    CompileTimer timer(statistics);
    Result<std::unique_ptr<Plan>> plan =
        backend->compile(*entry->module, "refresh", *state);
    if (!plan.ok())
      return plan.takeFailure();
    refresh = plan.take();
    refresh->countCompiled(statistics);
  }
  if (stepOptions.accumulation && !apply.plan) {
    Result<BoundPlan> bound = bind(*entry->module, "apply");
    if (!bound.ok())
      return bound.takeFailure();
    apply = bound.take();
  }
  return plans.insert(batch, std::move(entry)).get();
}

Result<BoundPlan *> Trainer::Impl::findFunction(std::span<const Tensor> batch,
                                                BoundPlan BatchPlans::*member,
                                                StringRef name) {
  if (Status checked = checks.check(batch, /*finite=*/true); !checked.ok())
    return checked.takeFailure();
  Result<BatchPlans *> found = findPlans(batch);
  if (!found.ok())
    return found.takeFailure();
  BoundPlan &bound = (*found)->*member;
  if (!bound.plan) {
    Result<BoundPlan> made = bind(*(*found)->module, name);
    if (!made.ok()) {
      // What it would be made of is used up.
      plans.dropLatest();
      return made.takeFailure();
    }
    bound = made.take();
  }
  bound.plan->describe(statistics);
  return &bound;
}

Status Trainer::Impl::refreshCopies() {
  if (!refresh || state->areFresh(copies))
    return Status::success();
  if (Status run = refresh->run({}, {}); !run.ok())
    return run;
  state->noteFresh(copies);
  return Status::success();
}

Status Trainer::Impl::runOnBatch(BoundPlan &bound,
                                 std::span<const Tensor> batch) {
  if (Status fresh = refreshCopies(); !fresh.ok())
    return fresh;
  for (size_t i = 0; i < batch.size(); ++i)
    bound.inputs[i] = batch[i];
  *randomSeed.data<int64_t>() = int64_t(state->seed);
  *randomCounter.data<int64_t>() = microBatches;
  return bound.plan->run(bound.inputs, bound.outputs);
}

double Trainer::Impl::readScalar(const char *variable, double otherwise) const {
  const Tensor *tensor = state->variables.lookup(variable);
  if (!tensor)
    return otherwise;
  return isFloat(tensor->elementType())
             ? tensor->getDouble(0)
             : static_cast<double>(tensor->getInteger(0));
}

Result<StepResult> Trainer::Impl::finishUpdate(const BoundPlan &bound,
                                               StepResult result) {
  // The step renewed its own copies together with the originals.
  state->noteWrite();
  state->noteFresh(copies);
  result.gradNorm = bound.normResult >= 0
                        ? bound.outputs[bound.normResult].getDouble(0)
                        : std::numeric_limits<double>::quiet_NaN();
  result.skipped = bound.outputs[bound.skippedResult].getDouble(0) != 0.0;
  ++steps;
  if (stepOptions.scaler) {
    result.scaleAfter = readScalar(step_names::lossScale, 1.0);
    result.growthTracker =
        static_cast<int32_t>(readScalar(step_names::growthTracker, 0.0));
  } else if (result.skipped) {
    return Failure{
        std::string("expects a finite gradient norm to clip by, got ") +
        (std::isnan(result.gradNorm) ? "nan" : "inf") +
        "; the step was not taken"};
  }
  return result;
}
