// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatters equal one plain loop in the order of the indices, bit for bit, with
// one thread and with four, whichever indices repeat or lie outside.

#include "amp/Runtime/ScatterAdd.h"
#include "Check.h"
#include "amp/Runtime/Float16.h"
#include "amp/Runtime/Philox.h"
#include "amp/Runtime/ThreadPool.h"

#include <cstring>
#include <vector>

using namespace amp;

static float narrow(float value, float) { return value; }
static BFloat16 narrow(float value, BFloat16) { return toBFloat16(value); }
static float widen(float value) { return value; }
static float widen(BFloat16 value) { return toFloat(value); }

/// Compares `scatter` with the loop; `indices` of each element or of each row.
template <typename T>
static void compare(const ScatterAdd &scatter,
                    const std::vector<int64_t> &indices) {
  int64_t outer = scatter.outer, rows = scatter.rows, inner = scatter.inner;
  std::vector<T> updates(outer * rows * inner);
  for (size_t i = 0; i < updates.size(); ++i)
    updates[i] = narrow(float(philoxUniform(1, 2, i) * 8 - 4), T());
  std::vector<float> sums(outer * scatter.extent * inner);
  for (size_t i = 0; i < updates.size(); ++i) {
    int64_t row = int64_t(i) / inner, column = int64_t(i) % inner;
    int64_t index = indices[scatter.elements ? i : size_t(row % rows)];
    if (index >= 0 && index < scatter.extent)
      sums[(row / rows * scatter.extent + index) * inner + column] +=
          widen(updates[i]);
  }
  std::vector<T> expected(sums.size()), result(sums.size());
  for (size_t i = 0; i < sums.size(); ++i)
    expected[i] = narrow(sums[i], T());
  std::vector<int64_t> scratch(scatter.scratchBytes() / sizeof(int64_t) + 1);
  auto pool = ThreadPool::create(4).take();
  for (ThreadPool *threads : {static_cast<ThreadPool *>(nullptr), pool.get()}) {
    std::memset(static_cast<void *>(result.data()), 0xff,
                result.size() * sizeof(T));
    scatter.run(threads, updates.data(), indices.data(), result.data(),
                scratch.data());
    CHECK(std::memcmp(result.data(), expected.data(),
                      result.size() * sizeof(T)) == 0);
  }
}

static std::vector<int64_t> makeIndices(int64_t count, int64_t extent) {
  std::vector<int64_t> indices(count);
  for (int64_t i = 0; i < count; ++i) {
    double uniform = philoxUniform(3, 4, i);
    // Few of the many, and some outside of the axis.
    indices[i] = int64_t(uniform * uniform * double(extent + 4)) - 2;
  }
  return indices;
}

void testScatterAdd() {
  for (int64_t extent : {0, 1, 7, 3000})
    for (int64_t inner : {1, 33, 700}) {
      ScatterAdd scatter;
      scatter.outer = 2;
      scatter.rows = 400;
      scatter.extent = extent;
      scatter.inner = inner;
      compare<float>(scatter, makeIndices(scatter.rows, extent));
      ScatterAdd elements = scatter;
      elements.elements = true;
      compare<float>(elements, makeIndices(2 * 400 * inner, extent));
      scatter.type = ElementType::BF16;
      compare<BFloat16>(scatter, makeIndices(scatter.rows, extent));
    }
}
