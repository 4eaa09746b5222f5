// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewriter of amp-fuse: moves the ops of each unit into an `amp.fused`
// region, with copies of the views and leaves they use, and sorts the block so
// that everything stands before its users.

#include "Analysis/ValueMap.h"
#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

namespace {

class Outliner {
public:
  Outliner(Block &block, Grouping &grouping)
      : block(block), builder(block.getParentOp()->getContext()),
        grouping(grouping), units(grouping.getUnits()) {}
  void run();

private:
  void outline(const FusionUnit &unit);
  /// `value` inside of the region that is being built.
  Value getInside(Value value);
  /// Makes a view or a leaf anew at the end of the region.
  void copyInside(Operation *op);
  /// Whether a reshape reads what the unit computes, which one kernel then sees
  /// in both shapes.
  bool isInside(Operation *reshape) const;
  /// Whether someone outside of the unit needs `value` in memory.
  bool isNeededOutside(Value value);
  /// Moves an op that belongs to no unit to the end of the sorted part, after
  /// what it reads; once.
  void place(Operation *op);
  void moveToEnd(Operation *op);
  /// Erases what only regions used, which is left without users: views and
  /// leaves, and what only these used.
  void eraseUnused();

  Block &block;
  OpBuilder builder;
  Grouping &grouping;
  /// Computations of a unit move into its region; views and leaves that are
  /// written out are copied, as other regions look at them, and the original
  /// ones erased at the end.
  std::vector<FusionUnit> units;
  llvm::SmallPtrSet<Operation *, 16> placed;
  SmallVector<Operation *> replaced;
  /// Ops outside of regions that nothing reads or that were copied, and regions
  /// of which nobody needs anything.
  std::vector<Operation *> maybeUnused;
  /// Of the region being built.
  unsigned current = 0;
  Block *body = nullptr;
  /// What stands in the body in place of values from around it.
  SmallValueMap<Value, 32> inside;
  SmallVector<Value> inputs;
  /// Results of finished regions in place of the original values.
  ValueMap<Value> outside;
};

} // namespace

/// To set an operand costs something even where it stays.
static void replace(OpOperand &operand, Value value) {
  if (operand.get() != value)
    operand.set(value);
}

static Value lookupOr(const ValueMap<Value> &map, Value value) {
  auto it = map.find(value);
  return it == map.end() ? value : it->second;
}

void Outliner::copyInside(Operation *op) {
  SmallVector<Value, 4> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getInside(operand));
  Operation *copy = builder.clone(*op);
  if (grouping.findUnit(op) < 0)
    maybeUnused.push_back(op);
  copy->setOperands(operands);
  for (auto [result, made] :
       llvm::zip_equal(op->getResults(), copy->getResults()))
    inside[result] = made;
}

Value Outliner::getInside(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && op->getBlock() == body)
    return value;
  if (Value known = inside.lookup(value))
    return known;
  // What is in another region already is a computation.
  FusionRole role = op && op->getBlock() == &block && !isa<FusedOp>(op)
                        ? getFusionRole(op)
                        : FusionRole::Fixed;
  // Views and leaves are made anew, also where another unit writes them out:
  // what was grouped counts on the value behind them.
  if (role == FusionRole::View || role == FusionRole::Leaf ||
      (role == FusionRole::Reshape && isInside(op))) {
    copyInside(op);
    return inside.lookup(value);
  }
  Value root = lookupOr(outside, value);
  if (root != value) {
    Value found = getInside(root);
    inside[value] = found;
    return found;
  }
  place(op);
  inputs.push_back(value);
  Value argument = body->addArgument(value.getType(), value.getLoc());
  inside[value] = argument;
  return argument;
}

bool Outliner::isInside(Operation *reshape) const {
  return readsThroughViews(reshape, [&](Operation *op) {
    return grouping.findUnit(op) == int(current);
  });
}

bool Outliner::isNeededOutside(Value value) {
  Operation *definition = value.getDefiningOp();
  // Regions make views and leaves anew; they read the value behind them.
  // Computations are in the region already.
  bool isCloned = definition->getBlock() != body;
  struct Reached {
    Value value;
    bool isInMemory;
    /// Other units take what a reshape gives as it lies in memory.
    bool isReshaped = false;
  };
  SmallVector<Reached> reached{{value, true}};
  while (!reached.empty()) {
    auto [through, isInMemory, isReshaped] = reached.pop_back_val();
    for (Operation *user : through.getUsers()) {
      // Most users: those that are in the region already.
      if (user->getBlock() == body)
        continue;
      int unit = grouping.findUnit(user);
      bool isInRegion = unit >= 0 && units[unit].isRegion;
      if (isInRegion && unit != int(current) && (!isCloned || isReshaped))
        return true;
      // Library calls, most of these.
      if (unit >= 0 && !isInRegion && isInMemory)
        return true;
      FusionRole role = getFusionRole(user);
      bool isView = role == FusionRole::View;
      if (unit < 0 && (isView || role == FusionRole::Reshape)) {
        reached.push_back({user->getResult(0), isInMemory,
                           isReshaped || role == FusionRole::Reshape});
      } else if (isInRegion) {
        // What is written out is read in its place by all but regions.
        if (isView)
          reached.push_back({user->getResult(0), false, isReshaped});
      } else if (isInMemory) {
        return true;
      }
    }
  }
  return false;
}

void Outliner::outline(const FusionUnit &unit) {
  inside.clear();
  inputs.clear();
  // The body is built apart, as operands and results follow from it.
  auto owned = std::make_unique<Block>();
  body = owned.get();
  builder.setInsertionPointToEnd(body);
  SmallVector<Value> originals, yielded;
  for (Operation *op : unit.ops) {
    if (!unit.hasViews || isComputation(getFusionRole(op))) {
      for (OpOperand &operand : op->getOpOperands())
        replace(operand, getInside(operand.get()));
      op->moveBefore(body, body->end());
    } else if (!inside.contains(op->getResult(0))) {
      copyInside(op);
    }
  }
  for (auto [number, op] : llvm::enumerate(unit.ops)) {
    // That saves a look at readers that are far away in memory.
    bool isKnown = !unit.isNeeded.empty() && unit.isNeeded[number] &&
                   op->getNumResults() == 1;
    for (Value result : op->getResults())
      if (isKnown || isNeededOutside(result)) {
        originals.push_back(result);
        yielded.push_back(getInside(result));
      }
  }
  // Each op keeps its own location.
  Location location = unit.ops.front()->getLoc();
  YieldOp::create(builder, location, yielded);
  builder.setInsertionPoint(block.getTerminator());
  auto fused =
      FusedOp::create(builder, location, TypeRange(yielded), unit.form, inputs);
  fused.getBody().push_back(owned.release());
  if (yielded.empty())
    maybeUnused.push_back(fused);
  for (auto [original, result] : llvm::zip_equal(originals, fused.getResults()))
    outside[original] = result;
  for (Operation *op : unit.ops)
    if (op->getBlock() == &block)
      replaced.push_back(op);
}

void Outliner::place(Operation *op) {
  // What reads nothing and is in no unit came first.
  if (!op || op->getNumOperands() == 0 || op->getBlock() != &block ||
      isa<FusedOp>(op) || grouping.findUnit(op) >= 0 ||
      !placed.insert(op).second)
    return;
  moveToEnd(op);
}

void Outliner::moveToEnd(Operation *op) {
  for (OpOperand &use : op->getOpOperands()) {
    place(use.get().getDefiningOp());
    replace(use, lookupOr(outside, use.get()));
  }
  if (op != block.getTerminator())
    op->moveBefore(block.getTerminator());
}

void Outliner::run() {
  outside.reserve(units.size());
  llvm::append_range(maybeUnused, grouping.getUnused());
  for (Operation *op : grouping.getSources())
    moveToEnd(op);
  for (auto [index, unit] : llvm::enumerate(units)) {
    current = index;
    if (unit.isRegion)
      outline(unit);
    else
      moveToEnd(unit.ops.front());
  }
  // The terminator is the last of these.
  for (Operation *op : grouping.getSinks())
    moveToEnd(op);
  for (Operation *op : replaced)
    op->dropAllUses();
  for (Operation *op : replaced)
    op->erase();
  eraseUnused();
}

void Outliner::eraseUnused() {
  llvm::SetVector<Operation *> dead;
  for (Operation *op : maybeUnused)
    if (isOpTriviallyDead(op))
      dead.insert(op);
  while (!dead.empty()) {
    Operation *op = dead.pop_back_val();
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    for (Value operand : operands)
      if (Operation *definition = operand.getDefiningOp();
          definition && definition->getBlock() == &block &&
          isOpTriviallyDead(definition))
        dead.insert(definition);
  }
}

void amp::outlineRegions(Block &block, Grouping &grouping) {
  Outliner(block, grouping).run();
}
