// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A training run from files to a saved model: what amp-run train does once its
// command line is read.

#ifndef AMP_TOOLS_AMP_RUN_TRAINRUN_H
#define AMP_TOOLS_AMP_RUN_TRAINRUN_H

#include "CommonOptions.h"
#include "amp/Engine/Trainer.h"

#include <optional>
#include <string>

namespace amp::run {

/// What `amp-run train` was asked for.
struct TrainSettings {
  CommonOptions common;
  TrainOptions train;
  std::string data;
  std::string eval;
  std::string save;
  std::string resume;
  std::string log;
  int64_t epochs = 1;
  int64_t batch = 32;
  /// 0: all samples at once, up to a limit.
  int64_t evalBatch = 0;
  /// Micro-batches per optimizer step.
  int64_t accumulate = 1;
  /// In epochs; 0: at the end only.
  int64_t saveEvery = 0;
  /// In steps; 0: not at all.
  int64_t saveEverySteps = 0;
  /// Steps after which training ends, counted from its very start; 0: when the
  /// epochs are over.
  int64_t maxSteps = 0;
  bool dropLast = false;
  bool shuffle = false;
  /// Given on the command line, so that they go before the saved ones.
  std::optional<double> learningRate;
  std::optional<double> weightDecay;
};

/// Trains; returns the exit code.
int runTraining(const TrainSettings &settings);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_TRAINRUN_H
