// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the amp dialect: attributes, ops of all families, constants.

#include "amp/IR/Amp.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace amp;

#include "amp/AmpDialect.cpp.inc"
#include "amp/AmpEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "amp/AmpAttrs.cpp.inc"
#include "amp/AmpInterfaces.cpp.inc"

int64_t amp::alignAtEnd(Operation *op, unsigned index) {
  return cast<RankedTensorType>(op->getResult(0).getType()).getRank() -
         cast<RankedTensorType>(op->getOperand(index).getType()).getRank();
}

void AmpDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "amp/AmpAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "amp/Elementwise.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Math.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Contraction.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Reduction.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Normalization.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Loss.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Shape.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Index.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Control.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Optimizer.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Scaling.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Random.cpp.inc"
      ,
#define GET_OP_LIST
#include "amp/Layout.cpp.inc"
      >();
}

Operation *AmpDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}
