// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between floating-point formats, written in integer arithmetic
// where LLVM's own would not give the same bits everywhere.

#include "FloatFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace {

/// Integer arithmetic on scalars or vectors, with constants of their type.
class Bits {
public:
  Bits(OpBuilder &builder, Location loc, Type like)
      : builder(builder), loc(loc), like(like) {}

  Type type(Type element) const { return amp::getTypeLike(like, element); }
  Type intType(unsigned width) const {
    return type(builder.getIntegerType(width));
  }
  Value constant(Value like, int64_t bits) {
    Type type = like.getType();
    Type element = getElementTypeOrSelf(type);
    TypedAttr attr = builder.getIntegerAttr(
        element, APInt(element.getIntOrFloatBitWidth(), bits,
                       /*isSigned=*/true, /*implicitTrunc=*/true));
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return arith::ConstantOp::create(builder, loc, attr);
  }
  template <typename OpTy> Value op(Value lhs, Value rhs) {
    return OpTy::create(builder, loc, lhs, rhs);
  }
  template <typename OpTy> Value op(Value lhs, int64_t rhs) {
    return OpTy::create(builder, loc, lhs, constant(lhs, rhs));
  }
  template <typename OpTy> Value cast(Value value, Type element) {
    return OpTy::create(builder, loc, type(element), value);
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }
  Value compare(arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
  }

private:
  OpBuilder &builder;
  Location loc;
  Type like;
};

} // namespace

Type amp::getTypeLike(Type like, Type type) {
  if (auto vector = dyn_cast<VectorType>(like))
    return VectorType::get(vector.getShape(), type);
  return type;
}

/// Rounds f64 to f32 so that a second rounding to at most 22 bits of precision
/// gives what one rounding would: towards zero, and the last bit set if
/// anything was lost (Boldo and Melquiond, "Emulation of FMA and correctly
/// rounded sums: proved algorithms using rounding to odd", 2008).
static Value roundToOdd(Bits &bits, OpBuilder &builder, Value value) {
  Type f32 = builder.getF32Type(), f64 = builder.getF64Type();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value nearest = bits.cast<arith::TruncFOp>(value, f32);
  Value back = bits.cast<arith::ExtFOp>(nearest, f64);
  // Magnitudes are compared as integers: clearing the sign bit orders them.
  auto magnitude = [&](Value x) {
    Value raw = bits.cast<arith::BitcastOp>(x, i64);
    return bits.op<arith::AndIOp>(raw, 0x7fffffffffffffff);
  };
  Value grew =
      arith::CmpIOp::create(builder, value.getLoc(), arith::CmpIPredicate::ugt,
                            magnitude(back), magnitude(value));
  Value inexact = bits.compare(arith::CmpFPredicate::ONE, back, value);
  Value raw = bits.cast<arith::BitcastOp>(nearest, i32);
  Value smaller = bits.op<arith::SubIOp>(raw, 1);
  Value towardsZero = bits.select(grew, smaller, raw);
  Value odd = bits.op<arith::OrIOp>(towardsZero, 1);
  return bits.cast<arith::BitcastOp>(bits.select(inexact, odd, raw), f32);
}

/// f32 to bf16 in integers: adds half of the dropped bits' weight, less one if
/// the kept part is even, and cuts. NaN would overflow into infinity: it is
/// quieted and cut instead.
static Value truncateToBF16(Bits &bits, OpBuilder &builder, Value value) {
  Type i32 = builder.getI32Type();
  Value raw = bits.cast<arith::BitcastOp>(value, i32);
  Value even = bits.op<arith::AndIOp>(bits.op<arith::ShRUIOp>(raw, 16), 1);
  Value rounded =
      bits.op<arith::AddIOp>(bits.op<arith::AddIOp>(raw, 0x7fff), even);
  Value quiet = bits.op<arith::OrIOp>(raw, 0x400000);
  Value isNaN = bits.compare(arith::CmpFPredicate::UNO, value, value);
  Value kept = bits.select(isNaN, quiet, rounded);
  return bits.cast<arith::TruncIOp>(bits.op<arith::ShRUIOp>(kept, 16),
                                    builder.getIntegerType(16));
}

Value amp::emitExtend(OpBuilder &builder, Location loc, Value value, Type from,
                      Type to) {
  Bits bits(builder, loc, value.getType());
  if (from.isBF16()) {
    Value wide = bits.cast<arith::ExtUIOp>(value, builder.getI32Type());
    value = bits.cast<arith::BitcastOp>(bits.op<arith::ShLIOp>(wide, 16),
                                        builder.getF32Type());
    from = builder.getF32Type();
  }
  // f16 goes through f32, for which every CPU we run on has an instruction.
  if (from.isF16() && to.isF64()) {
    value = bits.cast<arith::ExtFOp>(value, builder.getF32Type());
    from = builder.getF32Type();
  }
  return from == to ? value : bits.cast<arith::ExtFOp>(value, to);
}

Value amp::emitTruncate(OpBuilder &builder, Location loc, Value value,
                        Type from, Type to) {
  Bits bits(builder, loc, value.getType());
  bool narrow = to.isBF16() || to.isF16();
  if (from.isF64() && narrow)
    value = roundToOdd(bits, builder, value);
  if (to.isBF16())
    return truncateToBF16(bits, builder, value);
  return bits.cast<arith::TruncFOp>(value, to);
}
