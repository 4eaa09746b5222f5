// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss scaling and gradient clipping, with the arithmetic of PyTorch's
// GradScaler and clip_grad_norm_.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

static Result<Tensor> scalar(float value) {
  return Tensor::fromData({}, std::vector<float>{value});
}

/// Applies `function`, from T to T, in the compute type of the tensor.
template <typename Function>
static LogicalResult mapTo(Operation *op, const Tensor &tensor,
                           ElementType type, SmallVectorImpl<Tensor> &results,
                           Function function) {
  ElementType compute = computeTypeOf(tensor.elementType());
  FailureOr<Tensor> from = orError(op, tensor.convertTo(compute));
  if (failed(from))
    return failure();
  FailureOr<Tensor> to = orError(op, Tensor::create(tensor.shape(), compute));
  if (failed(to))
    return failure();
  return withFloatType(compute, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < to->elementCount(); ++i)
      to->data<T>()[i] = function(from->data<T>()[i]);
    return append(op, to->convertTo(type), results);
  });
}

static LogicalResult evaluateScale(ScaleOp op, ArrayRef<Tensor> operands,
                                   SmallVectorImpl<Tensor> &results) {
  float scale = operands[1].data<float>()[0];
  return mapTo(op, operands[0], resultElementType(op), results,
               [&](auto x) { return x * decltype(x)(scale); });
}

static LogicalResult evaluateUnscale(UnscaleAndCheckOp op,
                                     ArrayRef<Tensor> operands,
                                     SmallVectorImpl<Tensor> &results) {
  const Tensor &gradient = operands[0];
  float inverse = float(1.0 / double(operands[1].data<float>()[0]));
  bool allFinite = true;
  for (int64_t i = 0; i < gradient.elementCount(); ++i)
    allFinite &= std::isfinite(gradient.getDouble(i));
  if (inverse == 1)
    results.push_back(gradient);
  else if (failed(mapTo(op, gradient, gradient.elementType(), results,
                        [&](auto x) { return x * decltype(x)(inverse); })))
    return failure();
  return append(op, scalar(allFinite ? 0 : 1), results);
}

static LogicalResult evaluateUpdateScale(UpdateScaleOp op,
                                         ArrayRef<Tensor> operands,
                                         SmallVectorImpl<Tensor> &results) {
  float scale = operands[0].data<float>()[0];
  int32_t tracker = operands[1].data<int32_t>()[0];
  double growth = operands[3].getDouble(0), backoff = operands[4].getDouble(0);
  if (operands[2].data<float>()[0] != 0) {
    scale = float(double(scale) * backoff);
    tracker = 0;
  } else {
    tracker = int32_t(uint32_t(tracker) + 1);
    if (tracker == operands[5].data<int32_t>()[0]) {
      float grown = float(double(scale) * growth);
      if (std::isfinite(grown))
        scale = grown;
      tracker = 0;
    }
  }
  if (failed(append(op, scalar(scale), results)))
    return failure();
  return append(op, Tensor::fromData({}, std::vector<int32_t>{tracker}),
                results);
}

/// The 2-norm of some elements, summed in their order.
template <typename T> static T norm(ArrayRef<T> elements) {
  T sum = 0;
  for (T element : elements)
    sum += element * element;
  return std::sqrt(sum);
}

static LogicalResult evaluateClipByNorm(ClipByNormOp op,
                                        ArrayRef<Tensor> operands,
                                        SmallVectorImpl<Tensor> &results) {
  ArrayRef<Tensor> gradients = operands.drop_back();
  if (operands.back().elementCount() != 1)
    return op.emitOpError("expects one norm limit, got ")
           << operands.back().elementCount();
  ElementType type = operands.back().elementType();
  return withFloatType(type, [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    SmallVector<T> norms;
    for (const Tensor &gradient : gradients)
      norms.push_back(norm(
          ArrayRef<T>(gradient.data<T>(), size_t(gradient.elementCount()))));
    T total = norm<T>(norms);
    T factor = operands.back().data<T>()[0] / (total + T(1e-6));
    // A comparison with NaN is false, so a NaN goes through.
    if (factor > 1)
      factor = 1;
    for (const Tensor &gradient : gradients)
      if (failed(mapTo(op, gradient, type, results,
                       [&](auto x) { return decltype(x)(x * factor); })))
        return failure();
    return append(op, Tensor::fromData({}, std::vector<T>{total}), results);
  });
}

static LogicalResult evaluateClipByValue(ClipByValueOp op,
                                         ArrayRef<Tensor> operands,
                                         SmallVectorImpl<Tensor> &results) {
  float limit = operands[1].data<float>()[0];
  return mapTo(op, operands[0], operands[0].elementType(), results,
               [&](auto x) -> decltype(x) {
                 if (x < -limit)
                   return -limit;
                 return x > limit ? limit : x;
               });
}

void reference::registerScaling(MLIRContext *context) {
  ScaleOp::attachInterface<Model<ScaleOp, evaluateScale>>(*context);
  UnscaleAndCheckOp::attachInterface<Model<UnscaleAndCheckOp, evaluateUnscale>>(
      *context);
  UpdateScaleOp::attachInterface<Model<UpdateScaleOp, evaluateUpdateScale>>(
      *context);
  ClipByNormOp::attachInterface<Model<ClipByNormOp, evaluateClipByNorm>>(
      *context);
  ClipByValueOp::attachInterface<Model<ClipByValueOp, evaluateClipByValue>>(
      *context);
}
