// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The subcommands of amp-run, one file each.

#ifndef AMP_TOOLS_AMP_RUN_COMMANDS_H
#define AMP_TOOLS_AMP_RUN_COMMANDS_H

#include <CLI/CLI.hpp>

namespace amp::run {

// Each adds its subcommand. When the command line names it, its exit code goes
// to `exitCode`, which outlives the parsing.
void addBenchCommand(CLI::App &app, int &exitCode);
void addCheckCommand(CLI::App &app, int &exitCode);
void addInferCommand(CLI::App &app, int &exitCode);
void addTrainCommand(CLI::App &app, int &exitCode);
void addVerifyCommand(CLI::App &app, int &exitCode);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_COMMANDS_H
