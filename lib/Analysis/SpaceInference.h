// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inference of iteration spaces by unification: every dimension of every use is
// a variable, ops equate the variables of what they read and write, and the
// classes that remain are the dimensions of the space.

#ifndef AMP_LIB_ANALYSIS_SPACEINFERENCE_H
#define AMP_LIB_ANALYSIS_SPACEINFERENCE_H

#include "Analysis/IterationSpace.h"
#include "Analysis/SpaceVariables.h"

namespace amp {

/// One inference; holds the variables and their classes.
class SpaceInference {
public:
  explicit SpaceInference(llvm::ArrayRef<mlir::Operation *> ops) : ops(ops) {
    space.numbers.reserve(ops.size());
    for (auto [number, op] : llvm::enumerate(ops))
      space.numbers[op] = number;
    space.members.resize(ops.size());
    space.sources.reserve(2 * ops.size());
    domains.resize(ops.size());
    reduced.resize(ops.size());
    for (auto [op, member] : llvm::zip_equal(ops, space.members))
      member.role = getFusionRole(op);
  }
  std::optional<IterationSpace> run();

private:
  using Variables = SpaceVariables::List;

  /// The op's number in the set, or -1.
  int numberOf(mlir::Operation *op) const {
    auto it = space.numbers.find(op);
    return it == space.numbers.end() ? -1 : int(it->second);
  }
  /// Adds what the next operand of op `number` reads; valid until the next.
  Source &addSource(unsigned number) {
    IterationSpace::Member &member = space.members[number];
    if (member.numSources++ == 0)
      member.firstSource = space.sources.size();
    return space.sources.emplace_back();
  }

  /// The variables of `value` at one use of it, through views, and through
  /// reshapes of what the set computes.
  Variables resolve(mlir::Value value, Source &source,
                    bool isBehindReshape = false);
  Variables applyReshape(mlir::Operation *reshape, Variables operand,
                         Source &source);
  /// Whether a reshape stands between ops of the set, or in the region of one
  /// kernel; others are free and what they give is in memory.
  bool isInside(mlir::Operation *reshape) const;
  Variables applyView(mlir::Operation *view, const Variables &operand,
                      Source &source);
  /// Lets the access to the root move along `to` instead of `from`, which no
  /// other access knows: from `start`, in steps.
  void rebind(Source &source, int from, int to, int64_t start, int64_t step);
  bool visit(unsigned number);
  bool visitReduction(unsigned number);
  bool visitGather(unsigned number);
  /// Equates the dimensions of an operand with those of the result.
  bool visitElementwise(unsigned number, Fusible op, unsigned index,
                        const Variables &result);
  /// The last steps: dimensions, their order, the checks.
  bool findDimensions();
  bool numberAll();
  /// Lets ops that no data connect to the reduction, such as another reduction
  /// of the same tensor, run along with it: any two loops of one extent may be
  /// one.
  void linkToReduced(llvm::ArrayRef<int> gone);
  bool checkLevels();
  bool checkReducedAreAdjacent();
  /// Replaces variables by dimensions, some of them joined; false if two of one
  /// value are the same.
  bool number(Variables &variables);
  /// The joined dimension of a variable with these parts.
  int join(int variable, llvm::ArrayRef<int> parts);
  /// Replaces variables by the dimensions of their parts.
  bool numberParts(Variables &variables);

  llvm::ArrayRef<mlir::Operation *> ops;
  SpaceVariables variables;
  /// Whether some view was beyond what variables tell.
  bool hasFailed = false;
  /// For each op the variables it runs over: those of the operand for a
  /// reduction, else those of the result; and those that it reduces.
  llvm::SmallVector<Variables, 8> domains, reduced;
  /// Variables whose value, not only the memory at it, an op asks for.
  Variables asked;
  /// The dimension of each variable that stands for others and is not split, -1
  /// where it has none; and the joined ones of those that are.
  llvm::SmallVector<int> dimensionOf;
  llvm::DenseMap<int, int> joinedOf;
  IterationSpace space;
};

} // namespace amp

#endif // AMP_LIB_ANALYSIS_SPACEINFERENCE_H
