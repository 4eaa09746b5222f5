// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// erfc and the gelu built on it: e^(-x^2) times a smooth function, with x^2
// kept to twice the precision, so that no digits cancel in the tail. The
// coefficients are those that fit-polynomials.py prints.

#include "Formula.h"
#include "amp/Conversion/MathBodies.h"

#include <limits>
#include <numbers>

using namespace mlir;
using namespace amp;

/// e^(t^2) erfc(t) on [0, 11].
static Term scaledErfc(Formula &f, Term t) {
  // P(q)/(t + 2) with q = (t - 2)/(2t + 4); relative error 2^-25.8.
  static const float coefficients[] = {
      0x1.058672p+0f,  -0x1.5fd386p+0f, 0x1.1e2d9cp+0f, -0x1.2a8904p-2f,
      -0x1.6033f6p-2f, 0x1.a8ae58p-3f,  0x1.8daf8cp-3f, -0x1.bc65e4p-4f,
      -0x1.26f730p-3f, 0x1.12c62ap-5f,  0x1.17c242p-4f};
  Term d = f.real(1) / (t + f.real(2));
  Term q = f.fma(t, d, f.real(-0.5f));
  return f.horner(q, coefficients) * d;
}

/// e^(-factor t^2), with factor a power of two.
static ScaledPower bell(Formula &f, Term t, float factor) {
  Term square = t * t;
  Term low = f.fma(t, t, -square);
  return expOfSum(f, square * f.real(-factor), low * f.real(-factor));
}

Value amp::emitErfc(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  // At 11 the result already rounds to 0.
  Term t = f.atMost(f.magnitude(x), 11.0f);
  auto [p, k] = bell(f, t, 1);
  Term tail = scaleByPower(f, scaledErfc(f, t) * p, k);
  return f.ifLess(x, f.real(0), f.real(2) - tail, tail).value;
}

Value amp::emitGeluErf(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  constexpr double rootHalf = std::numbers::sqrt2 / 2;
  if (!getElementTypeOrSelf(argument.getType()).isF32()) {
    Term scaled = x * f.real(-rootHalf);
    Term erfc = f.wrap(math::ErfcOp::create(builder, loc, scaled.value));
    return (f.real(0.5) * x * erfc).value;
  }
  // a erfc(a/sqrt(2))/2 is what x lacks of gelu(x), and minus gelu(-x); at 15
  // it already rounds to 0.
  Term a = f.atMost(f.magnitude(x), 15.0f);
  auto [p, k] = bell(f, a, 0.5f);
  Term half = scaledErfc(f, a * f.real(rootHalf)) * f.real(0.5f);
  Term tail = scaleByPower(f, a * (half * p), k);
  Term result = f.ifGreater(x, f.real(0), x - tail, f.withSignOf(tail, x));
  // x times 0 at -inf, which the limit on `a` hides.
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return f.ifEqual(x, f.real(-infinity), x - x, result).value;
}
