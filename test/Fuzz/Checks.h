// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must hold for every model.

#ifndef AMP_TEST_FUZZ_CHECKS_H
#define AMP_TEST_FUZZ_CHECKS_H

#include "Runs.h"

#include "mlir/IR/MLIRContext.h"

/// The outcome of all checks on a model.
struct Verdict {
  /// The check that failed; empty if none did.
  std::string failed;
  /// What it found; without a failure, why the model was rejected, if it was.
  std::string text;
};

/// Results are equal bit for bit with fusion on and off, with one and two
/// threads, in a second run and with kernels from the disk cache, which is kept
/// in the empty folder `cache` (P6, P16); each op, those of the training step
/// too, agrees with the interpreter on the operands that the CPU fed it; the
/// forward as a whole does; errors are located and the same on all targets.
Verdict checkModel(mlir::MLIRContext &context, const Case &test,
                   const std::string &cache);

/// Results on a CUDA device are equal bit for bit with fusion on and off, from
/// a captured graph and step by step with every buffer apart, with blocks and
/// threads in either order (on an emulated device) and with kernels from the
/// disk cache; those that no product of a library went into are the CPU's.
/// Where there are products, every other op of forward and step gives the CPU's
/// bits on what the device's products are, and these agree with the
/// interpreter.
Verdict checkModelOnCuda(mlir::MLIRContext &context, const Case &test,
                         const std::string &cache);

/// What is wrong with the model must be said with its file and line; what is
/// wrong with a batch needs not.
Verdict reject(const std::string &error);

#endif // AMP_TEST_FUZZ_CHECKS_H
