// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys of regions: one pass over the body that numbers its values.

#include "Conversion/AmpToDevice/RegionKey.h"

#include "Analysis/FusionRoles.h"

using namespace mlir;
using namespace amp;

bool amp::hasFixedShape(Value operand) {
  Operation *op = skipAliases(operand).getDefiningOp();
  return op && (isa<ReadOp>(op) || op->hasTrait<OpTrait::ConstantLike>());
}

RegionKey amp::makeRegionKey(FusedOp region) {
  RegionKey key;
  llvm::SmallDenseMap<Value, uintptr_t, 64> numbers;
  auto addNumber = [&](uintptr_t number) {
    key.push_back(reinterpret_cast<const void *>(number));
  };
  auto define = [&](Value value) {
    key.push_back(value.getType().getAsOpaquePointer());
    numbers[value] = numbers.size();
  };
  Block &body = region.getBody().front();
  addNumber(body.getNumArguments());
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), region.getInputs())) {
    define(argument);
    addNumber(hasFixedShape(operand));
  }
  for (Operation &op : body) {
    assert(op.getNumRegions() == 0 && "what is fused computes scalars");
    key.push_back(op.getName().getAsOpaquePointer());
    key.push_back(op.getAttrDictionary().getAsOpaquePointer());
    addNumber(op.getNumOperands());
    for (Value operand : op.getOperands())
      addNumber(numbers.at(operand));
    addNumber(op.getNumResults());
    for (Value result : op.getResults())
      define(result);
  }
  return key;
}
