// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The question that a reduction asks again and again: does the user's command
// still find the module interesting?

#ifndef AMP_TOOLS_REDUCE_INTERESTINGNESS_H
#define AMP_TOOLS_REDUCE_INTERESTINGNESS_H

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

class Interestingness {
public:
  /// `command` is a program, found through PATH, and its arguments; the name of
  /// a file with the module is added. After `seconds`, if not 0, it is stopped.
  Interestingness(std::vector<std::string> command, unsigned seconds)
      : command(std::move(command)), seconds(seconds) {}

  /// Finds the program. Returns what is wrong, or nothing.
  std::string prepare();

  /// Whether the command exits with 0 on the module. One that is stopped by
  /// time or a signal is not interested.
  bool test(mlir::ModuleOp module);

  /// What the last command did, for a message.
  const std::string &lastOutcome() const { return outcome; }
  unsigned testCount() const { return tests; }

private:
  std::vector<std::string> command;
  unsigned seconds;
  std::string program;
  std::string outcome;
  unsigned tests = 0;
};

/// The module as text; with locations where they say more than the place in the
/// file that was read.
std::string printModule(mlir::ModuleOp module);

#endif // AMP_TOOLS_REDUCE_INTERESTINGNESS_H
