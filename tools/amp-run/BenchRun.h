// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Benchmarks: what amp-run bench does once its command line is read.

#ifndef AMP_TOOLS_AMP_RUN_BENCHRUN_H
#define AMP_TOOLS_AMP_RUN_BENCHRUN_H

#include "CommonOptions.h"
#include "SampleInputs.h"
#include "TrainFlags.h"

namespace amp::run {

/// What `amp-run bench` was asked for.
struct BenchSettings {
  CommonOptions common;
  SampleInputs samples;
  TrainOptions train;
  /// Empty: a training step if the model has a loss, else forward.
  std::string function;
  /// 0: as many as take a second.
  int64_t iterations = 0;
  bool planOnly = false;
  /// Whether each step is timed by itself.
  bool profile = false;
};

/// Compiles, runs and prints; returns the exit code.
int runBenchmark(const BenchSettings &settings);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_BENCHRUN_H
