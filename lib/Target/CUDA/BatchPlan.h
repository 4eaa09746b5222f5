// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a product of many matrices is cut into library calls. Private.

#ifndef AMP_LIB_TARGET_CUDA_BATCHPLAN_H
#define AMP_LIB_TARGET_CUDA_BATCHPLAN_H

#include "Product.h"

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

  explicit BatchPlan(device::GemmOp gemm);
};

/// What each of the calls multiplies.
ProductDescriptor describeProduct(device::GemmOp gemm, const BatchPlan &batch);

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_BATCHPLAN_H
