// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variables from which an iteration space is inferred. Each stands for a
// dimension of one value; ops equate them. A reshape splits a variable into
// parts or joins some to one, so that in the end only parts that nobody splits
// are dimensions.

#ifndef AMP_LIB_ANALYSIS_SPACEVARIABLES_H
#define AMP_LIB_ANALYSIS_SPACEVARIABLES_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace amp {

class SpaceVariables {
public:
  /// Variables of the dimensions of a value, -1 where the extent is 1.
  using List = llvm::SmallVector<int, 4>;

  int make(int64_t extent);
  List make(llvm::ArrayRef<int64_t> shape);

  size_t size() const { return parents.size(); }
  int64_t getExtent(int variable) const { return extents[variable]; }
  /// The variable that stands for all those equated with this one.
  int find(int variable);
  /// Whether the variable, one that stands for others, has parts.
  bool isSplit(int variable) const { return partsOf.contains(variable); }
  /// The variables that the list consists of, none of which is split; for each
  /// of its variables, outermost first. Leaves out -1.
  List getParts(llvm::ArrayRef<int> variables);

  /// Makes two variables of one extent the same. Returns false if both are
  /// split and have no parts in common.
  bool equate(int one, int other);
  /// The variables of a row-major view of shape `to` of what has the variables
  /// `from`. Nothing if a dimension would have to be split at no whole number,
  /// or there are no elements.
  std::optional<List> reshape(List from, llvm::ArrayRef<int64_t> to);

private:
  /// Splits an unsplit variable in an outer part of this extent and the rest.
  bool split(int variable, int64_t outer);
  bool align(int one, int other);
  void pushParts(int variable, List &stack) const;

  // Most sets of ops have fewer variables, and there are many sets.
  llvm::SmallVector<int, 64> parents;
  llvm::SmallVector<int64_t, 64> extents;
  llvm::DenseMap<int, llvm::SmallVector<int, 2>> partsOf;
};

} // namespace amp

#endif // AMP_LIB_ANALYSIS_SPACEVARIABLES_H
