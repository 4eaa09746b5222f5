// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled kernels against plain loops, bit for bit: the three forms, their
// tails and chunks, in-place outputs, and every way of splitting the work.

#include "KernelHarness.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

static float add(float a, float b) { return a + b; }

static void testElementwise(Harness &harness) {
  Kernel flat = harness.compile(R"(
    device.kernel @flat elementwise [?]
        (%x: memref<?xf32>, %s: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [1] : memref<?xf32>
      %1 = device.load %s strides [0] offset 1 : memref<?xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %2, %0 : f32
      device.store %3, %y strides [1] : memref<?xf32>
    })");
  for (int64_t count : {0, 1, 31, 32, 33, 64, 65, 127, 1000}) {
    std::vector<float> x = randomFloats(count), scale{9, 3.1f}, expected;
    for (float value : x)
      expected.push_back(value * scale[1] + value);
    Guarded<float> y(count);
    flat.run({x.data(), scale.data(), y.data()}, count);
    expectBits(expected, y, "flat " + std::to_string(count));
  }

  const char *broadcast = R"(
    device.kernel @broadcast elementwise [?, 3, $N]
        (%x: memref<?xf32>, %row: memref<?xf32>, %col: memref<?xf32>,
         %y: memref<?xf32>) {
      %0 = device.load %x strides [$M, $N, 1] : memref<?xf32>
      %1 = device.load %row strides [0, 0, 1] : memref<?xf32>
      %2 = device.load %col strides [3, 1, 0] : memref<?xf32>
      %3 = arith.addf %0, %1 : f32
      %4 = arith.divf %3, %2 : f32
      device.store %4, %y strides [$M, $N, 1] : memref<?xf32>
    })";
  for (int64_t n : {1, 3, 15, 16, 17, 31, 32, 33, 64, 65, 100, 192}) {
    Kernel kernel =
        harness.compile(substitute(broadcast, {{"N", n}, {"M", 3 * n}}));
    const int64_t rows = 5 * 3;
    std::vector<float> x = randomFloats(rows * n), bias = randomFloats(n, 2),
                       column = randomFloats(rows, 3), expected;
    for (int64_t i = 0; i != rows * n; ++i)
      expected.push_back((x[i] + bias[i % n]) / column[i / n]);
    Guarded<float> y(rows * n);
    kernel.run({x.data(), bias.data(), column.data(), y.data()}, 5);
    expectBits(expected, y, "broadcast " + std::to_string(n));
  }

  Kernel scalar = harness.compile(R"(
    device.kernel @scalar elementwise [] (%x: memref<?xf32>) sizes 1 {
      %0 = device.load %x strides [] : memref<?xf32>
      %1 = device.size 0 : i64
      %2 = arith.sitofp %1 : i64 to f32
      %3 = arith.addf %0, %2 : f32
      device.store %3, %x strides [] : memref<?xf32>
    })");
  Guarded<float> x(std::vector<float>{1.5f});
  scalar.run({x.data()}, 1, {7});
  expectBits({8.5f}, x, "rank 0");
}

static void testStrides(Harness &harness) {
  Kernel transpose = harness.compile(R"(
    device.kernel @transpose transpose [?, 37]
        (%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xbf16>,
         %w: memref<?xbf16>) {
      %0 = device.load %x strides [1, 5] : memref<?xf32>
      device.store %0, %y strides [37, -1] offset 36 : memref<?xf32>
      %1 = device.load %z strides [1, 5] : memref<?xbf16>
      device.store %1, %w strides [1, 5] : memref<?xbf16>
    })");
  std::vector<float> x = randomFloats(37 * 5), expected(37 * 5);
  std::vector<uint16_t> z(37 * 5);
  for (int i = 0; i != 5; ++i)
    for (int j = 0; j != 37; ++j) {
      expected[i * 37 + 36 - j] = x[j * 5 + i];
      z[j * 5 + i] = i * 100 + j;
    }
  Guarded<float> y(37 * 5);
  Guarded<uint16_t> w(37 * 5);
  transpose.run({x.data(), y.data(), z.data(), w.data()}, 5);
  expectBits(expected, y, "transposed and reversed");
  expectBits(z, w, "strided bf16");
}

static void testRowSums(Harness &harness) {
  std::vector<int64_t> extents{4096, 4097, 10000};
  for (int64_t n = 1; n <= 130; ++n)
    extents.push_back(n);
  std::vector<std::string> texts;
  for (int64_t n : extents)
    texts.push_back(substitute(R"(
      device.kernel @sum row [?, $N] reduces 1
          (%x: memref<?xf32>, %y: memref<?xf32>) {
        %0 = device.load %x strides [$N, 1] : memref<?xf32>
        %1 = device.reduce add %0 : f32
        device.store %1, %y strides [1, 0] : memref<?xf32>
      })",
                               {{"N", n}}));
  std::vector<Kernel> kernels = harness.compileAll(texts);
  Kernel whole = harness.compile(R"(
    device.kernel @whole row [?] reduces 0
        (%x: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [1] : memref<?xf32>
      %1 = device.reduce add %0 : f32
      device.store %1, %y strides [0] : memref<?xf32>
    })");
  for (size_t i = 0; i != extents.size(); ++i) {
    int64_t n = extents[i], rows = 3;
    std::vector<float> x = randomFloats(rows * n), expected;
    for (int64_t row = 0; row != rows; ++row)
      expected.push_back(reduceRow(&x[row * n], n, 0.0f, add));
    Guarded<float> y(rows), z(1);
    kernels[i].run({x.data(), y.data()}, rows);
    expectBits(expected, y, "row sum " + std::to_string(n));
    whole.run({x.data(), z.data()}, n);
    expectBits({expected[0]}, z, "whole sum " + std::to_string(n));
  }
  Guarded<float> nothing(1, 5.0f);
  whole.run({nullptr, nothing.data()}, 0);
  expectBits({0.0f}, nothing, "sum of nothing");
  std::vector<float> zeros(10, -0.0f);
  whole.run({zeros.data(), nothing.data()}, 10);
  expectBits({0.0f}, nothing, "sum of negative zeros");
}

static void testSoftmax(Harness &harness) {
  Kernel exponential = harness.compile(R"(
    device.kernel @exp elementwise [?] (%x: memref<?xf32>) {
      %0 = device.load %x strides [1] : memref<?xf32>
      %1 = math.exp %0 : f32
      device.store %1, %x strides [1] : memref<?xf32>
    })");
  for (int64_t n : {1, 5, 16, 17, 33, 64, 65, 100, 256, 4100, 20000}) {
    // The shifted value is stored too: a second output that is recomputed.
    Kernel kernel = harness.compile(substitute(R"(
      device.kernel @softmax row [?, $N] reduces 1
          (%x: memref<?xf32>, %y: memref<?xf32>, %s: memref<?xf32>,
           %m: memref<?xf32>) {
        %0 = device.load %x strides [$N, 1] : memref<?xf32>
        %1 = device.reduce max %0 : f32
        %2 = arith.subf %0, %1 : f32
        %3 = math.exp %2 : f32
        %4 = device.reduce add %3 : f32
        %5 = arith.divf %3, %4 : f32
        device.store %5, %y strides [$N, 1] : memref<?xf32>
        device.store %2, %s strides [$N, 1] : memref<?xf32>
        %6 = arith.addf %1, %4 : f32
        device.store %6, %m strides [1, 0] : memref<?xf32>
      })",
                                               {{"N", n}}));
    const int64_t rows = 3;
    std::vector<float> x = randomFloats(rows * n), shifted, exps, expected,
                       totals;
    for (int64_t row = 0; row != rows; ++row) {
      float max = *std::max_element(&x[row * n], &x[row * n] + n);
      for (int64_t i = 0; i != n; ++i)
        shifted.push_back(x[row * n + i] - max);
      exps.assign(shifted.end() - n, shifted.end());
      exponential.run({exps.data()}, n);
      float sum = reduceRow(exps.data(), n, 0.0f, add);
      for (float value : exps)
        expected.push_back(value / sum);
      totals.push_back(max + sum);
    }
    std::string what = "softmax " + std::to_string(n);
    Guarded<float> y(rows * n), s(rows * n), m(rows), inPlace(x);
    kernel.run({x.data(), y.data(), s.data(), m.data()}, rows);
    expectBits(expected, y, what);
    expectBits(shifted, s, what + ", second output");
    expectBits(totals, m, what + ", row output");
    kernel.run({inPlace.data(), inPlace.data(), s.data(), m.data()}, rows);
    expectBits(expected, inPlace, what + ", in place");
  }
}

static void testColumnSums(Harness &harness) {
  for (int64_t n : {1, 2, 10, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 70}) {
    Kernel kernel = harness.compile(substitute(R"(
      device.kernel @columns column [?, $N] reduces 0
          (%x: memref<?xf32>, %b: memref<?xf32>, %y: memref<?xf32>) {
        %0 = device.load %x strides [$N, 1] : memref<?xf32>
        %1 = device.load %b strides [0, 1] : memref<?xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = device.reduce add %2 : f32
        %4 = arith.addf %3, %1 : f32
        device.store %4, %b strides [0, 1] : memref<?xf32>
        device.store %2, %y strides [$N, 1] : memref<?xf32>
      })",
                                               {{"N", n}}));
    for (int64_t rows : {0, 1, 2, 255, 256, 257, 512, 600}) {
      std::vector<float> x = randomFloats(rows * n), bias = randomFloats(n, 2),
                         expected, products(rows * n);
      for (int64_t i = 0; i != rows * n; ++i)
        products[i] = x[i] * bias[i % n];
      for (int64_t column = 0; column != n; ++column)
        expected.push_back(
            reduceColumn(products.data() + column, rows, n, 0.0f, add) +
            bias[column]);
      std::string what =
          "column sum " + std::to_string(rows) + "x" + std::to_string(n);
      Guarded<float> b(bias), y(x);
      kernel.run({y.data(), b.data(), y.data()}, rows);
      expectBits(expected, b, what);
      expectBits(products, y, what + ", element output in place");
    }
  }
}

/// Columns with positions outside and between: [?, rows, 2, columns].
static Kernel compileOuterColumns(Harness &harness, int64_t rows,
                                  int64_t columns) {
  return harness.compile(substitute(
      R"(
      device.kernel @outer column [?, $R, 2, $C] reduces 1
          (%x: memref<?xf32>, %y: memref<?xf32>) {
        %0 = device.load %x strides [$A, $B, $C, 1] : memref<?xf32>
        %1 = device.reduce add %0 : f32
        device.store %1, %y strides [$B, 0, $C, 1] : memref<?xf32>
      })",
      {{"A", rows * 2 * columns},
       {"B", 2 * columns},
       {"C", columns},
       {"R", rows}}));
}

static void testOuterColumns(Harness &harness) {
  for (auto [rows, columns] :
       {std::pair<int64_t, int64_t>{7, 5}, {300, 40}, {3, 130}}) {
    Kernel kernel = compileOuterColumns(harness, rows, columns);
    const int64_t outer = 3;
    std::vector<float> x = randomFloats(outer * rows * 2 * columns), expected;
    for (int64_t o = 0; o != outer; ++o)
      for (int64_t column = 0; column != 2 * columns; ++column)
        expected.push_back(reduceColumn(&x[o * rows * 2 * columns + column],
                                        rows, 2 * columns, 0.0f, add));
    Guarded<float> y(outer * 2 * columns);
    kernel.run({x.data(), y.data()}, outer);
    expectBits(expected, y, "outer columns " + std::to_string(columns));
  }
}

/// Runs units 0..s and s..end for every s and compares with one run.
static void expectSplits(const Kernel &kernel, std::vector<float> x,
                         int64_t outputs, int64_t extent,
                         const std::string &what) {
  std::vector<float> expected(outputs);
  kernel.run({x.data(), expected.data()}, extent);
  int64_t units = kernel.work(extent).units;
  for (int64_t split = 0; split <= units; ++split) {
    Guarded<float> y(outputs);
    kernel.run({x.data(), y.data()}, extent, split, units);
    kernel.run({x.data(), y.data()}, extent, 0, split);
    expectBits(expected, y, what + " split at " + std::to_string(split));
  }
}

static void testSplits(Harness &harness) {
  const char *map = R"(
    device.kernel @map elementwise [?$D] (%x: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [$S1] : memref<?xf32>
      %1 = math.tanh %0 : f32
      device.store %1, %y strides [$S1] : memref<?xf32>
    })";
  auto with = [&](std::string dims, std::string strides) {
    std::string text = map;
    text.replace(text.find("$D"), 2, dims);
    for (size_t at; (at = text.find("$S1")) != std::string::npos;)
      text.replace(at, 3, strides);
    return harness.compile(text);
  };
  expectSplits(with("", "1"), randomFloats(300), 300, 300, "elements");
  expectSplits(with(", 3, 7", "21, 7, 1"), randomFloats(210), 210, 10, "rows");
  Kernel sum = harness.compile(R"(
    device.kernel @sum row [?, 2, 70] reduces 2
        (%x: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [140, 70, 1] : memref<?xf32>
      %1 = math.exp %0 : f32
      %2 = device.reduce add %1 : f32
      device.store %2, %y strides [2, 1, 0] : memref<?xf32>
    })");
  expectSplits(sum, randomFloats(1400), 20, 10, "row form");
  Kernel columns = compileOuterColumns(harness, 5, 75);
  expectSplits(columns, randomFloats(3 * 5 * 150), 3 * 150, 3, "columns");
}

static void testReuse(Harness &harness) {
  auto text = [](const char *name) {
    return std::string("device.kernel @") + name +
           " elementwise [?] (%x: memref<?xf64>) {\n"
           "  %0 = device.load %x strides [1] : memref<?xf64>\n"
           "  %1 = math.exp %0 : f64\n"
           "  device.store %1, %x strides [1] : memref<?xf64>\n}";
  };
  int64_t compiled = harness.compiler->getStatistics().compiled;
  int64_t reused = harness.compiler->getStatistics().reused;
  std::vector<Kernel> kernels =
      harness.compileAll({text("one"), text("other")});
  Kernel third = harness.compile(text("third"));
  expect(kernels[0].function == kernels[1].function &&
             kernels[0].function == third.function,
         "equal kernels share a function");
  expect(harness.compiler->getStatistics().compiled == compiled + 1 &&
             harness.compiler->getStatistics().reused == reused + 2,
         "statistics of reuse");
  Guarded<double> x(std::vector<double>{0.0, 1.0, -700.0});
  third.run({x.data()}, 3);
  expectBits({std::exp(0.0), std::exp(1.0), std::exp(-700.0)}, x,
             "f64 functions come from the C library");
}

void amp::test::testForms() {
  Harness harness;
  testElementwise(harness);
  testStrides(harness);
  testRowSums(harness);
  testSoftmax(harness);
  testColumnSums(harness);
  testOuterColumns(harness);
  testSplits(harness);
  testReuse(harness);
}
