// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element by element comparison of two tensors.

#include "Compare.h"

#include "amp/Reference/Assertions.h"

#include <algorithm>
#include <cmath>

using namespace amp;
using namespace amp::run;

Disagreement amp::run::compareTensors(const Tensor &actual,
                                      const Tensor &expected) {
  Disagreement result;
  ElementType type = expected.elementType();
  for (int64_t i = 0; i < expected.elementCount(); ++i) {
    double a = actual.getDouble(i), e = expected.getDouble(i);
    if (!std::isfinite(a) || !std::isfinite(e)) {
      ++result.nonfinite;
      result.unlike += !(a == e || (std::isnan(a) && std::isnan(e)));
      continue;
    }
    double difference = std::fabs(a - e);
    double larger = std::max(std::fabs(a), std::fabs(e));
    result.magnitude = std::max(result.magnitude, std::fabs(e));
    result.maxAbs = std::max(result.maxAbs, difference);
    if (difference == 0.0)
      continue;
    result.maxRel = std::max(result.maxRel, difference / larger);
    result.maxUlp = std::max(
        result.maxUlp, isFloat(type) ? ulpDistance(a, e, type) : difference);
  }
  return result;
}
