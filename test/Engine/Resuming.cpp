// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A training state through the interface: within one process, within a group,
// with metadata of the caller's own, and what it refuses.

#include "EngineTest.h"

using namespace amp;

/// A copy that later steps do not write to.
static SafetensorsFile takeState(const Trainer &trainer) {
  SafetensorsFile state = need(trainer.saveState());
  for (auto &[name, tensor] : state.tensors)
    tensor = need(tensor.clone());
  return state;
}

static bool sameState(const SafetensorsFile &a, const SafetensorsFile &b) {
  if (a.metadata != b.metadata || a.tensors.size() != b.tensors.size())
    return false;
  for (size_t i = 0; i < a.tensors.size(); ++i)
    if (a.tensors[i].first != b.tensors[i].first ||
        !sameBits(a.tensors[i].second, b.tensors[i].second))
      return false;
  return true;
}

static bool holds(const SafetensorsFile &state, const std::string &name) {
  for (const auto &[entry, tensor] : state.tensors)
    if (entry == name)
      return true;
  return false;
}

/// Going back to a state in the same process repeats the steps after it,
/// although low-precision copies of later weights are there.
static void stepsRepeat(CompileOptions options, const std::string &models) {
  options.precision = Precision::BF16;
  Model model = need(Model::load(models + "/mlp.mlir", 3));
  Trainer trainer = need(Trainer::create(model, options));
  CHECK_MESSAGE(trainer.saveState(), "expects a trainer that took a step");
  std::vector batch = makeDigits(models, 0, 8);
  trainer.setLearningRate(0.1);
  need(trainer.step(batch));
  SafetensorsFile state = takeState(trainer);
  CHECK(!holds(state, "fc1.weight.bf16"));
  CHECK(trainer.steps() == 1);
  trainer.setLearningRate(0.3);
  double loss = need(trainer.step(batch)).loss;
  need(trainer.step(batch));
  CHECK(trainer.steps() == 3);
  need(trainer.restoreState(state, batch));
  CHECK(trainer.steps() == 1);
  CHECK(trainer.learningRate() == 0.1);
  CHECK(sameState(takeState(trainer), state));
  CHECK(need(trainer.step(batch)).loss == loss);
}

/// A state within a group holds the gradients; another trainer ends the group.
static void groupsGoOn(const CompileOptions &options,
                       const std::string &models) {
  TrainOptions train;
  train.optimizer.kind = OptimizerOptions::Kind::Sgd;
  train.optimizer.momentum = 0.9;
  train.accumulation = true;
  train.scaler.enabled = true;
  std::vector first = makeDigits(models, 0, 8);
  std::vector second = makeDigits(models, 8, 8);
  Model model = need(Model::load(models + "/mlp.mlir", 3));
  Trainer trainer = need(Trainer::create(model, options, train));
  need(trainer.accumulate(first, 0.5, true));
  SafetensorsFile state = takeState(trainer);
  CHECK(holds(state, "fc1.weight.grad"));
  need(trainer.accumulate(second, 0.5, false));
  need(trainer.apply());
  SafetensorsFile after = takeState(trainer);
  CHECK(!holds(after, "fc1.weight.grad"));
  CHECK(after.metadata.at("amp.micro_batches") == "2");

  Model otherModel = need(Model::load(models + "/mlp.mlir", 9));
  Trainer other = need(Trainer::create(otherModel, options, train));
  need(other.restoreState(state, second));
  need(other.accumulate(second, 0.5, false));
  need(other.apply());
  CHECK(sameState(takeState(other), after));

  train.accumulation = false;
  Trainer plain = need(Trainer::create(otherModel, options, train));
  CHECK_MESSAGE(plain.restoreState(state, second), "saved inside a group");
}

/// A state that does not fit changes nothing.
static void unfitStatesChangeNothing(const CompileOptions &options,
                                     const std::string &models) {
  std::vector batch = makeDigits(models, 0, 8);
  Model model = need(Model::load(models + "/mlp.mlir", 3));
  Trainer trainer = need(Trainer::create(model, options));
  need(trainer.step(batch));
  SafetensorsFile state = takeState(trainer);
  need(trainer.step(batch));
  SafetensorsFile before = takeState(trainer);
  SafetensorsFile broken = state;
  broken.tensors.pop_back();
  CHECK_MESSAGE(trainer.restoreState(broken, batch), "expects an entry for");
  broken = state;
  broken.metadata["amp.steps"] = "many";
  CHECK_MESSAGE(trainer.restoreState(broken, batch), "got 'many'");
  CHECK_MESSAGE(trainer.restoreState({}, batch), "expects a training state");
  CHECK(sameState(takeState(trainer), before));
  // Metadata of the caller's own is none of the trainer's business.
  state.metadata["author"] = "somebody";
  need(trainer.restoreState(state, batch));
}

/// A position is one of the same data in the same order, or none.
static void positionsAreChecked(const std::string &models) {
  Model model = need(Model::load(models + "/mlp.mlir"));
  std::vector<TensorInfo> inputs = need(model.inputs("loss"));
  Dataset data = need(Dataset::create(makeDigits(models, 0, 30), inputs, true));
  BatchIterator batches(data, {8, false, true, 7});
  batches.startEpoch(5);
  for (int i = 0; i < 3; ++i)
    need(batches.next());
  StateMetadata metadata;
  batches.saveState(metadata);
  std::vector<Tensor> last;
  for (const Tensor &tensor : need(batches.next()))
    last.push_back(need(tensor.clone()));
  CHECK(batches.batchesTaken() == 4);

  BatchIterator other(data, {8, false, true, 7});
  need(other.restoreState(metadata));
  CHECK(other.epoch() == 5 && other.batchesTaken() == 3);
  std::span<const Tensor> next = need(other.next());
  CHECK(next.size() == 2 && sameBits(next[0], last[0]) &&
        sameBits(next[1], last[1]));
  CHECK(need(other.next()).empty());
  BatchIterator smaller(data, {7, false, true, 7});
  CHECK_MESSAGE(smaller.restoreState(metadata), "batch 8 as saved, got 7");
  metadata["amp.data.batches"] = "5";
  CHECK_MESSAGE(other.restoreState(metadata), "at most 4 batches, got 5");
}

void testResuming(const CompileOptions &options, const std::string &models) {
  stepsRepeat(options, models);
  groupsGoOn(options, models);
  unfitStatesChangeNothing(options, models);
  positionsAreChecked(models);
}
