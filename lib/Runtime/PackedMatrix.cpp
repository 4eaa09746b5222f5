// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing in words of 32 bits: a stored row of a transposed matrix holds the
// words of one column, so blocks of 16 by 16 words are transposed; the rows of
// a plain one are copied, or joined in pairs. Whole blocks take AVX-512 where
// the CPU has it, edges plain loops.

#include "amp/Runtime/PackedMatrix.h"

#include "Transpose16.h"

#include <algorithm>
#include <cassert>
#include <cstring>

using namespace amp;

namespace {
/// One block of 16 by 64 words and the part of the matrix that it holds.
struct Block {
  const char *source;
  uint32_t *target;
  /// Bytes from one stored row to the next.
  int64_t stride;
  /// Rows and columns of the matrix in this block.
  int64_t rows, columns;
};
} // namespace

/// A block at an edge, or any block on a CPU without the instructions: element
/// by element.
template <typename T>
static void packSlowly(const Block &block, bool transposed) {
  constexpr int64_t perWord = 4 / sizeof(T);
  std::memset(block.target, 0, packedWords * packedColumns * 4);
  T *target = reinterpret_cast<T *>(block.target);
  for (int64_t row = 0; row < block.rows; ++row)
    for (int64_t column = 0; column < block.columns; ++column) {
      const char *from =
          transposed
              ? block.source + column * block.stride + row * int64_t(sizeof(T))
              : block.source + row * block.stride + column * int64_t(sizeof(T));
      std::memcpy(&target[(row / perWord * packedColumns + column) * perWord +
                          row % perWord],
                  from, sizeof(T));
    }
}

#if defined(__x86_64__)

/// 16 rows of 16 words, `stride` bytes apart, into 16 rows of a block.
AMP_AVX512 static void packWords(const char *source, int64_t stride,
                                 uint32_t *target) {
  __m512i rows[16];
  for (int i = 0; i < 16; ++i)
    rows[i] = _mm512_loadu_si512(source + i * stride);
  transposeWords(rows);
  for (int i = 0; i < 16; ++i)
    _mm512_store_si512(target + i * packedColumns, rows[i]);
}

/// Rows `even` and `odd` of 64 elements of 16 bits as 64 words.
AMP_AVX512 static void joinRows(const char *even, const char *odd,
                                uint32_t *target) {
  for (int i = 0; i < packedColumns; i += 16) {
    __m512i low = _mm512_cvtepu16_epi32(
        _mm256_loadu_si256(reinterpret_cast<const __m256i *>(even + 2 * i)));
    __m512i high = _mm512_cvtepu16_epi32(
        _mm256_loadu_si256(reinterpret_cast<const __m256i *>(odd + 2 * i)));
    _mm512_store_si512(target + i,
                       _mm512_or_si512(low, _mm512_slli_epi32(high, 16)));
  }
}

static void packQuickly(const Block &block, bool transposed, bool pairs) {
  if (transposed) {
    for (int64_t column = 0; column < packedColumns; column += 16)
      packWords(block.source + column * block.stride, block.stride,
                block.target + column);
    return;
  }
  for (int64_t word = 0; word < packedWords; ++word) {
    uint32_t *target = block.target + word * packedColumns;
    if (pairs)
      joinRows(block.source + 2 * word * block.stride,
               block.source + (2 * word + 1) * block.stride, target);
    else
      std::memcpy(target, block.source + word * block.stride,
                  packedColumns * 4);
  }
}

static bool isQuick() { return hasWordTransposes(); }

#else

static void packQuickly(const Block &, bool, bool) {}
static bool isQuick() { return false; }

#endif

void amp::packColumns(const PackedLayout &layout, bool transposed,
                      const void *source, void *target, int64_t begin,
                      int64_t end) {
  assert(
      (layout.type == ElementType::F32 || layout.type == ElementType::BF16) &&
      "only these are packed");
  assert(begin >= 0 && end <= layout.columnBlocks() && "block out of range");
  const int64_t width = int64_t(byteSize(layout.type));
  const int64_t rowsPerBlock = packedWords * layout.rowsPerWord();
  const bool pairs = layout.rowsPerWord() == 2, quick = isQuick();
  const int64_t stride = (transposed ? layout.k : layout.n) * width;
  auto *out = reinterpret_cast<uint32_t *>(static_cast<char *>(target) +
                                           begin * layout.blockBytes());
  for (int64_t columnBlock = begin; columnBlock < end; ++columnBlock) {
    int64_t column = columnBlock * packedColumns;
    for (int64_t row = 0; row < layout.rowBlocks() * rowsPerBlock;
         row += rowsPerBlock, out += packedWords * packedColumns) {
      Block block{static_cast<const char *>(source) +
                      (transposed ? column * stride + row * width
                                  : row * stride + column * width),
                  out, stride, std::min(rowsPerBlock, layout.k - row),
                  std::min(packedColumns, layout.n - column)};
      if (quick && block.rows == rowsPerBlock && block.columns == packedColumns)
        packQuickly(block, transposed, pairs);
      else if (pairs)
        packSlowly<uint16_t>(block, transposed);
      else
        packSlowly<uint32_t>(block, transposed);
    }
  }
}
