// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The iteration space of a set of ops that shall become one kernel: which
// dimensions there are, which of them is reduced, and along which of them each
// value changes. Fusion asks whether there is one, amp-to-device builds the
// kernel from it.

#ifndef AMP_LIB_ANALYSIS_ITERATIONSPACE_H
#define AMP_LIB_ANALYSIS_ITERATIONSPACE_H

#include "Analysis/FusionRoles.h"

#include <optional>
#include <vector>

namespace amp {

/// What an operand of an op in the set reads.
struct Source {
  /// The value behind all views.
  mlir::Value root;
  /// Whether an op of the set computes it, and that op's number.
  bool isInternal = false;
  unsigned number = 0;
  /// Whether the root is made anew where it is needed.
  bool isLeaf = false;
  /// Whether a slice leaves some of it out.
  bool isSliced = false;
  /// Whether the access sees the root in another shape.
  bool isReshaped = false;
  /// For each dimension of the root the dimension of the space along which the
  /// access moves, -1 where it does not, or a joined one (IterationSpace).
  llvm::SmallVector<int, 4> dims;
  /// For each dimension of the root where the access starts and how far it
  /// moves along `dims`: slices and borders shift it.
  llvm::SmallVector<int64_t, 4> starts, steps;
  /// For each dimension of the root the dimension of a gather's operand whose
  /// computed position, times the step, is added; or -1.
  llvm::SmallVector<int, 4> computed;

  /// The element at position 0 of the space, and the stride of each computed
  /// dimension of the root, for a dense row-major root.
  int64_t getOffset() const;
  /// The part of the offset that starts along dimension 0 of the root make.
  int64_t getOuterOffset() const;
  int64_t getComputedStride(unsigned dim) const;
};

class IterationSpace {
public:
  /// Finds the space of `ops`, which are in topological order and hold
  /// computations and views that are to be written out; other views and leaves
  /// are looked through at each use. Returns nothing if no single kernel can
  /// hold the ops without computing an element twice:
  /// - each op runs over the whole space, or over all but its reduced part;
  /// - all reductions combine the same adjacent dimensions in the same order
  ///   (P4 defines the order by the operand's shape);
  /// - where a reshape lies between two ops, the dimensions of both have common
  ///   parts;
  /// - what slices read and gathers pick from is in memory;
  /// - unless the reduced part is innermost, reduced values feed no op that
  ///   runs over the whole space, and no op behind a reduction reads another
  ///   tensor.
  /// All shapes are static. No ops have no space.
  static std::optional<IterationSpace>
  infer(llvm::ArrayRef<mlir::Operation *> ops);

  /// Extents of the dimensions, outermost first; none is 1.
  llvm::ArrayRef<int64_t> getExtents() const { return extents; }
  /// The reduced dimensions are [begin, end); none if both are equal.
  unsigned getReducedBegin() const { return reducedBegin; }
  unsigned getReducedEnd() const { return reducedEnd; }
  FusionForm getForm() const;

  /// What operand `index` of `op` reads.
  const Source &getSource(mlir::Operation *op, unsigned index) const;
  /// What the operands of op `number` of the set read that it walks: the first
  /// ones.
  llvm::ArrayRef<Source> getSources(unsigned number) const {
    return llvm::ArrayRef(sources).slice(members[number].firstSource,
                                         members[number].numSources);
  }
  FusionRole getRole(unsigned number) const { return members[number].role; }
  /// The dimensions along which a result of an op of the set is laid out, one
  /// for each of its own dimensions, -1 where the extent is 1. A dimension that
  /// consists of several of the space, as another op of the set sees its parts,
  /// has a number beyond them: it is joined.
  llvm::ArrayRef<int> getDims(mlir::Value result) const;
  llvm::ArrayRef<int> getDims(unsigned number) const {
    return members[number].dims;
  }

  /// How far one step along a dimension of the space moves along `dim`, which
  /// may be joined or -1.
  llvm::SmallVector<int64_t> getSteps(int dim) const;
  /// The strides along the space of an access, and of a dense result of the
  /// set.
  llvm::SmallVector<int64_t> getStrides(const Source &source) const;
  llvm::SmallVector<int64_t> getStrides(mlir::Value result) const;
  /// The same where the dimensions of the result are at hand.
  llvm::SmallVector<int64_t> getStrides(llvm::ArrayRef<int> dims,
                                        mlir::Value result) const;

private:
  friend class SpaceInference;
  /// No space has as many dimensions.
  static constexpr int firstJoined = 64;
  void addStrides(int dim, int64_t stride,
                  llvm::SmallVectorImpl<int64_t> &strides) const;
  llvm::SmallVector<int64_t> extents;
  unsigned reducedBegin = 0, reducedEnd = 0;
  /// An op of the set: the place of its first source, that of operand 0; the
  /// others follow.
  struct Member {
    FusionRole role;
    unsigned firstSource = 0, numSources = 0;
    llvm::SmallVector<int, 4> dims;
  };
  llvm::SmallDenseMap<mlir::Operation *, unsigned, 16> numbers;
  std::vector<Member> members;
  std::vector<Source> sources;
  /// For each joined dimension the dimensions that it consists of, with how
  /// many of its positions a step along each is.
  std::vector<llvm::SmallVector<std::pair<int, int64_t>, 2>> joined;
};

} // namespace amp

#endif // AMP_LIB_ANALYSIS_ITERATIONSPACE_H
