// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one step of a compiled function moves and computes, as it was planned:
// the material of benchmarks and cost estimates. Standard library types only.

#ifndef AMP_RUNTIME_PLANSTEP_H
#define AMP_RUNTIME_PLANSTEP_H

#include "amp/Runtime/ElementType.h"

#include <cstdint>
#include <string>

namespace amp {

/// One step of a plan, in the order in which they run.
struct PlanStep {
  enum Kind { Launch, Product, Copy } kind = Launch;
  /// The kernel's symbol (on a GPU its function), or "gemm MxNxK", or "copy".
  std::string name;
  /// Sets of buffers that a launch works on; 1 for other steps.
  int64_t instances = 1;
  /// Bytes that the step must read and write at least: each buffer once, or
  /// what the accesses touch where that is less.
  int64_t bytes = 0;
  /// Of these, the bytes that are written.
  int64_t writtenBytes = 0;
  /// Multiplications and additions of a product; 0 for other steps, which move
  /// more than they compute.
  int64_t operations = 0;
  /// The type whose numbers a product multiplies.
  ElementType type = ElementType::F32;
  /// Whether a product of f32 rounds its operands to TF32, as it may only where
  /// that was asked for.
  bool usesTF32 = false;
  /// On a GPU, how the library's algorithm for a product was found: by the
  /// library's own estimate, by timing, or as it was once timed.
  enum Algorithm { Unknown, Heuristic, Timed, Cached } algorithm = Unknown;
  /// Scratch memory of the library, for all threads, and its place among the
  /// intermediate tensors.
  int64_t scratchBytes = 0;
  int64_t scratchOffset = 0;
};

} // namespace amp

#endif // AMP_RUNTIME_PLANSTEP_H
