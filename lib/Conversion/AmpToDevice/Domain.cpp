// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joining of dimensions: fewer dimensions mean longer inner loops, and kernels
// of different shapes that have one structure.

#include "Conversion/AmpToDevice/Domain.h"

using namespace mlir;
using namespace amp;

Domain::Domain(const IterationSpace &space,
               ArrayRef<SmallVector<int64_t>> accesses) {
  ArrayRef<int64_t> full = space.getExtents();
  auto isReduced = [&](unsigned dim) {
    return dim >= space.getReducedBegin() && dim < space.getReducedEnd();
  };
  for (unsigned dim = 0; dim < full.size(); ++dim) {
    bool joins = dim > 0 && isReduced(dim - 1) == isReduced(dim);
    for (ArrayRef<int64_t> strides : accesses)
      joins = joins && strides[dim - 1] ==
                           strides[dim] * std::max<int64_t>(full[dim], 1);
    if (joins)
      extents.back() *= full[dim];
    else
      extents.push_back(full[dim]);
    dimOf.push_back(extents.size() - 1);
    if (isReduced(dim))
      reductionDim = dimOf.back();
  }
}

SmallVector<int64_t> Domain::join(ArrayRef<int64_t> strides) const {
  // The innermost dimension comes last and stays.
  SmallVector<int64_t> joined(extents.size(), 0);
  for (auto [dim, stride] : llvm::zip_equal(dimOf, strides))
    joined[dim] = stride;
  return joined;
}
