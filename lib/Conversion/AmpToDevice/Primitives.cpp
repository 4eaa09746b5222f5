// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builder of primitive amp ops.

#include "Primitives.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

Value Primitives::constant(double value, Type element) {
  Attribute attribute =
      isa<FloatType>(element)
          ? Attribute(getFloatAttr(element, value))
          : Attribute(getIntegerAttr(element, int64_t(value)));
  return ConstantOp::create(
      *this,
      DenseElementsAttr::get(RankedTensorType::get({}, element), attribute));
}

Value Primitives::cast(Value value, Type element) {
  if (elementType(value) == element)
    return value;
  return CastOp::create(*this, withElementType(value.getType(), element), value,
                        CastOrigin::Lowering);
}

Value Primitives::add(Value lhs, Value rhs) {
  return AddOp::create(*this, lhs, rhs);
}

Value Primitives::sub(Value lhs, Value rhs) {
  return SubOp::create(*this, lhs, rhs);
}

Value Primitives::mul(Value lhs, Value rhs) {
  return MulOp::create(*this, lhs, rhs);
}

Value Primitives::div(Value lhs, Value rhs) {
  return DivOp::create(*this, lhs, rhs);
}

Value Primitives::pow(Value lhs, Value rhs) {
  return PowOp::create(*this, lhs, rhs);
}

Value Primitives::maximum(Value lhs, Value rhs) {
  return MaximumOp::create(*this, lhs, rhs);
}

Value Primitives::minimum(Value lhs, Value rhs) {
  return MinimumOp::create(*this, lhs, rhs);
}

Value Primitives::neg(Value value) { return NegOp::create(*this, value); }

Value Primitives::exp(Value value) { return ExpOp::create(*this, value); }

Value Primitives::log(Value value) { return LogOp::create(*this, value); }

Value Primitives::sqrt(Value value) { return SqrtOp::create(*this, value); }

Value Primitives::isFinite(Value value) {
  return IsFiniteOp::create(*this, value);
}

Value Primitives::compare(Predicate predicate, Value lhs, Value rhs) {
  return CompareOp::create(*this, PredicateAttr::get(getContext(), predicate),
                           lhs, rhs);
}

Value Primitives::select(Value condition, Value trueValue, Value falseValue) {
  return SelectOp::create(*this, condition, trueValue, falseValue);
}

Value Primitives::isNonzero(Value value) {
  return compare(Predicate::Ne, value, constant(0, elementType(value)));
}

Value Primitives::sum(Value value, ArrayRef<int64_t> axes, bool keepdims) {
  return SumOp::create(*this, value, getDenseI64ArrayAttr(axes),
                       keepdims ? getUnitAttr() : UnitAttr(), TypeAttr(),
                       TypeAttr());
}

Value Primitives::max(Value value, ArrayRef<int64_t> axes, bool keepdims) {
  return MaxOp::create(*this, value, getDenseI64ArrayAttr(axes),
                       keepdims ? getUnitAttr() : UnitAttr(), TypeAttr(),
                       TypeAttr());
}

Value Primitives::min(Value value, ArrayRef<int64_t> axes, bool keepdims) {
  return MinOp::create(*this, value, getDenseI64ArrayAttr(axes),
                       keepdims ? getUnitAttr() : UnitAttr(), TypeAttr(),
                       TypeAttr());
}

Value Primitives::mean(Value value, ArrayRef<int64_t> axes, bool keepdims) {
  return div(sum(value, axes, keepdims), size(value, axes, elementType(value)));
}

Value Primitives::size(Value value, ArrayRef<int64_t> axes, Type element) {
  return SizeOp::create(*this, RankedTensorType::get({}, element), value,
                        getDenseI64ArrayAttr(axes));
}

Value Primitives::iota(ArrayRef<int64_t> shape, int64_t axis, Type element) {
  return IotaOp::create(*this, RankedTensorType::get(shape, element),
                        getI64IntegerAttr(axis));
}

Value Primitives::reshape(Value value, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, elementType(value));
  if (type == value.getType())
    return value;
  return ReshapeOp::create(*this, Type(type), value);
}

Value Primitives::transpose(Value value, ArrayRef<int64_t> permutation) {
  return TransposeOp::create(*this, value, getDenseI64ArrayAttr(permutation));
}

Value Primitives::flatten(Value value) {
  auto type = mlir::cast<RankedTensorType>(value.getType());
  int64_t count =
      type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
  return reshape(value, {count});
}

Value Primitives::logSoftmax(Value value, int64_t axis) {
  Value shifted = sub(value, max(value, axis, /*keepdims=*/true));
  return sub(shifted, log(sum(exp(shifted), axis, /*keepdims=*/true)));
}
