// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The right operand of a matrix product in the order in which the library's
// kernels read it. A product of a few rows spends most of its time on bringing
// its weight into this order; a weight that lies in it already is only read.
// Relies on the standard library only.

#ifndef AMP_RUNTIME_PACKEDMATRIX_H
#define AMP_RUNTIME_PACKEDMATRIX_H

#include "amp/Runtime/ElementType.h"

#include <cstdint>

namespace amp {

/// The columns of one block.
inline constexpr int64_t packedColumns = 64;
/// The 32-bit words of one column in a block.
inline constexpr int64_t packedWords = 16;

/// A packed [k, n] matrix of F32 or BF16: blocks of 64 columns, in each of them
/// blocks of 16 words, a word being one f32 or two bf16 of consecutive rows; in
/// a block the words of one row lie side by side. Element (i, j) with p rows a
/// word is at [j / 64][i / (16 p)][i / p % 16][j % 64][i % p]. Places beyond
/// the edges hold zeros, so that the library may read whole blocks.
struct PackedLayout {
  int64_t k = 0;
  int64_t n = 0;
  ElementType type = ElementType::F32;

  /// Rows that share a word.
  int64_t rowsPerWord() const { return type == ElementType::F32 ? 1 : 2; }
  int64_t columnBlocks() const {
    return (n + packedColumns - 1) / packedColumns;
  }
  int64_t rowBlocks() const {
    int64_t rows = packedWords * rowsPerWord();
    return (k + rows - 1) / rows;
  }
  /// Bytes of one block of columns; the blocks lie one after the other.
  int64_t blockBytes() const {
    return rowBlocks() * packedWords * packedColumns * 4;
  }
  int64_t byteSize() const { return columnBlocks() * blockBytes(); }
};

/// Packs the blocks of columns from `begin` to `end` of the matrix `source`,
/// dense and row-major, stored as [n, k] if `transposed`. `target` is the whole
/// packed matrix, aligned to 64 bytes. Moves bits only.
void packColumns(const PackedLayout &layout, bool transposed,
                 const void *source, void *target, int64_t begin, int64_t end);

} // namespace amp

#endif // AMP_RUNTIME_PACKEDMATRIX_H
