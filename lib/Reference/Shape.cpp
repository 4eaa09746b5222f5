// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape ops: they move elements as bytes and count extents.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

static LogicalResult evaluateReshape(ReshapeOp op, ArrayRef<Tensor> operands,
                                     SmallVectorImpl<Tensor> &results) {
  ArrayRef<int64_t> declared = op.getResult().getType().getShape();
  std::vector<int64_t> shape(declared.begin(), declared.end());
  auto open = llvm::find(shape, ShapedType::kDynamic);
  if (open != shape.end()) {
    int64_t others = 1;
    for (int64_t extent : declared)
      if (!ShapedType::isDynamic(extent))
        others *= extent;
    int64_t count = operands[0].elementCount();
    // With an extent of 0 beside it, any value would do: 0 is the simplest.
    if (others == 0)
      *open = 0;
    else if (count % others == 0)
      *open = count / others;
    else
      return op.emitOpError("expects a multiple of ")
             << others << " elements, got " << count;
  }
  return append(op, operands[0].reshaped(std::move(shape)), results);
}

static LogicalResult evaluateTranspose(TransposeOp op,
                                       ArrayRef<Tensor> operands,
                                       SmallVectorImpl<Tensor> &results) {
  const Tensor &input = operands[0];
  ArrayRef<int64_t> permutation = op.getPermutation();
  SmallVector<int64_t> inputStrides(input.rank(), 1);
  for (size_t axis = input.rank(); axis-- > 1;)
    inputStrides[axis - 1] = inputStrides[axis] * input.extent(axis);

  std::vector<int64_t> shape(input.rank());
  for (auto [axis, from] : llvm::enumerate(permutation))
    shape[axis] = input.extent(from);
  FailureOr<Tensor> result =
      orError(op, Tensor::create(shape, input.elementType()));
  if (failed(result))
    return failure();
  size_t size = byteSize(input.elementType());
  for (int64_t i = 0; i < result->elementCount(); ++i) {
    int64_t rest = i, offset = 0;
    for (size_t axis = shape.size(); axis-- > 0;) {
      offset += rest % shape[axis] * inputStrides[permutation[axis]];
      rest /= shape[axis];
    }
    std::memcpy(static_cast<char *>(result->rawData()) + i * size,
                static_cast<char *>(input.rawData()) + offset * size, size);
  }
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateBroadcast(BroadcastOp op,
                                       ArrayRef<Tensor> operands,
                                       SmallVectorImpl<Tensor> &results) {
  const Tensor &input = operands[0];
  auto inputType = cast<RankedTensorType>(op.getInput().getType());
  ArrayRef<int64_t> declared =
      cast<RankedTensorType>(op.getResult().getType()).getShape();
  std::vector<int64_t> shape(declared.begin(), declared.end());
  size_t missing = shape.size() - input.rank();
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (!ShapedType::isDynamic(shape[axis]))
      continue;
    // A repetition whose count no operand knows.
    if (axis < missing || !inputType.isDynamicDim(axis - missing))
      return op.emitOpError("expects a static extent in dimension ")
             << axis << ", along which the operand is repeated";
    shape[axis] = input.extent(axis - missing);
  }
  return append(op, broadcastTo(input, std::move(shape)), results);
}

static LogicalResult evaluateSize(SizeOp op, ArrayRef<Tensor> operands,
                                  SmallVectorImpl<Tensor> &results) {
  int64_t size = 1;
  for (int64_t axis : op.getAxes())
    size *= operands[0].extent(axis);
  FailureOr<Tensor> count =
      orError(op, Tensor::fromData({}, std::vector<int64_t>{size}));
  if (failed(count))
    return failure();
  return append(op, count->convertTo(resultElementType(op)), results);
}

static LogicalResult evaluateIota(IotaOp op, ArrayRef<Tensor>,
                                  SmallVectorImpl<Tensor> &results) {
  ArrayRef<int64_t> declared =
      cast<RankedTensorType>(op.getResult().getType()).getShape();
  FailureOr<Tensor> indices = orError(
      op, Tensor::create({declared.begin(), declared.end()}, ElementType::I64));
  if (failed(indices))
    return failure();
  AxisView view(*indices, op.getAxis());
  for (int64_t i = 0; i < indices->elementCount(); ++i)
    indices->data<int64_t>()[i] = i / view.inner % view.extent;
  return append(op, indices->convertTo(resultElementType(op)), results);
}

void reference::registerShape(MLIRContext *context) {
  ReshapeOp::attachInterface<Model<ReshapeOp, evaluateReshape>>(*context);
  TransposeOp::attachInterface<Model<TransposeOp, evaluateTranspose>>(*context);
  BroadcastOp::attachInterface<Model<BroadcastOp, evaluateBroadcast>>(*context);
  SizeOp::attachInterface<Model<SizeOp, evaluateSize>>(*context);
  IotaOp::attachInterface<Model<IotaOp, evaluateIota>>(*context);
}
