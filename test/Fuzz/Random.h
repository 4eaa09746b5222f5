// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers for the fuzz test: the same from one seed on every machine,
// unlike the standard's distributions.

#ifndef AMP_TEST_FUZZ_RANDOM_H
#define AMP_TEST_FUZZ_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

/// The generator of Steele, Lea and Flood (SplitMix, OOPSLA 2014).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  /// A number in [0, limit).
  int64_t below(int64_t limit) { return int64_t(next() % uint64_t(limit)); }
  bool chance(int percent) { return below(100) < percent; }
  /// A number in [0, 1).
  double unit() { return double(next() >> 11) / 9007199254740992.0; }
  template <typename T> T pick(llvm::ArrayRef<T> choices) {
    return choices[size_t(below(int64_t(choices.size())))];
  }

private:
  uint64_t state;
};

#endif // AMP_TEST_FUZZ_RANDOM_H
