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
  void printResult() const;

private:
  Status trainEpoch(BatchIterator &batches, int64_t epoch);
  Result<StepResult> takeStep(BatchIterator &batches, int64_t batchesLeft);
  Result<Evaluation> evaluate();
  Status finishEpoch(int64_t epoch);
  Status save();
  void noteStatistics();
  void printEpoch(int64_t epoch) const;

  const TrainSettings &settings;
  StagePrinter stages;
  ProgressBar progress;
  std::optional<Model> model;
  std::optional<Trainer> trainer;
  std::optional<Dataset> data;
  std::optional<Dataset> evalData;
  StepLog log;

  Clock::time_point start;
  double seconds = 0.0;
  double epochLoss = 0.0;
  double finalLoss = 0.0;
  int64_t steps = 0;
  int64_t skipped = 0;
  std::optional<Evaluation> evaluation;
  /// Of the step with the most memory; evaluation has plans of its own.
  CompileStatistics statistics;
  /// The steps that the saved file and the evaluation know of.
  int64_t savedAt = -1;
  int64_t evaluatedAt = -1;
};

} // namespace

static Status checkSavePath(const std::string &path) {
  if (!path.ends_with(".safetensors") && !path.ends_with(".npz"))
    return Failure{path + ": error: expects a .safetensors or .npz file"};
  return checkWritable(path);
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
  if (!settings.save.empty())
    if (Status writable = checkSavePath(settings.save); !writable.ok())
      return writable;
  if (settings.log.empty() || !common.stopAfter.empty())
    return Status::success();
  return log.open(settings.log);
}

Result<StepResult> TrainRun::takeStep(BatchIterator &batches,
                                      int64_t batchesLeft) {
  if (settings.accumulate == 1) {
    Result<std::span<const Tensor>> batch = batches.next();
    if (!batch.ok())
      return batch.takeFailure();
    return trainer->step(*batch);
  }
  // The size of the group is known before its first micro-batch: a shorter
  // last group is an average, too.
  int64_t group = std::min(settings.accumulate, batchesLeft);
  double loss = 0.0;
  for (int64_t i = 0; i < group; ++i) {
    Result<std::span<const Tensor>> batch = batches.next();
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

Status TrainRun::trainEpoch(BatchIterator &batches, int64_t epoch) {
  batches.startEpoch(epoch - 1);
  int64_t left = batches.batchesPerEpoch();
  int64_t total = (left + settings.accumulate - 1) / settings.accumulate;
  std::string label =
      "epoch " + std::to_string(epoch) + "/" + std::to_string(settings.epochs);
  epochLoss = 0.0;
  for (int64_t done = 0; done < total;) {
    Clock::time_point before = Clock::now();
    StepInfo info;
    info.learningRate = trainer->learningRate();
    Result<StepResult> result = takeStep(batches, left);
    if (!result.ok())
      return result.takeFailure();
    if (steps == 0)
      if (Status seen = stages.checkSeen(); !seen.ok())
        return seen;
    left -= settings.accumulate;
    ++done;
    // Only an epoch's last batch may have another size than its first.
    if (done == 1 || done == total)
      noteStatistics();
    info.step = ++steps;
    info.epoch = epoch;
    info.milliseconds = secondsSince(before) * 1e3;
    skipped += result->skipped;
    finalLoss = result->loss;
    epochLoss += result->loss / double(total);
    if (Status written = log.write(info, *result); !written.ok())
      return written;
    progress.update(label, done, total);
    if (pendingSignal())
      break;
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

Status TrainRun::save() {
  if (settings.save.empty() || savedAt == steps)
    return Status::success();
  if (Status saved = model->saveWeights(settings.save); !saved.ok())
    return inFile(settings.save, saved.message());
  savedAt = steps;
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
    evaluatedAt = steps;
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
  BatchIterator::Options options;
  options.batch = settings.batch;
  options.dropLast = settings.dropLast;
  options.shuffle = settings.shuffle;
  options.seed = settings.common.seed;
  BatchIterator batches(*data, options);
  for (int64_t epoch = 1; epoch <= settings.epochs && !pendingSignal();
       ++epoch) {
    if (Status trained = trainEpoch(batches, epoch); !trained.ok())
      return trained;
    if (pendingSignal())
      break;
    if (Status finished = finishEpoch(epoch); !finished.ok())
      return finished;
  }
  progress.clear();
  seconds = secondsSince(start);
  CompileStatistics latest = trainer->statistics();
  statistics.compileSeconds = latest.compileSeconds;
  statistics.kernelsCompiled = latest.kernelsCompiled;
  // An interrupted run must not leave figures of an earlier state.
  if (evaluatedAt != steps)
    evaluation.reset();
  // Nothing was learnt before the first step; an older file is worth more.
  return steps > 0 ? save() : Status::success();
}

void TrainRun::printResult() const {
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
    std::printf("%s\n", result.dump().c_str());
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
  if (run.hasStopped())
    return finishOutput(exitSuccess);
  if (!status.ok())
    return reportError(status.message());
  run.printResult();
  int code = finishOutput(exitSuccess);
  if (int signal = pendingSignal()) {
    std::fprintf(stderr, "amp-run: interrupted by signal %d\n", signal);
    return 128 + signal;
  }
  return code;
}
