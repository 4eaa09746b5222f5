// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants. Variables, scopes and regions are the interpreter's own business.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

static LogicalResult evaluateConstant(ConstantOp op, ArrayRef<Tensor>,
                                      SmallVectorImpl<Tensor> &results) {
  return append(op, toTensor(op.getValue()), results);
}

void reference::registerControl(MLIRContext *context) {
  ConstantOp::attachInterface<Model<ConstantOp, evaluateConstant>>(*context);
}
