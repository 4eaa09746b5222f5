// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command-line options of an optimizer step, which training and benchmarks
// share.

#ifndef AMP_TOOLS_AMP_RUN_TRAINFLAGS_H
#define AMP_TOOLS_AMP_RUN_TRAINFLAGS_H

#include "amp/Engine/Trainer.h"

#include <CLI/CLI.hpp>

#include <string>

namespace amp::run {

struct CommonOptions;

/// The options as the command line spells them, where the library differs.
struct TrainFlags {
  TrainOptions train;
  std::string optimizer = "adam";
  double clipNorm = 0.0;
  double clipValue = 0.0;
  bool scaler = false;
  bool noScaler = false;

  /// Declares them on `command`, which must not outlive this object.
  void declare(CLI::App &command);

  /// The library's options for what the command line says. Warns of options
  /// that have no effect, unless told to be quiet.
  TrainOptions read(const CLI::App &command, const CommonOptions &common) const;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_TRAINFLAGS_H
