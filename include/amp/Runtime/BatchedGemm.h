// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many matrix products of one shape as one call: the matrices of an operand lie
// at regular distances, or are the same ones. Relies on Gemm for each product;
// which thread computes it changes no bit (P16).

#ifndef AMP_RUNTIME_BATCHEDGEMM_H
#define AMP_RUNTIME_BATCHEDGEMM_H

#include "amp/Runtime/Gemm.h"

#include <vector>

namespace amp {

/// One dimension that counts matrices: its extent, and how many elements of
/// each operand lie between neighbours; 0 where all share a matrix.
struct GemmBatchDim {
  int64_t extent = 1;
  int64_t strideA = 0;
  int64_t strideB = 0;
};

/// Prepared products, one for each index into the batch; results follow one
/// another, the last dimension fastest, and the bias is the same for all. One
/// run may be under way at a time.
class BatchedGemm {
public:
  /// Prepares the products for a pool of up to `workers` threads; `batch` lists
  /// dimensions outermost first. Fails as GemmProvider::prepare does.
  static Result<std::unique_ptr<BatchedGemm>>
  prepare(GemmProvider &provider, const GemmDescriptor &descriptor,
          std::vector<GemmBatchDim> batch, unsigned workers);

  /// Bytes of scratch memory that each worker needs, a multiple of 64.
  size_t scratchBytes() const { return products.front()->scratchBytes(); }

  /// Computes all products, over `pool` if that is not null. Pointers are those
  /// of the first matrices; `scratch` has scratchBytes() bytes for each worker.
  Status run(ThreadPool *pool, const void *a, const void *b, const void *bias,
             void *out, void *scratch);

private:
  struct Call {
    const char *a, *b;
    const void *bias;
    char *out, *scratch;
  };

  BatchedGemm(std::vector<std::unique_ptr<Gemm>> products,
              std::vector<GemmBatchDim> batch);
  /// Computes tile `unit % tiles` of matrix `unit / tiles`.
  Status runUnit(const Call &call, int64_t unit, unsigned worker);

  /// One for each worker, as a product serves one run at a time; they share
  /// their code.
  std::vector<std::unique_ptr<Gemm>> products;
  std::vector<GemmBatchDim> batch;
  int64_t units = 0, unitsPerChunk = 1;
};

} // namespace amp

#endif // AMP_RUNTIME_BATCHEDGEMM_H
