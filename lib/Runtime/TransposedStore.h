// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last part of a product that was computed transposed: its sums, in f32,
// are turned round, the bias is added, and the result is rounded once (P3).

#ifndef AMP_LIB_RUNTIME_TRANSPOSEDSTORE_H
#define AMP_LIB_RUNTIME_TRANSPOSEDSTORE_H

#include "amp/Runtime/ElementType.h"

#include <cstdint>

namespace amp {

/// A dense matrix of sums [columns, rows] and where it belongs in the output.
struct TransposedSums {
  const float *sums = nullptr;
  int64_t rows = 0;
  int64_t columns = 0;
  /// One number a column, F32 or BF16; null without a bias.
  const void *bias = nullptr;
  ElementType biasType = ElementType::F32;
  /// The first element of the output, F32 or BF16, and the elements from one of
  /// its rows to the next.
  void *out = nullptr;
  int64_t stride = 0;
  ElementType outputType = ElementType::F32;
};

/// out[i, j] = round(sums[j, i] + bias[j]). The same bits on every CPU.
void storeTransposed(const TransposedSums &store);

} // namespace amp

#endif // AMP_LIB_RUNTIME_TRANSPOSEDSTORE_H
