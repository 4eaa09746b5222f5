// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of compiled kernels against APFloat: every value of the 16-bit
// formats, samples of f32 with all edges, and the values of f64 where rounding
// twice would show.

#include "KernelHarness.h"

#include "llvm/ADT/APFloat.h"

using namespace amp;
using namespace amp::test;

/// A kernel that converts %x to %y.
static Kernel compileCast(Harness &harness, const char *op, const char *from,
                          const char *to) {
  std::string in = from, out = to;
  return harness.compile(
      "device.kernel @cast elementwise [?] (%x: memref<?x" + in +
      ">, %y: memref<?x" + out + ">) {\n %0 = device.load %x strides [1] : " +
      "memref<?x" + in + ">\n %1 = arith." + op + " %0 : " + in + " to " + out +
      "\n device.store %1, %y strides [1] : memref<?x" + out + ">\n}");
}

static uint64_t convert(uint64_t bits, const llvm::fltSemantics &from,
                        const llvm::fltSemantics &to) {
  llvm::APFloat value(from,
                      llvm::APInt(llvm::APFloat::getSizeInBits(from), bits));
  bool inexact;
  value.convert(to, llvm::APFloat::rmNearestTiesToEven, &inexact);
  return value.bitcastToAPInt().getZExtValue();
}

/// Compares one conversion on `inputs`; `quiets` says whether a signalling NaN
/// becomes quiet, which a mere shift does not do.
template <typename In, typename Out>
static void testCast(Harness &harness, const char *op, const char *from,
                     const llvm::fltSemantics &fromFormat, const char *to,
                     const llvm::fltSemantics &toFormat, std::vector<In> inputs,
                     bool quiets = true) {
  Kernel kernel = compileCast(harness, op, from, to);
  Guarded<Out> outputs(inputs.size());
  kernel.run({inputs.data(), outputs.data()}, inputs.size());
  std::string what = std::string(from) + " to " + to;
  expect(outputs.intact(), what + ": wrote behind the end");
  for (size_t i = 0; i != inputs.size(); ++i) {
    Out expected = convert(inputs[i], fromFormat, toFormat);
    if (!quiets && from == std::string("bf16") &&
        (inputs[i] & 0x7f80) == 0x7f80)
      expected = Out(inputs[i]) << 16;
    if (outputs[i] == expected)
      continue;
    std::printf("  %#llx: expected %#llx, got %#llx\n",
                (unsigned long long)inputs[i], (unsigned long long)expected,
                (unsigned long long)outputs[i]);
    return fail(what);
  }
}

void amp::test::testFormats() {
  Harness harness;
  const llvm::fltSemantics &f16 = llvm::APFloat::IEEEhalf(),
                           &bf16 = llvm::APFloat::BFloat(),
                           &f32 = llvm::APFloat::IEEEsingle(),
                           &f64 = llvm::APFloat::IEEEdouble();
  std::vector<uint16_t> all(1 << 16);
  for (size_t i = 0; i != all.size(); ++i)
    all[i] = i;
  testCast<uint16_t, uint32_t>(harness, "extf", "bf16", bf16, "f32", f32, all,
                               /*quiets=*/false);
  testCast<uint16_t, uint32_t>(harness, "extf", "f16", f16, "f32", f32, all);
  testCast<uint16_t, uint64_t>(harness, "extf", "bf16", bf16, "f64", f64, all);
  testCast<uint16_t, uint64_t>(harness, "extf", "f16", f16, "f64", f64, all);

  // Samples of all of f32, then the neighbourhood of every value of both
  // 16-bit formats and of the points halfway between them.
  std::vector<uint32_t> singles;
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 4099)
    singles.push_back(bits);
  std::vector<uint64_t> doubles;
  std::mt19937_64 engine(7);
  for (int i = 0; i != 200000; ++i)
    doubles.push_back(engine());
  for (const llvm::fltSemantics *format : {&f16, &bf16})
    for (uint32_t i = 0; i != 1 << 16; ++i) {
      uint32_t single = convert(i, *format, f32);
      uint64_t wide = convert(i, *format, f64);
      uint32_t half = format == &f16 ? 0x1000 : 0x8000;
      uint64_t wideHalf = uint64_t(half) << 29;
      for (int delta : {-1, 0, 1}) {
        singles.push_back(single + delta);
        singles.push_back(single + half + delta);
        doubles.push_back(wide + delta);
        doubles.push_back(wide + wideHalf + delta);
      }
    }
  testCast<uint32_t, uint16_t>(harness, "truncf", "f32", f32, "bf16", bf16,
                               singles);
  testCast<uint32_t, uint16_t>(harness, "truncf", "f32", f32, "f16", f16,
                               singles);
  testCast<uint64_t, uint16_t>(harness, "truncf", "f64", f64, "bf16", bf16,
                               doubles);
  testCast<uint64_t, uint16_t>(harness, "truncf", "f64", f64, "f16", f16,
                               doubles);
  testCast<uint64_t, uint32_t>(harness, "truncf", "f64", f64, "f32", f32,
                               doubles);
}
