// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run infer: its command line.

#include "Commands.h"
#include "FileArguments.h"
#include "InferRun.h"

using namespace amp::run;

void amp::run::addInferCommand(CLI::App &app, int &exitCode) {
  auto settings = std::make_shared<InferSettings>();
  CLI::App *command =
      app.add_subcommand("infer", "Run a function of a model on data files");
  settings->common.declare(*command);
  command->add_option("--function", settings->function, "Which function to run")
      ->capture_default_str();
  command
      ->add_option("--input", settings->inputs,
                   "NAME=FILE.npy or NAME=FILE.npz[:KEY], KEY being NAME if "
                   "left out; once for each input")
      ->check(checkFileArgument)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--output", settings->outputs,
                   "NAME=FILE, a .npy or .npz file; outputs without a file "
                   "are printed")
      ->check(checkFileArgument)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--batch", settings->batch,
                   "Run in batches of so many samples [all at once]")
      ->check(atLeast(1));
  command->footer(
      "--json prints outputs (a list of name, shape, type, file), seconds,\n"
      "compile_seconds, peak_bytes.\n"
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 128+N ended by signal N.");
  command->callback(
      [settings, &exitCode] { exitCode = runInference(*settings); });
}
