// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel tests share: kernels from text, runs of them, the reduction
// orders of rule P4 as plain loops, and comparison of bits.

#ifndef AMP_TEST_TARGET_KERNELHARNESS_H
#define AMP_TEST_TARGET_KERNELHARNESS_H

#include "amp/Conversion/DeviceToLLVM.h"
#include "amp/IR/Device.h"
#include "amp/Target/CPU.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace amp::test {

inline int failures = 0;

inline void fail(const std::string &what) {
  std::printf("FAIL: %s\n", what.c_str());
  ++failures;
}

inline void expect(bool condition, const std::string &what) {
  if (!condition)
    fail(what);
}

/// A compiled kernel and the op it came from.
struct Kernel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  device::KernelOp op;
  cpu::KernelFunction function = nullptr;

  KernelWork work(int64_t extent) const { return getKernelWork(op, extent); }
  void run(std::vector<void *> buffers, int64_t extent, int64_t begin,
           int64_t end, std::vector<int64_t> sizes = {}) const {
    sizes.insert(sizes.begin(), extent);
    function(buffers.data(), sizes.data(), begin, end);
  }
  void run(std::vector<void *> buffers, int64_t extent,
           std::vector<int64_t> sizes = {}) const {
    run(std::move(buffers), extent, 0, work(extent).units, sizes);
  }
};

/// A context and a compiler for one CPU.
class Harness {
public:
  explicit Harness(const std::string &cpu = "") {
    context.loadDialect<device::DeviceDialect>();
    std::string error;
    compiler = cpu::KernelCompiler::create({cpu}, error);
    expect(compiler != nullptr, "creating a compiler: " + error);
  }

  Kernel compile(const std::string &text) {
    std::vector<Kernel> kernels = compileAll({text});
    return std::move(kernels.front());
  }

  /// Several kernels in one module, which is faster than one by one.
  std::vector<Kernel> compileAll(const std::vector<std::string> &texts) {
    std::vector<Kernel> kernels;
    std::vector<device::KernelOp> ops;
    for (const std::string &text : texts) {
      Kernel &kernel = kernels.emplace_back();
      kernel.module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
      if (!kernel.module) {
        fail("parsing " + text);
        std::exit(1);
      }
      kernel.op = *kernel.module->getOps<device::KernelOp>().begin();
      ops.push_back(kernel.op);
    }
    auto compiled = compiler->compile(ops);
    if (mlir::failed(compiled)) {
      fail("compiling " + texts.front());
      std::exit(1);
    }
    for (size_t i = 0; i != kernels.size(); ++i)
      kernels[i].function = (*compiled)[i].function;
    return kernels;
  }

  mlir::MLIRContext context;
  std::unique_ptr<cpu::KernelCompiler> compiler;
};

/// Elements with a guard behind them that a kernel must not touch.
template <typename T> class Guarded {
public:
  static constexpr size_t guard = 80;
  explicit Guarded(size_t count, T value = T()) : elements(count + guard) {
    std::memset(static_cast<void *>(elements.data()), 0x5a,
                elements.size() * sizeof(T));
    std::fill_n(elements.begin(), count, value);
  }
  explicit Guarded(const std::vector<T> &values) : Guarded(values.size()) {
    std::copy(values.begin(), values.end(), elements.begin());
  }
  T *data() { return elements.data(); }
  T &operator[](size_t i) { return elements[i]; }
  size_t size() const { return elements.size() - guard; }
  std::vector<T> values() const {
    return std::vector<T>(elements.begin(), elements.end() - guard);
  }
  bool intact() const {
    std::vector<T> pattern(guard);
    std::memset(static_cast<void *>(pattern.data()), 0x5a, guard * sizeof(T));
    return std::memcmp(&elements[size()], pattern.data(), guard * sizeof(T)) ==
           0;
  }

private:
  std::vector<T> elements;
};

template <typename T>
void expectBits(const std::vector<T> &expected, Guarded<T> &got,
                const std::string &what) {
  expect(got.intact(), what + ": wrote behind the end");
  for (size_t i = 0; i != expected.size(); ++i)
    if (std::memcmp(&expected[i], &got[i], sizeof(T)) != 0) {
      std::printf("  element %zu: expected %.9g, got %.9g\n", i,
                  double(expected[i]), double(got[i]));
      return fail(what);
    }
}

/// Numbers of mixed sign and size, the same in every run.
inline std::vector<float> randomFloats(size_t count, unsigned seed = 1) {
  std::mt19937 engine(seed);
  std::vector<float> values(count);
  for (float &value : values) {
    float mantissa = float(int32_t(engine()) >> 8) * 0x1p-23f;
    value = std::ldexp(mantissa, int(engine() % 7) - 3);
  }
  return values;
}

/// A row in the order of P4.
template <typename T, typename Combine>
T reduceRow(const T *row, int64_t count, T neutral, Combine combine) {
  T total = neutral;
  for (int64_t start = 0; start < count; start += 4096) {
    T lanes[64];
    std::fill_n(lanes, 64, neutral);
    for (int64_t i = start; i < std::min(start + 4096, count); ++i)
      lanes[(i - start) % 64] = combine(lanes[(i - start) % 64], row[i]);
    for (int half = 32; half != 0; half /= 2)
      for (int i = 0; i != half; ++i)
        lanes[i] = combine(lanes[i], lanes[i + half]);
    total = combine(total, lanes[0]);
  }
  return total;
}

/// A column of `stride` apart in the order of P4.
template <typename T, typename Combine>
T reduceColumn(const T *column, int64_t rows, int64_t stride, T neutral,
               Combine combine) {
  T total = neutral;
  for (int64_t start = 0; start < rows; start += 256) {
    T chunk = neutral;
    for (int64_t i = start; i < std::min(start + 256, rows); ++i)
      chunk = combine(chunk, column[i * stride]);
    total = combine(total, chunk);
  }
  return total;
}

/// Replaces every `$NAME` given.
inline std::string
substitute(std::string text,
           const std::vector<std::pair<std::string, int64_t>> &values) {
  for (const auto &[name, value] : values)
    for (size_t at; (at = text.find("$" + name)) != std::string::npos;)
      text.replace(at, name.size() + 1, std::to_string(value));
  return text;
}

/// The parts of kernel-test.
void testForms();
void testTransposes();
void testStages();
void testTypes();
void testFormats();
void testTargets();

} // namespace amp::test

#endif // AMP_TEST_TARGET_KERNELHARNESS_H
