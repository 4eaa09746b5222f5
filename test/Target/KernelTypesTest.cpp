// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types and edge values of compiled kernels: booleans in bytes,
// integers, every kind of reduction, NaN, signed zeros, subnormals, lanes that
// do not exist, and what cannot be compiled.

#include "KernelHarness.h"

#include "mlir/IR/Diagnostics.h"

#include <cmath>
#include <limits>

using namespace amp;
using namespace amp::test;

static void testBooleans(Harness &harness) {
  Kernel kernel = harness.compile(R"(
    device.kernel @positive elementwise [?]
        (%x: memref<?xf32>, %m: memref<?xi1>, %y: memref<?xf32>,
         %n: memref<?xi1>) {
      %zero = arith.constant 0.0 : f32
      %0 = device.load %x strides [1] : memref<?xf32>
      %1 = arith.cmpf ogt, %0, %zero : f32
      %2 = device.load %m strides [1] : memref<?xi1>
      %3 = arith.andi %1, %2 : i1
      %4 = arith.select %3, %0, %zero : f32
      device.store %4, %y strides [1] : memref<?xf32>
      device.store %3, %n strides [1] : memref<?xi1>
    })");
  for (int64_t count : {1, 33, 100}) {
    std::vector<float> x = randomFloats(count), expected(count);
    std::vector<uint8_t> mask(count), both(count);
    for (int64_t i = 0; i != count; ++i) {
      mask[i] = i % 3 != 0;
      both[i] = mask[i] && x[i] > 0;
      expected[i] = both[i] ? x[i] : 0;
    }
    Guarded<float> y(count);
    Guarded<uint8_t> n(count);
    kernel.run({x.data(), mask.data(), y.data(), n.data()}, count);
    expectBits(expected, y, "select by mask");
    expectBits(both, n, "stored mask");
  }
}

/// One reduction of 100 columns' rows and one of each row, on type T.
template <typename T, typename Combine>
static void testReduction(Harness &harness, const char *kind, const char *type,
                          std::vector<T> x, T neutral, Combine combine) {
  std::string text = R"(
    device.kernel @r FORM [?, 45] reduces DIM
        (%x: memref<?xTYPE>, %y: memref<?xTYPE>) {
      %0 = device.load %x strides [45, 1] : memref<?xTYPE>
      %1 = device.reduce KIND %0 : TYPE
      device.store %1, %y strides STRIDES : memref<?xTYPE>
    })";
  auto replace = [](std::string text, const char *from, const char *to) {
    for (size_t at; (at = text.find(from)) != std::string::npos;)
      text.replace(at, std::strlen(from), to);
    return text;
  };
  text = replace(replace(text, "TYPE", type), "KIND", kind);
  Kernel row = harness.compile(replace(
      replace(replace(text, "FORM", "row"), "DIM", "1"), "STRIDES", "[1, 0]"));
  Kernel column = harness.compile(
      replace(replace(replace(text, "FORM", "column"), "DIM", "0"), "STRIDES",
              "[0, 1]"));
  int64_t rows = x.size() / 45;
  std::vector<T> rowResults, columnResults;
  for (int64_t i = 0; i != rows; ++i)
    rowResults.push_back(reduceRow(&x[i * 45], 45, neutral, combine));
  for (int64_t i = 0; i != 45; ++i)
    columnResults.push_back(reduceColumn(&x[i], rows, 45, neutral, combine));
  Guarded<T> perRow(rows), perColumn(45);
  row.run({x.data(), perRow.data()}, rows);
  column.run({x.data(), perColumn.data()}, rows);
  std::string what = std::string(kind) + " of " + type;
  expectBits(rowResults, perRow, what + " along rows");
  expectBits(columnResults, perColumn, what + " along columns");
}

static void testReductions(Harness &harness) {
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<float> f32 = randomFloats(45 * 9);
  std::vector<double> f64(f32.begin(), f32.end());
  std::vector<int64_t> i64;
  std::vector<int32_t> i32;
  std::vector<uint8_t> i1;
  std::mt19937_64 engine(5);
  for (size_t i = 0; i != f32.size(); ++i) {
    i64.push_back(engine());
    i32.push_back(engine());
    i1.push_back(engine() % 40 != 0);
  }
  auto multiply = [](auto a, auto b) { return a * b; };
  auto max = [](auto a, auto b) { return std::max(a, b); };
  auto min = [](auto a, auto b) { return std::min(a, b); };
  auto bitAnd = [](auto a, auto b) { return decltype(a)(a & b); };
  auto bitOr = [](auto a, auto b) { return decltype(a)(a | b); };
  testReduction(harness, "mul", "f32", f32, 1.0f, multiply);
  testReduction(harness, "max", "f32", f32, -inf, max);
  testReduction(harness, "min", "f32", f32, inf, min);
  testReduction(harness, "add", "f64", f64, 0.0,
                [](double a, double b) { return a + b; });
  testReduction(
      harness, "add", "i64", i64, int64_t(0),
      [](int64_t a, int64_t b) { return int64_t(uint64_t(a) + uint64_t(b)); });
  testReduction(harness, "max", "i64", i64, std::numeric_limits<int64_t>::min(),
                max);
  testReduction(harness, "min", "i32", i32, std::numeric_limits<int32_t>::max(),
                min);
  testReduction(harness, "or", "i32", i32, int32_t(0), bitOr);
  testReduction(harness, "and", "i1", i1, uint8_t(1), bitAnd);
  testReduction(harness, "or", "i1", i1, uint8_t(0), bitOr);
}

static void testEdgeValues(Harness &harness) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Kernel max = harness.compile(R"(
    device.kernel @max row [?] reduces 0
        (%x: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [1] : memref<?xf32>
      %1 = device.reduce max %0 : f32
      device.store %1, %y strides [0] : memref<?xf32>
    })");
  for (int64_t at : {0, 31, 40, 99}) {
    std::vector<float> x = randomFloats(100);
    x[at] = nan;
    Guarded<float> y(1);
    max.run({x.data(), y.data()}, 100);
    expect(std::isnan(y[0]), "a maximum takes over NaN");
  }
  std::vector<float> zeros{-0.0f, 0.0f, -0.0f};
  Guarded<float> y(1);
  max.run({zeros.data(), y.data()}, 3);
  expectBits({0.0f}, y, "+0 is above -0");

  Kernel half = harness.compile(R"(
    device.kernel @half elementwise [?] (%x: memref<?xf32>) {
      %c = arith.constant 0.5 : f32
      %0 = device.load %x strides [1] : memref<?xf32>
      %1 = arith.mulf %0, %c : f32
      device.store %1, %x strides [1] : memref<?xf32>
    })");
  Guarded<float> small(std::vector<float>{0x1p-126f, -0x1p-140f, 0x1p-149f});
  half.run({small.data()}, 3);
  expectBits({0x1p-127f, -0x1p-141f, 0.0f}, small, "subnormals are kept");
}

static void testIntegers(Harness &harness) {
  Kernel divide = harness.compile(R"(
    device.kernel @divide elementwise [?]
        (%x: memref<?xi64>, %d: memref<?xi64>, %y: memref<?xi64>) {
      %0 = device.load %x strides [1] : memref<?xi64>
      %1 = device.load %d strides [1] : memref<?xi64>
      %2 = arith.divsi %0, %1 : i64
      %3 = arith.remsi %0, %1 : i64
      %4 = arith.addi %2, %3 : i64
      device.store %4, %y strides [1] : memref<?xi64>
    })");
  std::vector<int64_t> x{7, -9, 1000}, d{2, 4, -3}, expected{4, -3, -332};
  Guarded<int64_t> y(3);
  divide.run({x.data(), d.data(), y.data()}, 3);
  expectBits(expected, y, "lanes that do not exist divide by one");

  Kernel oneHot = harness.compile(R"(
    device.kernel @one_hot elementwise [?, 10]
        (%label: memref<?xi64>, %y: memref<?xf32>) {
      %one = arith.constant 1.0 : f32
      %zero = arith.constant 0.0 : f32
      %0 = device.load %label strides [1, 0] : memref<?xi64>
      %1 = device.index 1 : i64
      %2 = arith.cmpi eq, %0, %1 : i64
      %3 = arith.select %2, %one, %zero : f32
      device.store %3, %y strides [10, 1] : memref<?xf32>
    })");
  std::vector<int64_t> labels{3, 9, -1, 0};
  std::vector<float> hot(40);
  for (int i = 0; i != 4; ++i)
    if (labels[i] >= 0)
      hot[i * 10 + labels[i]] = 1;
  Guarded<float> z(40);
  oneHot.run({labels.data(), z.data()}, 4);
  expectBits(hot, z, "positions compared with labels");

  Kernel iota = harness.compile(R"(
    device.kernel @iota elementwise [?] (%y: memref<?xi64>) sizes 2 {
      %0 = device.index 0 : i64
      %1 = device.extent 0 : i64
      %2 = device.size 1 : i64
      %3 = arith.muli %0, %2 : i64
      %4 = arith.addi %3, %1 : i64
      device.store %4, %y strides [1] : memref<?xi64>
    })");
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i != 71; ++i)
    numbers.push_back(3 * i + 71);
  Guarded<int64_t> n(71);
  iota.run({n.data()}, 71, {0, 3});
  expectBits(numbers, n, "index, extent and size");
}

static void testErrors(Harness &harness) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    device.kernel @bad elementwise [?] (%x: memref<?xi32>) {
      %0 = device.load %x strides [1] : memref<?xi32>
      %1 = math.ipowi %0, %0 : i32
      device.store %1, %x strides [1] : memref<?xi32>
    })",
                                                        &harness.context);
  std::string message;
  {
    mlir::ScopedDiagnosticHandler handler(&harness.context,
                                          [&](mlir::Diagnostic &diagnostic) {
                                            message += diagnostic.str();
                                            return mlir::success();
                                          });
    auto kernel = *module->getOps<device::KernelOp>().begin();
    expect(failed(harness.compiler->compile({kernel})),
           "an op without a lowering is an error");
  }
  expect(message.find("math.ipowi") != std::string::npos,
         "the error names the op, got: " + message);
  std::string error;
  expect(!cpu::KernelCompiler::create({"no-such-cpu"}, error) &&
             error.find("no-such-cpu") != std::string::npos,
         "an unknown CPU is an error");
}

void amp::test::testTypes() {
  Harness harness;
  testBooleans(harness);
  testReductions(harness);
  testEdgeValues(harness);
  testErrors(harness);
  testIntegers(harness);
}
