// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header of generated kernels: integer ops that wrap, adjacent elements,
// the exchange between the lanes of a warp, and, in headers of their own,
// arithmetic and conversions. These four hold all the PTX there is, and are
// handed to the compiler in memory as one text.

#pragma once

#define AMP_DEVICE static __device__ __forceinline__
#define AMP_DEVICE_MEMBER __device__ __forceinline__

#include "amp_arithmetic.h"
#include "amp_conversions.h"

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
#ifdef __CUDACC__
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
#ifdef __CUDACC__
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
#ifdef __CUDACC__
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

#include "amp_scatter.h"
