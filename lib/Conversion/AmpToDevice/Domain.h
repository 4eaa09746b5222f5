// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The domain of a kernel: an iteration space with as few dimensions as the
// accesses of its region allow.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_DOMAIN_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_DOMAIN_H

#include "Analysis/IterationSpace.h"

namespace amp {

class Domain {
public:
  /// Joins neighbouring dimensions of `space` that every access walks as one:
  /// contiguously, or not at all. `accesses` are strides along the dimensions
  /// of the space. Reduced dimensions join among themselves only.
  Domain(const IterationSpace &space,
         llvm::ArrayRef<llvm::SmallVector<int64_t>> accesses);

  llvm::ArrayRef<int64_t> getExtents() const { return extents; }
  std::optional<int64_t> getReductionDim() const { return reductionDim; }
  /// Strides along the domain from strides along the space.
  llvm::SmallVector<int64_t> join(llvm::ArrayRef<int64_t> strides) const;

private:
  llvm::SmallVector<int64_t> extents;
  /// For each dimension of the space that of the domain.
  llvm::SmallVector<int64_t> dimOf;
  std::optional<int64_t> reductionDim;
};

} // namespace amp

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_DOMAIN_H
