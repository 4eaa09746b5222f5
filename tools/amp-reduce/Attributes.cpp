// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes that an op can do without, and constants of many values.

#include "Reductions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

Edits findAttributes(ModuleOp module) {
  Edits edits;
  module.walk([&](Operation *op) {
    if (isa<ModuleOp, func::FuncOp>(op))
      return; // a function's attributes are its interface
    for (NamedAttribute attribute : op->getAttrDictionary())
      if (attribute.getName() != SymbolTable::getSymbolAttrName() &&
          attribute.getName() != "amp.name")
        edits.push_back(
            [op, name = attribute.getName()] { op->removeAttr(name); });
  });
  return edits;
}

Edits findElements(ModuleOp module) {
  Edits edits;
  module.walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrDictionary()) {
      auto elements = dyn_cast<DenseElementsAttr>(attribute.getValue());
      if (elements && !elements.isSplat() && !elements.empty())
        edits.push_back([op, name = attribute.getName(), elements] {
          op->setAttr(name, DenseElementsAttr::get(
                                elements.getType(),
                                *elements.getValues<Attribute>().begin()));
        });
    }
  });
  return edits;
}
