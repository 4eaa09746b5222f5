// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints how a data set of 23 samples is cut into batches, and checks what the
// order of its samples may depend on. Counts allocations by replacing the
// global operator new.

#include "amp/Engine/Dataset.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

using namespace amp;

static long allocations = 0;

void *operator new(size_t bytes) {
  ++allocations;
  if (void *memory = std::malloc(bytes))
    return memory;
  std::abort();
}
void *operator new(size_t bytes, std::align_val_t alignment) {
  ++allocations;
  if (void *memory = std::aligned_alloc(size_t(alignment), bytes))
    return memory;
  std::abort();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept {
  std::free(memory);
}

template <typename T> static T need(Result<T> result) {
  if (result.ok())
    return result.take();
  std::printf("failed: %s\n", result.message().c_str());
  std::exit(1);
}

/// A column `x` whose rows hold their number twice, and `y` that holds it once.
static Dataset makeData() {
  std::vector<float> x;
  std::vector<int64_t> y;
  for (int64_t i = 0; i < 23; ++i) {
    x.insert(x.end(), 2, float(i));
    y.push_back(i);
  }
  std::vector<Tensor> tensors = {need(Tensor::fromData({23, 2}, x)),
                                 need(Tensor::fromData({23}, y))};
  std::vector<TensorInfo> infos(2);
  infos[0] = {"x", {-1, 2}, ElementType::F32};
  infos[1] = {"y", {-1}, ElementType::I64};
  return need(Dataset::create(tensors, infos, /*finite=*/true));
}

/// The samples of an epoch in their order; the sizes of the batches go to
/// `sizes`.
static std::vector<int64_t> walk(BatchIterator &batches, int64_t epoch,
                                 std::string *sizes = nullptr) {
  std::vector<int64_t> order;
  order.reserve(64);
  batches.startEpoch(epoch);
  while (true) {
    std::span<const Tensor> batch = need(batches.next());
    if (batch.empty())
      return order;
    std::span<const int64_t> y = batch[1].elements<int64_t>();
    for (size_t i = 0; i < y.size(); ++i)
      for (size_t k = 0; k < 2; ++k)
        if (batch[0].data<float>()[2 * i + k] != float(y[i]))
          std::printf("columns fell apart at sample %zu\n", order.size() + i);
    order.insert(order.end(), y.begin(), y.end());
    if (sizes)
      *sizes += " " + std::to_string(y.size());
  }
}

static void expect(bool holds, const char *claim) {
  std::printf("%s: %s\n", claim, holds ? "yes" : "NO");
}

int main() {
  Dataset data = makeData();
  BatchIterator::Options options;
  options.batch = 5;
  std::string sizes;
  BatchIterator plain(data, options);
  std::vector<int64_t> inOrder = walk(plain, 0, &sizes);
  std::printf("batches:%s of %lld\n", sizes.c_str(),
              static_cast<long long>(plain.batchesPerEpoch()));
  expect(std::is_sorted(inOrder.begin(), inOrder.end()), "in order");

  options.dropLast = true;
  sizes.clear();
  BatchIterator whole(data, options);
  walk(whole, 0, &sizes);
  std::printf("dropping the last:%s of %lld\n", sizes.c_str(),
              static_cast<long long>(whole.batchesPerEpoch()));

  options.dropLast = false;
  options.shuffle = true;
  BatchIterator first(data, options);
  std::vector<int64_t> epoch0 = walk(first, 0), epoch3 = walk(first, 3);
  std::vector<int64_t> sorted = epoch0;
  std::sort(sorted.begin(), sorted.end());
  expect(sorted == inOrder && epoch0 != inOrder, "a shuffled epoch has all");
  expect(epoch0 != epoch3, "epochs differ");
  options.batch = 7;
  BatchIterator second(data, options);
  expect(walk(second, 3) == epoch3, "an epoch does not depend on the ones "
                                    "before nor on the batch size");
  options.seed = uint64_t(1) << 32;
  BatchIterator third(data, options);
  expect(walk(third, 0) != epoch0, "seeds differ in all 64 bits");

  long before = allocations;
  std::vector<int64_t> again = walk(second, 3);
  expect(allocations == before + 1, "a second epoch allocates nothing");
  return 0;
}
