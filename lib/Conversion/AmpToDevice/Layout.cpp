// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing and products by packed weights are library calls, made by stage 8 for
// libraries that have them.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

namespace {
/// Without such a library there is nothing to turn the product into.
struct PackedLinearModel
    : Fusible::ExternalModel<PackedLinearModel, PackedLinearOp> {
  FusionKind getFusionKind(Operation *) const { return FusionKind::Anchor; }
  LogicalResult decompose(Operation *op, RewriterBase &) const {
    return op->emitOpError("expects a library for packed operands of ")
           << elementType(op->getOperand(0));
  }
};
} // namespace

void amp::lowering::registerLayout(MLIRContext *context) {
  PackOp::attachInterface<RoleModel<PackOp, FusionKind::Call>>(*context);
  PackedLinearOp::attachInterface<PackedLinearModel>(*context);
}
