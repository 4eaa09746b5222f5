// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands before a kernel's text when it is compiled for the host: CUDA's
// keywords, vector types and intrinsics, and the callbacks that the compiler's
// instrumentation makes for every access. Everything that waits or checks goes
// through a table of functions that the emulator sets when it loads the module.

#pragma once

#define AMP_EMU_RAW __attribute__((disable_sanitizer_instrumentation))
#define AMP_EMU_EXPORT extern "C" __attribute__((visibility("default"), used))

// --- The emulator's side -----------------------------------------------------

struct amp_emu_api {
  void (*access)(const void *address, unsigned bytes, int write, void *where);
  void (*fault)(const char *what, const void *address, void *where);
  void (*barrier)(int site, void *where);
  unsigned long long (*shuffle)(unsigned mask, unsigned long long value,
                                int distance, int site, void *where);
  void (*sync_warp)(unsigned mask, int site, void *where);
};
static const amp_emu_api *amp_emu_table;

// Positions of the running thread: thread, block, block size, grid size.
extern "C"
    __attribute__((visibility("hidden"), used)) int amp_emu_position[12] = {};

// --- Keywords and types ------------------------------------------------------

#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __restrict__
#define __shared__ static __attribute__((section("amp_shared")))
#define __constant__ static const
#define __CUDA_ARCH__ AMP_EMU_ARCH

typedef unsigned uint2 __attribute__((ext_vector_type(2)));
typedef unsigned uint4 __attribute__((ext_vector_type(4)));

struct amp_emu_index {
  unsigned x, y, z;
};
// Fixed while a kernel runs, so the read need be neither instrumented nor done
// anew.
#define AMP_EMU_POSITION(name, first)                                          \
  AMP_EMU_RAW static inline amp_emu_index amp_emu_##name() {                   \
    amp_emu_index i;                                                           \
    asm("movl amp_emu_position+" #first "(%%rip), %0" : "=r"(i.x));            \
    asm("movl amp_emu_position+4+" #first "(%%rip), %0" : "=r"(i.y));          \
    asm("movl amp_emu_position+8+" #first "(%%rip), %0" : "=r"(i.z));          \
    return i;                                                                  \
  }
AMP_EMU_POSITION(thread, 0)
AMP_EMU_POSITION(block, 12)
AMP_EMU_POSITION(block_size, 24)
AMP_EMU_POSITION(grid_size, 36)
#define threadIdx (amp_emu_thread())
#define blockIdx (amp_emu_block())
#define blockDim (amp_emu_block_size())
#define gridDim (amp_emu_grid_size())

// --- Intrinsics --------------------------------------------------------------

#define AMP_EMU_INLINE AMP_EMU_RAW static inline
AMP_EMU_INLINE float __uint_as_float(unsigned x) {
  return __builtin_bit_cast(float, x);
}
AMP_EMU_INLINE unsigned __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned, x);
}
AMP_EMU_INLINE float __int_as_float(int x) {
  return __builtin_bit_cast(float, x);
}
AMP_EMU_INLINE int __float_as_int(float x) {
  return __builtin_bit_cast(int, x);
}
AMP_EMU_INLINE double __longlong_as_double(long long x) {
  return __builtin_bit_cast(double, x);
}
AMP_EMU_INLINE long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
AMP_EMU_INLINE unsigned long long __umul64hi(unsigned long long a,
                                             unsigned long long b) {
  return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
AMP_EMU_INLINE unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}
AMP_EMU_INLINE float amp_host_f16_to_f32(unsigned short bits) {
  return (float)__builtin_bit_cast(_Float16, bits);
}
AMP_EMU_INLINE unsigned short amp_host_f32_to_f16(float x) {
  return __builtin_bit_cast(unsigned short, (_Float16)x);
}

#define AMP_EMU_MATH1(name)                                                    \
  AMP_EMU_INLINE float name##f(float x) { return __builtin_##name##f(x); }     \
  AMP_EMU_INLINE double name(double x) { return __builtin_##name(x); }
AMP_EMU_MATH1(fabs)
AMP_EMU_MATH1(ceil)
AMP_EMU_MATH1(floor)
AMP_EMU_MATH1(trunc)
AMP_EMU_MATH1(rint)
AMP_EMU_MATH1(sqrt)
AMP_EMU_INLINE float fmaf(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
AMP_EMU_INLINE double fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
AMP_EMU_INLINE float copysignf(float x, float s) {
  return __builtin_copysignf(x, s);
}
AMP_EMU_INLINE double copysign(double x, double s) {
  return __builtin_copysign(x, s);
}
AMP_EMU_INLINE float fmodf(float a, float b) { return __builtin_fmodf(a, b); }
AMP_EMU_INLINE double fmod(double a, double b) { return __builtin_fmod(a, b); }
// Approximations of reciprocals are as coarse as the device's, of which only
// the upper 32 bits are more than zeros.
AMP_EMU_INLINE double amp_host_upper_half(double x) {
  return __longlong_as_double(__double_as_longlong(x) & ~0xffffffffll);
}
AMP_EMU_INLINE double amp_host_reciprocal(double x) {
  return amp_host_upper_half(1.0 / x);
}
AMP_EMU_INLINE double amp_host_reciprocal_root(double x) {
  return amp_host_upper_half(1.0 / sqrt(x));
}
extern "C" {
double exp(double);
double exp2(double);
double expm1(double);
double log(double);
double log2(double);
double log1p(double);
double tanh(double);
double erf(double);
double erfc(double);
double sin(double);
double cos(double);
double pow(double, double);
}

// --- Waiting -----------------------------------------------------------------

#define AMP_EMU_SITE __builtin_LINE() * 1024 + __builtin_COLUMN()
#define AMP_EMU_WAIT AMP_EMU_RAW static __attribute__((noinline, convergent))

AMP_EMU_WAIT void __syncthreads(int site = AMP_EMU_SITE) {
  amp_emu_table->barrier(site, __builtin_return_address(0));
}
AMP_EMU_WAIT void __syncwarp(unsigned mask = 0xffffffffu,
                             int site = AMP_EMU_SITE) {
  amp_emu_table->sync_warp(mask, site, __builtin_return_address(0));
}
template <class T>
AMP_EMU_WAIT T __shfl_xor_sync(unsigned mask, T value, int distance,
                               int site = AMP_EMU_SITE) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = amp_emu_table->shuffle(mask, bits, distance, site,
                                __builtin_return_address(0));
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

// --- Callbacks of the instrumentation ---------------------------------------

#define AMP_EMU_ACCESS(name, bytes, write)                                     \
  AMP_EMU_EXPORT AMP_EMU_RAW void __tsan_##name(void *address) {               \
    amp_emu_table->access(address, bytes, write, __builtin_return_address(0)); \
  }
AMP_EMU_ACCESS(read1, 1, 0)
AMP_EMU_ACCESS(read2, 2, 0)
AMP_EMU_ACCESS(read4, 4, 0)
AMP_EMU_ACCESS(read8, 8, 0)
AMP_EMU_ACCESS(read16, 16, 0)
AMP_EMU_ACCESS(write1, 1, 1)
AMP_EMU_ACCESS(write2, 2, 1)
AMP_EMU_ACCESS(write4, 4, 1)
AMP_EMU_ACCESS(write8, 8, 1)
AMP_EMU_ACCESS(write16, 16, 1)
AMP_EMU_ACCESS(unaligned_read2, 2, 0)
AMP_EMU_ACCESS(unaligned_read4, 4, 0)
AMP_EMU_ACCESS(unaligned_read8, 8, 0)
AMP_EMU_ACCESS(unaligned_read16, 16, 0)
AMP_EMU_ACCESS(unaligned_write2, 2, 1)
AMP_EMU_ACCESS(unaligned_write4, 4, 1)
AMP_EMU_ACCESS(unaligned_write8, 8, 1)
AMP_EMU_ACCESS(unaligned_write16, 16, 1)
AMP_EMU_EXPORT AMP_EMU_RAW void __tsan_func_entry(void *) {}
AMP_EMU_EXPORT AMP_EMU_RAW void __tsan_func_exit() {}
AMP_EMU_EXPORT AMP_EMU_RAW void __tsan_init() {}
// The host's compiler makes these of loops over elements, so they are no
// accesses of one size that an alignment could belong to.
AMP_EMU_RAW static void amp_emu_bytes(const void *address, unsigned long bytes,
                                      int write, void *where) {
  for (unsigned long i = 0; i < bytes; ++i)
    amp_emu_table->access((const char *)address + i, 1, write, where);
}
AMP_EMU_EXPORT AMP_EMU_RAW void *__tsan_memcpy(void *to, const void *from,
                                               unsigned long bytes) {
  amp_emu_bytes(from, bytes, 0, __builtin_return_address(0));
  amp_emu_bytes(to, bytes, 1, __builtin_return_address(0));
  return __builtin_memcpy(to, from, bytes);
}
AMP_EMU_EXPORT AMP_EMU_RAW void *__tsan_memset(void *to, int value,
                                               unsigned long bytes) {
  amp_emu_bytes(to, bytes, 1, __builtin_return_address(0));
  return __builtin_memset(to, value, bytes);
}

AMP_EMU_EXPORT AMP_EMU_RAW void
__ubsan_handle_type_mismatch_v1(void *, unsigned long address) {
  amp_emu_table->fault("misaligned access", (const void *)address,
                       __builtin_return_address(0));
}
AMP_EMU_EXPORT AMP_EMU_RAW void __ubsan_handle_out_of_bounds(void *,
                                                             unsigned long) {
  amp_emu_table->fault("index beyond the end of an array", 0,
                       __builtin_return_address(0));
}

// --- Entries -----------------------------------------------------------------

// Shared memory of the program, if it has any.
extern "C"
    __attribute__((weak, visibility("hidden"))) char __start_amp_shared[],
    __stop_amp_shared[];
// Called once, before any kernel.
AMP_EMU_EXPORT AMP_EMU_RAW void amp_emu_attach(const amp_emu_api *table,
                                               int **position, char **start,
                                               char **stop) {
  amp_emu_table = table;
  *position = amp_emu_position;
  *start = __start_amp_shared;
  *stop = __stop_amp_shared;
}

template <int...> struct amp_emu_numbers {};
template <int n, int... rest>
struct amp_emu_count : amp_emu_count<n - 1, n - 1, rest...> {};
template <int... all> struct amp_emu_count<0, all...> {
  using type = amp_emu_numbers<all...>;
};
template <class... A, int... n>
AMP_EMU_RAW static void amp_emu_unpack(void (*kernel)(A...), void **arguments,
                                       amp_emu_numbers<n...>) {
  kernel(*(A *)arguments[n]...);
}
template <class... A>
AMP_EMU_RAW static void amp_emu_call(void (*kernel)(A...), void **arguments) {
  amp_emu_unpack(kernel, arguments,
                 typename amp_emu_count<sizeof...(A)>::type());
}
#define AMP_EMU_ENTRY(kernel)                                                  \
  AMP_EMU_EXPORT AMP_EMU_RAW void amp_emu_entry_##kernel(void **arguments) {   \
    amp_emu_call(kernel, arguments);                                           \
  }
