// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of a target with the interpreter: what amp-run verify does once
// its command line is read.

#ifndef AMP_TOOLS_AMP_RUN_VERIFYRUN_H
#define AMP_TOOLS_AMP_RUN_VERIFYRUN_H

#include "CommonOptions.h"
#include "SampleInputs.h"

#include <optional>

namespace amp::run {

/// What `amp-run verify` was asked for.
struct VerifySettings {
  CommonOptions common;
  SampleInputs samples;
  std::string function = "forward";
  bool gradients = false;
  /// Absent: by precision.
  std::optional<double> tolerance;
};

/// Runs and compares; returns the exit code.
int runVerify(const VerifySettings &settings);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_VERIFYRUN_H
