// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys of regions: one pass over the body that numbers its values.

#include "Analysis/RegionKey.h"

#include "Analysis/FusionRoles.h"
#include "Analysis/ValueMap.h"

#include <cstring>

using namespace mlir;
using namespace amp;

bool amp::hasFixedShape(Value operand) {
  Operation *op = skipAliases(operand).getDefiningOp();
  return op && (isa<ReadOp>(op) || op->hasTrait<OpTrait::ConstantLike>());
}

static void addNumber(RegionKey &key, uintptr_t number) {
  key.push_back(reinterpret_cast<const void *>(number));
}

/// Adds an op's own attributes as they lie in memory, since a dictionary of
/// them would have to be made. What differs there and yet is equal, which
/// padding or lists on the heap could, makes keys differ that need not.
static void addProperties(RegionKey &key, Operation *op) {
  const char *from = op->getPropertiesStorage().as<const char *>();
  int size = op->getPropertiesStorageSize(), step = sizeof(const void *);
  for (; size >= step; size -= step, from += step)
    std::memcpy(&key.emplace_back(nullptr), from, step);
  if (size > 0)
    std::memcpy(&key.emplace_back(nullptr), from, size);
}

RegionKey amp::makeBodyKey(FusedOp region) {
  RegionKey key;
  SmallValueMap<uintptr_t, 32> numbers;
  auto define = [&](Value value) {
    key.push_back(value.getType().getAsOpaquePointer());
    numbers[value] = numbers.size();
  };
  Block &body = region.getBody().front();
  addNumber(key, body.getNumArguments());
  for (Value argument : body.getArguments())
    define(argument);
  for (Operation &op : body) {
    assert(op.getNumRegions() == 0 && "what is fused computes scalars");
    key.push_back(op.getName().getAsOpaquePointer());
    key.push_back(op.getDiscardableAttrDictionary().getAsOpaquePointer());
    addProperties(key, &op);
    addNumber(key, op.getNumOperands());
    for (Value operand : op.getOperands())
      addNumber(key, numbers.at(operand));
    addNumber(key, op.getNumResults());
    for (Value result : op.getResults())
      define(result);
  }
  return key;
}

RegionKey amp::makeRegionKey(FusedOp region) {
  RegionKey key = makeBodyKey(region);
  for (Value operand : region.getInputs())
    addNumber(key, hasFixedShape(operand));
  return key;
}
