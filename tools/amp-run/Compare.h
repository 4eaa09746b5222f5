// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far two tensors are apart.

#ifndef AMP_TOOLS_AMP_RUN_COMPARE_H
#define AMP_TOOLS_AMP_RUN_COMPARE_H

#include "amp/Runtime/Tensor.h"

namespace amp::run {

/// The disagreement of two tensors over the elements that are finite in both.
struct Disagreement {
  /// The largest |a - b|, and of |a - b| over the larger magnitude of the two.
  double maxAbs = 0.0;
  double maxRel = 0.0;
  /// The largest distance in units in the last place of the expected element;
  /// of integers, the largest difference.
  double maxUlp = 0.0;
  /// The largest magnitude that was expected.
  double magnitude = 0.0;
  /// Elements that are not finite in one or both, and those of them where the
  /// two differ: a number, +inf, -inf and NaN are four things.
  int64_t nonfinite = 0;
  int64_t unlike = 0;

  /// Whether the tensors agree: alike where they are not finite, and elsewhere
  /// within `tolerance` times the largest magnitude; integers exactly.
  bool isWithin(double tolerance, ElementType type) const {
    return unlike == 0 &&
           maxAbs <= (isFloat(type) ? tolerance * magnitude : 0.0);
  }
};

/// Compares tensors of the same shape and type.
Disagreement compareTensors(const Tensor &actual, const Tensor &expected);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_COMPARE_H
