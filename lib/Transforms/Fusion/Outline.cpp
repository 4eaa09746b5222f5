// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewriter of amp-fuse: moves the ops of each unit into an `amp.fused`
// region, with copies of the views and leaves they use, and sorts the block so
// that everything stands before its users.

#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

namespace {

class Outliner {
public:
  Outliner(Block &block, ArrayRef<FusionUnit> units)
      : block(block), builder(block.getParentOp()->getContext()), units(units) {
  }
  void run();

private:
  void outline(const FusionUnit &unit);
  /// `value` inside of the region that is being built.
  Value getInside(Value value);
  /// Whether a reshape reads what the unit computes, which one kernel then sees
  /// in both shapes.
  bool isInside(Operation *reshape) const;
  /// Whether someone outside of the unit needs `value` in memory.
  bool isNeededOutside(Value value);
  /// Moves an op that belongs to no unit to the end of the sorted part, after
  /// what it reads; once.
  void place(Operation *op);
  void moveToEnd(Operation *op);

  Block &block;
  OpBuilder builder;
  /// Ops of all units. Computations move into their region; views and leaves
  /// that are written out are copied, as other regions look at them, and the
  /// original ones erased at the end.
  DenseMap<Operation *, unsigned> unitOf;
  ArrayRef<FusionUnit> units;
  llvm::SmallPtrSet<Operation *, 16> placed;
  SmallVector<Operation *> replaced;
  /// Of the region being built.
  unsigned current = 0;
  Block *body = nullptr;
  /// What stands in the body in place of values from around it.
  IRMapping inside;
  SmallVector<Value> inputs;
  /// Results of finished regions in place of the original values.
  IRMapping outside;
};

} // namespace

/// To set an operand costs something even where it stays.
static void replace(OpOperand &operand, Value value) {
  if (operand.get() != value)
    operand.set(value);
}

Value Outliner::getInside(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && op->getBlock() == body)
    return value;
  if (Value known = inside.lookupOrNull(value))
    return known;
  // What is in another region already is a computation.
  FusionRole role =
      op && op->getBlock() == &block ? getFusionRole(op) : FusionRole::Fixed;
  // Views and leaves are made anew, also where another unit writes them out:
  // what was grouped counts on the value behind them.
  if (role == FusionRole::View || role == FusionRole::Leaf ||
      (role == FusionRole::Reshape && isInside(op))) {
    for (Value operand : op->getOperands())
      getInside(operand);
    builder.clone(*op, inside);
    return inside.lookup(value);
  }
  Value root = outside.lookupOrDefault(value);
  if (root != value) {
    inside.map(value, getInside(root));
    return inside.lookup(value);
  }
  place(op);
  inputs.push_back(value);
  Value argument = body->addArgument(value.getType(), value.getLoc());
  inside.map(value, argument);
  return argument;
}

bool Outliner::isInside(Operation *reshape) const {
  return readsThroughViews(reshape, [&](Operation *op) {
    auto it = unitOf.find(op);
    return it != unitOf.end() && it->second == current;
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
      auto it = unitOf.find(user);
      bool isInRegion = it != unitOf.end() && units[it->second].isRegion;
      if (isInRegion && it->second != current && (!isCloned || isReshaped))
        return true;
      FusionRole role = getFusionRole(user);
      bool isView = role == FusionRole::View;
      if (it == unitOf.end() && (isView || role == FusionRole::Reshape)) {
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
  auto region = std::make_unique<Region>();
  body = &region->emplaceBlock();
  builder.setInsertionPointToEnd(body);
  SmallVector<Value> originals, yielded;
  SmallVector<Location> locations;
  for (Operation *op : unit.ops) {
    locations.push_back(op->getLoc());
    if (isComputation(getFusionRole(op))) {
      for (OpOperand &operand : op->getOpOperands())
        replace(operand, getInside(operand.get()));
      op->moveBefore(body, body->end());
      continue;
    }
    if (inside.contains(op->getResult(0)))
      continue;
    for (Value operand : op->getOperands())
      getInside(operand);
    builder.clone(*op, inside);
  }
  for (Operation *op : unit.ops)
    for (Value result : op->getResults())
      if (isNeededOutside(result)) {
        originals.push_back(result);
        yielded.push_back(getInside(result));
      }
  Location location = builder.getFusedLoc(locations);
  YieldOp::create(builder, location, yielded);
  builder.setInsertionPoint(block.getTerminator());
  auto fused =
      FusedOp::create(builder, location, TypeRange(yielded), unit.form, inputs);
  fused.getBody().takeBody(*region);
  for (auto [original, result] : llvm::zip_equal(originals, fused.getResults()))
    outside.map(original, result);
  for (Operation *op : unit.ops)
    if (op->getBlock() == &block)
      replaced.push_back(op);
}

void Outliner::place(Operation *op) {
  if (!op || op->getBlock() != &block || isa<FusedOp>(op) ||
      unitOf.contains(op) || !placed.insert(op).second)
    return;
  moveToEnd(op);
}

void Outliner::moveToEnd(Operation *op) {
  for (OpOperand &use : op->getOpOperands()) {
    place(use.get().getDefiningOp());
    replace(use, outside.lookupOrDefault(use.get()));
  }
  if (op != block.getTerminator())
    op->moveBefore(block.getTerminator());
}

void Outliner::run() {
  size_t count = 0;
  for (const FusionUnit &unit : units)
    count += unit.ops.size();
  unitOf.reserve(count);
  for (auto [index, unit] : llvm::enumerate(units))
    for (Operation *op : unit.ops)
      unitOf[op] = index;
  SmallVector<Operation *> sources, sinks;
  for (Operation &op : block) {
    bool isSink = op.getNumResults() == 0;
    if ((isSink || op.getNumOperands() == 0) && !unitOf.contains(&op))
      (isSink ? sinks : sources).push_back(&op);
  }
  for (Operation *op : sources)
    place(op);
  for (auto [index, unit] : llvm::enumerate(units)) {
    current = index;
    if (unit.isRegion)
      outline(unit);
    else
      moveToEnd(unit.ops.front());
  }
  // The terminator is the last of these.
  for (Operation *op : sinks)
    moveToEnd(op);
  for (Operation *op : replaced)
    op->dropAllUses();
  for (Operation *op : replaced)
    op->erase();
}

void amp::outlineRegions(Block &block, ArrayRef<FusionUnit> units) {
  Outliner(block, units).run();
  // Views and leaves that only regions used are left without users. They may
  // stand in any order, as leaves that something else reads were moved.
  llvm::SetVector<Operation *> dead;
  for (Operation &op : block)
    if (isOpTriviallyDead(&op))
      dead.insert(&op);
  while (!dead.empty()) {
    Operation *op = dead.pop_back_val();
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    // What moved into a region goes with it.
    for (Value operand : operands)
      if (Operation *definition = operand.getDefiningOp();
          definition && definition->getBlock() == &block &&
          isOpTriviallyDead(definition))
        dead.insert(definition);
  }
}
