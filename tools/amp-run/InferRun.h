// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inference on data files: what amp-run infer does once its command line is
// read.

#ifndef AMP_TOOLS_AMP_RUN_INFERRUN_H
#define AMP_TOOLS_AMP_RUN_INFERRUN_H

#include "CommonOptions.h"

#include <string>
#include <vector>

namespace amp::run {

/// What `amp-run infer` was asked for.
struct InferSettings {
  CommonOptions common;
  std::string function = "forward";
  /// NAME=FILE or NAME=FILE:KEY.
  std::vector<std::string> inputs;
  /// NAME=FILE.
  std::vector<std::string> outputs;
  /// 0: everything in one run.
  int64_t batch = 0;
};

/// Runs the function; returns the exit code.
int runInference(const InferSettings &settings);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_INFERRUN_H
