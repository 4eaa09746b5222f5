// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of one compiled function: the memory that it needs and what
// each of its steps moves. Compiled programs have it and executables report it.

#ifndef AMP_RUNTIME_PLANFIGURES_H
#define AMP_RUNTIME_PLANFIGURES_H

#include "amp/Runtime/DevicePlan.h"
#include "amp/Runtime/PlanStep.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace amp {

/// The figures of a plan; empty on the target ref, which has none.
struct PlanFigures {
  /// Bytes of the intermediate tensors and of the library's scratch memory, and
  /// the largest sum of tensors live at once and of the scratch memory in use
  /// with them, which no plan can be below.
  int64_t peakBytes = 0;
  int64_t lowerBoundBytes = 0;
  /// Bytes of the inputs, outputs, variables and constants it works on.
  int64_t boundaryBytes = 0;
  /// Conversions before fusion, and the bytes of their results.
  int64_t casts = 0;
  int64_t castBytes = 0;
  /// What each step moves and computes.
  std::shared_ptr<const std::vector<PlanStep>> steps;
  /// The shortest time of each step so far, in milliseconds, where a GPU timed
  /// them (CompileOptions::profileSteps); null elsewhere.
  std::shared_ptr<const std::vector<double>> stepMilliseconds;
  /// Of a plan for a GPU, its graph and, where kernels were compiled for it,
  /// the resources of each; null elsewhere.
  std::shared_ptr<const DevicePlan> devicePlan;
  /// The library that multiplies matrices: name, version, instruction set.
  std::string provider;
};

} // namespace amp

#endif // AMP_RUNTIME_PLANFIGURES_H
