// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run: runs models. Each subcommand has a file of its own.

#include "Commands.h"

int main(int argc, char **argv) {
  CLI::App app("Mixed-precision graph compiler: runs models");
  app.require_subcommand(1);
  int exitCode = 0;
  amp::run::addCheckCommand(app, exitCode);
  CLI11_PARSE(app, argc, argv);
  return exitCode;
}
