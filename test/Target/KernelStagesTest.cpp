// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs of kernels that share a reduction, partial and combine, against the
// loops of rule P4: the last chunk cut, many chunks, element-level outputs.

#include "KernelHarness.h"

using namespace amp;
using namespace amp::test;

static float add(float a, float b) { return a + b; }

/// Every unit by itself, from the last to the first.
static void runByUnits(const Kernel &kernel, std::vector<void *> buffers,
                       int64_t extent) {
  for (int64_t unit = kernel.work(extent).units; unit-- > 0;)
    kernel.run(buffers, extent, unit, unit + 1);
}

static void testRows(Harness &harness) {
  Kernel partial = harness.compile(R"(
    device.kernel @partial row partial [?] reduces 0
        (%x: memref<?xf32>, %y: memref<?xf32>, %p: memref<?xf32>) {
      %0 = device.load %x strides [1] : memref<?xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = device.reduce add %1 : f32
      device.store %1, %y strides [1] : memref<?xf32>
      device.store %2, %p strides [1] : memref<?xf32>
    })");
  Kernel combine = harness.compile(R"(
    device.kernel @combine column combine [?, 1] reduces 0
        (%p: memref<?xf32>, %s: memref<?xf32>) {
      %0 = device.load %p strides [1, 1] : memref<?xf32>
      %1 = device.reduce add %0 : f32
      device.store %1, %s strides [0, 1] : memref<?xf32>
    })");
  for (int64_t n : {1, 4096, 4097, 10000, 300 * 4096 + 5}) {
    int64_t chunks = (n + 4095) / 4096;
    std::vector<float> x = randomFloats(n), squares;
    for (float value : x)
      squares.push_back(value * value);
    std::vector<float> expected{reduceRow(squares.data(), n, 0.0f, add)};
    Guarded<float> y(n), parts(chunks), total(1);
    runByUnits(partial, {x.data(), y.data(), parts.data()}, n);
    combine.run({parts.data(), total.data()}, chunks);
    std::string what = "row of " + std::to_string(n);
    expectBits(expected, total, what);
    expectBits(squares, y, what + ", element output");
    expect(parts.intact(), what + ": wrote behind the chunks");
    expect(partial.work(n).units == chunks, what + ": units");
  }
}

static void testInnerRows(Harness &harness) {
  for (int64_t n : {4096, 9000}) {
    int64_t chunks = (n + 4095) / 4096;
    Kernel partial = harness.compile(substitute(
        R"(
        device.kernel @partial row partial [?, $N] reduces 1
            (%x: memref<?xf32>, %p: memref<?xf32>) {
          %0 = device.load %x strides [$N, 1] : memref<?xf32>
          %1 = device.reduce add %0 : f32
          device.store %1, %p strides [$C, 1] : memref<?xf32>
        })",
        {{"N", n}, {"C", chunks}}));
    std::vector<float> x = randomFloats(2 * n), expected;
    for (int64_t row = 0; row != 2; ++row)
      for (int64_t start = 0; start < n; start += 4096)
        expected.push_back(reduceRow(&x[row * n + start],
                                     std::min<int64_t>(4096, n - start), 0.0f,
                                     add));
    Guarded<float> parts(2 * chunks);
    runByUnits(partial, {x.data(), parts.data()}, 2);
    expectBits(expected, parts, "chunks of inner rows " + std::to_string(n));
  }
}

static void testColumns(Harness &harness) {
  for (int64_t n : {1, 10, 33, 70}) {
    Kernel partial = harness.compile(substitute(
        R"(
        device.kernel @partial column partial [?, $N] reduces 0
            (%x: memref<?xf32>, %b: memref<?xf32>, %y: memref<?xf32>,
             %p: memref<?xf32>) {
          %0 = device.load %x strides [$N, 1] : memref<?xf32>
          %1 = device.load %b strides [0, 1] : memref<?xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = device.reduce add %2 : f32
          device.store %2, %y strides [$N, 1] : memref<?xf32>
          device.store %3, %p strides [$N, 1] : memref<?xf32>
        })",
        {{"N", n}}));
    Kernel combine = harness.compile(substitute(
        R"(
        device.kernel @combine column combine [?, $N] reduces 0
            (%p: memref<?xf32>, %s: memref<?xf32>) {
          %0 = device.load %p strides [$N, 1] : memref<?xf32>
          %1 = device.reduce add %0 : f32
          device.store %1, %s strides [0, 1] : memref<?xf32>
        })",
        {{"N", n}}));
    for (int64_t rows : {1, 256, 257, 1000, 256 * 300 + 1}) {
      int64_t chunks = (rows + 255) / 256;
      std::vector<float> x = randomFloats(rows * n), scale = randomFloats(n, 2),
                         products(rows * n), expected;
      for (int64_t i = 0; i != rows * n; ++i)
        products[i] = x[i] * scale[i % n];
      for (int64_t column = 0; column != n; ++column)
        expected.push_back(
            reduceColumn(products.data() + column, rows, n, 0.0f, add));
      Guarded<float> y(x), parts(chunks * n), total(n);
      runByUnits(partial, {y.data(), scale.data(), y.data(), parts.data()},
                 rows);
      combine.run({parts.data(), total.data()}, chunks);
      std::string what =
          "columns " + std::to_string(rows) + "x" + std::to_string(n);
      expectBits(expected, total, what);
      expectBits(products, y, what + ", element output in place");
      expect(parts.intact(), what + ": wrote behind the chunks");
    }
  }
}

void amp::test::testStages() {
  Harness harness;
  testRows(harness);
  testInnerRows(harness);
  testColumns(harness);
}
