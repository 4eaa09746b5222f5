// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counter-based random number generator Philox 4x32-10 of Salmon, Moraes,
// Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011): any
// number of the sequence by its position, the same on every machine. Relies on
// the standard library only.

#ifndef AMP_RUNTIME_PHILOX_H
#define AMP_RUNTIME_PHILOX_H

#include <array>
#include <bit>
#include <cstdint>

namespace amp {

/// The four random words that belong to a 128-bit counter and a 64-bit key,
/// both given least significant word first.
constexpr std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter,
                                         std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t even = uint64_t(0xD2511F53) * counter[0];
    uint64_t odd = uint64_t(0xCD9E8D57) * counter[2];
    counter = {uint32_t(odd >> 32) ^ counter[1] ^ key[0], uint32_t(odd),
               uint32_t(even >> 32) ^ counter[3] ^ key[1], uint32_t(even)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

/// Number `index` of stream `stream` under `seed`, uniform in [0, 1): a
/// multiple of 2^-53.
inline double philoxUniform(uint64_t seed, uint64_t stream, uint64_t index) {
  std::array<uint32_t, 4> words =
      philox({uint32_t(index), uint32_t(index >> 32), uint32_t(stream),
              uint32_t(stream >> 32)},
             {uint32_t(seed), uint32_t(seed >> 32)});
  uint64_t bits = uint64_t(words[1]) << 32 | words[0];
  return double(bits >> 11) * 0x1p-53;
}

/// The numbers `first` to `first + 7` of a stream, each what philoxUniform
/// gives, in a third of the time: a round of all eight is a few instructions on
/// vectors.
inline std::array<double, 8> philoxUniforms(uint64_t seed, uint64_t stream,
                                            uint64_t first) {
  using Words = uint64_t __attribute__((vector_size(64)));
  using Signed = int64_t __attribute__((vector_size(64)));
  using Doubles = double __attribute__((vector_size(64)));
  constexpr uint64_t low = 0xFFFFFFFF;
  Words index = Words{0, 1, 2, 3, 4, 5, 6, 7} + first;
  // A word of the counter each, in the lower half of 64 bits.
  Words a = index & low, b = index >> 32;
  Words c = Words{} + (stream & low), d = Words{} + (stream >> 32);
  uint32_t key[2] = {uint32_t(seed), uint32_t(seed >> 32)};
  for (int round = 0; round < 10; ++round) {
    Words even = a * 0xD2511F53, odd = c * 0xCD9E8D57;
    a = (odd >> 32) ^ b ^ key[0];
    b = odd & low;
    c = (even >> 32) ^ d ^ key[1];
    d = even & low;
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  Signed bits = reinterpret_cast<Signed>((b << 32 | a) >> 11);
  return std::bit_cast<std::array<double, 8>>(
      __builtin_convertvector(bits, Doubles) * 0x1p-53);
}

} // namespace amp

#endif // AMP_RUNTIME_PHILOX_H
