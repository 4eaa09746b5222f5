// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a product of many matrices is cut into library calls. Private.

#ifndef AMP_LIB_TARGET_CUDA_BATCHPLAN_H
#define AMP_LIB_TARGET_CUDA_BATCHPLAN_H

#include "amp/IR/Device.h"

#include <vector>

namespace amp::cuda {

/// The products of a batch as calls of the library, each of which takes one
/// dimension: as many of the innermost as lie at equal distances, and for the
/// others one call an index.
struct BatchPlan {
  int64_t count = 1, strideA = 0, strideB = 0;
  /// Where the operands and the first result of each call start, in matrices
  /// of the result and in elements of the operands.
  struct Call {
    int64_t a = 0, b = 0, result = 0;
  };
  std::vector<Call> calls{Call()};

  explicit BatchPlan(device::GemmOp gemm) {
    if (!gemm.getBatch())
      return;
    llvm::ArrayRef<int64_t> extents = *gemm.getBatch();
    llvm::ArrayRef<int64_t> a = *gemm.getStridesA(), b = *gemm.getStridesB();
    int64_t dim = int64_t(extents.size()) - 1;
    if (dim >= 0) {
      count = extents[dim];
      strideA = a[dim];
      strideB = b[dim];
    }
    for (--dim; dim >= 0; --dim) {
      if (a[dim] != strideA * count || b[dim] != strideB * count)
        break;
      count *= extents[dim];
    }
    for (int64_t outer = 0; outer <= dim; ++outer) {
      std::vector<Call> next;
      for (const Call &call : calls)
        for (int64_t i = 0; i < extents[outer]; ++i)
          next.push_back({call.a + i * a[outer], call.b + i * b[outer], 0});
      calls = std::move(next);
    }
    for (size_t i = 0; i < calls.size(); ++i)
      calls[i].result = int64_t(i) * count;
  }
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_BATCHPLAN_H
