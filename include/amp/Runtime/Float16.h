// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two 16-bit floating-point formats as storage types, and the conversions
// to and from them that rule P8 asks for: one rounding to nearest, ties to
// even; subnormals kept; overflow to infinity; NaN stays NaN with its sign.
// Relies on the standard library only and on no floating-point mode.

#ifndef AMP_RUNTIME_FLOAT16_H
#define AMP_RUNTIME_FLOAT16_H

#include <bit>
#include <cstddef>
#include <cstdint>

namespace amp {

/// IEEE binary16 storage. Equality compares bits.
struct Float16 {
  uint16_t bits = 0;
  bool operator==(const Float16 &) const = default;
};

/// bfloat16 storage: the upper half of a binary32. Equality compares bits.
struct BFloat16 {
  uint16_t bits = 0;
  bool operator==(const BFloat16 &) const = default;
};

/// Rounds once to the 16-bit format. A NaN becomes quiet and keeps its sign
/// and the upper bits of its payload. Integers round once, from their exact
/// value.
Float16 toFloat16(float value);
Float16 toFloat16(double value);
Float16 toFloat16(int64_t value);
BFloat16 toBFloat16(float value);
BFloat16 toBFloat16(double value);
BFloat16 toBFloat16(int64_t value);

/// Widens exactly. A signalling NaN becomes quiet, as the CPU's instruction
/// makes it.
float toFloat(Float16 value);

/// Widens exactly: every bit, signalling NaNs included, is kept.
inline float toFloat(BFloat16 value) {
  return std::bit_cast<float>(uint32_t(value.bits) << 16);
}

/// The same for arrays of `count` elements that do not overlap; every element
/// has the bits the scalar function gives.
void convertArray(const float *from, Float16 *to, size_t count);
void convertArray(const float *from, BFloat16 *to, size_t count);
void convertArray(const double *from, Float16 *to, size_t count);
void convertArray(const double *from, BFloat16 *to, size_t count);
void convertArray(const Float16 *from, float *to, size_t count);
void convertArray(const BFloat16 *from, float *to, size_t count);

} // namespace amp

#endif // AMP_RUNTIME_FLOAT16_H
