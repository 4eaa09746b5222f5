// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tanh and erf, both by way of e^y - 1 of a y whose magnitude grows with |x|,
// so that neither needs a second formula near zero. Both work on |x| and put
// the sign back. The coefficients are those that fit-polynomials.py prints.

#include "Formula.h"
#include "amp/Conversion/MathBodies.h"

using namespace mlir;
using namespace amp;

Value amp::emitTanh(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  Term a = f.magnitude(x);
  // At 2|x| = 20 the result already rounds to 1.
  Term y = f.atMost(a + a, 20.0f);
  ReducedExponent reduced = reduceExponent(f, y);
  Term t = expMinusOne(f, reduced.high, powerOfTwo(f, reduced));
  // tanh = t/(t+2), written as 1 - 2/(t+2) where that exceeds 1/2 (y > log(3)),
  // and as t/2 - t/2 * t/(t+2) below: either way the error of the division
  // enters scaled down.
  Term split = f.real(1.1f);
  Term leading = f.ifGreater(y, split, f.real(1), t * f.real(0.5f));
  Term numerator = f.ifGreater(y, split, f.real(2), t);
  Term quotient = numerator / (t + f.real(2));
  return f.withSignOf(f.fma(-leading, quotient, leading), x).value;
}

Value amp::emitErf(OpBuilder &builder, Location loc, Value argument) {
  // erf(a) = 1 - e^-L(a) with L(a) = -log(erfc(a)), which is smooth on the
  // whole range and about 2/sqrt(pi) a near zero: L(a) = a (c + R(a)), where c
  // is the f32 of 2/sqrt(pi) and R takes up its rounding error. Relative error
  // that the fit leaves in erf: 2^-30.7.
  static const float coefficients[] = {
      -0x1.fbb0eep-25f, 0x1.45f308p-1f,  0x1.a4f3eap-4f,   -0x1.3941eap-6f,
      -0x1.041910p-12f, 0x1.d5e586p-10f, -0x1.818342p-11f, 0x1.5a2aaap-13f,
      -0x1.5ca72ep-16f, 0x1.316b8cp-20f};
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  // At 3.93 the result already rounds to 1.
  Term a = f.atMost(f.magnitude(x), 3.93f);
  Term rest = a * f.horner(a, coefficients);
  Term minusL = f.fma(a, f.real(-0x1.20dd76p0f), -rest);
  ReducedExponent reduced = reduceExponent(f, minusL);
  Term minusErf = expMinusOne(f, reduced.high, powerOfTwo(f, reduced));
  return f.withSignOf(f.magnitude(minusErf), x).value;
}
