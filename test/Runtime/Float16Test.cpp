// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions to f16 and bf16 against a slow reference that shares nothing
// with them: it finds the nearest of all 2^16 values in long double.

#include "amp/Runtime/Float16.h"
#include "Check.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace amp;

namespace {
/// All finite values of a format that are not negative, in order: the index is
/// the bit pattern.
struct Grid {
  int mantissaBits;
  int bias;
  std::vector<long double> values;

  Grid(int mantissaBits, int bias) : mantissaBits(mantissaBits), bias(bias) {
    unsigned infinity = 0x7fff >> mantissaBits << mantissaBits;
    // The value that infinity's pattern would have is the other end of the
    // last rounding interval.
    for (unsigned bits = 0; bits <= infinity; ++bits) {
      unsigned exponent = bits >> mantissaBits;
      long double fraction = bits & ((1u << mantissaBits) - 1);
      if (exponent)
        fraction += 1u << mantissaBits;
      values.push_back(std::ldexp(fraction, int(exponent ? exponent : 1) -
                                                bias - mantissaBits));
    }
  }

  uint16_t infinity() const { return uint16_t(values.size() - 1); }

  /// Nearest, ties to the even pattern.
  uint16_t round(long double value) const {
    uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    value = std::fabs(value);
    auto above = std::lower_bound(values.begin(), values.end(), value);
    if (above == values.end())
      return sign | infinity();
    size_t high = size_t(above - values.begin());
    if (*above == value || high == 0)
      return uint16_t(sign | high);
    long double toLow = value - values[high - 1], toHigh = *above - value;
    bool up = toHigh < toLow || (toHigh == toLow && high % 2 == 0);
    return uint16_t(sign | (up ? high : high - 1));
  }
};
} // namespace

static bool isNan(const Grid &grid, uint16_t bits) {
  return (bits & 0x7fff) > grid.infinity();
}

/// One f32 in both formats: value, or NaN with sign and quiet bit.
static void compare(const Grid &grid, uint32_t from, uint16_t got) {
  float value = std::bit_cast<float>(from);
  if (std::isnan(value)) {
    CHECK(isNan(grid, got));
    CHECK((got >> 15) == (from >> 31));
    CHECK(got >> (grid.mantissaBits - 1) & 1);
    return;
  }
  CHECK(got == grid.round(value));
}

template <typename T>
static void testRoundTrip(const Grid &grid, T (*narrow)(float)) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    T low{uint16_t(bits)};
    float wide = toFloat(low);
    if (isNan(grid, low.bits)) {
      CHECK(std::isnan(wide) && std::signbit(wide) == bits >> 15);
      CHECK(narrow(wide).bits == (bits | 1u << (grid.mantissaBits - 1)));
      continue;
    }
    unsigned magnitude = bits & 0x7fff;
    long double exact =
        magnitude == grid.infinity() ? HUGE_VALL : grid.values[magnitude];
    CHECK(std::fabs(wide) == exact && std::signbit(wide) == bits >> 15);
    CHECK(narrow(wide) == low);
  }
}

/// D20: a NaN whose payload vanishes in the narrow type stays a NaN.
static void testNanStaysNan() {
  const uint32_t nans[] = {0x7F800001, 0xFF800001, 0x7FFFFFFF, 0x7FC00000,
                           0xFFFFFFFF};
  const uint16_t half[] = {0x7E00, 0xFE00, 0x7FFF, 0x7E00, 0xFFFF};
  const uint16_t brain[] = {0x7FC0, 0xFFC0, 0x7FFF, 0x7FC0, 0xFFFF};
  for (int i = 0; i < 5; ++i) {
    float value = std::bit_cast<float>(nans[i]);
    Float16 f16;
    BFloat16 bf16;
    convertArray(&value, &f16, 1);
    convertArray(&value, &bf16, 1);
    CHECK(toFloat16(value).bits == half[i] && f16.bits == half[i]);
    CHECK(toBFloat16(value).bits == brain[i] && bf16.bits == brain[i]);
  }
  double signalling = std::bit_cast<double>(0xFFF0000000000001);
  CHECK(toFloat16(signalling).bits == 0xFE00);
  CHECK(toBFloat16(signalling).bits == 0xFFC0);
}

/// D21: ties and near-ties among the subnormals.
static void testSubnormalTies() {
  const uint32_t from[] = {0x34200000, 0x34200001, 0x34600000, 0x33000000,
                           0x33000001};
  const uint16_t to[] = {0x0002, 0x0003, 0x0004, 0x0000, 0x0001};
  for (int i = 0; i < 5; ++i) {
    CHECK(toFloat16(std::bit_cast<float>(from[i])).bits == to[i]);
    CHECK(toFloat16(std::bit_cast<float>(from[i] | 0x80000000)).bits ==
          (to[i] | 0x8000));
  }
}

/// Values whose rounding through f32 would end on the wrong side of a tie.
static void testDoubleRoundsOnce(const Grid &f16, const Grid &bf16) {
  double aboveTie = 1 + 0x1p-11 + 0x1p-40;
  CHECK(toFloat16(aboveTie).bits == 0x3C01);
  CHECK(toFloat16(float(aboveTie)).bits == 0x3C00);
  CHECK(toBFloat16(1 + 0x1p-8 + 0x1p-40).bits == 0x3F81);
  CHECK(toFloat16(0x1p-25 + 0x1p-70).bits == 0x0001);
  CHECK(toFloat16(65519.999999999).bits == 0x7BFF);
  CHECK(toFloat16(65520.0).bits == 0x7C00);
  CHECK(toFloat16(-1e300).bits == 0xFC00 && toFloat16(5e-324).bits == 0);
  CHECK(toBFloat16(-5e-324).bits == 0x8000 && toBFloat16(1e300).bits == 0x7F80);
  uint64_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents around those of the two formats, where something happens.
    uint64_t exponent = 1023 - 160 + (state >> 33) % 320;
    double value =
        std::bit_cast<double>((state & 0x8000000000000000) | exponent << 52 |
                              ((state * 0x9E3779B97F4A7C15) >> 12));
    CHECK(toFloat16(value).bits == f16.round(value));
    CHECK(toBFloat16(value).bits == bf16.round(value));
  }
  // Exactly on, just below and just above every tie.
  for (const Grid *grid : {&f16, &bf16})
    for (size_t i = 0; i + 1 < grid->values.size(); ++i) {
      double tie = double((grid->values[i] + grid->values[i + 1]) / 2);
      for (double value :
           {tie, std::nextafter(tie, 0.0), std::nextafter(tie, HUGE_VAL)}) {
        uint16_t got =
            grid == &f16 ? toFloat16(value).bits : toBFloat16(value).bits;
        CHECK(got == grid->round(value));
      }
    }
}

static void testIntegers(const Grid &f16, const Grid &bf16) {
  // Through a double, this would be a tie and round down.
  CHECK(toBFloat16(int64_t(0x4040000000000001)).bits == 0x5E81);
  for (int64_t value : {int64_t(0), int64_t(1), int64_t(-1), int64_t(2049),
                        int64_t(65519), int64_t(65520), int64_t(257), INT64_MAX,
                        INT64_MIN, int64_t(-40000000001)}) {
    CHECK(toFloat16(value).bits == f16.round(value));
    CHECK(toBFloat16(value).bits == bf16.round(value));
  }
}

void testFloat16() {
  Grid f16(10, 15), bf16(7, 127);
  testRoundTrip<Float16>(f16, toFloat16);
  testRoundTrip<BFloat16>(bf16, toBFloat16);
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 97) {
    float value = std::bit_cast<float>(uint32_t(bits));
    compare(f16, uint32_t(bits), toFloat16(value).bits);
    compare(bf16, uint32_t(bits), toBFloat16(value).bits);
  }
  testNanStaysNan();
  testSubnormalTies();
  testDoubleRoundsOnce(f16, bf16);
  testIntegers(f16, bf16);
}
