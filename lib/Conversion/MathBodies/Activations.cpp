// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activations built on exp and log1p, for f32 and f64: a form of each in which
// nothing overflows, no digits cancel and nothing underflows before the result
// does. They emit `math` ops for the functions that they call.

#include "Formula.h"
#include "amp/Conversion/MathBodies.h"

#include <numbers>

using namespace mlir;
using namespace amp;

static Term exp(Formula &f, Term x) {
  return f.wrap(math::ExpOp::create(f.builder, f.loc, x.value));
}

/// |x|; zeros and NaN stay as they are.
static Term absolute(Formula &f, Term x) {
  return f.ifLess(x, f.real(0), -x, x);
}

/// x / (1 + h^2) for x > 0 and x h^2 / (1 + h^2) below, with h^2 = e^-|y|:
/// x sigmoid(y) for a y with the sign of x. h is half way to the smallest
/// numbers when the result reaches them.
static Term timesSigmoid(Formula &f, Term x, Term factor, Term h) {
  Term below = (factor * h) * h;
  Term numerator = f.ifLess(x, f.real(0), below, x);
  return numerator / (f.real(1) + h * h);
}

Value amp::emitReciprocal(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  return (f.real(1) / f.wrap(argument)).value;
}

Value amp::emitSigmoid(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument), one = f.real(1);
  // 1 / (1 + e) for x >= 0, e / (1 + e) below.
  Term e = exp(f, -absolute(f, x));
  return (f.ifLess(x, f.real(0), e, one) / (one + e)).value;
}

Value amp::emitSilu(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  Term h = exp(f, absolute(f, x) * f.real(-0.5f));
  return timesSigmoid(f, x, x, h).value;
}

Value amp::emitSoftplus(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument), zero = f.real(0);
  Term e = exp(f, -absolute(f, x));
  Term rest = f.wrap(math::Log1pOp::create(builder, loc, e.value));
  return (f.ifGreater(x, zero, x, zero) + rest).value;
}

static constexpr double cubic = 0.044715;
static constexpr double slope = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;

Value amp::emitGeluTanh(OpBuilder &builder, Location loc, Value argument) {
  // x (1 + tanh(u)) / 2 = x sigmoid(2u) with u = slope (x + cubic x^3). An
  // error in u grows to an error 2|u| times as large, so u is the sum of two
  // numbers. At 60 the result is already 0 or x.
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument), one = f.real(1);
  // What an f32 loses of a constant.
  bool narrow = getElementTypeOrSelf(argument.getType()).isF32();
  auto lost = [&](double value) {
    return f.real(narrow ? value - float(value) : 0);
  };
  Term a = f.atMost(absolute(f, x), 60);
  Term square = a * a;
  Term squareLow = f.fma(a, a, -square);
  // 1 + cubic a^2: the sum's error by the formula for any order of magnitudes.
  Term p = f.real(cubic) * square;
  Term pLow = f.fma(f.real(cubic), square, -p) +
              f.fma(f.real(cubic), squareLow, lost(cubic) * square);
  Term sum = one + p, part = sum - one;
  Term sumLow = ((one - (sum - part)) + (p - part)) + pLow;
  Term q = a * sum;
  Term qLow = f.fma(a, sum, -q) + a * sumLow;
  Term u = f.real(slope) * q;
  Term uLow =
      f.fma(f.real(slope), q, -u) + f.fma(f.real(slope), qLow, lost(slope) * q);
  // e^-2u = (e^-u)^2 (1 - 2 uLow), the last factor where it is not lost.
  Term factor = f.fma(x, uLow * f.real(-2), x);
  return timesSigmoid(f, x, factor, exp(f, -u)).value;
}
