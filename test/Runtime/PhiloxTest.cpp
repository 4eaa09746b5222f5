// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Philox 4x32-10 against the known answers that its authors published with the
// algorithm, and uniform numbers within their interval.

#include "amp/Runtime/Philox.h"
#include "Check.h"

using namespace amp;

void testPhilox() {
  using Words = std::array<uint32_t, 4>;
  CHECK((philox({0, 0, 0, 0}, {0, 0}) ==
         Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  CHECK((philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}) ==
         Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  CHECK((philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                {0xa4093822, 0x299f31d0}) ==
         Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));

  double sum = 0;
  bool inside = true;
  for (uint64_t i = 0; i < 100000; ++i) {
    double value = philoxUniform(1, 2, i);
    inside &= value >= 0 && value < 1;
    sum += value;
  }
  CHECK(inside);
  // The mean of so many numbers is this close with all but vanishing chance.
  CHECK(sum / 100000 > 0.495 && sum / 100000 < 0.505);
  // Seed, stream and index each matter, their high halves too.
  double base = philoxUniform(0, 0, 0);
  CHECK(philoxUniform(uint64_t(1) << 32, 0, 0) != base);
  CHECK(philoxUniform(0, uint64_t(1) << 32, 0) != base);
  CHECK(philoxUniform(0, 0, uint64_t(1) << 32) != base);
  // Eight at a time are the same numbers, past the index's low half too.
  for (uint64_t big : {uint64_t(3), 0x123456789abcdef0u})
    for (uint64_t first : {uint64_t(0), big, (uint64_t(1) << 32) - 4}) {
      std::array<double, 8> eight = philoxUniforms(big, ~big, first);
      for (uint64_t i = 0; i < 8; ++i)
        CHECK(eight[i] == philoxUniform(big, ~big, first + i));
    }
}
