// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions to and from f16 and bf16 in integer arithmetic, so that neither
// the floating-point mode of the thread nor an instruction that flushes
// subnormals (vcvtneps2bf16) can change a bit. One routine rounds for all
// sources and both formats.

#include "amp/Runtime/Float16.h"

using namespace amp;

namespace {
/// A 16-bit format: `mantissaBits` stored bits, exponent biased by `bias`.
struct Format {
  int mantissaBits;
  int bias;
  constexpr uint16_t infinity() const {
    return uint16_t(0x7fff >> mantissaBits << mantissaBits);
  }
};
constexpr Format f16Format{10, 15};
constexpr Format bf16Format{7, 127};
} // namespace

/// Rounds significand * 2^exponent to the magnitude bits of the format. Works
/// on any significand, normalised or not: the position of its leading bit
/// gives the exponent of the result.
template <Format format>
static uint16_t roundMagnitude(uint64_t significand, int exponent) {
  if (significand == 0)
    return 0;
  int top = 63 - std::countl_zero(significand);
  int minimumExponent = 1 - format.bias;
  // The exponent of the value's leading bit decides which weight the last kept
  // bit has: that of the subnormals, or mantissaBits below the leading bit.
  int lead = exponent + top;
  if (lead > format.bias)
    return format.infinity();
  int lastBit =
      (lead < minimumExponent ? minimumExponent : lead) - format.mantissaBits;
  int shift = lastBit - exponent;
  uint64_t quotient;
  if (shift <= 0) {
    quotient = significand << -shift;
  } else if (shift > top + 1) {
    return 0; // Less than half of the smallest subnormal.
  } else {
    uint64_t half = uint64_t(1) << (shift - 1);
    uint64_t rest = significand & ((half << 1) - 1);
    quotient = shift == 64 ? 0 : significand >> shift;
    quotient += rest > half || (rest == half && (quotient & 1));
  }
  // A quotient that reached the next power of two carries into the exponent,
  // and from the largest finite value into infinity; so does a subnormal that
  // became normal.
  if (lead < minimumExponent)
    return uint16_t(quotient);
  return uint16_t((uint64_t(lead - minimumExponent) << format.mantissaBits) +
                  quotient);
}

/// The sign and, for a NaN, the payload are taken from the bits; the rest goes
/// through roundMagnitude.
template <Format format, typename Bits, int sourceMantissa, int sourceBias>
static uint16_t roundBits(Bits bits) {
  constexpr int width = sizeof(Bits) * 8;
  constexpr Bits mantissaMask = (Bits(1) << sourceMantissa) - 1;
  constexpr Bits exponentMask = (Bits(1) << (width - 1 - sourceMantissa)) - 1;
  uint16_t sign = uint16_t(bits >> (width - 1) << 15);
  Bits exponent = (bits >> sourceMantissa) & exponentMask;
  Bits mantissa = bits & mantissaMask;
  if (exponent == exponentMask) {
    if (mantissa == 0)
      return sign | format.infinity();
    uint16_t quiet = uint16_t(1) << (format.mantissaBits - 1);
    return sign | format.infinity() | quiet |
           uint16_t(mantissa >> (sourceMantissa - format.mantissaBits));
  }
  Bits hidden = exponent ? Bits(1) << sourceMantissa : 0;
  int unbiased = int(exponent ? exponent : 1) - sourceBias - sourceMantissa;
  return sign | roundMagnitude<format>(mantissa | hidden, unbiased);
}

template <Format format> static uint16_t roundFloat(float value) {
  return roundBits<format, uint32_t, 23, 127>(std::bit_cast<uint32_t>(value));
}

template <Format format> static uint16_t roundDouble(double value) {
  return roundBits<format, uint64_t, 52, 1023>(std::bit_cast<uint64_t>(value));
}

template <Format format> static uint16_t roundInteger(int64_t value) {
  uint64_t magnitude = value < 0 ? -uint64_t(value) : uint64_t(value);
  return uint16_t(value < 0 ? 0x8000 : 0) |
         roundMagnitude<format>(magnitude, 0);
}

Float16 amp::toFloat16(float value) { return {roundFloat<f16Format>(value)}; }
Float16 amp::toFloat16(double value) { return {roundDouble<f16Format>(value)}; }
Float16 amp::toFloat16(int64_t value) {
  return {roundInteger<f16Format>(value)};
}

BFloat16 amp::toBFloat16(float value) {
  // The same rounding as roundMagnitude in a form that vectorises: the two
  // formats share their exponent, so a carry does everything.
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t rounded = bits + 0x7fff + ((bits >> 16) & 1);
  bool isNan = (bits & 0x7fffffff) > 0x7f800000;
  return {uint16_t((isNan ? bits | 0x400000 : rounded) >> 16)};
}
BFloat16 amp::toBFloat16(double value) {
  return {roundDouble<bf16Format>(value)};
}
BFloat16 amp::toBFloat16(int64_t value) {
  return {roundInteger<bf16Format>(value)};
}

float amp::toFloat(Float16 value) {
  uint32_t sign = uint32_t(value.bits & 0x8000) << 16;
  uint32_t exponent = (value.bits >> 10) & 0x1f;
  uint32_t mantissa = value.bits & 0x3ff;
  uint32_t magnitude;
  if (exponent == 0x1f) {
    magnitude = 0x7f800000 | mantissa << 13 | (mantissa ? 0x400000 : 0);
  } else if (exponent) {
    magnitude = (exponent + 112) << 23 | mantissa << 13;
  } else if (mantissa) {
    // A subnormal is mantissa * 2^-24, a normal number of the wider format.
    int top = 31 - std::countl_zero(mantissa);
    magnitude =
        uint32_t(top + 103) << 23 | ((mantissa << (23 - top)) & 0x7fffff);
  } else {
    magnitude = 0;
  }
  return std::bit_cast<float>(sign | magnitude);
}

template <typename From, typename To, typename Function>
static void forEach(const From *from, To *to, size_t count, Function convert) {
  for (size_t i = 0; i < count; ++i)
    to[i] = convert(from[i]);
}

void amp::convertArray(const float *from, Float16 *to, size_t count) {
  forEach(from, to, count, [](float value) { return toFloat16(value); });
}
void amp::convertArray(const float *from, BFloat16 *to, size_t count) {
  forEach(from, to, count, [](float value) { return toBFloat16(value); });
}
void amp::convertArray(const double *from, Float16 *to, size_t count) {
  forEach(from, to, count, [](double value) { return toFloat16(value); });
}
void amp::convertArray(const double *from, BFloat16 *to, size_t count) {
  forEach(from, to, count, [](double value) { return toBFloat16(value); });
}
void amp::convertArray(const Float16 *from, float *to, size_t count) {
  forEach(from, to, count, [](Float16 value) { return toFloat(value); });
}
void amp::convertArray(const BFloat16 *from, float *to, size_t count) {
  forEach(from, to, count, [](BFloat16 value) { return toFloat(value); });
}
