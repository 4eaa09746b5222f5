// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax and log_softmax along one axis: every step in the accumulate type,
// the sum in the order of the axis, one rounding at the end.

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

void reference::registerNormalization(MLIRContext *context) {
  SoftmaxOp::attachInterface<Model<SoftmaxOp, evaluateSoftmax<false>>>(
      *context);
  LogSoftmaxOp::attachInterface<Model<LogSoftmaxOp, evaluateSoftmax<true>>>(
      *context);
}
