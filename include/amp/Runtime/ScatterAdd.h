// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of rows or elements that carry the same index, in the order of the
// indices: the gradient of gathers and embeddings. The result's bits depend on
// the operands only, not on the number of threads (P16).

#ifndef AMP_RUNTIME_SCATTERADD_H
#define AMP_RUNTIME_SCATTERADD_H

#include "amp/Runtime/ElementType.h"

#include <cstdint>

namespace amp {

class ThreadPool;

/// One scatter: shapes and types; the meaning is that of `device.scatter_add`.
struct ScatterAdd {
  /// The updates are [outer, rows, inner], the result [outer, extent, inner],
  /// the indices [rows], or [outer, rows, inner] under `elements`.
  int64_t outer = 1, rows = 0, extent = 0, inner = 1;
  bool elements = false;
  /// Of updates and result: F16, BF16, F32, F64, I32 or I64; under `elements`
  /// not a 16-bit type.
  ElementType type = ElementType::F32;
  /// I32 or I64.
  ElementType indexType = ElementType::I64;

  /// The scratch memory that `run` needs, in bytes.
  int64_t scratchBytes() const;

  /// Computes the whole result. `scratch` is aligned to 8 bytes; `pool` may be
  /// null for the calling thread alone. Costs O(rows + extent) for the order of
  /// the rows and one pass over updates and result. Allocates nothing.
  void run(ThreadPool *pool, const void *updates, const void *indices,
           void *result, void *scratch) const;
};

} // namespace amp

#endif // AMP_RUNTIME_SCATTERADD_H
