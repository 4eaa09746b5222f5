// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trainer's state out of and back into memory: the variables of model and
// optimizer as tensors, everything else as metadata. All checks come before the
// first change.

#include "TrainingState.h"

#include "TrainerState.h"
#include "amp/IR/Amp.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <set>

using namespace mlir;
using namespace amp;

namespace keys = amp::state_keys;

static constexpr const char *learningRateKey = "amp.lr";
static constexpr const char *weightDecayKey = "amp.weight_decay";
static constexpr const char *seedKey = "amp.seed";
static constexpr const char *stepsKey = "amp.steps";
static constexpr const char *microBatchesKey = "amp.micro_batches";
static constexpr const char *groupOpenKey = "amp.group_open";

static std::string formatFlag(bool value) { return value ? "true" : "false"; }

static std::string describeOptimizer(const OptimizerOptions &optimizer) {
  if (optimizer.kind == OptimizerOptions::Kind::Sgd)
    return "sgd(momentum=" + formatStateNumber(optimizer.momentum) +
           ", nesterov=" + formatFlag(optimizer.nesterov) + ")";
  bool decoupled = optimizer.kind == OptimizerOptions::Kind::Adamw;
  return std::string(decoupled ? "adamw" : "adam") +
         "(beta1=" + formatStateNumber(optimizer.beta1) +
         ", beta2=" + formatStateNumber(optimizer.beta2) +
         ", eps=" + formatStateNumber(optimizer.epsilon) + ")";
}

static std::string describeScaler(const ScalerOptions &scaler) {
  return "dynamic(growth_factor=" + formatStateNumber(scaler.growthFactor) +
         ", backoff_factor=" + formatStateNumber(scaler.backoffFactor) +
         ", growth_interval=" + std::to_string(scaler.growthInterval) + ")";
}

static std::string describeClipping(const TrainOptions &train) {
  if (train.clipNorm)
    return "norm(" + formatStateNumber(*train.clipNorm) + ")";
  if (train.clipValue)
    return "value(" + formatStateNumber(*train.clipValue) + ")";
  return "none";
}

/// What must be the same for a run to continue as if it had not ended: what is
/// compiled into the step, and the arguments that a trainer does not let change
/// between steps.
static StateMetadata describeOptions(const CompileOptions &options,
                                     const TrainOptions &train, bool scaler) {
  StateMetadata table;
  table["amp.optimizer"] = describeOptimizer(train.optimizer);
  table["amp.precision"] = options.precision == Precision::F16    ? "f16"
                           : options.precision == Precision::BF16 ? "bf16"
                                                                  : "f32";
  // Of a file only its name: the same file may lie elsewhere now.
  table["amp.policy"] = options.policy.substr(options.policy.rfind('/') + 1);
  table["amp.scaler"] = scaler ? describeScaler(train.scaler) : "none";
  table["amp.clip"] = describeClipping(train);
  return table;
}

/// The model's own variables that are no copies of others.
static std::vector<std::string> findOwnVariables(ModuleOp module) {
  std::vector<std::string> names;
  for (auto variable : module.getOps<VariableOp>())
    if (!variable.getCastOf())
      names.push_back(variable.getSymName().str());
  return names;
}

std::vector<std::string>
Trainer::Impl::findSavedVariables(bool withGradients) const {
  std::vector<std::string> names = updateVariables;
  if (withGradients)
    for (const std::string &name : gradientVariables)
      names.push_back(name + step_names::gradientSuffix);
  return names;
}

Result<SafetensorsFile> Trainer::saveState() const {
  if (!impl->declared)
    return Failure{"expects a trainer that took a step"};
  if (Status taken = impl->state->variables.takeAllToHost(); !taken.ok())
    return taken.takeFailure();
  SafetensorsFile file;
  file.metadata =
      describeOptions(impl->options, impl->train, impl->stepOptions.scaler);
  std::vector<std::string> own = findOwnVariables(impl->state->getModule());
  std::vector<std::string> added = impl->findSavedVariables(impl->groupOpen);
  for (const auto *names : {&own, &added})
    for (const std::string &name : *names)
      file.tensors.emplace_back(name, *impl->state->variables.lookup(name));
  file.metadata[keys::format] = keys::formatName;
  file.metadata[keys::version] = keys::versionNumber;
  file.metadata[keys::trainerVariables] = nlohmann::json(added).dump();
  file.metadata[learningRateKey] = formatStateNumber(learningRate());
  file.metadata[weightDecayKey] = formatStateNumber(weightDecay());
  file.metadata[seedKey] = std::to_string(impl->state->seed);
  file.metadata[stepsKey] = std::to_string(impl->steps);
  file.metadata[microBatchesKey] = std::to_string(impl->microBatches);
  file.metadata[groupOpenKey] = formatFlag(impl->groupOpen);
  return file;
}

/// Finds the variables called `names` among the entries and checks that they
/// fit; notes what does not.
static void
matchEntries(const std::vector<std::string> &names,
             const VariableStore &variables,
             std::unordered_map<std::string, const Tensor *> &entries,
             std::vector<std::pair<const Tensor *, const Tensor *>> &matches,
             StateReader &reader) {
  for (const std::string &name : names) {
    auto entry = entries.find(name);
    if (entry == entries.end()) {
      reader.note("expects an entry for variable " + name);
      continue;
    }
    const Tensor *current = variables.lookup(name);
    const Tensor *saved = entry->second;
    if (current->shape() != saved->shape() ||
        current->elementType() != saved->elementType())
      reader.note("entry " + name + " expects " +
                  describeType(current->shape(), current->elementType()) +
                  ", got " +
                  describeType(saved->shape(), saved->elementType()));
    matches.push_back({current, saved});
    entries.erase(entry);
  }
}

Status Trainer::restoreState(const SafetensorsFile &state,
                             std::span<const Tensor> batch) {
  auto format = state.metadata.find(keys::format);
  if (format == state.metadata.end() || format->second != keys::formatName)
    return Failure{"expects a training state, got a file without the metadata "
                   "amp.format = training-state"};
  StateReader reader(state.metadata);
  reader.expect(keys::version, keys::versionNumber);
  if (Status known = reader.finish(); !known.ok())
    return known;
  // Options come first: with another optimizer no entry would fit.
  for (const auto &[key, value] :
       describeOptions(impl->options, impl->train, impl->stepOptions.scaler))
    reader.expect(key, value);
  if (Status same = reader.finish(); !same.ok())
    return same;
  if (Status checked = impl->checks.check(batch, /*finite=*/false);
      !checked.ok())
    return checked;
  if (Result<BatchPlans *> plans = impl->findPlans(batch); !plans.ok())
    return plans.takeFailure();

  auto open = state.metadata.find(groupOpenKey);
  bool groupOpen = open != state.metadata.end() && open->second == "true";
  if (groupOpen && !impl->stepOptions.accumulation)
    return Failure{"expects a trainer made with accumulation: the state was "
                   "saved inside a group"};
  std::unordered_map<std::string, const Tensor *> entries;
  for (const auto &[name, tensor] : state.tensors)
    entries[name] = &tensor;
  std::vector<std::pair<const Tensor *, const Tensor *>> matches;
  const VariableStore &variables = impl->state->variables;
  matchEntries(findOwnVariables(impl->state->getModule()), variables, entries,
               matches, reader);
  matchEntries(impl->findSavedVariables(groupOpen), variables, entries, matches,
               reader);
  for (const auto &[name, tensor] : state.tensors)
    if (entries.count(name))
      reader.note("entry " + name + " names no variable of this training");
  double learningRate = reader.readNumber(learningRateKey);
  double weightDecay = reader.readNumber(weightDecayKey);
  uint64_t seed = reader.readUnsigned(seedKey);
  int64_t steps = reader.readInteger(stepsKey);
  int64_t microBatches = reader.readInteger(microBatchesKey);
  reader.expect(groupOpenKey, formatFlag(groupOpen));
  if (Status fits = reader.finish(); !fits.ok())
    return fits;

  // In place: compiled programs hold the address of the storage.
  for (auto [current, saved] : matches)
    std::memmove(current->rawData(), saved->rawData(), saved->bytes());
  impl->state->noteWrite();
  impl->state->seed = seed;
  impl->steps = steps;
  impl->microBatches = microBatches;
  impl->groupOpen = groupOpen;
  setLearningRate(learningRate);
  setWeightDecay(weightDecay);
  return Status::success();
}

int64_t Trainer::steps() const { return impl->steps; }

Status amp::dropTrainerVariables(SafetensorsFile &file) {
  auto list = file.metadata.find(keys::trainerVariables);
  if (list == file.metadata.end())
    return Status::success();
  auto malformed = [] {
    return Failure{"expects a JSON array of names in the metadata " +
                   std::string(keys::trainerVariables)};
  };
  nlohmann::json parsed = nlohmann::json::parse(list->second, nullptr,
                                                /*allow_exceptions=*/false);
  if (!parsed.is_array())
    return malformed();
  std::set<std::string> names;
  for (const nlohmann::json &name : parsed) {
    if (!name.is_string())
      return malformed();
    names.insert(name.get<std::string>());
  }
  std::erase_if(file.tensors, [&](const std::pair<std::string, Tensor> &entry) {
    return names.count(entry.first) > 0;
  });
  return Status::success();
}
