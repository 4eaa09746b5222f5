// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop over the matrices of a batch: its units are the tiles of all
// products, and chunks of them go to the workers.

#include "amp/Runtime/BatchedGemm.h"

#include "amp/Runtime/ThreadPool.h"

#include <algorithm>
#include <atomic>

using namespace amp;

Result<std::unique_ptr<BatchedGemm>>
BatchedGemm::prepare(GemmProvider &provider, const GemmDescriptor &descriptor,
                     std::vector<GemmBatchDim> batch, unsigned workers) {
  std::vector<std::unique_ptr<Gemm>> products;
  for (unsigned worker = 0; worker < std::max(workers, 1u); ++worker) {
    Result<std::unique_ptr<Gemm>> product = provider.prepare(descriptor);
    if (!product.ok())
      return product.takeFailure();
    products.push_back(product.take());
  }
  return std::unique_ptr<BatchedGemm>(
      new BatchedGemm(std::move(products), std::move(batch)));
}

BatchedGemm::BatchedGemm(std::vector<std::unique_ptr<Gemm>> products,
                         std::vector<GemmBatchDim> batch)
    : products(std::move(products)), batch(std::move(batch)) {
  const Gemm &product = *this->products.front();
  units = product.tileCount();
  for (const GemmBatchDim &dim : this->batch)
    units *= dim.extent;
  // Work worth a fork, a few microseconds; a double counts without overflow.
  constexpr double target = 1 << 19;
  const GemmDescriptor &d = product.descriptor();
  double work = 2.0 * double(d.m) * double(d.n) * double(d.k) /
                double(std::max<int64_t>(product.tileCount(), 1));
  unitsPerChunk = std::max<int64_t>(
      int64_t(target / std::max(work, target / double(1 << 20))), 1);
}

Status BatchedGemm::runUnit(const Call &call, int64_t unit, unsigned worker) {
  Gemm &product = *products[worker];
  const GemmDescriptor &d = product.descriptor();
  int64_t matrix = unit / product.tileCount();
  int64_t offsetA = 0, offsetB = 0, rest = matrix;
  for (auto dim = batch.rbegin(); dim != batch.rend(); ++dim) {
    int64_t index = rest % dim->extent;
    rest /= dim->extent;
    offsetA += index * dim->strideA;
    offsetB += index * dim->strideB;
  }
  int64_t operandBytes = byteSize(d.operands), outBytes = byteSize(d.output);
  return product.runTile(unit % product.tileCount(),
                         call.a + offsetA * operandBytes,
                         call.b + offsetB * operandBytes, call.bias,
                         call.out + matrix * d.m * d.n * outBytes,
                         call.scratch + worker * product.scratchBytes());
}

Status BatchedGemm::run(ThreadPool *pool, const void *a, const void *b,
                        const void *bias, void *out, void *scratch) {
  Call call{static_cast<const char *>(a), static_cast<const char *>(b), bias,
            static_cast<char *>(out), static_cast<char *>(scratch)};
  // The first failure is reported; which one comes first does not matter.
  std::atomic<bool> failed{false};
  Status failure;
  auto runChunk = [&](int64_t chunk, unsigned worker) {
    int64_t end = std::min((chunk + 1) * unitsPerChunk, units);
    for (int64_t unit = chunk * unitsPerChunk; unit < end; ++unit) {
      Status status = runUnit(call, unit, worker);
      if (!status.ok() && !failed.exchange(true))
        failure = std::move(status);
    }
  };
  int64_t chunks = (units + unitsPerChunk - 1) / unitsPerChunk;
  if (!pool || chunks <= 1) {
    for (int64_t chunk = 0; chunk < chunks; ++chunk)
      runChunk(chunk, 0);
    return failure;
  }
  assert(pool->size() <= products.size() && "prepared for fewer workers");
  pool->parallelFor(chunks, runChunk);
  return failure;
}
