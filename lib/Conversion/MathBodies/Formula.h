// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets the math bodies read as formulas: a Term wraps an SSA value, an f32 or
// i32 or a vector of them, and its operators emit the `arith` ops. Formulas
// that look at no bits serve f64 too. Also declares the pieces that several
// functions share.

#ifndef AMP_LIB_CONVERSION_MATHBODIES_FORMULA_H
#define AMP_LIB_CONVERSION_MATHBODIES_FORMULA_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

#include <utility>

namespace amp {

class Formula;

/// A value under construction. Operators need both sides of one type.
struct Term {
  Formula *formula;
  mlir::Value value;
};

/// Where terms are emitted, and the type they have: that of the argument, with
/// f32 or i32 elements. Holds no state beyond that.
class Formula {
public:
  Formula(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type)
      : builder(builder), loc(loc), floatType(type),
        intType(withElement(type, builder.getI32Type())) {}

  Term wrap(mlir::Value value) { return {this, value}; }

  /// The constant `c`, rounded to the type, in every element.
  Term real(double c) {
    return constant(floatType, builder.getFloatAttr(
                                   mlir::getElementTypeOrSelf(floatType), c));
  }
  Term integer(int32_t c) {
    return constant(intType, builder.getI32IntegerAttr(c));
  }

  /// The bits of an f32, and the f32 of bits.
  Term bits(Term x) { return emit<mlir::arith::BitcastOp>(intType, x); }
  Term fromBits(Term x) { return emit<mlir::arith::BitcastOp>(floatType, x); }

  /// The f32 value of an integer, exact below 2^24.
  Term toReal(Term x) { return emit<mlir::arith::SIToFPOp>(floatType, x); }

  /// a*b + c with one rounding.
  Term fma(Term a, Term b, Term c) {
    return wrap(
        mlir::math::FmaOp::create(builder, loc, a.value, b.value, c.value));
  }

  /// a when the comparison holds, else b. A NaN on either side of the
  /// comparison makes it false, so a NaN tested against a bound is kept when it
  /// is b.
  Term ifGreater(Term x, Term y, Term a, Term b) {
    return choose(mlir::arith::CmpFPredicate::OGT, x, y, a, b);
  }
  Term ifLess(Term x, Term y, Term a, Term b) {
    return choose(mlir::arith::CmpFPredicate::OLT, x, y, a, b);
  }
  Term ifEqual(Term x, Term y, Term a, Term b) {
    return choose(mlir::arith::CmpFPredicate::OEQ, x, y, a, b);
  }

  /// a where the integer x is at least `bound` (signed), else b.
  Term ifBitsAtLeast(Term x, int32_t bound, Term a, Term b);

  /// a where the integer x is below y (unsigned), else b.
  Term ifLessUnsigned(Term x, Term y, Term a, Term b);

  /// x limited to [low, high]; NaN stays NaN.
  Term clamp(Term x, float low, float high) {
    x = atMost(x, high);
    return ifLess(x, real(low), real(low), x);
  }
  Term atMost(Term x, float high) {
    return ifGreater(x, real(high), real(high), x);
  }

  /// |x|, exact for every bit pattern.
  Term magnitude(Term x);
  /// x with its sign bit set where that of `sign` is; x must not be negative
  /// unless `sign` is.
  Term withSignOf(Term x, Term sign);

  /// coefficients[0] + coefficients[1] x + ..., one fma a step from the top.
  Term horner(Term x, llvm::ArrayRef<float> coefficients);

  mlir::OpBuilder &builder;
  mlir::Location loc;

private:
  static mlir::Type withElement(mlir::Type type, mlir::Type element);
  Term constant(mlir::Type type, mlir::TypedAttr element);
  Term choose(mlir::arith::CmpFPredicate predicate, Term x, Term y, Term a,
              Term b);
  Term choose(mlir::arith::CmpIPredicate predicate, Term x, Term y, Term a,
              Term b);
  template <typename Op> Term emit(mlir::Type type, Term x) {
    return wrap(Op::create(builder, loc, type, x.value));
  }

  mlir::Type floatType, intType;
};

/// f32 arithmetic, each operator rounded once.
Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
/// The sign bit flipped: exact, NaN included.
Term operator-(Term a);

/// i32 arithmetic modulo 2^32. shiftRight keeps the sign, shiftRightLogical
/// shifts in zeros; counts are below 32.
Term addBits(Term a, Term b);
Term subtractBits(Term a, Term b);
Term shiftLeft(Term a, int32_t count);
Term shiftRight(Term a, int32_t count);
Term shiftLeft(Term a, Term count);
Term shiftRightLogical(Term a, Term count);
Term operator&(Term a, Term b);
Term operator|(Term a, Term b);
Term operator^(Term a, Term b);

/// The 64 bits of the product of two unsigned i32, as {low, high}.
std::pair<Term, Term> multiplyBits(Term a, Term b);

/// log(2) as the sum of two f32, the first its nearest.
inline constexpr float logTwoHigh = 0x1.62e430p-1f;
inline constexpr float logTwoLow = -0x1.05c610p-29f;

/// x = n log(2) + r with whole n and |r| <= log(2)/2, for |x| below 2^21.
/// `high` is x - n logTwoHigh, which is exact: both terms are multiples of
/// 2^-25 unless n is 0, and the difference is below 1/2. It differs from r by
/// n logTwoLow, which does not matter while n is small or where the result is
/// about to be added to something larger. `shifted` is the integer n +
/// 0x4b400000.
struct ReducedExponent {
  Term n, shifted, high;
};
ReducedExponent reduceExponent(Formula &f, Term x);

/// 2^n for the n of `reduced`, for n in [-126, 127].
Term powerOfTwo(Formula &f, const ReducedExponent &reduced);

/// 2^n e^r - 1 with a small relative error, given power = 2^n.
Term expMinusOne(Formula &f, Term r, Term power);

/// e^(x + low) as p 2^k with p in [0.7, 1.5], for x in [-125, 89] and |low|
/// much smaller than 1: what multiplies the power is multiplied by p, before
/// scaleByPower, so that gradual underflow rounds once.
struct ScaledPower {
  Term p, k;
};
ScaledPower expOfSum(Formula &f, Term x, Term low);

/// p * 2^k for k in [-252, 254], in two exact-or-final steps: only the second
/// multiplication can round, so gradual underflow adds one rounding and results
/// beyond the range become infinite.
Term scaleByPower(Formula &f, Term p, Term k);

} // namespace amp

#endif // AMP_LIB_CONVERSION_MATHBODIES_FORMULA_H
