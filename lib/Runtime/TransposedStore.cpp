// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole blocks of 16 by 16 in registers of AVX-512 where the CPU has it, the
// rest element by element with the same roundings.

#include "TransposedStore.h"

#include "Transpose16.h"
#include "amp/Runtime/Float16.h"

using namespace amp;

static float getBias(const TransposedSums &store, int64_t column) {
  if (store.biasType == ElementType::F32)
    return static_cast<const float *>(store.bias)[column];
  return toFloat(static_cast<const BFloat16 *>(store.bias)[column]);
}

static void storeOne(const TransposedSums &store, int64_t row, int64_t column) {
  float sum = store.sums[column * store.rows + row];
  if (store.bias)
    sum += getBias(store, column);
  int64_t at = row * store.stride + column;
  if (store.outputType == ElementType::F32)
    static_cast<float *>(store.out)[at] = sum;
  else
    static_cast<BFloat16 *>(store.out)[at] = toBFloat16(sum);
}

#if defined(__x86_64__)

/// Sixteen biases as f32.
AMP_AVX512 static __m512 loadBias(const TransposedSums &store, int64_t column) {
  if (store.biasType == ElementType::F32)
    return _mm512_loadu_ps(static_cast<const float *>(store.bias) + column);
  auto *bias = static_cast<const uint16_t *>(store.bias) + column;
  __m512i wide = _mm512_cvtepu16_epi32(
      _mm256_loadu_si256(reinterpret_cast<const __m256i *>(bias)));
  return _mm512_castsi512_ps(_mm512_slli_epi32(wide, 16));
}

/// Rounds to nearest even and keeps subnormals (P8); the CPU's own instruction
/// does not.
AMP_AVX512 static __m256i roundToBf16(__m512 value) {
  __m512i bits = _mm512_castps_si512(value);
  __m512i odd =
      _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
  __m512i rounded =
      _mm512_add_epi32(bits, _mm512_add_epi32(odd, _mm512_set1_epi32(0x7fff)));
  __m512i quieted = _mm512_or_si512(bits, _mm512_set1_epi32(0x400000));
  __mmask16 isNan = _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
  rounded = _mm512_mask_mov_epi32(rounded, isNan, quieted);
  return _mm512_cvtepi32_epi16(_mm512_srli_epi32(rounded, 16));
}

AMP_AVX512 static void storeBlock(const TransposedSums &store, int64_t row,
                                  int64_t column) {
  __m512i block[16];
  for (int i = 0; i < 16; ++i)
    block[i] = _mm512_loadu_si512(store.sums + (column + i) * store.rows + row);
  transposeWords(block);
  if (store.bias) {
    __m512 bias = loadBias(store, column);
    for (int i = 0; i < 16; ++i)
      block[i] = _mm512_castps_si512(
          _mm512_add_ps(_mm512_castsi512_ps(block[i]), bias));
  }
  int64_t at = row * store.stride + column;
  if (store.outputType == ElementType::F32) {
    float *out = static_cast<float *>(store.out) + at;
    for (int i = 0; i < 16; ++i)
      _mm512_storeu_si512(out + i * store.stride, block[i]);
    return;
  }
  auto *out = static_cast<uint16_t *>(store.out) + at;
  for (int i = 0; i < 16; ++i)
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(out + i * store.stride),
                        roundToBf16(_mm512_castsi512_ps(block[i])));
}

static bool hasBlocks() { return hasWordTransposes(); }

#else

static void storeBlock(const TransposedSums &, int64_t, int64_t) {}
static bool hasBlocks() { return false; }

#endif

void amp::storeTransposed(const TransposedSums &store) {
  bool quick = hasBlocks();
  int64_t blockRows = quick ? store.rows / 16 * 16 : 0;
  int64_t blockColumns = quick ? store.columns / 16 * 16 : 0;
  for (int64_t row = 0; row < blockRows; row += 16)
    for (int64_t column = 0; column < blockColumns; column += 16)
      storeBlock(store, row, column);
  for (int64_t row = 0; row < store.rows; ++row)
    for (int64_t column = row < blockRows ? blockColumns : 0;
         column < store.columns; ++column)
      storeOne(store, row, column);
}
