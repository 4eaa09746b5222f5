// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared part of the evaluators, and their registration.

#include "Reference/Evaluate.h"

#include "amp/IR/Types.h"
#include "amp/Reference/Interpreter.h"

using namespace mlir;
using namespace amp;

void amp::registerReferenceModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AmpDialect *) {
    reference::registerElementwise(context);
    reference::registerActivations(context);
    reference::registerMath(context);
    reference::registerContraction(context);
    reference::registerReduction(context);
    reference::registerNormalization(context);
    reference::registerLoss(context);
    reference::registerShape(context);
    reference::registerSlicing(context);
    reference::registerIndex(context);
    reference::registerControl(context);
    reference::registerOptimizer(context);
    reference::registerScaling(context);
    reference::registerRandom(context);
    reference::registerLayout(context);
  });
}

FailureOr<Tensor> reference::orError(Operation *op, Result<Tensor> result) {
  if (!result.ok())
    return op->emitOpError(result.message());
  return result.take();
}

LogicalResult reference::append(Operation *op, Result<Tensor> result,
                                SmallVectorImpl<Tensor> &results) {
  if (!result.ok())
    return op->emitOpError(result.message());
  results.push_back(result.take());
  return success();
}

amp::ElementType reference::resultElementType(Operation *op, unsigned index) {
  return *toElementType(elementType(op->getResult(index)));
}

amp::ElementType reference::computeTypeOf(ElementType type) {
  if (!isFloat(type))
    return ElementType::I64;
  return type == ElementType::F64 ? type : ElementType::F32;
}

FailureOr<std::vector<int64_t>>
reference::broadcastShape(Operation *op, ArrayRef<Tensor> tensors) {
  SmallVector<int64_t> shape;
  for (const Tensor &tensor : tensors) {
    FailureOr<SmallVector<int64_t>> next =
        broadcastShapes(shape, tensor.shape());
    if (failed(next))
      return op->emitOpError("expects shapes that broadcast, got ")
             << describeType(shape, tensor.elementType()) << " and "
             << describeType(tensor.shape(), tensor.elementType());
    shape = std::move(*next);
  }
  return std::vector<int64_t>(shape.begin(), shape.end());
}

amp::Result<Tensor> reference::broadcastTo(const Tensor &tensor,
                                           std::vector<int64_t> shape) {
  if (tensor.shape() == shape)
    return tensor;
  Result<Tensor> result = Tensor::create(shape, tensor.elementType());
  if (!result.ok())
    return result;
  size_t size = byteSize(tensor.elementType());
  const char *from = static_cast<const char *>(tensor.rawData());
  char *to = static_cast<char *>(result->rawData());
  size_t missing = shape.size() - tensor.rank();
  for (int64_t i = 0; i < result->elementCount(); ++i) {
    int64_t rest = i, offset = 0, stride = 1;
    for (size_t axis = shape.size(); axis-- > missing;) {
      int64_t extent = tensor.extent(axis - missing);
      if (extent != 1)
        offset += rest % shape[axis] * stride;
      stride *= extent;
      rest /= shape[axis];
    }
    std::memcpy(to + i * size, from + offset * size, size);
  }
  return result;
}

amp::ElementType reference::promotedType(Operation *op, ValueRange operands) {
  SmallVector<RankedTensorType> types;
  for (Value operand : operands)
    types.push_back(cast<RankedTensorType>(operand.getType()));
  return *toElementType(promoteElementTypes(types));
}
