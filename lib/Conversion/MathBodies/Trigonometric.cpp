// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sin and cos of any f32, however large: |x| is multiplied by as many bits of
// 2/pi as matter, in integers (the method of Payne and Hanek), which leaves the
// quadrant and the rest to more than f32 precision. The coefficients and the
// words of 2/pi are those that fit-polynomials.py prints.

#include "Formula.h"
#include "amp/Conversion/MathBodies.h"

#include <array>
#include <limits>

using namespace mlir;
using namespace amp;

namespace {
/// |x| = quadrant pi/2 + r or quadrant pi/2 - r with 0 <= r <= pi/4; `negative`
/// is all ones in the second case and zero in the first.
struct ReducedAngle {
  Term quadrant, negative, r;
};
} // namespace

/// 2/pi in words of 32 bits, after 34 zeros: the first bit has the weight 2^33.
static constexpr uint32_t twoOverPi[] = {0x00000000, 0x28be60db, 0x9391054a,
                                         0x7f09d5f4, 0x7d4d3770, 0x36d8a566,
                                         0x4f10e410, 0x7f9458ea};

/// The 96 bits of 2^e 2/pi with the weights 2^33 to 2^-62, for e in [0, 128].
static std::array<Term, 3> scaledTwoOverPi(Formula &f, Term e) {
  auto word = [&](int index) {
    Term selected = f.integer(twoOverPi[index]);
    for (int skipped = 1; skipped <= 4; ++skipped)
      selected = f.ifBitsAtLeast(
          e, 32 * skipped, f.integer(twoOverPi[index + skipped]), selected);
    return selected;
  };
  Term count = e & f.integer(31), one = f.integer(1);
  Term opposite = subtractBits(f.integer(31), count);
  // Shifting right by one and then by 31 - count keeps the counts below 32.
  auto join = [&](Term upper, Term lower) {
    return shiftLeft(upper, count) |
           shiftRightLogical(shiftRightLogical(lower, one), opposite);
  };
  Term a = word(0), b = word(1), c = word(2), d = word(3);
  return {join(a, b), join(b, c), join(c, d)};
}

/// Reduces a = |x|, not infinite or NaN (for which the result is meaningless).
static ReducedAngle reduceAngle(Formula &f, Term a) {
  // a = m 2^(e-32) with the leading bit of m set. Below pi/4, where e may be
  // negative, the result is not used.
  Term bits = f.bits(a);
  Term e = subtractBits(shiftRight(bits, 23), f.integer(126));
  Term m = shiftLeft(bits, 8) | f.integer(INT32_MIN);
  auto [upper, middle, lower] = scaledTwoOverPi(f, e);

  // a 2/pi modulo 4 in units of 2^-62. Bits above 2^33 would only add multiples
  // of 4, since m is a multiple of 2^8; bits below 2^-62 are negligible, since
  // no f32 comes closer than 2^-31 to a multiple of pi/2.
  Term low = multiplyBits(m, middle).first;
  Term high =
      addBits(multiplyBits(m, upper).first, multiplyBits(m, middle).second);
  Term carried = addBits(low, multiplyBits(m, lower).second);
  high = f.ifLessUnsigned(carried, low, addBits(high, f.integer(1)), high);

  // The nearest quadrant, and the rest as sign and magnitude (the complement is
  // off by one unit, which is negligible too).
  Term quadrant =
      shiftRightLogical(addBits(high, f.integer(0x20000000)), f.integer(30));
  Term rest = subtractBits(high, shiftLeft(quadrant, 30));
  Term negative = shiftRight(rest, 31);
  rest = rest ^ negative;
  carried = carried ^ negative;

  // The rest, below 2^29, as two f32: its upper 24 bits, exact, and 31 bits.
  Term head = f.toReal(rest & f.integer(~63)) * f.real(0x1p-30f);
  Term tailBits = shiftLeft(rest & f.integer(63), 25) |
                  shiftRightLogical(carried, f.integer(7));
  Term tail = f.toReal(tailBits) * f.real(0x1p-55f);
  // Times pi/2, itself the sum of two f32.
  Term half = f.real(0x1.921fb6p+0f);
  Term r =
      f.fma(head, half, f.fma(tail, half, head * f.real(-0x1.777a5cp-25f)));

  Term quarter = f.real(0x1.921fb6p-1f), zero = f.integer(0);
  return {f.ifLess(a, quarter, zero, quadrant),
          f.ifLess(a, quarter, zero, negative), f.ifLess(a, quarter, a, r)};
}

/// sin(|x| + turns pi/2), its sign flipped where `flip` has the sign bit.
static Term sineOf(Formula &f, Term a, int32_t turns, Term flip) {
  // sin(r) = r + r^3 S(r^2), relative error 2^-27.9;
  // cos(r) = 1 - r^2/2 + r^4 C(r^2), relative error 2^-33.
  static const float s[] = {-0x1.555546p-3f, 0x1.110774p-7f, -0x1.9951f2p-13f};
  static const float c[] = {1.0f, -0.5f, 0x1.55554ap-5f, -0x1.6c0c28p-10f,
                            0x1.99e80cp-16f};
  auto [quadrant, negative, r] = reduceAngle(f, a);
  quadrant = addBits(quadrant, f.integer(turns));
  Term square = r * r;
  Term sine = f.fma(r * square, f.horner(square, s), r);
  Term cosine = f.horner(square, c);
  // Odd quadrants: the cosine, which does not see the sign of r.
  Term sineBits = f.bits(sine) ^ (negative & f.integer(INT32_MIN));
  Term bits =
      f.ifBitsAtLeast(quadrant & f.integer(1), 1, f.bits(cosine), sineBits);
  Term sign = shiftLeft(quadrant & f.integer(2), 30) ^ flip;
  // Infinity minus infinity and NaN are NaN.
  return f.ifLess(a, f.real(std::numeric_limits<float>::infinity()),
                  f.fromBits(bits ^ sign), a - a);
}

Value amp::emitSin(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term x = f.wrap(argument);
  Term sign = f.bits(x) & f.integer(INT32_MIN);
  return sineOf(f, f.magnitude(x), 0, sign).value;
}

Value amp::emitCos(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  return sineOf(f, f.magnitude(f.wrap(argument)), 1, f.integer(0)).value;
}
