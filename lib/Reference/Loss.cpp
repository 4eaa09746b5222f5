// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses: one term per sample of class indices or per element of a target,
// reduced in their order, all in the accumulate type.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

/// log(sum(exp(row))), shifted by the maximum `largest` of the row.
template <typename T>
static T logSumExp(const T *row, int64_t classes, T largest) {
  T sum = 0;
  for (int64_t c = 0; c < classes; ++c)
    sum += T(std::exp(double(row[c] - largest)));
  return T(std::log(double(sum)));
}

/// The loss of one sample from its row of scores.
template <bool scoresAreLogits, typename T>
static T sampleLoss(const T *row, int64_t classes, int64_t target) {
  if constexpr (!scoresAreLogits)
    return -row[target];
  T largest = -std::numeric_limits<T>::infinity();
  for (int64_t c = 0; c < classes; ++c)
    largest = larger(largest, row[c]);
  return -((row[target] - largest) - logSumExp(row, classes, largest));
}

template <bool scoresAreLogits, typename ConcreteOp>
static LogicalResult evaluateLoss(ConcreteOp op, ArrayRef<Tensor> operands,
                                  SmallVectorImpl<Tensor> &results) {
  ElementType type = computeTypeOf(operands[0].elementType());
  FailureOr<Tensor> scores = orError(op, operands[0].convertTo(type));
  if (failed(scores))
    return failure();
  const Tensor &targets = operands[1];
  int64_t samples = scores->extent(0), classes = scores->extent(1);
  if (targets.extent(0) != samples)
    return op.emitOpError("expects one target per sample, got ")
           << targets.extent(0) << " targets for " << samples << " samples";
  for (int64_t i = 0; i < samples; ++i)
    if (int64_t target = targets.getInteger(i); target < 0 || target >= classes)
      return op.emitOpError("expects targets in [0, ")
             << classes << "), got " << target << " for sample " << i;

  bool reduced = op.getReduction() != LossReduction::None;
  FailureOr<Tensor> wide =
      orError(op, Tensor::create(reduced ? std::vector<int64_t>()
                                         : std::vector<int64_t>{samples},
                                 type));
  if (failed(wide))
    return failure();
  return withFloatType(type, [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    T sum = 0;
    for (int64_t i = 0; i < samples; ++i) {
      T loss =
          sampleLoss<scoresAreLogits>(scores->template data<T>() + i * classes,
                                      classes, targets.getInteger(i));
      if (!reduced)
        wide->template data<T>()[i] = loss;
      sum += loss;
    }
    if (reduced) {
      bool mean = op.getReduction() == LossReduction::Mean;
      wide->template data<T>()[0] = mean ? sum / T(samples) : sum;
    }
    return append(op, wide->convertTo(resultElementType(op)), results);
  });
}

static LogicalResult evaluateMse(MseOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  ElementType type = computeTypeOf(promotedType(op, op->getOperands()));
  FailureOr<Tensor> input = orError(op, operands[0].convertTo(type));
  FailureOr<Tensor> target = orError(op, operands[1].convertTo(type));
  if (failed(input) || failed(target))
    return failure();
  if (input->shape() != target->shape()) // mse C1
    return op.emitOpError("expects one shape, got ")
           << input->elementCount() << " and " << target->elementCount()
           << " elements";
  bool reduced = op.getReduction() != LossReduction::None;
  FailureOr<Tensor> wide = orError(
      op,
      Tensor::create(reduced ? std::vector<int64_t>() : input->shape(), type));
  if (failed(wide))
    return failure();
  return withFloatType(type, [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    T sum = 0;
    int64_t count = input->elementCount();
    for (int64_t i = 0; i < count; ++i) {
      T difference =
          input->template data<T>()[i] - target->template data<T>()[i];
      T square = difference * difference;
      if (!reduced)
        wide->template data<T>()[i] = square;
      sum += square;
    }
    if (reduced) {
      bool mean = op.getReduction() == LossReduction::Mean;
      wide->template data<T>()[0] = mean ? sum / T(count) : sum;
    }
    return append(op, wide->convertTo(resultElementType(op)), results);
  });
}

void reference::registerLoss(MLIRContext *context) {
  CrossEntropyOp::attachInterface<Model<CrossEntropyOp, evaluateLoss<true>>>(
      *context);
  NllOp::attachInterface<Model<NllOp, evaluateLoss<false>>>(*context);
  MseOp::attachInterface<Model<MseOp, evaluateMse>>(*context);
}
