// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The floating-point mode that all our arithmetic assumes (P7): round to
// nearest even, no flush to zero, no traps; set for a scope, so that the host's
// own mode is back afterwards.

#ifndef AMP_RUNTIME_FLOATMODE_H
#define AMP_RUNTIME_FLOATMODE_H

#include <cstdint>

namespace amp {

/// Puts the calling thread into the default mode while it lives, and restores
/// control bits and exception flags at its end. Costs a few nanoseconds.
class ScopedFloatMode {
public:
  ScopedFloatMode();
  ~ScopedFloatMode();
  ScopedFloatMode(const ScopedFloatMode &) = delete;
  ScopedFloatMode &operator=(const ScopedFloatMode &) = delete;

private:
  uint64_t saved;
};

} // namespace amp

#endif // AMP_RUNTIME_FLOATMODE_H
