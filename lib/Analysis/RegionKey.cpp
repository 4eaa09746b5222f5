// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys of regions: one pass over the body that numbers its values.

#include "Analysis/RegionKey.h"

#include "Analysis/FusionRoles.h"

#include <cstring>

using namespace mlir;
using namespace amp;

bool amp::hasFixedShape(Value operand) {
  Operation *op = skipAliases(operand).getDefiningOp();
  return op && (isa<ReadOp>(op) || op->hasTrait<OpTrait::ConstantLike>());
}

void amp::addNumber(RegionKey &key, uintptr_t number) {
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

void amp::addOp(RegionKey &key, Operation &op) {
  key.push_back(op.getName().getAsOpaquePointer());
  key.push_back(op.getRawDictionaryAttrs().getAsOpaquePointer());
  addProperties(key, &op);
  addNumber(key, op.getNumResults());
  for (Type type : op.getResultTypes())
    key.push_back(type.getAsOpaquePointer());
}

RegionKey amp::makeBodyKey(FusedOp region) {
  RegionKey key;
  key.reserve(64);
  // Arguments are numbered already.
  llvm::SmallDenseMap<Operation *, uintptr_t, 16> firstOf;
  Block &body = region.getBody().front();
  uintptr_t count = body.getNumArguments();
  addNumber(key, count);
  for (Value argument : body.getArguments())
    key.push_back(argument.getType().getAsOpaquePointer());
  for (Operation &op : body) {
    assert(op.getNumRegions() == 0 && "what is fused computes scalars");
    addOp(key, op);
    addNumber(key, op.getNumOperands());
    for (Value operand : op.getOperands()) {
      if (auto argument = dyn_cast<BlockArgument>(operand))
        addNumber(key, argument.getArgNumber());
      else
        addNumber(key, firstOf.at(operand.getDefiningOp()) +
                           cast<OpResult>(operand).getResultNumber());
    }
    firstOf[&op] = count;
    count += op.getNumResults();
  }
  return key;
}

RegionKey amp::makeRegionKey(FusedOp region) {
  RegionKey key = makeBodyKey(region);
  for (Value operand : region.getInputs())
    addNumber(key, hasFixedShape(operand));
  return key;
}
