// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax and log_softmax along one axis, layer_norm over the last axes: every
// step in the accumulate type, sums in the order of the elements, one rounding
// at the end.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

/// exp and log in double, rounded to T.
template <typename T> static T expOf(T x) { return T(std::exp(double(x))); }
template <typename T> static T logOf(T x) { return T(std::log(double(x))); }

/// Normalises one line of `extent` elements `stride` apart.
template <typename T>
static void normalizeLine(const T *from, T *to, int64_t extent, int64_t stride,
                          bool logarithmic) {
  T largest = -std::numeric_limits<T>::infinity();
  for (int64_t i = 0; i < extent; ++i)
    largest = larger(largest, from[i * stride]);
  T sum = 0;
  for (int64_t i = 0; i < extent; ++i)
    sum += expOf(from[i * stride] - largest);
  for (int64_t i = 0; i < extent; ++i) {
    T shifted = from[i * stride] - largest;
    to[i * stride] = logarithmic ? shifted - logOf(sum) : expOf(shifted) / sum;
  }
}

template <bool logarithmic, typename ConcreteOp>
static LogicalResult evaluateSoftmax(ConcreteOp op, ArrayRef<Tensor> operands,
                                     SmallVectorImpl<Tensor> &results) {
  ElementType type = computeTypeOf(operands[0].elementType());
  FailureOr<Tensor> input = orError(op, operands[0].convertTo(type));
  if (failed(input))
    return failure();
  FailureOr<Tensor> wide = orError(op, Tensor::create(input->shape(), type));
  if (failed(wide))
    return failure();
  AxisView view(*input, op.getAxis());
  return withFloatType(type, [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    for (int64_t o = 0; o < view.outer; ++o)
      for (int64_t n = 0; n < view.inner; ++n) {
        int64_t start = o * view.extent * view.inner + n;
        normalizeLine(input->data<T>() + start, wide->data<T>() + start,
                      view.extent, view.inner, logarithmic);
      }
    return append(op, wide->convertTo(resultElementType(op)), results);
  });
}

/// Normalises one row of contiguous elements; `weight` and `bias` may be null.
template <typename T>
static void normalizeRow(const T *from, T *to, int64_t extent, T epsilon,
                         const T *weight, const T *bias) {
  T sum = 0, squares = 0;
  for (int64_t i = 0; i < extent; ++i)
    sum += from[i];
  T mean = sum / T(extent);
  for (int64_t i = 0; i < extent; ++i)
    squares += (from[i] - mean) * (from[i] - mean);
  T deviation = std::sqrt(squares / T(extent) + epsilon);
  for (int64_t i = 0; i < extent; ++i) {
    to[i] = (from[i] - mean) * (T(1) / deviation);
    if (weight)
      to[i] *= weight[i];
    if (bias)
      to[i] += bias[i];
  }
}

static LogicalResult evaluateLayerNorm(LayerNormOp op,
                                       ArrayRef<Tensor> operands,
                                       SmallVectorImpl<Tensor> &results) {
  ElementType type = computeTypeOf(operands[0].elementType());
  SmallVector<Tensor> wide;
  for (const Tensor &operand : operands)
    if (failed(append(op, operand.convertTo(type), wide)))
      return failure();
  const Tensor &input = wide.front();
  FailureOr<Tensor> result = orError(op, Tensor::create(input.shape(), type));
  if (failed(result))
    return failure();
  int64_t extent = 1;
  for (int64_t axis : op.getAxes())
    extent *= input.extent(axis);
  for (const Tensor &operand : ArrayRef(wide).drop_front())
    if (operand.elementCount() != extent) // layer_norm C2
      return op.emitOpError("expects ")
             << extent << " elements of weight and bias, got "
             << operand.elementCount();
  return withFloatType(type, [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    auto affine = [&](size_t i) -> const T * {
      return i < wide.size() ? wide[i].template data<T>() : nullptr;
    };
    T epsilon = T(op.getEpsilon().convertToDouble());
    for (int64_t i = 0; i < input.elementCount(); i += extent)
      normalizeRow(input.data<T>() + i, result->data<T>() + i, extent, epsilon,
                   affine(1), affine(2));
    return append(op, result->convertTo(resultElementType(op)), results);
  });
}

void reference::registerNormalization(MLIRContext *context) {
  SoftmaxOp::attachInterface<Model<SoftmaxOp, evaluateSoftmax<false>>>(
      *context);
  LayerNormOp::attachInterface<Model<LayerNormOp, evaluateLayerNorm>>(*context);
  LogSoftmaxOp::attachInterface<Model<LogSoftmaxOp, evaluateSoftmax<true>>>(
      *context);
}
