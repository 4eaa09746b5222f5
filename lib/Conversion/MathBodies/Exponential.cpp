// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp, exp2 and expm1. The argument is split into n log(2) + r, e^r is a
// polynomial, and 2^n is put together as bits. The coefficients are those that
// fit-polynomials.py prints.

#include "Formula.h"
#include "amp/Conversion/MathBodies.h"

using namespace mlir;
using namespace amp;

/// 1.5 * 2^23: adding it leaves the rounded integer in the low bits of the sum.
static constexpr float roundingShift = 12582912.0f;
static constexpr int32_t roundingShiftBits = 0x4b400000;
static constexpr int32_t oneBits = 0x3f800000;

Term amp::scaleByPower(Formula &f, Term p, Term k) {
  Term half = shiftRight(k, 1), rest = subtractBits(k, half);
  auto power = [&](Term e) {
    return f.fromBits(addBits(shiftLeft(e, 23), f.integer(oneBits)));
  };
  return p * power(half) * power(rest);
}

ReducedExponent amp::reduceExponent(Formula &f, Term x) {
  Term shifted = f.fma(x, f.real(0x1.715476p0f), f.real(roundingShift));
  Term n = shifted - f.real(roundingShift);
  Term high = f.fma(n, f.real(-logTwoHigh), x);
  return {n, f.bits(shifted), high};
}

/// The r of `reduced` with the lower part of log(2), for large n.
static Term fullRemainder(Formula &f, const ReducedExponent &reduced) {
  return f.fma(reduced.n, f.real(-logTwoLow), reduced.high);
}

Term amp::powerOfTwo(Formula &f, const ReducedExponent &reduced) {
  // The low nine bits of roundingShiftBits are zero: the shift leaves only n.
  return f.fromBits(
      addBits(shiftLeft(reduced.shifted, 23), f.integer(oneBits)));
}

Term amp::expMinusOne(Formula &f, Term r, Term power) {
  // e^r = 1 + r + r^2 Q(r) on |r| <= log(2)/2; relative error of e^r - 1:
  // 2^-31.
  static const float q[] = {0x1.000000p-1f, 0x1.555554p-3f,  0x1.5554f8p-5f,
                            0x1.1112d4p-7f, 0x1.6d3aacp-10f, 0x1.9e7d7ep-13f};
  // 2^n e^r - 1 = 2^n (e^r - 1) + (2^n - 1), where the last is exact as long as
  // it matters.
  Term reduced = f.fma(r * r, f.horner(r, q), r);
  return f.fma(power, reduced, power - f.real(1));
}

/// e^r on |r| <= log(2)/2.
static Term expOfRemainder(Formula &f, Term r) {
  // e^r = 1 + r + r^2 Q(r); relative error 2^-28.2.
  static const float coefficients[] = {
      1.0f,           1.0f,           0x1.fffffcp-2f, 0x1.555492p-3f,
      0x1.5558bep-5f, 0x1.1239ecp-7f, 0x1.6a4002p-10f};
  return f.horner(r, coefficients);
}

/// The integer n of `reduced`.
static Term exponentOf(Formula &f, const ReducedExponent &reduced) {
  return subtractBits(reduced.shifted, f.integer(roundingShiftBits));
}

ScaledPower amp::expOfSum(Formula &f, Term x, Term low) {
  ReducedExponent reduced = reduceExponent(f, x);
  Term r = fullRemainder(f, reduced) + low;
  return {expOfRemainder(f, r), exponentOf(f, reduced)};
}

Value amp::emitExp(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  // Beyond these bounds the result is 0 or infinite, and so it is at them.
  Term x = f.clamp(f.wrap(argument), -104.0f, 89.0f);
  ReducedExponent reduced = reduceExponent(f, x);
  Term r = fullRemainder(f, reduced);
  Term k = exponentOf(f, reduced);
  return scaleByPower(f, expOfRemainder(f, r), k).value;
}

Value amp::emitExp2(OpBuilder &builder, Location loc, Value argument) {
  // 2^r = 1 + r Q(r) on |r| <= 1/2; relative error 2^-28.3.
  static const float coefficients[] = {
      1.0f,           0x1.62e430p-1f,  0x1.ebfbdcp-3f, 0x1.c6af7cp-5f,
      0x1.3b2de0p-7f, 0x1.5f082ep-10f, 0x1.416b52p-13f};
  Formula f(builder, loc, argument.getType());
  Term x = f.clamp(f.wrap(argument), -151.0f, 129.0f);
  Term shifted = x + f.real(roundingShift);
  Term r = x - (shifted - f.real(roundingShift));
  Term k = subtractBits(f.bits(shifted), f.integer(roundingShiftBits));
  return scaleByPower(f, f.horner(r, coefficients), k).value;
}

Value amp::emitExpM1(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term original = f.wrap(argument);
  // At -18 the result already rounds to -1.
  Term x = f.clamp(original, -18.0f, 89.0f);
  ReducedExponent reduced = reduceExponent(f, x);
  // 2^128 is no f32: there, use 2^127 and double the result.
  Term limit = f.real(127);
  Term power =
      f.ifGreater(reduced.n, limit, f.real(0x1p127f), powerOfTwo(f, reduced));
  Term factor = f.ifGreater(reduced.n, limit, f.real(2), f.real(1));
  Term result = expMinusOne(f, fullRemainder(f, reduced), power) * factor;
  // The sums lose the sign of -0; elsewhere it is already that of x.
  return f.withSignOf(result, original).value;
}
