// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of CallPath: the longest path counted in calls, and two sweeps
// that tell each node of it.

#include "Transforms/Fusion/CallPath.h"

#include "llvm/ADT/STLExtras.h"

#include <climits>

using namespace amp;

CallPath::CallPath(const UseGraph &uses,
                   llvm::function_ref<bool(Node)> isCall) {
  ends.assign(uses.size(), {INT_MAX, -1});
  if (ends.empty())
    return;
  // How many calls lead to each node, itself included.
  std::vector<int> depths(uses.size());
  for (Node node = 0; node < uses.size(); ++node) {
    for (Node producer : uses.getProducers(node))
      depths[node] = std::max(depths[node], depths[producer]);
    depths[node] += isCall(node);
  }
  // The path, from its end: each call is numbered by those that lead to it.
  Node node = llvm::max_element(depths) - depths.begin();
  for (;;) {
    if (isCall(node))
      ends[node] = {depths[node], depths[node]};
    if (uses.getInputs(node).empty())
      break;
    node = llvm::max_element(uses.getInputs(node), [&](UseGraph::Edge a,
                                                       UseGraph::Edge b) {
             return depths[a.other] < depths[b.other];
           })->other;
  }
  for (Node node = 0; node < ends.size(); ++node)
    for (Node producer : uses.getProducers(node))
      ends[node].reachedFrom =
          std::max(ends[node].reachedFrom, ends[producer].reachedFrom);
  for (Node node = ends.size(); node-- > 0;)
    for (Node producer : uses.getProducers(node))
      ends[producer].reached =
          std::min(ends[producer].reached, ends[node].reached);
}
