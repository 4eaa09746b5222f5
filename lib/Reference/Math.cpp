// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The unary elementwise ops of Math.td: rounding to whole numbers, which is
// exact and leaves integers alone, and functions that are computed in double.

#include "Reference/Unary.h"

#include <cmath>

using namespace mlir;
using namespace amp;
using namespace amp::reference;

struct Floor {
  template <typename T> T operator()(T x) const { return std::floor(x); }
  int64_t operator()(int64_t x) const { return x; }
};
struct Ceil {
  template <typename T> T operator()(T x) const { return std::ceil(x); }
  int64_t operator()(int64_t x) const { return x; }
};
struct Round {
  // Not std::nearbyint, which depends on the rounding mode: half way cases go
  // to the even neighbour, and the sign survives.
  template <typename T> T operator()(T x) const {
    T rounded = std::round(x);
    if (std::fabs(x - std::trunc(x)) == T(0.5))
      rounded = 2 * std::round(x / 2);
    return std::copysign(rounded, x);
  }
  int64_t operator()(int64_t x) const { return x; }
};
struct Trunc {
  template <typename T> T operator()(T x) const { return std::trunc(x); }
  int64_t operator()(int64_t x) const { return x; }
};
struct Sign {
  template <typename T> T operator()(T x) const { return T((x > 0) - (x < 0)); }
};

static double reciprocalRoot(double x) { return 1 / std::sqrt(x); }
static double inverse(double x) { return 1 / x; }
static double sine(double x) { return std::sin(x); }
static double cosine(double x) { return std::cos(x); }
static double binaryLogarithm(double x) { return std::log2(x); }
static double logarithmOfSum(double x) { return std::log1p(x); }
static double exponentialLessOne(double x) { return std::expm1(x); }
static double complementaryError(double x) { return std::erfc(x); }
static double sigmoidLinear(double x) { return x / (1 + std::exp(-x)); }

/// log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|)): NaN takes the sum.
static double smoothMaximum(double x) {
  return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x)));
}

void reference::registerMath(MLIRContext *context) {
  FloorOp::attachInterface<Model<FloorOp, evaluateExact<Floor>>>(*context);
  CeilOp::attachInterface<Model<CeilOp, evaluateExact<Ceil>>>(*context);
  RoundOp::attachInterface<Model<RoundOp, evaluateExact<Round>>>(*context);
  TruncOp::attachInterface<Model<TruncOp, evaluateExact<Trunc>>>(*context);
  SignOp::attachInterface<Model<SignOp, evaluateExact<Sign>>>(*context);
  RsqrtOp::attachInterface<Model<RsqrtOp, evaluateMath<reciprocalRoot>>>(
      *context);
  ReciprocalOp::attachInterface<Model<ReciprocalOp, evaluateMath<inverse>>>(
      *context);
  SinOp::attachInterface<Model<SinOp, evaluateMath<sine>>>(*context);
  CosOp::attachInterface<Model<CosOp, evaluateMath<cosine>>>(*context);
  Log2Op::attachInterface<Model<Log2Op, evaluateMath<binaryLogarithm>>>(
      *context);
  Log1pOp::attachInterface<Model<Log1pOp, evaluateMath<logarithmOfSum>>>(
      *context);
  Expm1Op::attachInterface<Model<Expm1Op, evaluateMath<exponentialLessOne>>>(
      *context);
  ErfcOp::attachInterface<Model<ErfcOp, evaluateMath<complementaryError>>>(
      *context);
  SiluOp::attachInterface<Model<SiluOp, evaluateMath<sigmoidLinear>>>(*context);
  SoftplusOp::attachInterface<Model<SoftplusOp, evaluateMath<smoothMaximum>>>(
      *context);
}
