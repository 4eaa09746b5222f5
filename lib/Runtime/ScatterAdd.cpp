// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows: a stable counting sort groups them by index, then each row of the
// result is summed by one task, in order. Elements: tasks share out the
// columns, and each adds the elements of its columns in order.

#include "amp/Runtime/ScatterAdd.h"

#include "amp/Runtime/Float16.h"
#include "amp/Runtime/ThreadPool.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <type_traits>

using namespace amp;

/// About as many elements are worth a task.
static constexpr int64_t elementsPerTask = 16384;

static int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Calls `task` for each task, on the pool if there is one.
template <typename Task>
static void forEachTask(ThreadPool *pool, int64_t tasks, Task task) {
  if (pool && tasks > 1)
    return pool->parallelFor(tasks,
                             [&](int64_t number, unsigned) { task(number); });
  for (int64_t number = 0; number < tasks; ++number)
    task(number);
}

static float widen(Float16 value) { return toFloat(value); }
static float widen(BFloat16 value) { return toFloat(value); }
template <typename T> static T widen(T value) { return value; }

/// Integers wrap.
template <typename T> static T add(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return T(std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b));
  else
    return a + b;
}

/// The first `width` elements of the sum of the rows `order[0..count)`, which
/// are `inner` apart, in order and from +0.
template <typename T, typename Sum>
static void sumRows(const T *updates, const int64_t *order, int64_t count,
                    int64_t inner, Sum *sums, int64_t width) {
  std::fill_n(sums, width, Sum(0));
  for (int64_t i = 0; i < count; ++i) {
    const T *row = updates + order[i] * inner;
    for (int64_t k = 0; k < width; ++k)
      sums[k] = add(sums[k], Sum(widen(row[k])));
  }
}

template <typename T>
static void sumRow(const T *updates, const int64_t *order, int64_t count,
                   int64_t inner, T *result) {
  if constexpr (std::is_arithmetic_v<T>) {
    sumRows(updates, order, count, inner, result, inner);
  } else {
    constexpr int64_t segment = 512;
    float sums[segment];
    for (int64_t start = 0; start < inner; start += segment) {
      int64_t width = std::min(segment, inner - start);
      sumRows(updates + start, order, count, inner, sums, width);
      convertArray(sums, result + start, width);
    }
  }
}

/// Lists the rows of each index in order: those of index x are
/// order[starts[x - 1] .. starts[x]), with 0 before the first.
template <typename Index>
static void sortRows(const Index *indices, int64_t rows, int64_t extent,
                     int64_t *starts, int64_t *order) {
  auto isInside = [&](Index index) { return index >= 0 && index < extent; };
  std::fill_n(starts, extent, 0);
  for (int64_t row = 0; row < rows; ++row)
    if (isInside(indices[row]))
      ++starts[indices[row]];
  int64_t before = 0;
  for (int64_t index = 0; index < extent; ++index) {
    int64_t count = starts[index];
    starts[index] = before;
    before += count;
  }
  // Each start moves to the end of its rows, which is the next one's start.
  for (int64_t row = 0; row < rows; ++row)
    if (isInside(indices[row]))
      order[starts[indices[row]]++] = row;
}

template <typename T, typename Index>
static void addRows(const ScatterAdd &d, ThreadPool *pool, const T *updates,
                    const Index *indices, T *result, int64_t *scratch) {
  int64_t *starts = scratch, *order = scratch + d.extent;
  sortRows(indices, d.rows, d.extent, starts, order);
  int64_t rowsPerTask =
      ceilDivide(elementsPerTask, std::max<int64_t>(d.inner, 1));
  int64_t perOuter = ceilDivide(d.extent, rowsPerTask);
  forEachTask(pool, d.outer * perOuter, [&](int64_t number) {
    int64_t outer = number / perOuter;
    int64_t begin = number % perOuter * rowsPerTask;
    int64_t end = std::min(begin + rowsPerTask, d.extent);
    for (int64_t row = begin; row < end; ++row) {
      int64_t first = row == 0 ? 0 : starts[row - 1];
      sumRow(updates + outer * d.rows * d.inner, order + first,
             starts[row] - first, d.inner,
             result + (outer * d.extent + row) * d.inner);
    }
  });
}

template <typename T, typename Index>
static void addElements(const ScatterAdd &d, ThreadPool *pool, const T *updates,
                        const Index *indices, T *result) {
  // A column is one position of outer and inner extents; a task takes columns
  // of whole cache lines.
  constexpr int64_t line = 64 / sizeof(T);
  int64_t height = std::max<int64_t>(std::max(d.rows, d.extent), 1);
  int64_t columns =
      ceilDivide(ceilDivide(elementsPerTask, height), line) * line;
  int64_t all = d.outer * d.inner;
  forEachTask(pool, ceilDivide(all, columns), [&](int64_t number) {
    int64_t begin = number * columns, end = std::min(begin + columns, all);
    while (begin < end) {
      // Columns of one outer position are neighbours in memory.
      int64_t outer = begin / d.inner, first = begin % d.inner;
      int64_t width = std::min(end - begin, d.inner - first);
      T *target = result + outer * d.extent * d.inner + first;
      for (int64_t row = 0; row < d.extent; ++row)
        std::fill_n(target + row * d.inner, width, T(0));
      for (int64_t row = 0; row < d.rows; ++row) {
        int64_t from = (outer * d.rows + row) * d.inner + first;
        for (int64_t k = 0; k < width; ++k) {
          int64_t index = indices[from + k];
          if (index < 0 || index >= d.extent)
            continue;
          T &sum = target[index * d.inner + k];
          sum = add(sum, updates[from + k]);
        }
      }
      begin += width;
    }
  });
}

int64_t ScatterAdd::scratchBytes() const {
  return elements ? 0 : (extent + rows) * int64_t(sizeof(int64_t));
}

void ScatterAdd::run(ThreadPool *pool, const void *updates, const void *indices,
                     void *result, void *scratch) const {
  auto withIndices = [&](auto update, auto index) {
    using T = decltype(update);
    using Index = decltype(index);
    auto *from = static_cast<const T *>(updates);
    auto *at = static_cast<const Index *>(indices);
    auto *to = static_cast<T *>(result);
    if constexpr (std::is_arithmetic_v<T>)
      if (elements)
        return addElements(*this, pool, from, at, to);
    assert(!elements && "expects elements of 32 or 64 bits");
    addRows(*this, pool, from, at, to, static_cast<int64_t *>(scratch));
  };
  auto withType = [&](auto update) {
    if (indexType == ElementType::I32)
      withIndices(update, int32_t());
    else
      withIndices(update, int64_t());
  };
  switch (type) {
  case ElementType::F16:
    return withType(Float16());
  case ElementType::BF16:
    return withType(BFloat16());
  case ElementType::F32:
    return withType(float());
  case ElementType::F64:
    return withType(double());
  case ElementType::I32:
    return withType(int32_t());
  default:
    assert(type == ElementType::I64 && "expects a type that is summed");
    return withType(int64_t());
  }
}
