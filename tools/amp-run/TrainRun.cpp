// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A training run from files to a saved model. Everything that can be found
// wrong before the first step is looked for before anything is written.

#include "TrainRun.h"

#include "Interrupt.h"
#include "Report.h"
#include "StepLog.h"
#include "amp/Engine/Engine.h"

#include <algorithm>
#include <cstdio>

using namespace amp;
using namespace amp::run;

using Clock = std::chrono::steady_clock;

namespace {

/// Loss and accuracy over a data set.
struct Evaluation {
  double loss = 0.0;
  int64_t correct = 0;
  /// Samples that have a label.
  int64_t labelled = 0;
};

class TrainRun {
public:
  explicit TrainRun(const TrainSettings &settings)
      : settings(settings),
        stages(settings.common, {"step", "accumulate", "apply"}),
        progress(!settings.common.quiet) {}

  /// Loads, compiles and checks everything.
  Status prepare();
  /// Trains until the last epoch or a signal, and saves.
  Status train();
  bool hasStopped() const { return stages.hasStopped(); }
  bool hasEmitFailed() const { return stages.hasEmitFailed(); }
  void printResult() const;

private:
  /// Continues from the file of --resume.
  Status resume();
  /// Trains what is left of the epoch that the batches are in.
  Status trainEpoch(int64_t epoch);
  Result<StepResult> takeStep(int64_t batchesLeft);
  /// Whether training ends before its last epoch does.
  bool endsEarly() const {
    return pendingSignal() ||
           (settings.maxSteps > 0 && trainer->steps() >= settings.maxSteps);
  }
  Result<Evaluation> evaluate();
  Status finishEpoch(int64_t epoch);
  Status save();
  Status saveState();
  void noteStatistics();
  void printEpoch(int64_t epoch) const;

  const TrainSettings &settings;
  StagePrinter stages;
  ProgressBar progress;
  std::optional<Model> model;
  std::optional<Trainer> trainer;
  std::optional<Dataset> data;
  std::optional<Dataset> evalData;
  std::optional<BatchIterator> batches;
  StepLog log;
  /// Whether a step was taken in this process.
  bool stepped = false;

  Clock::time_point start;
  double seconds = 0.0;
  double epochLoss = 0.0;
  double finalLoss = 0.0;
  int64_t skipped = 0;
  std::optional<Evaluation> evaluation;
  /// Of the step with the most memory; evaluation has plans of its own.
  CompileStatistics statistics;
  /// The steps that the saved file and the evaluation know of.
  int64_t savedAt = -1;
  int64_t evaluatedAt = -1;
};

} // namespace

/// What amp-run adds to the metadata of a training state.
static constexpr const char *accumulateKey = "amp.run.accumulate";
static constexpr const char *skippedKey = "amp.run.skipped";
static constexpr const char *finalLossKey = "amp.run.final_loss";
static constexpr const char *epochLossKey = "amp.run.epoch_loss";

static Status checkSavePath(const std::string &path) {
  if (!path.ends_with(".safetensors") && !path.ends_with(".npz"))
    return Failure{path + ": error: expects a .safetensors or .npz file"};
  return checkWritable(path);
}

/// Fails where an output would take the place of another file of the run. A
/// state may be saved over the one that was read.
static Status checkOutputs(const TrainSettings &settings) {
  const CommonOptions &common = settings.common;
  const NamedFile save{"--save", settings.save};
  const std::vector<NamedFile> data = {{"the model", common.model},
                                       {"--data", settings.data},
                                       {"--eval", settings.eval},
                                       {"--policy", common.policy}};
  if (Status apart = checkApart(save, data); !apart.ok())
    return apart;
  std::vector<NamedFile> all = data;
  all.insert(
      all.end(),
      {save, {"--weights", common.weights}, {"--resume", settings.resume}});
  return checkApart({"--log", settings.log}, all);
}

Status TrainRun::prepare() {
  const CommonOptions &common = settings.common;
  Result<Model> loaded = Model::load(common.model, common.seed);
  if (!loaded.ok())
    return loaded.takeFailure();
  model = loaded.take();
  if (!common.weights.empty())
    if (Status read = model->loadWeights(common.weights); !read.ok())
      return inFile(common.weights, read.message());
  Result<Trainer> created =
      Trainer::create(*model, stages.makeCompileOptions(), settings.train);
  if (!created.ok())
    return created.takeFailure();
  trainer.emplace(created.take());

  Result<Dataset> samples =
      Dataset::load(settings.data, trainer->inputs(), /*finite=*/true);
  if (!samples.ok())
    return inFile(settings.data, samples.message());
  data = samples.take();
  if (settings.dropLast && data->samples() < settings.batch)
    return Failure{settings.data + ": error: expects at least " +
                   std::to_string(settings.batch) +
                   " samples, one batch, got " +
                   std::to_string(data->samples())};
  if (!settings.eval.empty()) {
    Result<Dataset> eval =
        Dataset::load(settings.eval, trainer->inputs(), /*finite=*/false);
    if (!eval.ok())
      return inFile(settings.eval, eval.message());
    evalData = eval.take();
  }
  BatchIterator::Options options;
  options.batch = settings.batch;
  options.dropLast = settings.dropLast;
  options.shuffle = settings.shuffle;
  options.seed = common.seed;
  batches.emplace(*data, options);
  if (!settings.resume.empty())
    if (Status resumed = resume(); !resumed.ok())
      return inFile(settings.resume, resumed.message());
  if (Status apart = checkOutputs(settings); !apart.ok())
    return apart;
  if (!settings.save.empty())
    if (Status writable = checkSavePath(settings.save); !writable.ok())
      return writable;
  if (settings.log.empty() || !common.stopAfter.empty())
    return Status::success();
  return log.open(settings.log, trainer->steps());
}

Status TrainRun::resume() {
  if (!settings.resume.ends_with(".safetensors"))
    return Failure{"expects a .safetensors file"};
  Result<SafetensorsFile> file = loadSafetensors(settings.resume);
  if (!file.ok())
    return file.takeFailure();
  // The trainer looks at the shapes of a batch; it need not be the next.
  Result<std::span<const Tensor>> batch = batches->next();
  if (!batch.ok())
    return batch.takeFailure();
  if (Status restored = trainer->restoreState(*file, *batch); !restored.ok())
    return restored;
  if (Status restored = batches->restoreState(file->metadata); !restored.ok())
    return restored;
  StateReader reader(file->metadata);
  reader.expect(accumulateKey, std::to_string(settings.accumulate));
  skipped = reader.readInteger(skippedKey);
  finalLoss = reader.readNumber(finalLossKey);
  epochLoss = reader.readNumber(epochLossKey);
  int64_t taken = batches->batchesTaken();
  if (taken % settings.accumulate != 0 && taken != batches->batchesPerEpoch())
    reader.note("expects a position between groups of " +
                std::to_string(settings.accumulate) + " batches, got " +
                std::to_string(taken));
  if (batches->epoch() >= settings.epochs)
    reader.note("expects epochs of at least " +
                std::to_string(batches->epoch() + 1) + " as reached, got " +
                std::to_string(settings.epochs));
  if (settings.learningRate)
    trainer->setLearningRate(*settings.learningRate);
  if (settings.weightDecay)
    trainer->setWeightDecay(*settings.weightDecay);
  return reader.finish();
}

Result<StepResult> TrainRun::takeStep(int64_t batchesLeft) {
  if (settings.accumulate == 1) {
    Result<std::span<const Tensor>> batch = batches->next();
    if (!batch.ok())
      return batch.takeFailure();
    return trainer->step(*batch);
  }
  // The size of the group is known before its first micro-batch: a shorter
  // last group is an average, too.
  int64_t group = std::min(settings.accumulate, batchesLeft);
  double loss = 0.0;
  for (int64_t i = 0; i < group; ++i) {
    Result<std::span<const Tensor>> batch = batches->next();
    if (!batch.ok())
      return batch.takeFailure();
    Result<double> part =
        trainer->accumulate(*batch, 1.0 / double(group), /*first=*/i == 0);
    if (!part.ok())
      return part.takeFailure();
    loss += *part / double(group);
  }
  Result<StepResult> result = trainer->apply();
  if (result.ok())
    result->loss = loss;
  return result;
}

Status TrainRun::trainEpoch(int64_t epoch) {
  // A last group may be shorter.
  auto groups = [&](int64_t count) {
    return count / settings.accumulate + (count % settings.accumulate != 0);
  };
  int64_t total = groups(batches->batchesPerEpoch());
  std::string label =
      "epoch " + std::to_string(epoch) + "/" + std::to_string(settings.epochs);
  for (int64_t done = groups(batches->batchesTaken());
       done < total && !endsEarly();) {
    Clock::time_point before = Clock::now();
    StepInfo info;
    info.learningRate = trainer->learningRate();
    Result<StepResult> result =
        takeStep(batches->batchesPerEpoch() - batches->batchesTaken());
    if (!result.ok())
      return result.takeFailure();
    if (!stepped)
      if (Status seen = stages.checkSeen(); !seen.ok())
        return seen;
    bool first = !stepped;
    stepped = true;
    ++done;
    // Only an epoch's last batch may have another size than its first.
    if (first || done == total)
      noteStatistics();
    info.step = trainer->steps();
    info.epoch = epoch;
    info.milliseconds = secondsSince(before) * 1e3;
    skipped += result->skipped;
    // The sign of a NaN differs between targets and says nothing.
    finalLoss = std::isnan(result->loss)
                    ? std::numeric_limits<double>::quiet_NaN()
                    : result->loss;
    epochLoss += result->loss / double(total);
    if (Status written = log.write(info, *result); !written.ok())
      return written;
    if (settings.saveEverySteps > 0 &&
        trainer->steps() % settings.saveEverySteps == 0)
      if (Status saved = save(); !saved.ok())
        return saved;
    progress.update(label, done, total);
  }
  return Status::success();
}

Result<Evaluation> TrainRun::evaluate() {
  // Enough for any small set at once; a large one need not fit in memory with
  // all its intermediate tensors.
  constexpr int64_t limit = 4096;
  BatchIterator::Options options;
  options.batch = settings.evalBatch;
  if (options.batch == 0) {
    // A model with a fixed number of samples takes no other.
    int64_t declared = trainer->inputs().front().shape.front();
    options.batch =
        declared > 0 ? declared : std::min(evalData->samples(), limit);
  }
  BatchIterator batches(*evalData, options);
  Evaluation total;
  for (int64_t i = 0, n = batches.batchesPerEpoch(); i < n; ++i) {
    Result<std::span<const Tensor>> batch = batches.next();
    if (!batch.ok())
      return batch.takeFailure();
    Result<EvalResult> part = trainer->evaluate(*batch);
    if (!part.ok())
      return part.takeFailure();
    double share =
        double(batch->front().extent(0)) / double(evalData->samples());
    total.loss += part->loss * share;
    total.correct += part->correct;
    total.labelled += part->samples;
  }
  return total;
}

Status TrainRun::saveState() {
  Result<SafetensorsFile> state = trainer->saveState();
  if (!state.ok())
    return state.takeFailure();
  batches->saveState(state->metadata);
  state->metadata[accumulateKey] = std::to_string(settings.accumulate);
  state->metadata[skippedKey] = std::to_string(skipped);
  state->metadata[finalLossKey] = formatStateNumber(finalLoss);
  state->metadata[epochLossKey] = formatStateNumber(epochLoss);
  return saveSafetensors(settings.save, *state);
}

Status TrainRun::save() {
  if (settings.save.empty() || savedAt == trainer->steps())
    return Status::success();
  Status saved = settings.save.ends_with(".npz")
                     ? model->saveWeights(settings.save)
                     : saveState();
  if (!saved.ok())
    return inFile(settings.save, saved.message());
  savedAt = trainer->steps();
  return Status::success();
}

Status TrainRun::finishEpoch(int64_t epoch) {
  // Before the evaluation, which may fail.
  bool due = settings.saveEvery > 0 && epoch % settings.saveEvery == 0;
  if (due || epoch == settings.epochs)
    if (Status saved = save(); !saved.ok())
      return saved;
  bool shown = !settings.common.quiet && !settings.common.json;
  if (evalData && (shown || epoch == settings.epochs)) {
    progress.clear();
    Result<Evaluation> result = evaluate();
    if (!result.ok())
      return result.takeFailure();
    evaluation = *result;
    evaluatedAt = trainer->steps();
  }
  progress.clear();
  if (shown)
    printEpoch(epoch);
  return Status::success();
}

void TrainRun::noteStatistics() {
  CompileStatistics latest = trainer->statistics();
  if (latest.peakBytes >= statistics.peakBytes)
    statistics = std::move(latest);
}

void TrainRun::printEpoch(int64_t epoch) const {
  std::printf("epoch %lld/%lld: loss %.6g", static_cast<long long>(epoch),
              static_cast<long long>(settings.epochs), epochLoss);
  if (evaluation) {
    std::printf(", eval loss %.6g", evaluation->loss);
    if (evaluation->labelled > 0)
      std::printf(", eval accuracy %.4f",
                  double(evaluation->correct) / double(evaluation->labelled));
  }
  std::printf(" (%.1f s)\n", secondsSince(start));
  std::fflush(stdout);
}

Status TrainRun::train() {
  start = Clock::now();
  // The epoch is a new one, or the one that --resume came into.
  for (int64_t epoch = batches->epoch() + 1;;) {
    if (Status trained = trainEpoch(epoch); !trained.ok())
      return trained;
    bool complete = batches->batchesTaken() == batches->batchesPerEpoch();
    if (pendingSignal() || !complete)
      break;
    if (Status finished = finishEpoch(epoch); !finished.ok())
      return finished;
    if (epoch == settings.epochs || endsEarly())
      break;
    batches->startEpoch(epoch++);
    epochLoss = 0.0;
  }
  progress.clear();
  seconds = secondsSince(start);
  CompileStatistics latest = trainer->statistics();
  statistics.compileSeconds = latest.compileSeconds;
  statistics.kernelsCompiled = latest.kernelsCompiled;
  // An interrupted run must not leave figures of an earlier state.
  if (evaluatedAt != trainer->steps())
    evaluation.reset();
  // Nothing was learnt before the first step; an older file is worth more.
  return trainer->steps() > 0 ? save() : Status::success();
}

void TrainRun::printResult() const {
  int64_t steps = trainer->steps();
  if (settings.common.json) {
    Json result = {{"steps", steps}, {"skipped", skipped}};
    result["final_loss"] = steps > 0 ? makeNumber(finalLoss) : Json();
    result["eval_loss"] = evaluation ? makeNumber(evaluation->loss) : Json();
    bool labelled = evaluation && evaluation->labelled > 0;
    result["eval_accuracy"] =
        labelled
            ? Json(double(evaluation->correct) / double(evaluation->labelled))
            : Json();
    result["seconds"] = seconds;
    result["compile_seconds"] = statistics.compileSeconds;
    result["peak_bytes"] = statistics.peakBytes;
    printJsonLine(result);
  } else {
    std::printf("%lld steps, %lld skipped, final loss %.6g",
                static_cast<long long>(steps), static_cast<long long>(skipped),
                finalLoss);
    if (evaluation && evaluation->labelled > 0)
      std::printf(", eval accuracy %.4f",
                  double(evaluation->correct) / double(evaluation->labelled));
    std::printf("\n");
  }
  printStatistics(settings.common, statistics);
}

int amp::run::runTraining(const TrainSettings &settings) {
  installSignalHandlers();
  TrainRun run(settings);
  Status status = run.prepare();
  if (status.ok())
    status = run.train();
  if (std::optional<int> code =
          endBeforeResult(status, run.hasEmitFailed(), run.hasStopped()))
    return *code;
  run.printResult();
  int code = finishOutput(exitSuccess);
  // What was trained until the signal is saved and reported.
  if (int signal = pendingSignal())
    return reportInterrupt(signal);
  return code;
}
