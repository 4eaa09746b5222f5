// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index ops: every index is checked, then slices are copied as bytes or added
// in the order of the indices.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

/// Checks that every index lies in [0, extent).
static LogicalResult checkIndices(Operation *op, const Tensor &indices,
                                  int64_t extent) {
  for (int64_t i = 0; i < indices.elementCount(); ++i)
    if (int64_t index = indices.getInteger(i); index < 0 || index >= extent)
      return op->emitOpError("expects indices in [0, ")
             << extent << "), got " << index << " at element " << i;
  return success();
}

/// Copies the slices along `axis` that the indices name.
static LogicalResult gather(Operation *op, const Tensor &input,
                            const Tensor &indices, int64_t axis,
                            SmallVectorImpl<Tensor> &results) {
  AxisView view(input, axis);
  if (failed(checkIndices(op, indices, view.extent)))
    return failure();
  std::vector<int64_t> shape(input.shape().begin(),
                             input.shape().begin() + axis);
  llvm::append_range(shape, indices.shape());
  shape.insert(shape.end(), input.shape().begin() + axis + 1,
               input.shape().end());
  FailureOr<Tensor> result =
      orError(op, Tensor::create(shape, input.elementType()));
  if (failed(result))
    return failure();
  size_t bytes = view.inner * byteSize(input.elementType());
  int64_t count = indices.elementCount();
  for (int64_t outer = 0; outer < view.outer; ++outer)
    for (int64_t i = 0; i < count; ++i) {
      int64_t from = outer * view.extent + indices.getInteger(i);
      std::memcpy(static_cast<char *>(result->rawData()) +
                      (outer * count + i) * bytes,
                  static_cast<char *>(input.rawData()) + from * bytes, bytes);
    }
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateGather(GatherOp op, ArrayRef<Tensor> operands,
                                    SmallVectorImpl<Tensor> &results) {
  return gather(op, operands[0], operands[1], op.getAxis(), results);
}

static LogicalResult evaluateEmbedding(EmbeddingOp op,
                                       ArrayRef<Tensor> operands,
                                       SmallVectorImpl<Tensor> &results) {
  return gather(op, operands[0], operands[1], /*axis=*/0, results);
}

static LogicalResult evaluateGatherElements(GatherElementsOp op,
                                            ArrayRef<Tensor> operands,
                                            SmallVectorImpl<Tensor> &results) {
  const Tensor &input = operands[0], &indices = operands[1];
  AxisView view(input, op.getAxis()), picks(indices, op.getAxis());
  if (view.outer != picks.outer || view.inner != picks.inner) // C2
    return op.emitOpError("expects indices of the operand's shape but for the "
                          "axis");
  if (failed(checkIndices(op, indices, view.extent)))
    return failure();
  FailureOr<Tensor> result =
      orError(op, Tensor::create(indices.shape(), input.elementType()));
  if (failed(result))
    return failure();
  size_t size = byteSize(input.elementType());
  for (int64_t i = 0; i < indices.elementCount(); ++i) {
    int64_t outer = i / (picks.extent * picks.inner);
    int64_t from = (outer * view.extent + indices.getInteger(i)) * view.inner +
                   i % picks.inner;
    std::memcpy(static_cast<char *>(result->rawData()) + i * size,
                static_cast<char *>(input.rawData()) + from * size, size);
  }
  results.push_back(*result);
  return success();
}

/// Adds element i of the updates to the element that `target` names, given the
/// extents of the result around its axis, in order.
template <typename ConcreteOp, typename Target>
static LogicalResult scatterAdd(ConcreteOp op, ArrayRef<Tensor> operands,
                                SmallVectorImpl<Tensor> &results,
                                Target target) {
  FailureOr<Tensor> updates = orError(
      op, operands[0].convertTo(computeTypeOf(operands[0].elementType())));
  if (failed(updates))
    return failure();
  ArrayRef<int64_t> declared =
      cast<RankedTensorType>(op.getResult().getType()).getShape();
  if (ShapedType::isDynamicShape(declared))
    return op.emitOpError("expects a static result shape");
  FailureOr<Tensor> wide =
      orError(op, Tensor::create({declared.begin(), declared.end()},
                                 updates->elementType()));
  if (failed(wide))
    return failure();
  AxisView view(*wide, op.getAxis());
  if (failed(checkIndices(op, operands[1], view.extent)))
    return failure();
  return withComputeType(wide->elementType(), [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    llvm::fill(wide->template elements<T>(), zero);
    for (int64_t i = 0; i < updates->elementCount(); ++i) {
      T &sum = wide->template data<T>()[target(i, view)];
      T update = updates->template data<T>()[i];
      // Integers wrap.
      if constexpr (std::is_integral_v<T>)
        sum = T(uint64_t(sum) + uint64_t(update));
      else
        sum += update;
    }
    return append(op, wide->convertTo(resultElementType(op)), results);
  });
}

static LogicalResult evaluateScatterAdd(ScatterAddOp op,
                                        ArrayRef<Tensor> operands,
                                        SmallVectorImpl<Tensor> &results) {
  const Tensor &indices = operands[1];
  return scatterAdd(
      op, operands, results, [&](int64_t i, const AxisView &view) {
        int64_t row = i / view.inner, count = indices.elementCount();
        int64_t index = indices.getInteger(row % count);
        return (row / count * view.extent + index) * view.inner +
               i % view.inner;
      });
}

static LogicalResult
evaluateScatterAddElements(ScatterAddElementsOp op, ArrayRef<Tensor> operands,
                           SmallVectorImpl<Tensor> &results) {
  const Tensor &indices = operands[1];
  int64_t extent = indices.extent(op.getAxis());
  return scatterAdd(
      op, operands, results, [&](int64_t i, const AxisView &view) {
        int64_t outer = i / (extent * view.inner);
        return (outer * view.extent + indices.getInteger(i)) * view.inner +
               i % view.inner;
      });
}

void reference::registerIndex(MLIRContext *context) {
  GatherOp::attachInterface<Model<GatherOp, evaluateGather>>(*context);
  GatherElementsOp::attachInterface<
      Model<GatherElementsOp, evaluateGatherElements>>(*context);
  EmbeddingOp::attachInterface<Model<EmbeddingOp, evaluateEmbedding>>(*context);
  ScatterAddOp::attachInterface<Model<ScatterAddOp, evaluateScatterAdd>>(
      *context);
  ScatterAddElementsOp::attachInterface<
      Model<ScatterAddElementsOp, evaluateScatterAddElements>>(*context);
}
