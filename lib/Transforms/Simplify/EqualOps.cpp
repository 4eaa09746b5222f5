// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merging of equal ops by hashes that are computed once an op.

#include "EqualOps.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace amp;

namespace {

/// The number of ops of each block.
using BlockSizes = llvm::DenseMap<Block *, size_t>;

class EqualOps {
public:
  EqualOps(RewriterBase &rewriter, const BlockSizes &sizes)
      : rewriter(rewriter), sizes(sizes) {}
  void visit(Region &region);

private:
  /// The ops of a block are known until it ends.
  void visit(Block &block);
  void visit(Operation *op);
  /// The op before this one that it equals, or null; it is known from now on.
  Operation *findOrAdd(Operation *op);

  struct Known {
    Operation *op;
    uint64_t hash;
    /// The number, from 1, of the one known before with the same hash; or 0.
    size_t before;
  };
  RewriterBase &rewriter;
  const BlockSizes &sizes;
  std::vector<Known> known;
  /// The number, from 1, of the last one with a hash.
  llvm::DenseMap<uint64_t, size_t> last;
};

} // namespace

static uint64_t getHash(Operation *op) {
  uint64_t hash =
      isa<CastOp>(op)
          ? llvm::hash_combine(op->getOperand(0), op->getResult(0).getType())
          : OperationEquivalence::computeHash(
                op, OperationEquivalence::directHashValue,
                OperationEquivalence::ignoreHashValue,
                OperationEquivalence::IgnoreLocations);
  return hash >> 2; // the greatest are no keys
}

static bool areEqual(Operation *one, Operation *other) {
  if (isa<CastOp>(one) && isa<CastOp>(other))
    return one->getOperand(0) == other->getOperand(0) &&
           one->getResult(0).getType() == other->getResult(0).getType();
  return OperationEquivalence::isEquivalentTo(
      one, other, OperationEquivalence::IgnoreLocations);
}

Operation *EqualOps::findOrAdd(Operation *op) {
  uint64_t hash = getHash(op);
  size_t &newest = last[hash];
  for (size_t number = newest; number != 0; number = known[number - 1].before)
    if (areEqual(known[number - 1].op, op))
      return known[number - 1].op;
  known.push_back({op, hash, newest});
  newest = known.size();
  return nullptr;
}

void EqualOps::visit(Operation *op) {
  for (Region &region : op->getRegions()) {
    if (op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      EqualOps(rewriter, sizes).visit(region);
    else
      visit(region);
  }
  if (op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>() ||
      !isMemoryEffectFree(op))
    return;
  Operation *original = findOrAdd(op);
  if (!original)
    return;
  if (auto repeated = dyn_cast<CastOp>(op);
      repeated && repeated.getOrigin() == CastOrigin::User) {
    auto kept = cast<CastOp>(original);
    rewriter.modifyOpInPlace(kept, [&] { kept.setOrigin(CastOrigin::User); });
  }
  rewriter.replaceOp(op, original->getResults());
}

void EqualOps::visit(Block &block) {
  size_t begin = known.size();
  known.reserve(begin + sizes.at(&block));
  last.reserve(begin + sizes.at(&block));
  for (Operation &op : llvm::make_early_inc_range(block))
    visit(&op);
  if (begin == 0) { // as is common: nothing is left to be restored
    known.clear();
    last.clear();
  }
  for (; known.size() > begin; known.pop_back())
    last[known.back().hash] = known.back().before;
}

void EqualOps::visit(Region &region) {
  for (Block &block : region)
    visit(block);
}

/// Erases what nothing reads, regions before the ops they are of and users
/// before what they read, so that what only dead ops use is dead as well.
/// Counts the ops that are left.
static void eraseDeadOps(Region &region, RewriterBase &rewriter,
                         BlockSizes &sizes) {
  for (Block &block : llvm::reverse(region)) {
    size_t count = 0;
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      for (Region &nested : op.getRegions())
        eraseDeadOps(nested, rewriter, sizes);
      if (isOpTriviallyDead(&op))
        rewriter.eraseOp(&op);
      else
        ++count;
    }
    sizes[&block] = count;
  }
}

void amp::simplify::mergeEqualOps(Operation *root, RewriterBase &rewriter) {
  for (Region &region : root->getRegions()) {
    BlockSizes sizes;
    eraseDeadOps(region, rewriter, sizes);
    EqualOps(rewriter, sizes).visit(region);
  }
}
