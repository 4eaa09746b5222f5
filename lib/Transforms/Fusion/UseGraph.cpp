// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of UseGraph: the direction from producers to consumers, sorted
// by counting.

#include "Transforms/Fusion/UseGraph.h"

using namespace amp;

void UseGraph::reserve(size_t nodes) {
  firstInput.reserve(nodes + 1);
  inputs.reserve(2 * nodes);
}

void UseGraph::finish() {
  // Each node's edges end where those of the next begin: counted one place
  // further, as the places move on while they are filled.
  firstOutput.assign(size() + 2, 0);
  for (const Edge &input : inputs)
    ++firstOutput[input.other + 2];
  for (Node node = 2; node < firstOutput.size(); ++node)
    firstOutput[node] += firstOutput[node - 1];
  outputs.resize(inputs.size());
  for (Node node = 0; node < size(); ++node)
    for (const Edge &input : getInputs(node))
      outputs[firstOutput[input.other + 1]++] = {node, input.pattern,
                                                 input.isTensor};
}
