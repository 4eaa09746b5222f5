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
  command->add_flag("--profile", settings.profile,
                    "cuda: time every step of the plan by itself, without a "
                    "graph");
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
      "plan uses, and large products. With --target=cuda they are the "
      "documented\n"
      "rates of A100, H100 and H200 (SXM), and --plan needs NVRTC but no GPU: "
      "the\n"
      "kernels are compiled for each --arch. --json has these further keys "
      "then:\n"
      "graph_nodes (0 with branches), bytes (read and written in all, each "
      "byte once\n"
      "a step), roofline_ms (by device), steps (name, kind, sets, read_bytes,\n"
      "written_bytes, operations, roofline_ms, share, algorithm (on a GPU how "
      "that of\na product was found: heuristic, timed or cache), with "
      "--profile "
      "measured_ms; one\n"
      "a node of the "
      "graph),\n"
      "resources (name, arch, registers, shared_bytes, local_bytes, "
      "spill_bytes,\n"
      "block_threads, occupancy).\n"
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 128+N ended by signal N.");
  command->callback([options, command, &exitCode] {
    options->settings.train =
        options->flags.read(*command, options->settings.common);
    options->settings.common.plansKernels = options->settings.planOnly;
    exitCode = runBenchmark(options->settings);
  });
}
