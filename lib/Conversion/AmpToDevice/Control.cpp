// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control ops: splat constants are part of a kernel's code, other constants are
// buffers; variables and regions are barriers.

#include "FusibleModels.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

namespace {

struct ConstantModel : Fusible::ExternalModel<ConstantModel, amp::ConstantOp> {
  FusionKind getFusionKind(Operation *op) const {
    return splat(op) ? FusionKind::Elementwise : FusionKind::Barrier;
  }
  Value emitScalar(Operation *op, OpBuilder &builder, ValueRange) const {
    TypedAttr value = splat(op);
    return value ? arith::ConstantOp::create(builder, op->getLoc(), value)
                 : Value();
  }

private:
  static TypedAttr splat(Operation *op) {
    auto elements =
        dyn_cast<SplatElementsAttr>(cast<amp::ConstantOp>(op).getValue());
    return elements ? elements.getSplatValue<TypedAttr>() : TypedAttr();
  }
};

} // namespace

void amp::lowering::registerControl(MLIRContext *context) {
  amp::ConstantOp::attachInterface<ConstantModel>(*context);
  VariableOp::attachInterface<RoleModel<VariableOp, FusionKind::Barrier>>(
      *context);
  ReadOp::attachInterface<RoleModel<ReadOp, FusionKind::Barrier>>(*context);
  WriteOp::attachInterface<RoleModel<WriteOp, FusionKind::Barrier>>(*context);
  AutocastOp::attachInterface<RoleModel<AutocastOp, FusionKind::Barrier>>(
      *context);
  FusedOp::attachInterface<RoleModel<FusedOp, FusionKind::Barrier>>(*context);
  YieldOp::attachInterface<RoleModel<YieldOp, FusionKind::Barrier>>(*context);
}
