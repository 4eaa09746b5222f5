// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transpose of 16 by 16 words of 32 bits in registers of AVX-512, shared by
// packing and by products that come out transposed. Empty on other CPUs.

#ifndef AMP_LIB_RUNTIME_TRANSPOSE16_H
#define AMP_LIB_RUNTIME_TRANSPOSE16_H

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>

#define AMP_AVX512 __attribute__((target("avx512f,avx512vl")))

namespace amp {

/// Whether the CPU has what the functions marked AMP_AVX512 use.
inline bool hasWordTransposes() {
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512vl");
}

/// Transposes the matrix whose rows are the 16 vectors.
AMP_AVX512 inline void transposeWords(__m512i (&rows)[16]) {
  __m512i pairs[16];
  for (int i = 0; i < 16; i += 2) {
    pairs[i] = _mm512_unpacklo_epi32(rows[i], rows[i + 1]);
    pairs[i + 1] = _mm512_unpackhi_epi32(rows[i], rows[i + 1]);
  }
  // Afterwards rows[g + w] holds, for every quarter q, word 4 q + w of the rows
  // g to g + 3.
  for (int g = 0; g < 16; g += 4) {
    rows[g] = _mm512_unpacklo_epi64(pairs[g], pairs[g + 2]);
    rows[g + 1] = _mm512_unpackhi_epi64(pairs[g], pairs[g + 2]);
    rows[g + 2] = _mm512_unpacklo_epi64(pairs[g + 1], pairs[g + 3]);
    rows[g + 3] = _mm512_unpackhi_epi64(pairs[g + 1], pairs[g + 3]);
  }
  // The quarters of four groups of rows, gathered in two steps.
  for (int w = 0; w < 4; ++w) {
    __m512i even01 = _mm512_shuffle_i32x4(rows[w], rows[4 + w], 0x88);
    __m512i even23 = _mm512_shuffle_i32x4(rows[8 + w], rows[12 + w], 0x88);
    __m512i odd01 = _mm512_shuffle_i32x4(rows[w], rows[4 + w], 0xdd);
    __m512i odd23 = _mm512_shuffle_i32x4(rows[8 + w], rows[12 + w], 0xdd);
    pairs[w] = _mm512_shuffle_i32x4(even01, even23, 0x88);
    pairs[4 + w] = _mm512_shuffle_i32x4(odd01, odd23, 0x88);
    pairs[8 + w] = _mm512_shuffle_i32x4(even01, even23, 0xdd);
    pairs[12 + w] = _mm512_shuffle_i32x4(odd01, odd23, 0xdd);
  }
  for (int i = 0; i < 16; ++i)
    rows[i] = pairs[i];
}

} // namespace amp

#endif // defined(__x86_64__)

#endif // AMP_LIB_RUNTIME_TRANSPOSE16_H
