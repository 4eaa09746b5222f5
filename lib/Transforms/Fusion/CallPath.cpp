// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of CallPath: the longest path counted in calls, and two sweeps
// that tell each node of it.

#include "Transforms/Fusion/CallPath.h"

#include "llvm/ADT/STLExtras.h"

#include <climits>

using namespace amp;

CallPath::CallPath(llvm::ArrayRef<llvm::SmallVector<Node, 2>> producersOf,
                   llvm::function_ref<bool(Node)> isCall) {
  ends.assign(producersOf.size(), {INT_MAX, -1});
  if (ends.empty())
    return;
  // How many calls lead to each node, itself included.
  std::vector<int> depths(producersOf.size());
  for (auto [node, producers] : llvm::enumerate(producersOf)) {
    for (Node producer : producers)
      depths[node] = std::max(depths[node], depths[producer]);
    depths[node] += isCall(node);
  }
  // The path, from its end: each call is numbered by those that lead to it.
  Node node = llvm::max_element(depths) - depths.begin();
  for (;;) {
    if (isCall(node))
      ends[node] = {depths[node], depths[node]};
    if (producersOf[node].empty())
      break;
    node = *llvm::max_element(producersOf[node], [&](Node a, Node b) {
      return depths[a] < depths[b];
    });
  }
  for (Node node = 0; node < ends.size(); ++node)
    for (Node producer : producersOf[node])
      ends[node].reachedFrom =
          std::max(ends[node].reachedFrom, ends[producer].reachedFrom);
  for (Node node = ends.size(); node-- > 0;)
    for (Node producer : producersOf[node])
      ends[producer].reached =
          std::min(ends[producer].reached, ends[node].reached);
}
