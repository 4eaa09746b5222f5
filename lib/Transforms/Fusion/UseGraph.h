// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which nodes of a block read from which, as grouping asks for it from both
// ends. It is built once and does not change while groups grow, so that all
// edges lie in two arrays.

#ifndef AMP_LIB_TRANSFORMS_FUSION_USEGRAPH_H
#define AMP_LIB_TRANSFORMS_FUSION_USEGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace amp {

class UseGraph {
public:
  using Node = unsigned;
  static constexpr unsigned noPattern = ~0u >> 1;

  /// One use of a node's result by another node.
  struct Edge {
    /// The node at the other end.
    Node other;
    /// How dimensions of both correspond, as ElementwiseGroups numbers it.
    unsigned pattern : 31;
    /// Whether the whole of a tensor is read, as ColumnGroups counts it.
    unsigned isTensor : 1;
  };

  void reserve(size_t nodes);
  /// Adds the next node, of which `addInput` then tells what it reads: nodes
  /// with lower numbers.
  void addNode() { firstInput.push_back(inputs.size()); }
  void addInput(Edge edge) {
    inputs.push_back(edge);
    firstInput.back() = inputs.size();
  }
  /// Makes the other direction, when all are added.
  void finish();

  size_t size() const { return firstInput.size() - 1; }
  /// What a node reads, in the order of its operands.
  llvm::ArrayRef<Edge> getInputs(Node node) const {
    return llvm::ArrayRef(inputs).slice(firstInput[node], firstInput[node + 1] -
                                                              firstInput[node]);
  }
  /// What reads a node's result, ascending; once `finish` was called.
  llvm::ArrayRef<Edge> getOutputs(Node node) const {
    return llvm::ArrayRef(outputs).slice(
        firstOutput[node], firstOutput[node + 1] - firstOutput[node]);
  }

  /// The nodes alone, one entry a use.
  auto getProducers(Node node) const {
    return llvm::map_range(getInputs(node), getOther);
  }
  auto getConsumers(Node node) const {
    return llvm::map_range(getOutputs(node), getOther);
  }

private:
  static Node getOther(const Edge &edge) { return edge.other; }

  /// Edges of all nodes one after the other, and where those of each begin.
  std::vector<Edge> inputs, outputs;
  std::vector<unsigned> firstInput{0}, firstOutput;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_USEGRAPH_H
