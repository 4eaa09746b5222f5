// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assertions of the check dialect on tensors, for every target: compiled
// targets compute the operands and decide here too.

#ifndef AMP_REFERENCE_ASSERTIONS_H
#define AMP_REFERENCE_ASSERTIONS_H

#include "amp/Runtime/Tensor.h"

#include "mlir/IR/Operation.h"

namespace amp {

/// Returns whether `op` is an assertion of the check dialect.
bool isAssertion(mlir::Operation *op);

/// Decides the assertion `op` on the values of its operands. A failed one is a
/// located error that shows index, actual and expected value, in decimal and
/// hexadecimal, of the first differing element (expect_eq, expect_finite) or of
/// the one that misses its bound most (expect_close).
llvm::LogicalResult checkAssertion(mlir::Operation *op,
                                   llvm::ArrayRef<Tensor> operands);

/// The distance between two floats of the format `type` in units in the last
/// place of `expected`: |actual - expected| / ulp(expected), where subnormals
/// have the ulp of the smallest normal number. 0 for two NaNs and for equal
/// values (+0 and -0 are equal), infinite if just one is NaN or infinite or
/// the distance exceeds the range of double.
double ulpDistance(double actual, double expected, ElementType type);

} // namespace amp

#endif // AMP_REFERENCE_ASSERTIONS_H
