// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the training step of a model through the library's interface and
// prints one line a stage: its name, the function, the milliseconds it took on
// the clock and on all CPUs, and the process's peak memory in MiB so far. Stops
// before code generation unless asked for it. bench-compile.py makes tables of
// it.

#include "amp/Engine/Trainer.h"

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using namespace amp;

namespace {

/// The choices on the command line.
struct Arguments {
  std::string model;
  /// Extent of the inputs' dynamic dimensions.
  int64_t batch = 4;
  bool generatesCode = false;
  CompileOptions compile;
  TrainOptions train;
};

/// Prints the time since the last call, or since it was made.
class StageClock {
public:
  void print(std::string_view stage, std::string_view function) {
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf(
        "%.*s %.*s %.3f %.3f %.1f\n", int(stage.size()), stage.data(),
        function.empty() ? 1 : int(function.size()),
        function.empty() ? "-" : function.data(),
        std::chrono::duration<double, std::milli>(Clock::now() - last).count(),
        1e3 * double(std::clock() - cpu) / CLOCKS_PER_SEC,
        usage.ru_maxrss / 1024.0);
    restart();
  }
  void restart() {
    last = Clock::now();
    cpu = std::clock();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last = Clock::now();
  std::clock_t cpu = std::clock();
};

int fail(const std::string &message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 1;
}

bool parse(int argc, char **argv, Arguments &arguments) {
  for (int i = 1; i < argc; ++i) {
    std::string_view text(argv[i]);
    if (text == "--codegen")
      arguments.generatesCode = true;
    else if (text == "--bf16")
      arguments.compile.precision = Precision::BF16;
    else if (text == "--f16")
      arguments.compile.precision = Precision::F16;
    else if (text == "--no-fuse")
      arguments.compile.fuse = false;
    else if (text == "--sgd")
      arguments.train.optimizer.kind = OptimizerOptions::Kind::Sgd;
    else if (text.starts_with("--batch="))
      arguments.batch = std::atoll(argv[i] + std::strlen("--batch="));
    else if (text.starts_with("-") || !arguments.model.empty())
      return false;
    else
      arguments.model = text;
  }
  return !arguments.model.empty();
}

} // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments))
    return fail("usage: compile-stages MODEL [--bf16 | --f16] [--sgd] "
                "[--no-fuse] [--batch=N] [--codegen]");
  StageClock clock;
  bool stopped = false;
  arguments.compile.observer = [&](std::string_view stage,
                                   std::string_view function,
                                   const std::function<std::string()> &print) {
    clock.print(stage, function);
    if (stage == "autocast") {
      print();
      clock.print("export", function);
    }
    stopped = stage == "plan-memory" && function == "step" &&
              !arguments.generatesCode;
    return !stopped;
  };
  Result<Model> model = Model::load(arguments.model);
  if (!model.ok())
    return fail(model.message());
  clock.print("import", "");
  Result<Trainer> trainer =
      Trainer::create(*model, arguments.compile, arguments.train);
  if (!trainer.ok())
    return fail(trainer.message());
  std::vector<Tensor> batch;
  for (TensorInfo info : trainer->inputs()) {
    for (int64_t &extent : info.shape)
      extent = extent < 0 ? arguments.batch : extent;
    Result<Tensor> tensor = Tensor::zeros(info.shape, info.type);
    if (!tensor.ok())
      return fail(tensor.message());
    batch.push_back(tensor.take());
  }
  clock.restart();
  Result<StepResult> step = trainer->step(batch);
  if (stopped)
    return 0;
  if (!step.ok())
    return fail(step.message());
  clock.print("run", "step");
  CompileStatistics statistics = trainer->statistics();
  std::printf("kernels %lld launches %lld calls %lld\n",
              static_cast<long long>(statistics.kernelsCompiled),
              static_cast<long long>(statistics.kernels),
              static_cast<long long>(statistics.libraryCalls));
  return 0;
}
