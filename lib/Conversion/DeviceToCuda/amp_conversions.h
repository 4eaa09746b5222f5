// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of generated kernels to and from 16 bits, with the same bits on
// every architecture (rule P8): to nearest even, NaNs keep their sign. Included
// by amp_device.h.

#pragma once

AMP_DEVICE float amp_bf16_to_f32(unsigned short bits) {
  return __uint_as_float((unsigned)bits << 16);
}

AMP_DEVICE unsigned short amp_f32_to_bf16(float x) {
  unsigned bits = __float_as_uint(x);
  unsigned rounded = bits + 0x7fffu + (bits >> 16 & 1u);
  return (unsigned short)((x != x ? bits | 0x400000u : rounded) >> 16);
}

// The hardware's NaNs of f16 are all the same one; the right ones are made
// here, in one block of instructions with the conversion: the compiler would
// handle each of them on its own, for every element, which takes it longer.
AMP_DEVICE float amp_f16_to_f32(unsigned short bits) {
#ifdef __CUDACC__
  float x;
  asm("{\n\t"
      ".reg .pred p;\n\t"
      ".reg .b32 t, n;\n\t"
      "cvt.f32.f16 t, %1;\n\t"
      "setp.nan.f32 p, t, t;\n\t"
      "cvt.s32.s16 n, %1;\n\t"
      "shl.b32 n, n, 13;\n\t"
      "or.b32 n, n, 0x7fc00000;\n\t"
      "selp.b32 %0, n, t, p;\n\t"
      "}"
      : "=f"(x)
      : "h"(bits));
  return x;
#else
  float x = amp_host_f16_to_f32(bits);
  unsigned nan = (unsigned)(short)bits << 13 | 0x7fc00000u;
  return x != x ? __uint_as_float(nan) : x;
#endif
}

AMP_DEVICE unsigned short amp_f32_to_f16(float x) {
#ifdef __CUDACC__
  unsigned short rounded;
  asm("{\n\t"
      ".reg .pred p;\n\t"
      ".reg .b16 r, n;\n\t"
      ".reg .b32 t, u;\n\t"
      "cvt.rn.f16.f32 r, %1;\n\t"
      "setp.nan.f32 p, %1, %1;\n\t"
      "shr.b32 t, %1, 13;\n\t"
      "or.b32 t, t, 0x7e00;\n\t"
      "shr.b32 u, %1, 16;\n\t"
      "or.b32 u, u, 0x7fff;\n\t"
      "and.b32 t, t, u;\n\t"
      "cvt.u16.u32 n, t;\n\t"
      "selp.b16 %0, n, r, p;\n\t"
      "}"
      : "=h"(rounded)
      : "f"(x));
  return rounded;
#else
  unsigned bits = __float_as_uint(x);
  unsigned nan = (bits >> 13 | 0x7e00u) & (bits >> 16 | 0x7fffu);
  return x != x ? (unsigned short)nan : amp_host_f32_to_f16(x);
#endif
}

// f64 to f32 with the last bit set if anything was lost: rounding that again to
// 16 bits rounds once.
AMP_DEVICE float amp_f64_to_odd_f32(double x) {
  float nearest = (float)x;
  double back = (double)nearest;
  if (x != x || back == x)
    return nearest;
  unsigned bits = __float_as_uint(nearest);
  if (fabs(back) > fabs(x))
    --bits;
  return __uint_as_float(bits | 1u);
}

AMP_DEVICE double amp_bf16_to_f64(unsigned short x) {
  return (double)amp_bf16_to_f32(x);
}
AMP_DEVICE double amp_f16_to_f64(unsigned short x) {
  return (double)amp_f16_to_f32(x);
}
AMP_DEVICE unsigned short amp_f64_to_bf16(double x) {
  return amp_f32_to_bf16(amp_f64_to_odd_f32(x));
}
AMP_DEVICE unsigned short amp_f64_to_f16(double x) {
  return amp_f32_to_f16(amp_f64_to_odd_f32(x));
}
