// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How fast this machine multiplies and moves memory, measured, and the time
// that a plan would take at these rates: the roofline that benchmarks are held
// against.

#ifndef AMP_ENGINE_MACHINERATES_H
#define AMP_ENGINE_MACHINERATES_H

#include "amp/Engine/CompileOptions.h"
#include "amp/Runtime/Status.h"

#include <span>

namespace amp {

/// Rates of all workers together.
struct MachineRates {
  /// Bytes read and written per second, streaming over as much memory as was
  /// asked for.
  double bytesPerSecond = 0.0;
  /// Multiplications and additions per second in large products of f32, and of
  /// bf16 and f16 (the f32 rate where a CPU has no such products).
  double f32PerSecond = 0.0;
  double bf16PerSecond = 0.0;
  double f16PerSecond = 0.0;
  /// Of f32 with operands rounded to TF32 (the f32 rate on a CPU).
  double tf32PerSecond = 0.0;
};

/// A GPU and the rates that its maker documents.
struct DeviceRates {
  const char *name;
  MachineRates rates;
};

/// The GPUs for which plans are predicted.
std::span<const DeviceRates> getDeviceRates();

/// Measures the rates for `workingBytes` of memory with the threads that
/// `options` ask for; takes a few hundredths of a second. Fails when threads or
/// memory cannot be had.
Result<MachineRates> measureRates(const CompileOptions &options,
                                  int64_t workingBytes);

/// Seconds that the steps of a plan take at least: each the longer of the time
/// for its bytes and the time for its operations.
double predictSeconds(const std::vector<PlanStep> &steps,
                      const MachineRates &rates);

} // namespace amp

#endif // AMP_ENGINE_MACHINERATES_H
