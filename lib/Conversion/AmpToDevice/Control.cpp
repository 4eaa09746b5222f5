// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control ops: splat constants are part of a kernel's code unless they are
// marked as buffers, as other constants are; variables and regions are
// barriers.

#include "FusibleModels.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

namespace {

struct ConstantModel : Fusible::ExternalModel<ConstantModel, amp::ConstantOp> {
  FusionKind getFusionKind(Operation *op) const {
    bool isSplat = isa<SplatElementsAttr>(cast<amp::ConstantOp>(op).getValue());
    return isSplat && !op->hasAttr(inMemory) ? FusionKind::Elementwise
                                             : FusionKind::Barrier;
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

/// The ops of the formula, one after the other, in place of the op.
struct ApplyModel : Fusible::ExternalModel<ApplyModel, ApplyOp> {
  FusionKind getFusionKind(Operation *) const {
    return FusionKind::Elementwise;
  }
  SmallVector<Value> emitScalars(Operation *op, OpBuilder &builder,
                                 ValueRange operands) const {
    auto formula = SymbolTable::lookupNearestSymbolFrom<FormulaOp>(
        op, cast<ApplyOp>(op).getFormulaAttr());
    Block &body = formula.getBody().front();
    IRMapping scalars;
    scalars.map(body.getArguments(), operands);
    auto get = [&](Value value) -> Value {
      Operation *made = value.getDefiningOp();
      // Where it is used, as in a region.
      if (made && made->hasTrait<OpTrait::ConstantLike>())
        return cast<Fusible>(made).emitScalar(builder, {});
      return scalars.lookup(value);
    };
    for (Operation &part : body.without_terminator()) {
      if (part.hasTrait<OpTrait::ConstantLike>())
        continue;
      SmallVector<Value> inputs = llvm::map_to_vector(part.getOperands(), get);
      SmallVector<Value> values =
          cast<Fusible>(part).emitScalars(builder, inputs);
      if (values.size() != part.getNumResults())
        return {};
      scalars.map(part.getResults(), values);
    }
    return llvm::map_to_vector(body.getTerminator()->getOperands(), get);
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
  FormulaOp::attachInterface<RoleModel<FormulaOp, FusionKind::Barrier>>(
      *context);
  ApplyOp::attachInterface<ApplyModel>(*context);
  YieldOp::attachInterface<RoleModel<YieldOp, FusionKind::Barrier>>(*context);
}
