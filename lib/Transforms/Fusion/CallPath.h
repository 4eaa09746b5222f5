// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commonest reason why two groups must not merge, known in advance: one
// makes something from which a library call follows, and what the other reads
// follows from that call. A model's forward and backward pass are full of such
// pairs, and to find the way between them in the graph takes a search each.

#ifndef AMP_LIB_TRANSFORMS_FUSION_CALLPATH_H
#define AMP_LIB_TRANSFORMS_FUSION_CALLPATH_H

#include "Transforms/Fusion/UseGraph.h"

#include <vector>

namespace amp {

/// The path through the graph with the most calls, and of each group the first
/// of these that it reaches and the last one from which it is reached. Calls
/// merge with nothing, so a way through one stays.
class CallPath {
public:
  using Node = UseGraph::Node;

  /// `isCall` says which nodes are calls.
  CallPath(const UseGraph &uses, llvm::function_ref<bool(Node)> isCall);

  /// Whether a call of the path stands between two groups, none of them a call.
  /// They are given by their representatives.
  bool isBetween(Node one, Node other) const {
    return ends[one].reached <= ends[other].reachedFrom ||
           ends[other].reached <= ends[one].reachedFrom;
  }

  /// Makes two groups one, which `merged` stands for.
  void merge(Node one, Node other, Node merged) {
    ends[merged] = {std::min(ends[one].reached, ends[other].reached),
                    std::max(ends[one].reachedFrom, ends[other].reachedFrom)};
  }

private:
  /// Numbers of calls along the path; a call of the path has its own for both.
  struct Ends {
    int reached, reachedFrom;
  };
  std::vector<Ends> ends;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_CALLPATH_H
