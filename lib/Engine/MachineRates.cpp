// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures memory bandwidth and the rate of matrix products over the worker
// pool. Of several tries the fastest counts: a rate is what the machine can do.

#include "amp/Engine/MachineRates.h"

#include "amp/Runtime/Gemm.h"
#include "amp/Runtime/Tensor.h"
#include "amp/Runtime/ThreadPool.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace amp;

/// The shortest of the times that `function` takes, in seconds, over some
/// hundredths of a second.
template <typename Function> static double findBestTime(Function function) {
  using Clock = std::chrono::steady_clock;
  constexpr double enough = 0.02;
  constexpr int least = 5;
  double best = 1e9, total = 0.0;
  for (int i = 0; i < least || total < enough; ++i) {
    Clock::time_point start = Clock::now();
    function();
    double seconds =
        std::chrono::duration<double>(Clock::now() - start).count();
    best = std::min(best, seconds);
    total += seconds;
  }
  return std::max(best, 1e-9);
}

static Result<double> measureBytes(ThreadPool &pool, int64_t workingBytes) {
  // Half is read and half is written; neither less than a few pages nor more
  // than what shows the memory behind all caches.
  constexpr int64_t least = 1 << 15, most = int64_t(1) << 27;
  int64_t half = std::clamp(workingBytes / 2, least, most);
  Result<Tensor> source = Tensor::create({half}, ElementType::U8);
  Result<Tensor> target = Tensor::create({half}, ElementType::U8);
  if (!source.ok() || !target.ok())
    return source.ok() ? target.takeFailure() : source.takeFailure();
  std::memset(source->rawData(), 1, size_t(half));
  std::memset(target->rawData(), 1, size_t(half));
  auto *from = static_cast<const char *>(source->rawData());
  auto *to = static_cast<char *>(target->rawData());
  int64_t chunks = pool.size();
  double seconds = findBestTime([&] {
    pool.parallelFor(chunks, [&](int64_t chunk, unsigned) {
      int64_t begin = half * chunk / chunks, end = half * (chunk + 1) / chunks;
      std::memcpy(to + begin, from + begin, size_t(end - begin));
    });
  });
  return 2.0 * double(half) / seconds;
}

static Result<double> measureProducts(GemmProvider &provider, ThreadPool &pool,
                                      ElementType type) {
  constexpr int64_t size = 512;
  GemmDescriptor product;
  product.m = product.n = product.k = size;
  product.operands = product.output = type;
  Result<std::unique_ptr<Gemm>> gemm = provider.prepare(product);
  if (!gemm.ok())
    return gemm.takeFailure();
  Tensor matrices[3];
  for (Tensor &matrix : matrices) {
    Result<Tensor> made = Tensor::create({size, size}, type);
    if (!made.ok())
      return made.takeFailure();
    matrix = made.take();
    std::memset(matrix.rawData(), 0, matrix.bytes());
  }
  Result<Tensor> scratch = Tensor::create(
      {int64_t((*gemm)->scratchBytes() * pool.size())}, ElementType::U8);
  if (!scratch.ok())
    return scratch.takeFailure();
  Status status;
  double seconds = findBestTime([&] {
    if (status.ok())
      status = (*gemm)->run(&pool, matrices[0].rawData(), matrices[1].rawData(),
                            nullptr, matrices[2].rawData(), scratch->rawData());
  });
  if (!status.ok())
    return status.takeFailure();
  return 2.0 * size * size * size / seconds;
}

Result<MachineRates> amp::measureRates(const CompileOptions &options,
                                       int64_t workingBytes) {
  Result<std::unique_ptr<ThreadPool>> pool =
      ThreadPool::create(options.threads);
  if (!pool.ok())
    return pool.takeFailure();
  Result<std::unique_ptr<GemmProvider>> provider = GemmProvider::create();
  if (!provider.ok())
    return provider.takeFailure();
  Result<double> bytes = measureBytes(**pool, workingBytes);
  Result<double> f32 = measureProducts(**provider, **pool, ElementType::F32);
  if (!bytes.ok() || !f32.ok())
    return bytes.ok() ? f32.takeFailure() : bytes.takeFailure();
  MachineRates rates{*bytes, *f32, *f32, *f32, *f32};
  if ((*provider)->capabilities().nativeBf16) {
    Result<double> bf16 =
        measureProducts(**provider, **pool, ElementType::BF16);
    if (!bf16.ok())
      return bf16.takeFailure();
    rates.bf16PerSecond = *bf16;
  }
  return rates;
}

double amp::predictSeconds(const std::vector<PlanStep> &steps,
                           const MachineRates &rates) {
  double seconds = 0.0;
  for (const PlanStep &step : steps) {
    double rate = step.usesTF32                    ? rates.tf32PerSecond
                  : step.type == ElementType::BF16 ? rates.bf16PerSecond
                  : step.type == ElementType::F16  ? rates.f16PerSecond
                                                   : rates.f32PerSecond;
    seconds += std::max(double(step.bytes) / rates.bytesPerSecond,
                        double(step.operations) / rate);
  }
  return seconds;
}
