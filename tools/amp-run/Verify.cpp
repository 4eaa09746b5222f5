// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run verify: its command line.

#include "Commands.h"
#include "VerifyRun.h"

using namespace amp::run;

void amp::run::addVerifyCommand(CLI::App &app, int &exitCode) {
  auto settings = std::make_shared<VerifySettings>();
  CLI::App *command = app.add_subcommand(
      "verify", "Compare a target with the interpreter on the same inputs");
  settings->common.declare(*command);
  settings->samples.declare(*command);
  command->add_option("--function", settings->function, "Which function to run")
      ->capture_default_str();
  command->add_flag("--gradients", settings->gradients,
                    "Compare the loss and its gradients, too");
  command
      ->add_option("--tolerance", settings->tolerance,
                   "Largest difference, relative to the largest magnitude of "
                   "an output [1e-5 in f32, 0.01 in f16, 0.05 in bf16]")
      ->check(atLeast(0));
  command->footer(
      "Runs in f32 and, with --precision, in that precision too, on ref and "
      "on\n"
      "the target. --json prints outputs (a list of name, precision, max_abs,\n"
      "max_rel, max_ulp, nonfinite) and ok: whether each is within the "
      "tolerance\n"
      "and alike where it is not finite. A relative difference is one over "
      "the\n"
      "larger magnitude of the two elements; ULPs are those of the output's "
      "type.\n"
      "Exit codes: 0 they agree, 1 they do not or nothing could be compared,\n"
      "2 wrong usage, 128+N ended by signal N.");
  command->callback([settings, &exitCode] { exitCode = runVerify(*settings); });
}
