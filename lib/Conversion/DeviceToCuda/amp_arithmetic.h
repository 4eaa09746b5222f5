// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients, roots and powers of generated kernels, rounded each once:
// blocks of instructions where NVRTC would write more of its own. The emulator
// compiles the same formulas as C++. Included by amp_device.h.

#pragma once

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
#elif defined(__CUDACC__)
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
#elif defined(__CUDACC__)
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
#ifdef __CUDACC__
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
#ifdef __CUDACC__
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

#ifndef __CUDACC__
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
#ifdef __CUDACC__
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
