// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops on two operands or with results of another kind: arithmetic,
// comparison, logic, selection, casts. Operands of mixed types are first
// promoted to one type.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

/// Promotes the operands to `type`, widens them to its compute type and
/// broadcasts them to one shape.
static FailureOr<SmallVector<Tensor>>
prepare(Operation *op, ArrayRef<Tensor> operands, ElementType type) {
  FailureOr<std::vector<int64_t>> shape = broadcastShape(op, operands);
  if (failed(shape))
    return failure();
  SmallVector<Tensor> prepared;
  for (const Tensor &operand : operands) {
    // The promoted type can be narrower than a 0-d operand's: two conversions.
    FailureOr<Tensor> promoted = orError(op, operand.convertTo(type));
    if (failed(promoted))
      return failure();
    FailureOr<Tensor> wide =
        orError(op, promoted->convertTo(computeTypeOf(type)));
    if (failed(wide) ||
        failed(append(op, broadcastTo(*wide, *shape), prepared)))
      return failure();
  }
  return prepared;
}

/// Integers wrap around, which is only defined for unsigned numbers in C++.
template <typename T, typename Function>
static T wrapping(T a, T b, Function function) {
  if constexpr (std::is_integral_v<T>)
    return T(function(uint64_t(a), uint64_t(b)));
  else
    return function(a, b);
}

struct Add {
  template <typename T> T operator()(T a, T b) const {
    return wrapping(a, b, [](auto a, auto b) { return a + b; });
  }
};
struct Sub {
  template <typename T> T operator()(T a, T b) const {
    return wrapping(a, b, [](auto a, auto b) { return a - b; });
  }
};
struct Mul {
  template <typename T> T operator()(T a, T b) const {
    return wrapping(a, b, [](auto a, auto b) { return a * b; });
  }
};
struct Maximum {
  template <typename T> T operator()(T a, T b) const { return larger(a, b); }
};
struct Minimum {
  template <typename T> T operator()(T a, T b) const { return smaller(a, b); }
};

/// Computes `function` of two operands in the compute type of `type`, to which
/// they are promoted, and rounds to the result's type.
template <typename Function>
static LogicalResult combine(Operation *op, ArrayRef<Tensor> operands,
                             ElementType type, Function function,
                             SmallVectorImpl<Tensor> &results) {
  FailureOr<SmallVector<Tensor>> prepared = prepare(op, operands, type);
  if (failed(prepared))
    return failure();
  const Tensor &lhs = (*prepared)[0], &rhs = (*prepared)[1];
  FailureOr<Tensor> wide =
      orError(op, Tensor::create(lhs.shape(), lhs.elementType()));
  if (failed(wide))
    return failure();
  return withComputeType(lhs.elementType(), [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    for (int64_t i = 0; i < wide->elementCount(); ++i)
      wide->data<T>()[i] = function(lhs.data<T>()[i], rhs.data<T>()[i]);
    return append(op, wide->convertTo(resultElementType(op)), results);
  });
}

template <typename Function, typename ConcreteOp>
static LogicalResult evaluateBinary(ConcreteOp op, ArrayRef<Tensor> operands,
                                    SmallVectorImpl<Tensor> &results) {
  return combine(op, operands, promotedType(op, op->getOperands()), Function(),
                 results);
}

static LogicalResult evaluateDiv(DivOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  // Integers become f32 before they are divided.
  return combine(
      op, operands, resultElementType(op), [](auto a, auto b) { return a / b; },
      results);
}

/// Unlike the others, pow computes in f64 for every type, from the operands as
/// they are, and rounds from there.
static LogicalResult evaluatePow(PowOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  return combine(
      op, operands, ElementType::F64,
      [](double a, double b) { return std::pow(a, b); }, results);
}

template <typename T> static bool compare(Predicate predicate, T a, T b) {
  switch (predicate) {
  case Predicate::Eq:
    return a == b;
  case Predicate::Ne:
    return a != b;
  case Predicate::Lt:
    return a < b;
  case Predicate::Le:
    return a <= b;
  case Predicate::Gt:
    return a > b;
  case Predicate::Ge:
    return a >= b;
  }
  llvm_unreachable("not a predicate");
}

static LogicalResult evaluateCompare(CompareOp op, ArrayRef<Tensor> operands,
                                     SmallVectorImpl<Tensor> &results) {
  ElementType type = promotedType(op, op->getOperands());
  FailureOr<SmallVector<Tensor>> prepared = prepare(op, operands, type);
  if (failed(prepared))
    return failure();
  const Tensor &lhs = (*prepared)[0], &rhs = (*prepared)[1];
  FailureOr<Tensor> result =
      orError(op, Tensor::create(lhs.shape(), ElementType::Bool));
  if (failed(result))
    return failure();
  return withComputeType(lhs.elementType(), [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    for (int64_t i = 0; i < result->elementCount(); ++i)
      result->data<bool>()[i] =
          compare(op.getPredicate(), lhs.data<T>()[i], rhs.data<T>()[i]);
    results.push_back(*result);
    return success();
  });
}

/// Logical ops on two operands, which are booleans.
template <bool (*function)(bool, bool), typename ConcreteOp>
static LogicalResult evaluateLogical(ConcreteOp op, ArrayRef<Tensor> operands,
                                     SmallVectorImpl<Tensor> &results) {
  FailureOr<std::vector<int64_t>> shape = broadcastShape(op, operands);
  if (failed(shape))
    return failure();
  FailureOr<Tensor> lhs = orError(op, broadcastTo(operands[0], *shape));
  FailureOr<Tensor> rhs = orError(op, broadcastTo(operands[1], *shape));
  FailureOr<Tensor> result =
      orError(op, Tensor::create(*shape, ElementType::Bool));
  if (failed(lhs) || failed(rhs) || failed(result))
    return failure();
  for (int64_t i = 0; i < result->elementCount(); ++i)
    result->data<bool>()[i] =
        function(lhs->data<bool>()[i], rhs->data<bool>()[i]);
  results.push_back(*result);
  return success();
}

static bool both(bool a, bool b) { return a && b; }
static bool either(bool a, bool b) { return a || b; }
static bool onlyOne(bool a, bool b) { return a != b; }

static LogicalResult evaluateLogicalNot(LogicalNotOp op,
                                        ArrayRef<Tensor> operands,
                                        SmallVectorImpl<Tensor> &results) {
  FailureOr<Tensor> result =
      orError(op, Tensor::create(operands[0].shape(), ElementType::Bool));
  if (failed(result))
    return failure();
  for (int64_t i = 0; i < result->elementCount(); ++i)
    result->data<bool>()[i] = !operands[0].data<bool>()[i];
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateSelect(SelectOp op, ArrayRef<Tensor> operands,
                                    SmallVectorImpl<Tensor> &results) {
  FailureOr<std::vector<int64_t>> shape = broadcastShape(op, operands);
  if (failed(shape))
    return failure();
  // The chosen element keeps its bits, so there is no compute type here.
  ElementType type = resultElementType(op);
  SmallVector<Tensor> prepared;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    FailureOr<Tensor> converted =
        index == 0 ? operand : orError(op, operand.convertTo(type));
    if (failed(converted) ||
        failed(append(op, broadcastTo(*converted, *shape), prepared)))
      return failure();
  }
  FailureOr<Tensor> result = orError(op, Tensor::create(*shape, type));
  if (failed(result))
    return failure();
  size_t size = byteSize(type);
  char *to = static_cast<char *>(result->rawData());
  for (int64_t i = 0; i < result->elementCount(); ++i) {
    const Tensor &chosen = prepared[prepared[0].data<bool>()[i] ? 1 : 2];
    std::memcpy(to + i * size, static_cast<char *>(chosen.rawData()) + i * size,
                size);
  }
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateCast(CastOp op, ArrayRef<Tensor> operands,
                                  SmallVectorImpl<Tensor> &results) {
  return append(op, operands[0].convertTo(resultElementType(op)), results);
}

static LogicalResult evaluateIsFinite(IsFiniteOp op, ArrayRef<Tensor> operands,
                                      SmallVectorImpl<Tensor> &results) {
  const Tensor &input = operands[0];
  FailureOr<Tensor> result =
      orError(op, Tensor::create(input.shape(), ElementType::Bool));
  if (failed(result))
    return failure();
  for (int64_t i = 0; i < input.elementCount(); ++i)
    result->data<bool>()[i] = std::isfinite(input.getDouble(i));
  results.push_back(*result);
  return success();
}

void reference::registerElementwise(MLIRContext *context) {
  AddOp::attachInterface<Model<AddOp, evaluateBinary<Add>>>(*context);
  SubOp::attachInterface<Model<SubOp, evaluateBinary<Sub>>>(*context);
  MulOp::attachInterface<Model<MulOp, evaluateBinary<Mul>>>(*context);
  MaximumOp::attachInterface<Model<MaximumOp, evaluateBinary<Maximum>>>(
      *context);
  MinimumOp::attachInterface<Model<MinimumOp, evaluateBinary<Minimum>>>(
      *context);
  DivOp::attachInterface<Model<DivOp, evaluateDiv>>(*context);
  PowOp::attachInterface<Model<PowOp, evaluatePow>>(*context);
  CompareOp::attachInterface<Model<CompareOp, evaluateCompare>>(*context);
  LogicalAndOp::attachInterface<Model<LogicalAndOp, evaluateLogical<both>>>(
      *context);
  LogicalOrOp::attachInterface<Model<LogicalOrOp, evaluateLogical<either>>>(
      *context);
  LogicalXorOp::attachInterface<Model<LogicalXorOp, evaluateLogical<onlyOne>>>(
      *context);
  LogicalNotOp::attachInterface<Model<LogicalNotOp, evaluateLogicalNot>>(
      *context);
  SelectOp::attachInterface<Model<SelectOp, evaluateSelect>>(*context);
  CastOp::attachInterface<Model<CastOp, evaluateCast>>(*context);
  IsFiniteOp::attachInterface<Model<IsFiniteOp, evaluateIsFinite>>(*context);
}
