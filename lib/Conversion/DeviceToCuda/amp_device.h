// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one header of generated kernels: integer ops that wrap, conversions that
// give the same bits on every architecture (rule P8), 16-byte accesses and the
// exchange between the lanes of a warp. Contains all the PTX there is; handed
// to the compiler in memory.

#pragma once

#define AMP_DEVICE static __device__ __forceinline__
#define AMP_DEVICE_MEMBER __device__ __forceinline__

// --- Integers: two's complement, wrapping ----------------------------------

AMP_DEVICE unsigned char amp_unsigned(bool x) { return x; }
AMP_DEVICE unsigned char amp_unsigned(signed char x) {
  return (unsigned char)x;
}
AMP_DEVICE unsigned short amp_unsigned(short x) { return (unsigned short)x; }
AMP_DEVICE unsigned short amp_unsigned(unsigned short x) { return x; }
AMP_DEVICE unsigned amp_unsigned(int x) { return (unsigned)x; }
AMP_DEVICE unsigned long long amp_unsigned(long long x) {
  return (unsigned long long)x;
}

template <class T> AMP_DEVICE T amp_addi(T a, T b) {
  return (T)(amp_unsigned(a) + amp_unsigned(b));
}
template <class T> AMP_DEVICE T amp_subi(T a, T b) {
  return (T)(amp_unsigned(a) - amp_unsigned(b));
}
template <class T> AMP_DEVICE T amp_muli(T a, T b) {
  // Short factors would be multiplied as signed integers, which may overflow.
  return (T)((unsigned long long)amp_unsigned(a) *
             (unsigned long long)amp_unsigned(b));
}
AMP_DEVICE int amp_mulhui(int a, int b) {
  return (int)(((unsigned long long)amp_unsigned(a) *
                (unsigned long long)amp_unsigned(b)) >>
               32);
}
AMP_DEVICE long long amp_mulhui(long long a, long long b) {
  return (long long)__umul64hi(amp_unsigned(a), amp_unsigned(b));
}
// Lanes that do not exist divide by what they were filled with.
template <class T> AMP_DEVICE T amp_divsi(T a, T b) {
  return b == 0 ? (T)0 : b == (T)-1 ? amp_subi((T)0, a) : (T)(a / b);
}
template <class T> AMP_DEVICE T amp_remsi(T a, T b) {
  return b == 0 || b == (T)-1 ? (T)0 : (T)(a % b);
}
template <class T> AMP_DEVICE T amp_divui(T a, T b) {
  return b == 0 ? (T)0 : (T)(amp_unsigned(a) / amp_unsigned(b));
}
template <class T> AMP_DEVICE T amp_remui(T a, T b) {
  return b == 0 ? (T)0 : (T)(amp_unsigned(a) % amp_unsigned(b));
}
template <class T> AMP_DEVICE T amp_shrui(T a, T b) {
  return (T)(amp_unsigned(a) >> b);
}
template <class T> AMP_DEVICE T amp_maxi(T a, T b) { return a > b ? a : b; }
template <class T> AMP_DEVICE T amp_mini(T a, T b) { return a < b ? a : b; }
template <class T> AMP_DEVICE T amp_absi(T a) {
  return a < 0 ? amp_subi((T)0, a) : a;
}
template <class T> AMP_DEVICE T amp_and(T a, T b) { return (T)(a & b); }
template <class T> AMP_DEVICE T amp_or(T a, T b) { return (T)(a | b); }

// --- Floating point: one operation, one rounding ---------------------------

template <class T> AMP_DEVICE T amp_addf(T a, T b) { return a + b; }
template <class T> AMP_DEVICE T amp_mulf(T a, T b) { return a * b; }
template <class T> AMP_DEVICE bool amp_isnan(T x) { return x != x; }

// Devices that compute f64 at half the rate of f32 divide and take roots of f32
// by it, rounded once more: no quotient and no root of numbers of 24 bits lies
// as near to the middle between two others as the errors are large, unless it
// lies there exactly. Elsewhere NVRTC writes a routine for extreme operands for
// each kernel, which takes it as long as a short kernel.
#define AMP_FAST_F64                                                           \
  (__CUDA_ARCH__ == 700 || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 ||     \
   __CUDA_ARCH__ == 1000)

AMP_DEVICE float amp_divide(float a, float b) {
#if !AMP_FAST_F64
  return a / b;
#elif defined(__CUDACC_RTC__)
  // What has no error to make up for, as zeros and infinities, stays.
  float quotient;
  asm("{\n\t"
      ".reg .pred p;\n\t"
      ".reg .f64 x, y, r, e, q;\n\t"
      "cvt.f64.f32 x, %1;\n\t"
      "cvt.f64.f32 y, %2;\n\t"
      "rcp.approx.ftz.f64 r, y;\n\t"
      "neg.f64 y, y;\n\t"
      "fma.rn.f64 e, y, r, 0d3FF0000000000000;\n\t"
      "setp.num.f64 p, e, e;\n\t"
      "@p fma.rn.f64 r, r, e, r;\n\t"
      "mul.rn.f64 q, x, r;\n\t"
      "fma.rn.f64 e, y, q, x;\n\t"
      "setp.ne.f64 p, e, 0d0000000000000000;\n\t"
      "@p fma.rn.f64 q, e, r, q;\n\t"
      "cvt.rn.f32.f64 %0, q;\n\t"
      "}"
      : "=f"(quotient)
      : "f"(a), "f"(b));
  return quotient;
#else
  double x = a, y = b, r = amp_host_reciprocal(y);
  double e = fma(-y, r, 1.0);
  if (e == e)
    r = fma(r, e, r);
  double q = x * r;
  e = fma(-y, q, x);
  if (e < 0.0 || e > 0.0)
    q = fma(e, r, q);
  return (float)q;
#endif
}

AMP_DEVICE float amp_sqrt(float a) {
#if !AMP_FAST_F64
  return sqrtf(a);
#elif defined(__CUDACC_RTC__)
  // The approximation is exact where the other one has no number.
  float root;
  asm("{\n\t"
      ".reg .pred p;\n\t"
      ".reg .f32 s, t;\n\t"
      ".reg .f64 x, r, h, e, q;\n\t"
      "cvt.f64.f32 x, %1;\n\t"
      "rsqrt.approx.ftz.f64 r, x;\n\t"
      "sqrt.approx.ftz.f32 t, %1;\n\t"
      "mul.rn.f64 q, x, r;\n\t"
      "mul.rn.f64 h, r, 0d3FE0000000000000;\n\t"
      "neg.f64 r, q;\n\t"
      "fma.rn.f64 e, r, q, x;\n\t"
      "fma.rn.f64 q, e, h, q;\n\t"
      "neg.f64 r, q;\n\t"
      "fma.rn.f64 e, r, q, x;\n\t"
      "fma.rn.f64 q, e, h, q;\n\t"
      "cvt.rn.f32.f64 s, q;\n\t"
      "setp.num.f32 p, s, s;\n\t"
      "selp.f32 %0, s, t, p;\n\t"
      "}"
      : "=f"(root)
      : "f"(a));
  return root;
#else
  double x = a, r = amp_host_reciprocal_root(x), q = x * r, h = 0.5 * r;
  q = fma(fma(-q, q, x), h, q);
  q = fma(fma(-q, q, x), h, q);
  float root = (float)q;
  return root == root ? root : sqrtf(a);
#endif
}

// Divisions, roots and functions of f64 are long: one copy a program.

// One block of instructions for all operands, where NVRTC writes a branch and a
// routine for extreme ones, which takes it longer. What is too large or too
// small is scaled by 2^-500 or 2^500, so that all below is exact where it has
// to be. The first reciprocal is made too large, the second then is by less
// than the last bit, the third is nearest, and so is a quotient once what it
// leaves is divided by that (Markstein). Scaled back it may be rounded again,
// to fewer bits: if that was in the middle between two numbers, the sign of
// what the quotient leaves tells which of them is nearer.
static __device__ __noinline__ double amp_divide(double a, double b) {
#ifdef __CUDACC_RTC__
  double quotient;
  asm("{\n\t"
      ".reg .pred p;\n\t"
      ".reg .b32 s, t, l, h, z, o;\n\t"
      ".reg .f64 x, y, r, e, q, v, f, g;\n\t"
      "mov.b32 z, 0;\n\t"
      "mov.b32 o, 1;\n\t"
      "abs.f64 x, %1;\n\t"
      "setp.gt.f64 p, x, 0d5F30000000000000;\n\t"
      "selp.b32 s, 0x20b00000, 0x3ff00000, p;\n\t"
      "setp.lt.f64 p, x, 0d20B0000000000000;\n\t"
      "selp.b32 s, 0x5f300000, s, p;\n\t"
      "abs.f64 y, %2;\n\t"
      "setp.gt.f64 p, y, 0d5F30000000000000;\n\t"
      "selp.b32 t, 0x20b00000, 0x3ff00000, p;\n\t"
      "setp.lt.f64 p, y, 0d20B0000000000000;\n\t"
      "selp.b32 t, 0x5f300000, t, p;\n\t"
      "mov.b64 f, {z, s};\n\t"
      "mov.b64 g, {z, t};\n\t"
      "mul.rn.f64 x, %1, f;\n\t"
      "mul.rn.f64 y, %2, g;\n\t"
      "rcp.approx.ftz.f64 r, y;\n\t"
      "mul.rn.f64 r, r, 0d3FF0000200000000;\n\t"
      "neg.f64 y, y;\n\t"
      "fma.rn.f64 e, y, r, 0d3FF0000000000000;\n\t"
      "setp.num.f64 p, e, e;\n\t"
      "fma.rn.f64 e, e, e, e;\n\t"
      "@p fma.rn.f64 r, e, r, r;\n\t"
      "fma.rn.f64 e, y, r, 0d3FF0000000000000;\n\t"
      "@p fma.rn.f64 r, e, r, r;\n\t"
      "mul.rn.f64 q, x, r;\n\t"
      "fma.rn.f64 e, y, q, x;\n\t"
      "fma.rn.f64 v, e, r, q;\n\t"
      "setp.neu.f64 p, e, 0d0000000000000000;\n\t"
      "setp.num.and.f64 p, v, v, p;\n\t"
      "selp.f64 q, v, q, p;\n\t"
      "fma.rn.f64 e, y, q, x;\n\t"
      "sub.s32 t, t, s;\n\t"
      "add.s32 s, t, 0x3ff00000;\n\t"
      "sub.s32 t, 0x3ff00000, t;\n\t"
      "mov.b64 f, {z, s};\n\t"
      "mov.b64 g, {z, t};\n\t"
      "mul.rn.f64 v, q, f;\n\t"
      "neg.f64 x, v;\n\t"
      "fma.rn.f64 x, x, g, q;\n\t"
      "mul.rn.f64 r, g, 0d0000000000000001;\n\t"
      "abs.f64 g, x;\n\t"
      "fma.rn.f64 g, g, 0dC000000000000000, r;\n\t"
      "setp.eq.f64 p, g, 0d0000000000000000;\n\t"
      "setp.neu.and.f64 p, e, 0d0000000000000000, p;\n\t"
      "mov.b64 {l, h}, x;\n\t"
      "mov.b64 {l, s}, e;\n\t"
      "mov.b64 {l, t}, y;\n\t"
      "xor.b32 s, s, h;\n\t"
      "xor.b32 s, s, t;\n\t"
      "setp.lt.and.s32 p, s, 0, p;\n\t"
      "and.b32 h, h, 0x80000000;\n\t"
      "mov.b64 x, {o, h};\n\t"
      "@p add.rn.f64 v, v, x;\n\t"
      "mov.f64 %0, v;\n\t"
      "}"
      : "=d"(quotient)
      : "d"(a), "d"(b));
  return quotient;
#else
  const auto scale = [](double x) {
    return fabs(x) > 0x1p500 ? 0x1p-500 : fabs(x) < 0x1p-500 ? 0x1p500 : 1.0;
  };
  const double s = scale(a), t = scale(b), x = a * s, y = b * t;
  double r = amp_host_reciprocal(y) * 0x1.00002p0, e = fma(-y, r, 1.0);
  if (e == e) {
    r = fma(fma(e, e, e), r, r);
    r = fma(fma(-y, r, 1.0), r, r);
  }
  double q = x * r;
  e = fma(-y, q, x);
  const double v = fma(e, r, q);
  q = v == v && e != 0.0 ? v : q;
  e = fma(-y, q, x);
  const double result = q * (t / s), lost = fma(-result, s / t, q);
  const bool isBetween = 2.0 * fabs(lost) == s / t * 0x1p-1074;
  const bool isBeyond = e != 0.0 && (e < 0.0) ^ (y < 0.0) ^ (lost > 0.0);
  return isBetween && isBeyond ? result + copysign(0x1p-1074, lost) : result;
#endif
}

// The same for roots: what is too small is scaled by 2^500. The reciprocal root
// ends within the last bit's half of rounding, so that two corrections by what
// the root leaves, of which the first brings it next to the exact one, round to
// nearest: no root lies nearer to the middle between two numbers than this
// errs. Zeros, infinity and NaNs are their own roots.
static __device__ __noinline__ double amp_sqrt(double a) {
#ifdef __CUDACC_RTC__
  double root;
  asm("{\n\t"
      ".reg .pred p;\n\t"
      ".reg .b32 s, t, z;\n\t"
      ".reg .f64 x, r, e, h, q, n;\n\t"
      "mov.b32 z, 0;\n\t"
      "setp.lt.f64 p, %1, 0d20B0000000000000;\n\t"
      "selp.b32 s, 0x5f300000, 0x3ff00000, p;\n\t"
      "selp.b32 t, 0x30500000, 0x3ff00000, p;\n\t"
      "mov.b64 h, {z, s};\n\t"
      "mul.rn.f64 x, %1, h;\n\t"
      "rsqrt.approx.ftz.f64 r, x;\n\t"
      "neg.f64 n, x;\n\t"
      "mul.rn.f64 e, r, r;\n\t"
      "fma.rn.f64 e, n, e, 0d3FF0000000000000;\n\t"
      "fma.rn.f64 h, e, 0d3FD4000000000000, 0d3FD8000000000000;\n\t"
      "fma.rn.f64 h, e, h, 0d3FE0000000000000;\n\t"
      "mul.rn.f64 e, e, r;\n\t"
      "fma.rn.f64 r, h, e, r;\n\t"
      "mul.rn.f64 q, x, r;\n\t"
      "mul.rn.f64 h, r, 0d3FE0000000000000;\n\t"
      "neg.f64 n, q;\n\t"
      "fma.rn.f64 e, n, q, x;\n\t"
      "fma.rn.f64 q, e, h, q;\n\t"
      "neg.f64 n, q;\n\t"
      "fma.rn.f64 e, n, q, x;\n\t"
      "fma.rn.f64 q, e, h, q;\n\t"
      "mov.b64 h, {z, t};\n\t"
      "mul.rn.f64 n, q, h;\n\t"
      "setp.nan.f64 p, q, q;\n\t"
      "setp.geu.and.f64 p, x, 0d0000000000000000, p;\n\t"
      "selp.f64 %0, x, n, p;\n\t"
      "}"
      : "=d"(root)
      : "d"(a));
  return root;
#else
  const bool isSmall = a < 0x1p-500;
  const double x = isSmall ? a * 0x1p500 : a;
  double r = amp_host_reciprocal_root(x), e = fma(-x, r * r, 1.0);
  r = fma(fma(e, fma(e, 0.3125, 0.375), 0.5), e * r, r);
  double q = x * r;
  q = fma(fma(-q, q, x), 0.5 * r, q);
  q = fma(fma(-q, q, x), 0.5 * r, q);
  return q != q && !(x < 0.0) ? x : isSmall ? q * 0x1p-250 : q;
#endif
}

#define AMP_LIBRARY(name)                                                      \
  static __device__ __noinline__ double amp_##name(double x) { return name(x); }
AMP_LIBRARY(exp)
AMP_LIBRARY(exp2)
AMP_LIBRARY(expm1)
AMP_LIBRARY(log)
AMP_LIBRARY(log2)
AMP_LIBRARY(log1p)
AMP_LIBRARY(tanh)
AMP_LIBRARY(erf)
AMP_LIBRARY(erfc)
AMP_LIBRARY(sin)
AMP_LIBRARY(cos)
#undef AMP_LIBRARY
static __device__ __noinline__ double amp_pow(double x, double y) {
  return pow(x, y);
}

#ifndef __CUDACC_RTC__
// A number and what it lacks to be exact: together about 106 bits.
struct amp_pair {
  double value, rest;
};
AMP_DEVICE amp_pair amp_multiply(amp_pair a, amp_pair b) {
  double product = a.value * b.value;
  double rest = fma(a.value, b.value, -product);
  rest = fma(a.value, b.rest, rest);
  rest = fma(a.rest, b.value, rest);
  double value = product + rest;
  // Zeros and infinities are exact, and have no rest that could be computed.
  bool isExact = (product == 0.0) | (product - product != 0.0);
  return {isExact ? product : value, isExact ? 0.0 : rest - (value - product)};
}
#endif

// A power whose exponent is a whole number: by squaring, with as many bits as
// make the result that of the exact power rounded (but for what lies within
// 2^-40 of a tie), in far less code than the function of any exponent. The
// numbers are pairs of a value and what it lacks to be exact. In the block of
// instructions the power and the square take turns, so that one multiplication
// serves both: the power is multiplied where the exponent's last bit is set,
// then the square squared and the exponent halved.
static __device__ __noinline__ double amp_powi(double x, double n) {
  double value = x, rest = 0.0;
  if (n < 0.0) {
    value = amp_divide(1.0, x);
    if (x - x == 0.0 && value - value == 0.0)
      rest = fma(-value, x, 1.0) * value;
  }
#ifdef __CUDACC_RTC__
  double power;
  asm("{\n\t"
      ".reg .pred o, t, b;\n\t"
      ".reg .b64 l, k;\n\t"
      ".reg .f64 pv, pr, sv, sr, a, c, m, z;\n\t"
      "mov.f64 pv, 0d3FF0000000000000;\n\t"
      "mov.f64 pr, 0d0000000000000000;\n\t"
      "mov.f64 sv, %1;\n\t"
      "mov.f64 sr, %2;\n\t"
      "abs.f64 z, %3;\n\t"
      "cvt.rzi.u64.f64 l, z;\n\t"
      "setp.ne.u64 o, l, l;\n\t"
      "TURN:\n\t"
      "setp.eq.u64 t, l, 0;\n\t"
      "@t bra END;\n\t"
      "selp.f64 a, sv, pv, o;\n\t"
      "selp.f64 c, sr, pr, o;\n\t"
      "mul.rn.f64 m, a, sv;\n\t"
      "neg.f64 z, m;\n\t"
      "fma.rn.f64 z, a, sv, z;\n\t"
      "fma.rn.f64 z, a, sr, z;\n\t"
      "fma.rn.f64 z, c, sv, z;\n\t"
      "add.rn.f64 a, m, z;\n\t"
      "sub.rn.f64 c, a, m;\n\t"
      "sub.rn.f64 c, z, c;\n\t"
      "sub.rn.f64 z, m, m;\n\t"
      "setp.eq.f64 t, m, 0d0000000000000000;\n\t"
      "setp.neu.or.f64 t, z, 0d0000000000000000, t;\n\t"
      "selp.f64 a, m, a, t;\n\t"
      "selp.f64 c, 0d0000000000000000, c, t;\n\t"
      "@o mov.f64 sv, a;\n\t"
      "@o mov.f64 sr, c;\n\t"
      "and.b64 k, l, 1;\n\t"
      "@o shr.u64 l, l, 1;\n\t"
      "setp.ne.and.u64 b, k, 0, !o;\n\t"
      "@b mov.f64 pv, a;\n\t"
      "@b mov.f64 pr, c;\n\t"
      "not.pred o, o;\n\t"
      "bra TURN;\n\t"
      "END:\n\t"
      "mov.f64 %0, pv;\n\t"
      "}"
      : "=d"(power)
      : "d"(value), "d"(rest), "d"(n));
  return power;
#else
  amp_pair power = {1.0, 0.0}, square = {value, rest};
  for (unsigned long long left = (unsigned long long)fabs(n); left != 0;
       left >>= 1) {
    if (left & 1)
      power = amp_multiply(power, square);
    square = amp_multiply(square, square);
  }
  return power.value;
#endif
}

template <class T> AMP_DEVICE bool amp_isinf(T x) {
  return x == x && x - x != x - x;
}
template <class T> AMP_DEVICE bool amp_isfinite(T x) { return x - x == x - x; }

AMP_DEVICE bool amp_signbit(float x) { return __float_as_int(x) < 0; }
AMP_DEVICE bool amp_signbit(double x) { return __double_as_longlong(x) < 0; }

// A NaN wins, the first of two, and -0 is below +0. In f32 the hardware's
// maximum of numbers, chosen from in one block of instructions.
template <class T> AMP_DEVICE T amp_maximum(T a, T b) {
  return (a > b) | (a != a) | ((a == b) & !amp_signbit(a)) ? a : b;
}
template <class T> AMP_DEVICE T amp_minimum(T a, T b) {
  return (a < b) | (a != a) | ((a == b) & amp_signbit(a)) ? a : b;
}
#ifdef __CUDACC_RTC__
#define AMP_EXTREME(name, instruction)                                         \
  AMP_DEVICE float name(float a, float b) {                                    \
    float result;                                                              \
    asm("{\n\t"                                                                \
        ".reg .pred p, q;\n\t"                                                 \
        ".reg .f32 t;\n\t" instruction " t, %1, %2;\n\t"                       \
        "setp.nan.f32 p, %1, %1;\n\t"                                          \
        "setp.nan.f32 q, %2, %2;\n\t"                                          \
        "selp.f32 t, %2, t, q;\n\t"                                            \
        "selp.f32 %0, %1, t, p;\n\t"                                           \
        "}"                                                                    \
        : "=f"(result)                                                         \
        : "f"(a), "f"(b));                                                     \
    return result;                                                             \
  }
AMP_EXTREME(amp_maximum, "max.f32")
AMP_EXTREME(amp_minimum, "min.f32")
#undef AMP_EXTREME
#endif

// A number wins over a NaN.
template <class T> AMP_DEVICE T amp_maxnum(T a, T b) {
  return a != a ? b : b != b ? a : a > b ? a : b;
}
template <class T> AMP_DEVICE T amp_minnum(T a, T b) {
  return a != a ? b : b != b ? a : a < b ? a : b;
}

// --- Conversions to and from 16 bits: to nearest even, NaNs keep their sign -

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
#ifdef __CUDACC_RTC__
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
#ifdef __CUDACC_RTC__
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

// --- Memory: N adjacent elements, the first at a multiple of N --------------

// At most 16 bytes, which the compiler moves with one instruction.
template <class T, int N> struct amp_vector;
template <class T> struct alignas(2 * sizeof(T)) amp_vector<T, 2> {
  T e0, e1;
};
template <class T> struct alignas(4 * sizeof(T)) amp_vector<T, 4> {
  T e0, e1, e2, e3;
};
template <class T> struct alignas(8 * sizeof(T)) amp_vector<T, 8> {
  T e0, e1, e2, e3, e4, e5, e6, e7;
};

// --- Warps and launches -----------------------------------------------------

// The instruction itself: CUDA's functions of one word take the compiler longer
// than all else that a tree over lanes needs.
#ifdef __CUDACC_RTC__
#define AMP_SHUFFLE(T, constraint)                                             \
  AMP_DEVICE T amp_shuffle(T x, int distance) {                                \
    T result;                                                                  \
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, -1;"                      \
                 : "=" constraint(result)                                      \
                 : constraint(x), "r"(distance));                              \
    return result;                                                             \
  }
#else
#define AMP_SHUFFLE(T, constraint)                                             \
  AMP_DEVICE T amp_shuffle(T x, int distance) {                                \
    return __shfl_xor_sync(0xffffffffu, x, distance);                          \
  }
#endif
AMP_SHUFFLE(float, "f")
AMP_SHUFFLE(int, "r")
#undef AMP_SHUFFLE
AMP_DEVICE bool amp_shuffle(bool x, int distance) {
  return amp_shuffle((int)x, distance) != 0;
}
AMP_DEVICE long long amp_shuffle(long long x, int distance) {
  return __shfl_xor_sync(0xffffffffu, x, distance);
}
AMP_DEVICE double amp_shuffle(double x, int distance) {
  return __shfl_xor_sync(0xffffffffu, x, distance);
}

// The lanes combined by halves; every lane gets the result.
#define AMP_WARP(name)                                                         \
  template <class T> AMP_DEVICE T amp_warp_##name(T x) {                       \
    x = amp_##name(x, amp_shuffle(x, 16));                                     \
    x = amp_##name(x, amp_shuffle(x, 8));                                      \
    x = amp_##name(x, amp_shuffle(x, 4));                                      \
    x = amp_##name(x, amp_shuffle(x, 2));                                      \
    x = amp_##name(x, amp_shuffle(x, 1));                                      \
    return x;                                                                  \
  }
AMP_WARP(addf)
AMP_WARP(mulf)
AMP_WARP(maximum)
AMP_WARP(minimum)
AMP_WARP(addi)
AMP_WARP(muli)
AMP_WARP(maxi)
AMP_WARP(mini)
AMP_WARP(and)
AMP_WARP(or)
#undef AMP_WARP

template <class T> AMP_DEVICE void amp_swap(T &a, T &b) {
  const T first = a;
  a = b;
  b = first;
}

// An address read from a table of records, which the compiler could not know to
// be one of global memory.
template <class T> AMP_DEVICE T *amp_global(T *address) {
#ifdef __CUDACC_RTC__
  return (T *)__cvta_global_to_generic((unsigned long long)address);
#else
  return address;
#endif
}

// The address of the buffer with this number in an argument record.
template <class T> AMP_DEVICE T *amp_buffer(const void *record, int number) {
  return amp_global((T *)((void *const *)record)[number]);
}

// The record of this block: behind the records lies a list of their numbers,
// one for each block.
template <class Record>
AMP_DEVICE const Record *amp_find_record(const Record *records, int count) {
  return records + ((const int *)(records + count))[blockIdx.x];
}

// --- Sums of rows that share an index ---------------------------------------

struct amp_scatter_record {
  const void *updates;
  const void *indices;
  void *result;
  // The number of all updates; rows of one matrix, of the result, their length.
  long long elements, rows, extent, inner;
};

// How an element is stored, what it is added in, and how.
template <class T> struct amp_stored_float {
  using memory = T;
  using sum = T;
  static AMP_DEVICE_MEMBER T load(T x) { return x; }
  static AMP_DEVICE_MEMBER T store(T x) { return x; }
  static AMP_DEVICE_MEMBER T add(T a, T b) { return amp_addf(a, b); }
};
template <class T> struct amp_stored_integer {
  using memory = T;
  using sum = T;
  static AMP_DEVICE_MEMBER T load(T x) { return x; }
  static AMP_DEVICE_MEMBER T store(T x) { return x; }
  static AMP_DEVICE_MEMBER T add(T a, T b) { return amp_addi(a, b); }
};
struct amp_stored_bf16 {
  using memory = unsigned short;
  using sum = float;
  static AMP_DEVICE_MEMBER float load(memory x) { return amp_bf16_to_f32(x); }
  static AMP_DEVICE_MEMBER memory store(float x) { return amp_f32_to_bf16(x); }
  static AMP_DEVICE_MEMBER float add(float a, float b) {
    return amp_addf(a, b);
  }
};
struct amp_stored_f16 {
  using memory = unsigned short;
  using sum = float;
  static AMP_DEVICE_MEMBER float load(memory x) { return amp_f16_to_f32(x); }
  static AMP_DEVICE_MEMBER memory store(float x) { return amp_f32_to_f16(x); }
  static AMP_DEVICE_MEMBER float add(float a, float b) {
    return amp_addf(a, b);
  }
};

// A block a row: that of the first row with an index adds all rows with it, in
// order; the others leave. The result is zero before.
template <class T, class Index>
AMP_DEVICE void amp_scatter_rows(const amp_scatter_record &record) {
  __shared__ bool seen[8];
  const int thread = (int)threadIdx.x;
  const auto *indices = (const Index *)record.indices;
  const long long outer = (long long)blockIdx.x / record.rows;
  const long long row = (long long)blockIdx.x % record.rows;
  const Index mine = indices[row];
  bool earlier = mine < 0 || mine >= record.extent;
  for (long long r = thread; r < row; r += 256)
    earlier |= indices[r] == mine;
  earlier = amp_warp_or(earlier);
  if ((thread & 31) == 0)
    seen[thread >> 5] = earlier;
  __syncthreads();
  for (int warp = 0; warp < 8; ++warp)
    if (seen[warp])
      return;
  const auto *updates = (const typename T::memory *)record.updates +
                        outer * record.rows * record.inner;
  auto *result = (typename T::memory *)record.result +
                 (outer * record.extent + mine) * record.inner;
  for (long long c = thread; c < record.inner; c += 256) {
    typename T::sum sum = 0;
    for (long long r = row; r < record.rows; ++r)
      if (indices[r] == mine)
        sum = T::add(sum, T::load(updates[r * record.inner + c]));
    result[c] = T::store(sum);
  }
}

// A thread an element that has an index of its own: the first of a column with
// an index adds all of them, in order.
template <class T, class Index>
AMP_DEVICE void amp_scatter_elements(const amp_scatter_record &record) {
  const long long element = (long long)blockIdx.x * 256 + threadIdx.x;
  const long long size = record.rows * record.inner;
  const long long outer = element / size;
  const long long row = element % size / record.inner;
  const long long column = element % record.inner;
  if (element >= record.elements)
    return;
  const auto *indices = (const Index *)record.indices + outer * size + column;
  const auto *updates =
      (const typename T::memory *)record.updates + outer * size + column;
  const Index mine = indices[row * record.inner];
  if (mine < 0 || mine >= record.extent)
    return;
  for (long long r = 0; r < row; ++r)
    if (indices[r * record.inner] == mine)
      return;
  typename T::sum sum = 0;
  for (long long r = row; r < record.rows; ++r)
    if (indices[r * record.inner] == mine)
      sum = T::add(sum, T::load(updates[r * record.inner]));
  auto *result = (typename T::memory *)record.result;
  result[(outer * record.extent + mine) * record.inner + column] =
      T::store(sum);
}
