// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merging of equal ops by hashes that are computed once an op. An op that is
// the only one to read some value equals no other, as most do in a large graph,
// so that it costs no more than a look at its operands.

#include "EqualOps.h"

#include "Analysis/ValueMap.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace amp;

namespace {

using simplify::BranchingBlocks;

class EqualOps {
public:
  EqualOps(RewriterBase &rewriter, const BranchingBlocks &branching)
      : rewriter(rewriter), branching(branching) {}
  void visit(Region &region);

private:
  /// The ops of a block are known until it ends.
  void visit(Block &block);
  /// With `isFlat`, the block has no op with regions.
  void visit(Operation *op, bool isFlat);
  /// The op before this one that it equals, or null; it is known from now on.
  Operation *findOrAdd(Operation *op);
  /// Adds what was left out as the only reader of a result of `original`, which
  /// now becomes the result of `repeated` as well.
  void addSoleReaders(Operation *original, Operation *repeated);

  /// What is looked for among known ops.
  struct Key {
    uint32_t hash, place;
  };
  static Key getKey(Operation *op);
  /// The number, from 1, of the last known op in a place; or 0.
  uint32_t &getNewest(uint32_t place) { return newest[place % newest.size()]; }
  /// Makes room for as many known ops again.
  void grow();

  struct Known {
    Operation *op;
    Key key;
    /// The number, from 1, of the one known before in the same place; or 0.
    uint32_t before;
  };
  RewriterBase &rewriter;
  const BranchingBlocks &branching;
  std::vector<Known> known;
  /// A table of lists, as no more than the last op is ever taken out and a
  /// large graph's must be small to be fast.
  std::vector<uint32_t> newest = std::vector<uint32_t>(64);
};

} // namespace

static uint32_t getHash(Operation *op) {
  if (isa<CastOp>(op))
    return llvm::hash_combine(op->getOperand(0), op->getResult(0).getType());
  return OperationEquivalence::computeHash(
      op, OperationEquivalence::directHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
}

/// Ops that read values made one after the other have places close together,
/// which memory favours; those that read the same values differ in the last
/// bits, by their hashes.
EqualOps::Key EqualOps::getKey(Operation *op) {
  constexpr uint32_t spread = 64;
  uint32_t hash = getHash(op), place = 0;
  for (Value operand : op->getOperands())
    place += ValueInfo::getHashValue(operand);
  if (op->getNumOperands() == 0)
    return {hash, hash};
  return {hash, place / spread * spread + hash % spread};
}

static bool areEqual(Operation *one, Operation *other) {
  if (isa<CastOp>(one) && isa<CastOp>(other))
    return one->getOperand(0) == other->getOperand(0) &&
           one->getResult(0).getType() == other->getResult(0).getType();
  return OperationEquivalence::isEquivalentTo(
      one, other, OperationEquivalence::IgnoreLocations);
}

Operation *EqualOps::findOrAdd(Operation *op) {
  Key key = getKey(op);
  for (uint32_t number = getNewest(key.place); number != 0;) {
    const Known &other = known[number - 1];
    if (other.key.hash == key.hash && areEqual(other.op, op))
      return other.op;
    number = other.before;
  }
  // Longer lists cost less than a table that leaves the cache.
  if (known.size() == newest.size())
    grow();
  known.push_back({op, key, getNewest(key.place)});
  getNewest(key.place) = known.size();
  return nullptr;
}

void EqualOps::grow() {
  newest.assign(4 * newest.size(), 0);
  for (auto [index, op] : llvm::enumerate(known)) {
    op.before = getNewest(op.key.place);
    getNewest(op.key.place) = index + 1;
  }
}

void EqualOps::addSoleReaders(Operation *original, Operation *repeated) {
  for (Value result : original->getResults()) {
    if (!result.hasOneUse())
      continue;
    // One that comes later is visited with more than one reader.
    Operation *reader = *result.getUsers().begin();
    if (reader->getBlock() == repeated->getBlock() &&
        isMemoryEffectFree(reader) && reader->isBeforeInBlock(repeated))
      findOrAdd(reader);
  }
}

void EqualOps::visit(Operation *op, bool isFlat) {
  for (Region &region : op->getRegions()) {
    if (op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      EqualOps(rewriter, branching).visit(region);
    else
      visit(region);
  }
  if (op->getNumRegions() != 0 || op->getNumResults() == 0)
    return;
  // What is left out has to be found when a value gains readers, which is
  // simple in one block.
  if (isFlat && llvm::any_of(op->getOperands(),
                             [](Value operand) { return operand.hasOneUse(); }))
    return;
  if (!isMemoryEffectFree(op))
    return;
  Operation *original = findOrAdd(op);
  if (!original)
    return;
  if (auto repeated = dyn_cast<CastOp>(op);
      repeated && repeated.getOrigin() == CastOrigin::User) {
    auto kept = cast<CastOp>(original);
    rewriter.modifyOpInPlace(kept, [&] { kept.setOrigin(CastOrigin::User); });
  }
  if (isFlat)
    addSoleReaders(original, op);
  rewriter.replaceOp(op, original->getResults());
}

void EqualOps::visit(Block &block) {
  size_t begin = known.size();
  bool isFlat = !branching.contains(&block);
  for (Operation &op : llvm::make_early_inc_range(block))
    visit(&op, isFlat);
  if (begin == 0) { // as is common: nothing is left to be restored
    known.clear();
    newest.assign(newest.size(), 0);
  }
  for (; known.size() > begin; known.pop_back())
    getNewest(known.back().key.place) = known.back().before;
}

void EqualOps::visit(Region &region) {
  for (Block &block : region)
    visit(block);
}

void amp::simplify::mergeEqualOps(Operation *root,
                                  const BranchingBlocks &branching,
                                  RewriterBase &rewriter) {
  for (Region &region : root->getRegions())
    EqualOps(rewriter, branching).visit(region);
}
