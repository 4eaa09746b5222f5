// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of the transpose form against plain loops: every element size, tiles
// that are cut on either side, what is fused with them, in-place outputs, and
// every way of splitting the work.

#include "KernelHarness.h"

using namespace amp;
using namespace amp::test;

/// A kernel text with $T for the element type.
static std::string withType(std::string text, const std::string &type) {
  for (size_t at; (at = text.find("$T")) != std::string::npos;)
    text.replace(at, 2, type);
  return text;
}

/// [n, m] to [m, n]; every unit by itself, from the last to the first.
template <typename T>
static void testType(Harness &harness, const std::string &type) {
  for (auto [m, n] : {std::pair<int64_t, int64_t>{40, 64},
                      {64, 100},
                      {9, 300},
                      {33, 16},
                      {3, 50},
                      {70, 19}}) {
    Kernel kernel = harness.compile(withType(substitute(R"(
          device.kernel @t transpose [?, $N] (%x: memref<?x$T>,
                                              %y: memref<?x$T>) {
            %0 = device.load %x strides [1, $M] : memref<?x$T>
            device.store %0, %y strides [$N, 1] : memref<?x$T>
          })",
                                                        {{"N", n}, {"M", m}}),
                                             type));
    std::vector<T> x(m * n), expected(m * n);
    for (int64_t i = 0; i != m * n; ++i)
      x[i] = T(i * 7 % 251);
    for (int64_t i = 0; i != m; ++i)
      for (int64_t j = 0; j != n; ++j)
        expected[i * n + j] = x[j * m + i];
    Guarded<T> y(m * n);
    for (int64_t unit = kernel.work(m).units; unit-- > 0;)
      kernel.run({x.data(), y.data()}, m, unit, unit + 1);
    expectBits(expected, y,
               "transposed " + type + " " + std::to_string(m) + "x" +
                   std::to_string(n));
  }
}

/// A static inner dimension is the contiguous one: [a, c, b] from [a, b, c].
static void testInnerPermutation(Harness &harness) {
  for (auto [b, c] :
       {std::pair<int64_t, int64_t>{32, 32}, {50, 24}, {600, 10}, {17, 8}}) {
    Kernel kernel = harness.compile(substitute(
        R"(
        device.kernel @t transpose [?, $C, $B] (%x: memref<?xf32>,
                                                %y: memref<?xf32>) {
          %0 = device.load %x strides [$A, 1, $C] : memref<?xf32>
          device.store %0, %y strides [$A, $B, 1] : memref<?xf32>
        })",
        {{"A", b * c}, {"B", b}, {"C", c}}));
    const int64_t outer = 3;
    std::vector<float> x = randomFloats(outer * b * c), expected;
    for (int64_t o = 0; o != outer; ++o)
      for (int64_t i = 0; i != c; ++i)
        for (int64_t j = 0; j != b; ++j)
          expected.push_back(x[o * b * c + j * c + i]);
    Guarded<float> y(outer * b * c);
    kernel.run({x.data(), y.data()}, outer);
    expectBits(expected, y, "inner " + std::to_string(b));
    Guarded<float> z(outer * b * c);
    for (int64_t unit = kernel.work(outer).units; unit-- > 0;)
      kernel.run({x.data(), z.data()}, outer, unit, unit + 1);
    expectBits(expected, z, "inner, by unit " + std::to_string(b));
  }
}

/// Transposed and other accesses in one kernel, casts, broadcasts, both outputs
/// in place.
static void testFused(Harness &harness) {
  for (int64_t n : {16, 48, 75}) {
    Kernel kernel = harness.compile(substitute(
        R"(
        device.kernel @fused transpose [?, $N]
            (%a: memref<?xf32>, %x: memref<?xf32>, %row: memref<?xf32>,
             %column: memref<?xf32>, %half: memref<?xf16>) {
          %0 = device.load %a strides [$N, 1] : memref<?xf32>
          %1 = device.load %x strides [1, 45] : memref<?xf32>
          %2 = device.load %row strides [0, 1] : memref<?xf32>
          %3 = device.load %column strides [1, 0] : memref<?xf32>
          %4 = arith.mulf %1, %2 : f32
          %5 = arith.addf %4, %3 : f32
          %6 = arith.addf %5, %0 : f32
          %7 = arith.truncf %6 : f32 to f16
          device.store %5, %x strides [1, 45] : memref<?xf32>
          device.store %6, %a strides [$N, 1] : memref<?xf32>
          device.store %7, %half strides [1, 45] : memref<?xf16>
        })",
        {{"N", n}}));
    const int64_t m = 45;
    std::vector<float> a = randomFloats(m * n), x = randomFloats(m * n, 2),
                       row = randomFloats(n, 3), column = randomFloats(m, 4),
                       newA(m * n), newX(m * n);
    std::vector<uint16_t> half(m * n);
    for (int64_t i = 0; i != m; ++i)
      for (int64_t j = 0; j != n; ++j) {
        float value = x[j * m + i] * row[j] + column[i];
        newX[j * m + i] = value;
        newA[i * n + j] = value + a[i * n + j];
        auto narrow = _Float16(newA[i * n + j]);
        std::memcpy(&half[j * m + i], &narrow, 2);
      }
    Guarded<float> gotA(a), gotX(x);
    Guarded<uint16_t> gotHalf(m * n);
    kernel.run(
        {gotA.data(), gotX.data(), row.data(), column.data(), gotHalf.data()},
        m);
    std::string what = "fused " + std::to_string(n);
    expectBits(newX, gotX, what + ", transposed in place");
    expectBits(newA, gotA, what + ", straight in place");
    expectBits(half, gotHalf, what + ", transposed f16");
  }
}

void amp::test::testTransposes() {
  Harness harness;
  testType<float>(harness, "f32");
  testType<double>(harness, "f64");
  testType<int64_t>(harness, "i64");
  testType<uint16_t>(harness, "bf16");
  testType<uint16_t>(harness, "f16");
  testType<int8_t>(harness, "i8");
  testInnerPermutation(harness);
  testFused(harness);
}
