// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run bench: its command line.

#include "BenchRun.h"
#include "Commands.h"

using namespace amp::run;

namespace {

struct BenchCommand {
  BenchSettings settings;
  TrainFlags flags;
};

} // namespace

void amp::run::addBenchCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<BenchCommand>();
  BenchSettings &settings = options->settings;
  CLI::App *command = app.add_subcommand(
      "bench", "Time a training step or a call of a model, or show its plan");
  settings.common.declare(*command);
  settings.samples.declare(*command);
  command->add_option("--function", settings.function,
                      "Time a call of this function [a training step if there "
                      "is a loss, else forward]");
  command
      ->add_option("--iterations", settings.iterations,
                   "How many steps or calls to time [a second's worth, at "
                   "least 10 and at most 10000]")
      ->check(atLeast(1));
  command->add_flag("--plan", settings.planOnly,
                    "Compile and show every step of the plan, run nothing");
  options->flags.declare(*command);
  command->footer(
      "--json prints compile_seconds, cached (all kernels came from the "
      "cache),\n"
      "median_ms, p95_ms, iterations (null, null and 0 with --plan), "
      "peak_bytes\n"
      "(intermediate tensors and scratch memory of the library),\n"
      "lower_bound_bytes (what must be live at once), casts and cast_bytes "
      "(before\n"
      "fusion), kernels (launches), library_calls, threads, cpu, precision.\n"
      "The roofline is the time that the plan's bytes and products take at "
      "the\n"
      "rates of this machine, measured: streaming over as much memory as the\n"
      "plan uses, and large products.\n"
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 128+N ended by signal N.");
  command->callback([options, command, &exitCode] {
    options->settings.train =
        options->flags.read(*command, options->settings.common);
    exitCode = runBenchmark(options->settings);
  });
}
