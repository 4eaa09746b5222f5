// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators with which the math bodies are written. They create exactly one
// op each and never fold, so that a body is the same sequence wherever it is
// emitted.

#include "Formula.h"

using namespace mlir;
using namespace amp;

namespace amp {

template <typename Op> static Term binary(Term a, Term b) {
  Formula &f = *a.formula;
  return f.wrap(Op::create(f.builder, f.loc, a.value, b.value));
}

Term operator+(Term a, Term b) { return binary<arith::AddFOp>(a, b); }
Term operator-(Term a, Term b) { return binary<arith::SubFOp>(a, b); }
Term operator*(Term a, Term b) { return binary<arith::MulFOp>(a, b); }
Term operator/(Term a, Term b) { return binary<arith::DivFOp>(a, b); }
Term operator-(Term a) {
  Formula &f = *a.formula;
  return f.wrap(arith::NegFOp::create(f.builder, f.loc, a.value));
}

Term addBits(Term a, Term b) { return binary<arith::AddIOp>(a, b); }
Term subtractBits(Term a, Term b) { return binary<arith::SubIOp>(a, b); }
Term shiftLeft(Term a, int32_t count) {
  return binary<arith::ShLIOp>(a, a.formula->integer(count));
}
Term shiftRight(Term a, int32_t count) {
  return binary<arith::ShRSIOp>(a, a.formula->integer(count));
}

Term shiftLeft(Term a, Term count) { return binary<arith::ShLIOp>(a, count); }
Term shiftRightLogical(Term a, Term count) {
  return binary<arith::ShRUIOp>(a, count);
}
Term operator&(Term a, Term b) { return binary<arith::AndIOp>(a, b); }
Term operator|(Term a, Term b) { return binary<arith::OrIOp>(a, b); }
Term operator^(Term a, Term b) { return binary<arith::XOrIOp>(a, b); }

std::pair<Term, Term> multiplyBits(Term a, Term b) {
  Formula &f = *a.formula;
  auto product =
      arith::MulUIExtendedOp::create(f.builder, f.loc, a.value, b.value);
  return {f.wrap(product.getLow()), f.wrap(product.getHigh())};
}

Term Formula::ifBitsAtLeast(Term x, int32_t bound, Term a, Term b) {
  return choose(arith::CmpIPredicate::sge, x, integer(bound), a, b);
}

Term Formula::ifLessUnsigned(Term x, Term y, Term a, Term b) {
  return choose(arith::CmpIPredicate::ult, x, y, a, b);
}

Term Formula::magnitude(Term x) {
  return fromBits(bits(x) & integer(0x7fffffff));
}

Term Formula::withSignOf(Term x, Term sign) {
  return fromBits(bits(x) | (bits(sign) & integer(INT32_MIN)));
}

Term Formula::horner(Term x, ArrayRef<float> coefficients) {
  Term sum = real(coefficients.back());
  for (float c : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, real(c));
  return sum;
}

Type Formula::withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

Term Formula::constant(Type type, TypedAttr element) {
  TypedAttr value = element;
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(element));
  return wrap(arith::ConstantOp::create(builder, loc, type, value));
}

Term Formula::choose(arith::CmpFPredicate predicate, Term x, Term y, Term a,
                     Term b) {
  Value holds =
      arith::CmpFOp::create(builder, loc, predicate, x.value, y.value);
  return wrap(arith::SelectOp::create(builder, loc, holds, a.value, b.value));
}

Term Formula::choose(arith::CmpIPredicate predicate, Term x, Term y, Term a,
                     Term b) {
  Value holds =
      arith::CmpIOp::create(builder, loc, predicate, x.value, y.value);
  return wrap(arith::SelectOp::create(builder, loc, holds, a.value, b.value));
}

} // namespace amp
