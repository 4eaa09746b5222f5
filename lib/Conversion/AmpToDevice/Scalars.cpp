// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar constants and conversions between all pairs of element types.

#include "Scalars.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

Type amp::lowering::scalarComputeType(Type result) {
  return isLowPrecision(result) ? Float32Type::get(result.getContext())
                                : result;
}

Value Scalars::constant(double value, Type type) {
  TypedAttr attribute = isa<FloatType>(type)
                            ? TypedAttr(getFloatAttr(type, value))
                            : TypedAttr(getIntegerAttr(type, int64_t(value)));
  return arith::ConstantOp::create(*this, attribute);
}

SmallVector<Value> Scalars::convertAll(ValueRange values, Type type) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return convert(value, type); });
}

Value Scalars::convert(Value value, Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  if (type.isInteger(1))
    return isNonzero(value);
  if (auto floatType = dyn_cast<FloatType>(type))
    return isa<FloatType>(from) ? floatToFloat(value, floatType)
                                : integerToFloat(value, floatType);
  auto integerType = cast<IntegerType>(type);
  return isa<FloatType>(from) ? floatToInteger(value, integerType)
                              : integerToInteger(value, integerType);
}

Value Scalars::isNonzero(Value value) {
  // Unordered or unequal: NaN is true, as in C.
  if (isa<FloatType>(value.getType())) {
    value = convert(value, scalarComputeType(value.getType()));
    return arith::CmpFOp::create(*this, arith::CmpFPredicate::UNE, value,
                                 constant(0, value.getType()));
  }
  return arith::CmpIOp::create(*this, arith::CmpIPredicate::ne, value,
                               constant(0, value.getType()));
}

Value Scalars::floatToFloat(Value value, FloatType type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  if (from < type.getWidth())
    return arith::ExtFOp::create(*this, type, value);
  // f16 and bf16: the widening is exact, so this rounds once.
  if (from == type.getWidth())
    value = arith::ExtFOp::create(*this, getF32Type(), value);
  return arith::TruncFOp::create(*this, type, value);
}

Value Scalars::floatToInteger(Value value, IntegerType type) {
  value = convert(value, scalarComputeType(value.getType()));
  Type from = value.getType();
  // Both bounds are powers of two, hence exact: 2^(w-1) is the first value that
  // does not fit, and everything from -2^(w-1) on does.
  unsigned width = type.getWidth();
  Value beyond = constant(std::ldexp(1.0, width - 1), from);
  Value lowest = constant(-std::ldexp(1.0, width - 1), from);
  auto compare = [&](arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(*this, predicate, lhs, rhs);
  };
  Value fits = arith::AndIOp::create(
      *this, compare(arith::CmpFPredicate::OLT, value, beyond),
      compare(arith::CmpFPredicate::OGE, value, lowest));
  // Out of range the conversion is undefined: feed it zero, which is also the
  // answer for NaN.
  Value safe = arith::SelectOp::create(*this, fits, value, constant(0, from));
  Value result = arith::FPToSIOp::create(*this, type, safe);
  auto limit = [&](const APInt &bound) -> Value {
    return arith::ConstantOp::create(*this, getIntegerAttr(type, bound));
  };
  result = arith::SelectOp::create(
      *this, compare(arith::CmpFPredicate::OGE, value, beyond),
      limit(APInt::getSignedMaxValue(width)), result);
  return arith::SelectOp::create(
      *this, compare(arith::CmpFPredicate::OLT, value, lowest),
      limit(APInt::getSignedMinValue(width)), result);
}

Value Scalars::integerToFloat(Value value, FloatType type) {
  Type from = value.getType();
  unsigned width = from.getIntOrFloatBitWidth();
  if (width == 1) {
    Type wide = scalarComputeType(type);
    return convert(arith::UIToFPOp::create(*this, wide, value), type);
  }
  if (!isLowPrecision(type))
    return arith::SIToFPOp::create(*this, type, value);
  // f32 holds i8 exactly and f64 holds i32: the second step is the one
  // rounding.
  if (width <= 8)
    return convert(arith::SIToFPOp::create(*this, getF32Type(), value), type);
  if (width > 32) {
    // Beyond 2^53 f64 would round first. Fold the low 11 bits into bit 11, a
    // sticky bit far below the last place of the result: f64 then holds the
    // value exactly and the rounding to 16 bits goes the same way.
    auto bits = [&](int64_t pattern) -> Value {
      return arith::ConstantOp::create(*this, getIntegerAttr(from, pattern));
    };
    Value low = arith::AndIOp::create(*this, value, bits(0x7ff));
    Value sticky =
        arith::SelectOp::create(*this, isNonzero(low), bits(0x800), bits(0));
    Value folded = arith::OrIOp::create(
        *this, arith::AndIOp::create(*this, value, bits(~int64_t(0x7ff))),
        sticky);
    // |value| < 2^53, asked without overflow at the lowest integer.
    Value shifted = arith::AddIOp::create(*this, value, bits(int64_t(1) << 53));
    Value isSmall = arith::CmpIOp::create(*this, arith::CmpIPredicate::ult,
                                          shifted, bits(int64_t(1) << 54));
    value = arith::SelectOp::create(*this, isSmall, value, folded);
  }
  return convert(arith::SIToFPOp::create(*this, getF64Type(), value), type);
}

Value Scalars::integerToInteger(Value value, IntegerType type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  if (from == 1)
    return arith::ExtUIOp::create(*this, type, value);
  if (from < type.getWidth())
    return arith::ExtSIOp::create(*this, type, value);
  return arith::TruncIOp::create(*this, type, value);
}
