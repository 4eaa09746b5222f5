// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// log, log2 and log1p. The argument is split into 2^e (1 + f) with 1 + f
// between sqrt(1/2) and sqrt(2), and log(1 + f) is f - f^2/2 + f^3 P(f). The
// coefficients are those that fit-polynomials.py prints.

#include "Formula.h"
#include "amp/Conversion/MathBodies.h"

#include <limits>

using namespace mlir;
using namespace amp;

/// The bits of sqrt(1/2), rounded down: subtracting them makes the exponent
/// field change at sqrt(1/2) and not at 1.
static constexpr int32_t splitBits = 0x3f3504f3;

static constexpr float infinity = std::numeric_limits<float>::infinity();

namespace {
/// x = 2^e (1 + f); f is exact.
struct Split {
  Term e, f;
};
} // namespace

/// Splits a positive x. Subnormals are first scaled by 2^23, exactly.
static Split splitPositive(Formula &f, Term x) {
  Term smallest = f.real(0x1p-126f);
  Term scaled = f.ifLess(x, smallest, x * f.real(0x1p23f), x);
  Term correction = f.ifLess(x, smallest, f.real(23), f.real(0));
  Term bits = f.bits(scaled);
  Term e = shiftRight(subtractBits(bits, f.integer(splitBits)), 23);
  Term mantissa = f.fromBits(subtractBits(bits, shiftLeft(e, 23)));
  return {f.toReal(e) - correction, mantissa - f.real(1)};
}

/// e log(2) + log(1 + t).
static Term logOfSplit(Formula &f, Split split) {
  // Relative error of log(1 + t): 2^-27.3.
  static const float coefficients[] = {
      -0.5f,           0x1.555554p-2f,  -0x1.000226p-2f,
      0x1.99a01cp-3f,  -0x1.54728ap-3f, 0x1.22d92ep-3f,
      -0x1.0d8242p-3f, 0x1.055ec4p-3f,  -0x1.38c9d4p-4f};
  auto [e, t] = split;
  Term rest = f.fma(t * t, f.horner(t, coefficients), e * f.real(logTwoLow));
  return f.fma(e, f.real(logTwoHigh), t + rest);
}

/// Puts in what holds outside (0, inf): x is the quantity whose logarithm is
/// taken, `wide` is returned where x is infinite or NaN.
static Term withSpecialValues(Formula &f, Term result, Term x, Term wide) {
  result = f.ifLess(x, f.real(infinity), result, wide);
  result = f.ifLess(x, f.real(0),
                    f.real(std::numeric_limits<float>::quiet_NaN()), result);
  return f.ifEqual(x, f.real(0), f.real(-infinity), result);
}

Value amp::emitLog(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  Term result = logOfSplit(f, splitPositive(f, x));
  return withSpecialValues(f, result, x, x + x).value;
}

Value amp::emitLog2(OpBuilder &builder, Location loc, Value argument) {
  // log2(1+t) = t/log(2) + t^2 P(t), relative error 2^-27.7; 1/log(2) is the
  // sum of its f32 and the first entry here.
  static const float coefficients[] = {
      0x1.4ae0c0p-26f, -0x1.715470p-1f, 0x1.ec7094p-2f, -0x1.715afep-2f,
      0x1.277f44p-2f,  -0x1.eaa24ap-3f, 0x1.a2c9dcp-3f, -0x1.87f7e8p-3f,
      0x1.7f2816p-3f,  -0x1.c39bccp-4f};
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  auto [e, t] = splitPositive(f, x);
  Term rest = t * f.horner(t, coefficients);
  Term result = e + f.fma(t, f.real(0x1.715476p0f), rest);
  return withSpecialValues(f, result, x, x + x).value;
}

Value amp::emitLog1p(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  // e comes from the rounded 1 + x, but 1 + t = 2^-e (1 + x) is formed from x
  // itself, t = 2^-e x + (2^-e - 1): exact for e = 0, else one rounding.
  // Subtracting e from the exponent of x is exact, since e is 0 for small x.
  Term sum = x + f.real(1);
  Term e = shiftRight(subtractBits(f.bits(sum), f.integer(splitBits)), 23);
  Term shift = shiftLeft(e, 23);
  Term scaled = f.fromBits(subtractBits(f.bits(x), shift));
  // 2^-e may be subnormal (e = 128), so 2^(2-e) is formed and divided by 4.
  Term fourTimes = f.fromBits(subtractBits(f.integer(0x40800000), shift));
  Term t = scaled + f.fma(fourTimes, f.real(0.25f), f.real(-1));
  Term result = logOfSplit(f, {f.toReal(e), t});
  result = withSpecialValues(f, result, sum, x + x);
  // The sums lose the sign of -0; elsewhere it is already that of x.
  return f.withSignOf(result, x).value;
}
