// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape ops: views rename elements. size and iota are elementwise sources
// without a scalar body: what they hold is an extent and an index of the
// kernel's domain, which only the builder of the kernel knows.

#include "FusibleModels.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

void amp::lowering::registerShape(MLIRContext *context) {
  ReshapeOp::attachInterface<RoleModel<ReshapeOp, FusionKind::View>>(*context);
  TransposeOp::attachInterface<RoleModel<TransposeOp, FusionKind::View>>(
      *context);
  BroadcastOp::attachInterface<RoleModel<BroadcastOp, FusionKind::View>>(
      *context);
  SizeOp::attachInterface<RoleModel<SizeOp, FusionKind::Elementwise>>(*context);
  IotaOp::attachInterface<RoleModel<IotaOp, FusionKind::Elementwise>>(*context);
}
