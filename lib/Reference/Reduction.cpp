// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over axes: the elements of each result element in row-major order,
// one after the other, in the accumulate type (not the order of P4: targets
// agree with this within stated bounds).

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

/// Which result element each operand element belongs to.
namespace {
struct Grouping {
  /// Extents of the result, in the form that the op asks for.
  std::vector<int64_t> resultShape;
  /// Number of operand elements per result element.
  int64_t groupSize = 1;
  /// Stride of each operand axis in the result, 0 for a reduced one.
  SmallVector<int64_t> strides;

  Grouping(const Tensor &input, ArrayRef<int64_t> axes, bool keepdims)
      : strides(input.rank()) {
    for (size_t axis = 0; axis < input.rank(); ++axis) {
      if (!llvm::is_contained(axes, int64_t(axis)))
        resultShape.push_back(input.extent(axis));
      else {
        groupSize *= input.extent(axis);
        if (keepdims)
          resultShape.push_back(1);
      }
    }
    int64_t stride = 1;
    for (size_t axis = input.rank(); axis-- > 0;)
      if (!llvm::is_contained(axes, int64_t(axis))) {
        strides[axis] = stride;
        stride *= input.extent(axis);
      }
  }

  int64_t groupOf(int64_t linear, const Tensor &input) const {
    int64_t group = 0;
    for (size_t axis = input.rank(); axis-- > 0;) {
      group += linear % input.extent(axis) * strides[axis];
      linear /= input.extent(axis);
    }
    return group;
  }
};
} // namespace

/// Folds each group with `combine`, from `initial`, then applies `finish` to
/// the combined value and the group's size; all in the accumulate type.
template <typename ConcreteOp, typename Initial, typename Combine,
          typename Finish>
static LogicalResult reduce(ConcreteOp op, const Tensor &operand,
                            SmallVectorImpl<Tensor> &results, Initial initial,
                            Combine combine, Finish finish) {
  FailureOr<Tensor> input =
      orError(op, operand.convertTo(computeTypeOf(operand.elementType())));
  if (failed(input))
    return failure();
  Grouping grouping(*input, op.getAxes(), op.getKeepdims());
  FailureOr<Tensor> wide =
      orError(op, Tensor::create(grouping.resultShape, input->elementType()));
  if (failed(wide))
    return failure();
  return withComputeType(input->elementType(), [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    llvm::fill(wide->template elements<T>(), initial(zero));
    for (int64_t i = 0; i < input->elementCount(); ++i) {
      T &group = wide->template data<T>()[grouping.groupOf(i, *input)];
      group = combine(group, input->template data<T>()[i]);
    }
    for (T &value : wide->template elements<T>())
      value = finish(value, grouping.groupSize);
    return append(op, wide->convertTo(resultElementType(op)), results);
  });
}

struct Plus {
  float operator()(float a, float b) const { return a + b; }
  double operator()(double a, double b) const { return a + b; }
  int64_t operator()(int64_t a, int64_t b) const {
    return int64_t(uint64_t(a) + uint64_t(b));
  }
};

static LogicalResult evaluateSum(SumOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  return reduce(
      op, operands[0], results, [](auto zero) { return zero; }, Plus(),
      [](auto sum, int64_t) { return sum; });
}

static LogicalResult evaluateMean(MeanOp op, ArrayRef<Tensor> operands,
                                  SmallVectorImpl<Tensor> &results) {
  if (!isFloat(operands[0].elementType())) // mean C4
    return op.emitOpError("expects a float operand");
  return reduce(
      op, operands[0], results, [](auto zero) { return zero; }, Plus(),
      [](auto sum, int64_t size) {
        // Integers were refused above; for them the division has no meaning.
        if constexpr (std::is_floating_point_v<decltype(sum)>)
          return sum / decltype(sum)(size);
        else
          return sum;
      });
}

static LogicalResult evaluateMax(MaxOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  // The lowest value is that of the operand's type, not of the compute type.
  ElementType type = operands[0].elementType();
  auto lowest = [&](auto zero) -> decltype(zero) {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>)
      return -std::numeric_limits<T>::infinity();
    else
      return type == ElementType::I32 ? T(std::numeric_limits<int32_t>::min())
                                      : std::numeric_limits<T>::min();
  };
  return reduce(
      op, operands[0], results, lowest,
      [](auto a, auto b) { return larger(a, b); },
      [](auto largest, int64_t) { return largest; });
}

static LogicalResult evaluateMin(MinOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  ElementType type = operands[0].elementType();
  auto greatest = [&](auto zero) -> decltype(zero) {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>)
      return std::numeric_limits<T>::infinity();
    else
      return type == ElementType::I32 ? T(std::numeric_limits<int32_t>::max())
                                      : std::numeric_limits<T>::max();
  };
  return reduce(
      op, operands[0], results, greatest,
      [](auto a, auto b) { return smaller(a, b); },
      [](auto smallest, int64_t) { return smallest; });
}

/// Whether `value` is found instead of `best`, which came before it.
template <typename T> static bool isLarger(T value, T best) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(value) || std::isnan(best))
      return !std::isnan(best);
  return value > best;
}

static LogicalResult evaluateArgmax(ArgmaxOp op, ArrayRef<Tensor> operands,
                                    SmallVectorImpl<Tensor> &results) {
  FailureOr<Tensor> input = orError(
      op, operands[0].convertTo(computeTypeOf(operands[0].elementType())));
  if (failed(input))
    return failure();
  std::vector<int64_t> shape;
  for (size_t i = 0; i < input->rank(); ++i)
    if (op.getAxis() && i != *op.getAxis())
      shape.push_back(input->extent(i));
    else if (op.getKeepdims())
      shape.push_back(1);
  if (!op.getAxis())
    input = orError(op, input->reshaped({input->elementCount()}));
  FailureOr<Tensor> indices =
      orError(op, Tensor::create(shape, ElementType::I64));
  if (failed(input) || failed(indices))
    return failure();
  AxisView view(*input, op.getAxis().value_or(0));
  if (view.extent == 0 && view.outer * view.inner != 0) // argmax C3
    return op.emitOpError("expects an element to find along the axis");
  return withComputeType(input->elementType(), [&](auto zero) {
    using T = decltype(zero);
    const T *data = input->template data<T>();
    for (int64_t outer = 0; outer < view.outer; ++outer)
      for (int64_t inner = 0; inner < view.inner; ++inner) {
        auto at = [&](int64_t i) {
          return data[(outer * view.extent + i) * view.inner + inner];
        };
        int64_t best = 0;
        for (int64_t i = 1; i < view.extent; ++i)
          if (isLarger(at(i), at(best)))
            best = i;
        indices->data<int64_t>()[outer * view.inner + inner] = best;
      }
    return append(op, indices->convertTo(resultElementType(op)), results);
  });
}

/// Two passes: the means, then the squared differences from them.
static LogicalResult evaluateVar(VarOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  ElementType type = computeTypeOf(operands[0].elementType());
  FailureOr<Tensor> input = orError(op, operands[0].convertTo(type));
  if (failed(input))
    return failure();
  Grouping grouping(*input, op.getAxes(), op.getKeepdims());
  FailureOr<Tensor> means =
      orError(op, Tensor::create(grouping.resultShape, type));
  FailureOr<Tensor> wide =
      orError(op, Tensor::create(grouping.resultShape, type));
  if (failed(means) || failed(wide))
    return failure();
  return withFloatType(type, [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    T *mean = means->template data<T>(), *sum = wide->template data<T>();
    const T *from = input->template data<T>();
    llvm::fill(means->template elements<T>(), zero);
    llvm::fill(wide->template elements<T>(), zero);
    for (int64_t i = 0; i < input->elementCount(); ++i)
      mean[grouping.groupOf(i, *input)] += from[i];
    for (T &value : means->template elements<T>())
      value /= T(grouping.groupSize);
    for (int64_t i = 0; i < input->elementCount(); ++i) {
      int64_t group = grouping.groupOf(i, *input);
      T difference = from[i] - mean[group];
      sum[group] += difference * difference;
    }
    T divisor = T(grouping.groupSize) - T(op.getCorrection().convertToDouble());
    for (T &value : wide->template elements<T>())
      value /= std::max(divisor, zero);
    return append(op, wide->convertTo(resultElementType(op)), results);
  });
}

void reference::registerReduction(MLIRContext *context) {
  SumOp::attachInterface<Model<SumOp, evaluateSum>>(*context);
  MeanOp::attachInterface<Model<MeanOp, evaluateMean>>(*context);
  VarOp::attachInterface<Model<VarOp, evaluateVar>>(*context);
  MaxOp::attachInterface<Model<MaxOp, evaluateMax>>(*context);
  MinOp::attachInterface<Model<MinOp, evaluateMin>>(*context);
  ArgmaxOp::attachInterface<Model<ArgmaxOp, evaluateArgmax>>(*context);
}
