// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of a training run: one JSON object a line for each optimizer step,
// on the disk as soon as the step is done.

#ifndef AMP_TOOLS_AMP_RUN_STEPLOG_H
#define AMP_TOOLS_AMP_RUN_STEPLOG_H

#include "amp/Engine/Trainer.h"

#include <cstdio>
#include <memory>
#include <string>

namespace amp::run {

/// What a line says beside the step's own result. Steps and epochs count from
/// 1.
struct StepInfo {
  int64_t step = 0;
  int64_t epoch = 0;
  double learningRate = 0.0;
  double milliseconds = 0.0;
};

class StepLog {
public:
  /// Opens the file for writing after its lines of the first `kept` steps; what
  /// follows them is dropped, and so is all of a file that is something else.
  Status open(const std::string &path, int64_t kept);

  /// Writes a line; does nothing without an open file.
  Status write(const StepInfo &info, const StepResult &result);

private:
  Failure fail(int code) const;

  struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  std::string path;
  std::unique_ptr<std::FILE, Close> file;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_STEPLOG_H
