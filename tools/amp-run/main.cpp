// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run: runs models. Each subcommand has a file of its own.

#include "Commands.h"
#include "Report.h"

int main(int argc, char **argv) {
  CLI::App app("Mixed-precision graph compiler: runs models");
  app.require_subcommand(0, 1);
  int exitCode = 0;
  amp::run::addInferCommand(app, exitCode);
  amp::run::addTrainCommand(app, exitCode);
  amp::run::addBenchCommand(app, exitCode);
  amp::run::addVerifyCommand(app, exitCode);
  amp::run::addCheckCommand(app, exitCode);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &help) {
    return app.exit(help);
  } catch (const CLI::ParseError &error) {
    amp::run::reportError(error.what());
    return amp::run::exitUsage;
  }
  if (app.get_subcommands().empty()) {
    amp::run::reportError("expects a subcommand: infer, train, bench, "
                          "verify or check");
    return amp::run::exitUsage;
  }
  return exitCode;
}
