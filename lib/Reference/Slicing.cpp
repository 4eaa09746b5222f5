// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape ops that keep a part of a tensor or put tensors side by side: elements
// are copied as bytes, one by one.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

/// Copies element `from` of one tensor to element `to` of another of its type.
static void copyElement(const Tensor &source, int64_t from, Tensor &target,
                        int64_t to) {
  size_t size = byteSize(source.elementType());
  std::memcpy(static_cast<char *>(target.rawData()) + to * size,
              static_cast<const char *>(source.rawData()) + from * size, size);
}

/// Calls `visit` with the position along each axis of every element, in order.
static void
forEachPosition(const Tensor &tensor,
                function_ref<void(int64_t, ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> position(tensor.rank());
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    int64_t rest = i;
    for (size_t axis = tensor.rank(); axis-- > 0;) {
      position[axis] = rest % tensor.extent(axis);
      rest /= tensor.extent(axis);
    }
    visit(i, position);
  }
}

/// The number of the element at `position`, in row-major order.
static int64_t elementAt(const Tensor &tensor, ArrayRef<int64_t> position) {
  int64_t number = 0;
  for (size_t axis = 0; axis < tensor.rank(); ++axis)
    number = number * tensor.extent(axis) + position[axis];
  return number;
}

static LogicalResult evaluateSlice(SliceOp op, ArrayRef<Tensor> operands,
                                   SmallVectorImpl<Tensor> &results) {
  const Tensor &input = operands[0];
  std::vector<int64_t> shape(input.shape().begin(), input.shape().end());
  SmallVector<int64_t> starts(input.rank(), 0), steps(input.rank(), 1);
  for (auto [i, axis] : llvm::enumerate(op.getAxes())) {
    int64_t extent = input.extent(axis);
    int64_t step = op.getSteps() ? (*op.getSteps())[i] : 1;
    // Where a walk may stand: behind either end is where it stops.
    int64_t least = step > 0 ? 0 : -1, most = step > 0 ? extent : extent - 1;
    auto bound = [&](int64_t value) {
      return std::min(std::max(value < 0 ? value + extent : value, least),
                      most);
    };
    starts[axis] = bound(op.getStarts()[i]);
    steps[axis] = step;
    shape[axis] = 0;
    int64_t end = bound(op.getEnds()[i]);
    for (int64_t at = starts[axis]; step > 0 ? at < end : at > end;) {
      ++shape[axis];
      if (llvm::AddOverflow(at, step, at))
        break;
    }
  }
  FailureOr<Tensor> result =
      orError(op, Tensor::create(shape, input.elementType()));
  if (failed(result))
    return failure();
  forEachPosition(*result, [&](int64_t to, ArrayRef<int64_t> position) {
    SmallVector<int64_t> from;
    for (auto [axis, at] : llvm::enumerate(position))
      from.push_back(starts[axis] + at * steps[axis]);
    copyElement(input, elementAt(input, from), *result, to);
  });
  results.push_back(*result);
  return success();
}

static LogicalResult evaluatePad(PadOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  const Tensor &input = operands[0];
  std::vector<int64_t> shape;
  for (size_t axis = 0; axis < input.rank(); ++axis) {
    int64_t extent = input.extent(axis);
    shape.push_back(op.getLow()[axis] + extent +
                    std::max<int64_t>(extent - 1, 0) * op.getInterior()[axis] +
                    op.getHigh()[axis]);
  }
  FailureOr<Tensor> number =
      orError(op, Tensor::fromData({}, std::vector<double>{
                                           op.getValue().convertToDouble()}));
  if (failed(number))
    return failure();
  FailureOr<Tensor> border =
      orError(op, number->convertTo(input.elementType()));
  if (failed(border))
    return failure();
  FailureOr<Tensor> result = orError(op, broadcastTo(*border, shape));
  if (failed(result))
    return failure();
  if (shape.empty()) // broadcastTo made no copy of its own.
    return append(op, input.clone(), results);
  forEachPosition(input, [&](int64_t from, ArrayRef<int64_t> position) {
    SmallVector<int64_t> to;
    for (auto [axis, at] : llvm::enumerate(position))
      to.push_back(op.getLow()[axis] + at * (op.getInterior()[axis] + 1));
    copyElement(input, from, *result, elementAt(*result, to));
  });
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateConcat(ConcatOp op, ArrayRef<Tensor> operands,
                                    SmallVectorImpl<Tensor> &results) {
  size_t axis = op.getAxis();
  std::vector<int64_t> shape(operands[0].shape().begin(),
                             operands[0].shape().end());
  shape[axis] = 0;
  for (const Tensor &operand : operands) {
    for (size_t i = 0; i < shape.size(); ++i)
      if (i != axis && operand.extent(i) != shape[i])
        return op.emitOpError("expects equal extents but for the axis, got ")
               << shape[i] << " and " << operand.extent(i);
    shape[axis] += operand.extent(axis);
  }
  ElementType type = resultElementType(op);
  FailureOr<Tensor> result = orError(op, Tensor::create(shape, type));
  if (failed(result))
    return failure();
  int64_t before = 0;
  for (const Tensor &operand : operands) {
    FailureOr<Tensor> input = orError(op, operand.convertTo(type));
    if (failed(input))
      return failure();
    forEachPosition(*input, [&](int64_t from, ArrayRef<int64_t> position) {
      SmallVector<int64_t> to(position);
      to[axis] += before;
      copyElement(*input, from, *result, elementAt(*result, to));
    });
    before += operand.extent(axis);
  }
  results.push_back(*result);
  return success();
}

void reference::registerSlicing(MLIRContext *context) {
  SliceOp::attachInterface<Model<SliceOp, evaluateSlice>>(*context);
  PadOp::attachInterface<Model<PadOp, evaluatePad>>(*context);
  ConcatOp::attachInterface<Model<ConcatOp, evaluateConcat>>(*context);
}
