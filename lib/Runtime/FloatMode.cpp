// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes the floating-point control register: MXCSR on x86, FPCR on
// 64-bit Arm.

#include "amp/Runtime/FloatMode.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

using namespace amp;

#if defined(__SSE__)
/// All exceptions masked, round to nearest, DAZ and FTZ off.
static constexpr uint32_t defaultMode = 0x1f80;

static uint64_t readMode() { return _mm_getcsr(); }
static void writeMode(uint64_t mode) { _mm_setcsr(uint32_t(mode)); }
#elif defined(__aarch64__)
static constexpr uint64_t defaultMode = 0;

static uint64_t readMode() {
  uint64_t mode;
  asm volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
}
static void writeMode(uint64_t mode) {
  asm volatile("msr fpcr, %0" : : "r"(mode));
}
#else
#error "the floating-point control register of this CPU is not known"
#endif

ScopedFloatMode::ScopedFloatMode() : saved(readMode()) {
  writeMode(defaultMode);
}

ScopedFloatMode::~ScopedFloatMode() { writeMode(saved); }
