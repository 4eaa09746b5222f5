// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times a training step or a call and prints what its plan consists of.

#include "BenchRun.h"

#include "DevicePlanReport.h"
#include "Interrupt.h"
#include "Report.h"
#include "amp/Engine/Engine.h"

#include <algorithm>
#include <cstdio>

using namespace amp;
using namespace amp::run;

namespace {

class Benchmark {
public:
  explicit Benchmark(const BenchSettings &settings)
      : settings(settings), train(settings.train) {}

  /// Loads the model, makes the inputs and compiles.
  Status prepare();
  /// Runs and takes the times.
  Status measure();
  Status print();
  bool hasEmitFailed() const { return stages && stages->hasEmitFailed(); }
  bool hasStopped() const { return stages && stages->hasStopped(); }

private:
  Status runOnce();
  CompileStatistics readStatistics() const {
    return trainer ? trainer->statistics() : executable->statistics();
  }
  /// The time at `part` of the sorted times, 0.5 being the median.
  double findTime(double part) const {
    return times[size_t(part * double(times.size() - 1) + 0.5)];
  }
  void printJson(const CompileStatistics &statistics) const;
  void printText(const CompileStatistics &statistics,
                 const MachineRates *rates) const;

  const BenchSettings &settings;
  TrainOptions train;
  std::optional<StagePrinter> stages;
  std::string what;
  std::optional<Trainer> trainer;
  std::optional<Executable> executable;
  std::vector<Tensor> inputs;
  /// In milliseconds, sorted at the end.
  std::vector<double> times;
};

} // namespace

Status Benchmark::prepare() {
  const CommonOptions &common = settings.common;
  // A plan needs no values, and a model may be larger than this machine.
  Result<Model> model = settings.planOnly && common.weights.empty()
                            ? Model::loadStructure(common.model)
                            : Model::load(common.model, common.seed);
  if (!model.ok())
    return model.takeFailure();
  if (!common.weights.empty())
    if (Status read = model->loadWeights(common.weights); !read.ok())
      return inFile(common.weights, read.message());
  bool trains = settings.function.empty() && model->inputs("loss").ok();
  std::string function =
      settings.function.empty() ? "forward" : settings.function;
  what = trains ? "training step" : "call of " + function;
  stages.emplace(common, std::vector<std::string>{trains ? "step" : function});
  CompileOptions options = stages->makeCompileOptions();
  options.profileSteps = settings.profile;
  if (trains) {
    Result<Trainer> created = Trainer::create(*model, options, train);
    if (!created.ok())
      return inFile(common.model, created.message());
    trainer.emplace(created.take());
  } else {
    Result<Executable> created = Executable::create(*model, function, options);
    if (!created.ok())
      return inFile(common.model, created.message());
    executable.emplace(created.take());
  }
  Result<std::vector<Tensor>> made = settings.samples.make(
      trains ? trainer->inputs() : executable->inputs(), common.seed);
  if (!made.ok())
    return made.takeFailure();
  inputs = made.take();
  Status compiled =
      trains ? trainer->prepare(inputs) : executable->prepare(inputs);
  if (!compiled.ok())
    return compiled;
  return stages->checkSeen();
}

Status Benchmark::runOnce() {
  if (trainer) {
    Result<StepResult> step = trainer->step(inputs);
    return step.ok() ? Status::success() : Status(step.takeFailure());
  }
  Result<std::vector<Tensor>> outputs = executable->run(inputs);
  return outputs.ok() ? Status::success() : Status(outputs.takeFailure());
}

Status Benchmark::measure() {
  using Clock = std::chrono::steady_clock;
  constexpr int warmUps = 5;
  constexpr size_t fewest = 10, most = 10000;
  constexpr double enoughSeconds = 1.0;
  auto wanted = static_cast<size_t>(settings.iterations);
  times.reserve(wanted > 0 ? wanted : most);
  ProgressBar progress(!settings.common.quiet && wanted > fewest);
  Clock::time_point start = Clock::now();
  // A slow target is not warmed up for longer than it is measured.
  for (int i = 0; i < warmUps && secondsSince(start) < enoughSeconds; ++i)
    if (Status ran = runOnce(); !ran.ok())
      return ran;
  start = Clock::now();
  auto isEnough = [&] {
    if (wanted > 0)
      return times.size() >= wanted;
    return times.size() >= most ||
           (times.size() >= fewest && secondsSince(start) >= enoughSeconds);
  };
  while (!isEnough()) {
    Clock::time_point before = Clock::now();
    if (Status ran = runOnce(); !ran.ok())
      return ran;
    times.push_back(secondsSince(before) * 1e3);
    progress.update("bench", int64_t(times.size()), int64_t(wanted));
    if (pendingSignal())
      return Failure{interruption};
  }
  std::sort(times.begin(), times.end());
  return Status::success();
}

void Benchmark::printJson(const CompileStatistics &statistics) const {
  bool ran = !times.empty();
  Json result = {{"compile_seconds", statistics.compileSeconds},
                 {"cached", statistics.kernelsLoaded > 0 &&
                                statistics.kernelsCompiled == 0},
                 {"median_ms", ran ? Json(findTime(0.5)) : Json()},
                 {"p95_ms", ran ? Json(findTime(0.95)) : Json()},
                 {"iterations", times.size()},
                 {"peak_bytes", statistics.peakBytes},
                 {"lower_bound_bytes", statistics.lowerBoundBytes},
                 {"casts", statistics.casts},
                 {"cast_bytes", statistics.castBytes},
                 {"kernels", statistics.kernels},
                 {"library_calls", statistics.libraryCalls},
                 {"threads", statistics.threads},
                 {"cpu", statistics.cpu},
                 {"precision", settings.common.precision}};
  if (statistics.devicePlan)
    addDevicePlan(statistics, result);
  printJsonLine(result);
}

/// One line a step, in order.
static void printSteps(const std::vector<PlanStep> &steps,
                       const MachineRates &rates) {
  std::printf("%-28s %6s %12s %14s %10s %9s\n", "step", "sets", "bytes",
              "operations", "scratch", "us");
  for (const PlanStep &step : steps)
    std::printf("%-28s %6lld %12lld %14lld %10lld %9.2f\n", step.name.c_str(),
                static_cast<long long>(step.instances),
                static_cast<long long>(step.bytes),
                static_cast<long long>(step.operations),
                static_cast<long long>(step.scratchBytes),
                predictSeconds({step}, rates) * 1e6);
}

void Benchmark::printText(const CompileStatistics &statistics,
                          const MachineRates *rates) const {
  auto number = [](int64_t value) { return static_cast<long long>(value); };
  const CommonOptions &common = settings.common;
  bool isForDevice = statistics.devicePlan != nullptr;
  if (settings.planOnly && isForDevice)
    printDevicePlan(statistics);
  else if (settings.planOnly && rates)
    printSteps(*statistics.steps, *rates);
  std::printf("%s: %s, %s", common.model.c_str(), what.c_str(),
              common.precision.c_str());
  for (size_t i = 0; i < inputs.size(); ++i)
    std::printf(
        ", %s %s",
        (trainer ? trainer->inputs() : executable->inputs())[i].name.c_str(),
        describeType(inputs[i].shape(), inputs[i].elementType()).c_str());
  if (isForDevice)
    std::printf("\n%s\n", statistics.provider.empty()
                              ? "no device"
                              : statistics.provider.c_str());
  else
    std::printf("\n%u %s on %s, %s\n", statistics.threads,
                statistics.threads == 1 ? "thread" : "threads",
                statistics.cpu.empty() ? "the interpreter"
                                       : statistics.cpu.c_str(),
                statistics.provider.empty() ? "no library"
                                            : statistics.provider.c_str());
  if (!times.empty())
    std::printf("time      median %.4f ms, 95th percentile %.4f ms, %zu "
                "iterations\n",
                findTime(0.5), findTime(0.95), times.size());
  std::printf("compiled  in %.3f s: %lld kernels, %lld more from the cache\n",
              statistics.compileSeconds, number(statistics.kernelsCompiled),
              number(statistics.kernelsLoaded));
  if (statistics.kernels == 0 && !statistics.steps)
    return;
  std::printf("launches  %lld kernels, %lld library calls\n",
              number(statistics.kernels), number(statistics.libraryCalls));
  std::printf("casts     %lld, %lld bytes before fusion\n",
              number(statistics.casts), number(statistics.castBytes));
  std::printf("memory    peak %lld bytes, lower bound %lld bytes; variables, "
              "inputs and outputs %lld bytes\n",
              number(statistics.peakBytes), number(statistics.lowerBoundBytes),
              number(statistics.boundaryBytes));
  if (isForDevice)
    printDeviceTotals(statistics);
  if (!rates)
    return;
  double predicted = predictSeconds(*statistics.steps, *rates) * 1e3;
  std::printf("roofline  %.4f ms at %.1f GB/s, %.0f GFLOP/s in f32, %.0f in "
              "bf16",
              predicted, rates->bytesPerSecond * 1e-9,
              rates->f32PerSecond * 1e-9, rates->bf16PerSecond * 1e-9);
  if (!times.empty())
    std::printf(": %.0f %% of the time", 100.0 * predicted / findTime(0.5));
  std::printf("\n");
}

Status Benchmark::print() {
  CompileStatistics statistics = readStatistics();
  if (settings.common.json) {
    printJson(statistics);
    return Status::success();
  }
  std::optional<MachineRates> rates;
  // A GPU's rates are documented; this machine's are measured.
  if (statistics.steps && !statistics.devicePlan) {
    CompileOptions options;
    options.threads = settings.common.threads;
    Result<MachineRates> measured =
        measureRates(options, statistics.peakBytes + statistics.boundaryBytes);
    if (!measured.ok())
      return measured.takeFailure();
    rates = *measured;
  }
  printText(statistics, rates ? &*rates : nullptr);
  return Status::success();
}

int amp::run::runBenchmark(const BenchSettings &settings) {
  installSignalHandlers();
  Benchmark benchmark(settings);
  Status status = benchmark.prepare();
  if (status.ok() && !settings.planOnly)
    status = benchmark.measure();
  if (status.ok())
    status = benchmark.print();
  if (std::optional<int> code = endBeforeResult(
          status, benchmark.hasEmitFailed(), benchmark.hasStopped()))
    return *code;
  return finishOutput(exitSuccess);
}
