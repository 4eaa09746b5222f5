// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that sum rows which share an index, in order. Included by
// amp_device.h behind what they use of it.

#pragma once

struct amp_scatter_record {
  const void *updates;
  const void *indices;
  void *result;
  // The number of all updates; rows of one matrix, of the result, their length.
  long long elements, rows, extent, inner;
};

// How an element is stored, what it is added in, and how.
template <class T> struct amp_stored_float {
  using memory = T;
  using sum = T;
  static AMP_DEVICE_MEMBER T load(T x) { return x; }
  static AMP_DEVICE_MEMBER T store(T x) { return x; }
  static AMP_DEVICE_MEMBER T add(T a, T b) { return amp_addf(a, b); }
};
template <class T> struct amp_stored_integer {
  using memory = T;
  using sum = T;
  static AMP_DEVICE_MEMBER T load(T x) { return x; }
  static AMP_DEVICE_MEMBER T store(T x) { return x; }
  static AMP_DEVICE_MEMBER T add(T a, T b) { return amp_addi(a, b); }
};
struct amp_stored_bf16 {
  using memory = unsigned short;
  using sum = float;
  static AMP_DEVICE_MEMBER float load(memory x) { return amp_bf16_to_f32(x); }
  static AMP_DEVICE_MEMBER memory store(float x) { return amp_f32_to_bf16(x); }
  static AMP_DEVICE_MEMBER float add(float a, float b) {
    return amp_addf(a, b);
  }
};
struct amp_stored_f16 {
  using memory = unsigned short;
  using sum = float;
  static AMP_DEVICE_MEMBER float load(memory x) { return amp_f16_to_f32(x); }
  static AMP_DEVICE_MEMBER memory store(float x) { return amp_f32_to_f16(x); }
  static AMP_DEVICE_MEMBER float add(float a, float b) {
    return amp_addf(a, b);
  }
};

// A block a row: that of the first row with an index adds all rows with it, in
// order; the others leave. The result is zero before.
template <class T, class Index>
AMP_DEVICE void amp_scatter_rows(const amp_scatter_record &record) {
  __shared__ bool seen[8];
  const int thread = (int)threadIdx.x;
  const auto *indices = (const Index *)record.indices;
  const long long outer = (long long)blockIdx.x / record.rows;
  const long long row = (long long)blockIdx.x % record.rows;
  const Index mine = indices[row];
  bool earlier = mine < 0 || mine >= record.extent;
  for (long long r = thread; r < row; r += 256)
    earlier |= indices[r] == mine;
  earlier = amp_warp_or(earlier);
  if ((thread & 31) == 0)
    seen[thread >> 5] = earlier;
  __syncthreads();
  for (int warp = 0; warp < 8; ++warp)
    if (seen[warp])
      return;
  const auto *updates = (const typename T::memory *)record.updates +
                        outer * record.rows * record.inner;
  auto *result = (typename T::memory *)record.result +
                 (outer * record.extent + mine) * record.inner;
  for (long long c = thread; c < record.inner; c += 256) {
    typename T::sum sum = 0;
    for (long long r = row; r < record.rows; ++r)
      if (indices[r] == mine)
        sum = T::add(sum, T::load(updates[r * record.inner + c]));
    result[c] = T::store(sum);
  }
}

// A thread an element that has an index of its own: the first of a column with
// an index adds all of them, in order.
template <class T, class Index>
AMP_DEVICE void amp_scatter_elements(const amp_scatter_record &record) {
  const long long element = (long long)blockIdx.x * 256 + threadIdx.x;
  const long long size = record.rows * record.inner;
  const long long outer = element / size;
  const long long row = element % size / record.inner;
  const long long column = element % record.inner;
  if (element >= record.elements)
    return;
  const auto *indices = (const Index *)record.indices + outer * size + column;
  const auto *updates =
      (const typename T::memory *)record.updates + outer * size + column;
  const Index mine = indices[row * record.inner];
  if (mine < 0 || mine >= record.extent)
    return;
  for (long long r = 0; r < row; ++r)
    if (indices[r * record.inner] == mine)
      return;
  typename T::sum sum = 0;
  for (long long r = row; r < record.rows; ++r)
    if (indices[r * record.inner] == mine)
      sum = T::add(sum, T::load(updates[r * record.inner]));
  auto *result = (typename T::memory *)record.result;
  result[(outer * record.extent + mine) * record.inner + column] =
      T::store(sum);
}
