// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random ops by their definition: one call of the generator an element.

#include "Reference/Evaluate.h"

#include "amp/Runtime/Philox.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

static LogicalResult evaluateDropout(DropoutOp op, ArrayRef<Tensor> operands,
                                     SmallVectorImpl<Tensor> &results) {
  const Tensor &input = operands[0];
  if (!op.isTraining()) {
    results.push_back(input);
    return success();
  }
  if (operands.size() < 3)
    return op.emitOpError("expects a seed and a counter to draw from; a "
                          "training step brings them");
  uint64_t seed = operands[1].data<int64_t>()[0];
  uint64_t counter = operands[2].data<int64_t>()[0];
  int64_t number = operands.size() == 4 ? operands[3].data<int64_t>()[0]
                                        : op.getNumber().value_or(0);
  FailureOr<Tensor> wide =
      orError(op, input.convertTo(computeTypeOf(input.elementType())));
  if (failed(wide))
    return failure();
  return withFloatType(wide->elementType(), [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    FailureOr<Tensor> result =
        orError(op, Tensor::create(wide->shape(), wide->elementType()));
    if (failed(result))
      return failure();
    T factor = T(1.0 / (1.0 - op.getP().convertToDouble()));
    for (int64_t i = 0; i < wide->elementCount(); ++i) {
      uint32_t word = philox(
          {uint32_t(i), uint32_t(uint64_t(i) >> 32), uint32_t(counter),
           uint32_t(number)},
          {uint32_t(seed), uint32_t(seed >> 32) ^ uint32_t(counter >> 32)})[0];
      result->data<T>()[i] =
          word >= op.getThreshold() ? wide->data<T>()[i] * factor : T(0);
    }
    return append(op, result->convertTo(resultElementType(op)), results);
  });
}

void reference::registerRandom(MLIRContext *context) {
  DropoutOp::attachInterface<Model<DropoutOp, evaluateDropout>>(*context);
}
