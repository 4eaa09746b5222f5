// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products against a plain sum in double: all layouts and types, edge
// tiles, empty extents, any number of threads, and two products at once.

#include "amp/Runtime/Gemm.h"
#include "Check.h"
#include "amp/Runtime/Tensor.h"
#include "amp/Runtime/ThreadPool.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <dlfcn.h>
#include <thread>
#include <vector>

using namespace amp;

namespace {
/// The operands of one product, with memory for its result and scratch.
struct Problem {
  GemmDescriptor descriptor;
  Tensor a, b, packed, bias, out, scratch;
  std::unique_ptr<Gemm> gemm;

  Problem(GemmProvider &provider, GemmDescriptor d,
          std::optional<GemmTiling> tiling = std::nullopt, unsigned workers = 1)
      : descriptor(d) {
    a = makeNumbers(d.m * d.k, d.operands, 3);
    b = makeNumbers(d.k * d.n, d.operands, 5);
    bias = makeNumbers(d.n, d.bias.value_or(ElementType::F32), 7);
    out = makeNumbers(d.m * d.n, d.output, 11);
    Result<std::unique_ptr<Gemm>> prepared = provider.prepare(d, tiling);
    CHECK(prepared.ok());
    if (!prepared.ok())
      return;
    gemm = prepared.take();
    if (d.packedB) {
      PackedLayout layout{d.k, d.n, d.operands};
      packed = Tensor::create({layout.byteSize()}, ElementType::U8).take();
      packColumns(layout, /*transposed=*/false, b.rawData(), packed.rawData(),
                  0, layout.columnBlocks());
    }
    scratch = Tensor::create({int64_t(gemm->scratchBytes() * workers)},
                             ElementType::U8)
                  .take();
  }

  /// Numbers of both signs whose products need more bits than bf16 has.
  static Tensor makeNumbers(int64_t count, ElementType type, uint32_t seed) {
    Tensor numbers = Tensor::create({count}, ElementType::F32).take();
    for (float &value : numbers.elements<float>()) {
      seed = seed * 1664525 + 1013904223;
      value = float(int32_t(seed) >> 12) * 0x1p-19f;
    }
    return numbers.convertTo(type).take();
  }

  Status run(ThreadPool *pool) {
    const Tensor &right = descriptor.packedB ? packed : b;
    return gemm->run(pool, a.rawData(), right.rawData(),
                     descriptor.bias ? bias.rawData() : nullptr, out.rawData(),
                     scratch.rawData());
  }

  /// Whether each result is within the bound of an f32 sum in any order, plus
  /// half a unit of the output's rounding.
  bool isRight() const {
    const GemmDescriptor &d = descriptor;
    bool low = d.output == ElementType::BF16;
    Tensor wideA = a.convertTo(ElementType::F64).take();
    Tensor wideB = b.convertTo(ElementType::F64).take();
    const double *elementsA = wideA.data<double>();
    const double *elementsB = wideB.data<double>();
    for (int64_t i = 0; i < d.m; ++i)
      for (int64_t j = 0; j < d.n; ++j) {
        double sum = d.bias ? bias.getDouble(j) : 0, size = std::fabs(sum);
        for (int64_t l = 0; l < d.k; ++l) {
          double product = elementsA[d.transposeA ? l * d.m + i : i * d.k + l] *
                           elementsB[d.transposeB ? j * d.k + l : l * d.n + j];
          sum += product;
          size += std::fabs(product);
        }
        double bound = size * double(d.k + 1) * 0x1p-24 +
                       (low ? std::fabs(sum) * 0x1p-8 : 0);
        if (!(std::fabs(out.getDouble(i * d.n + j) - sum) <= bound))
          return false;
      }
    return true;
  }
};
} // namespace

static void testAllKinds(GemmProvider &provider) {
  const ElementType f32 = ElementType::F32, bf16 = ElementType::BF16;
  const int64_t shapes[][3] = {
      {32, 10, 64}, {1, 1, 1}, {7, 33, 19}, {70, 65, 1}, {3, 200, 130}};
  for (ElementType operands : {f32, bf16})
    for (ElementType output : {f32, bf16})
      for (int biasKind = 0; biasKind < 3; ++biasKind)
        for (int layout = 0; layout < 4; ++layout)
          for (auto [m, n, k] : shapes) {
            GemmDescriptor d{
                m,        n,      k,           layout % 2 == 1, layout / 2 == 1,
                operands, output, std::nullopt};
            if (biasKind)
              d.bias = biasKind == 1 ? f32 : bf16;
            if (operands == f32 && (output == bf16 || d.bias == bf16)) {
              CHECK_MESSAGE(provider.prepare(d), "expects f32 output and bias");
              continue;
            }
            if (operands == bf16 && !provider.capabilities().nativeBf16) {
              CHECK_MESSAGE(provider.prepare(d), "with bf16 instructions");
              continue;
            }
            Problem whole(provider, d);
            CHECK(whole.run(nullptr).ok() && whole.isRight());
            Problem tiled(provider, d, GemmTiling{32, 24});
            CHECK(tiled.run(nullptr).ok() && tiled.isRight());
            CHECK(tiled.gemm->tileCount() == (m + 31) / 32 * ((n + 23) / 24));
            if (layout == 2) {
              Problem flipped(provider, d, GemmTiling{32, 24, true});
              CHECK(flipped.run(nullptr).ok() && flipped.isRight());
            }
            if (layout == 0 && provider.capabilities().packs) {
              d.packedB = true;
              Problem packed(provider, d);
              CHECK(packed.run(nullptr).ok() && packed.isRight());
              Problem staged(provider, d, GemmTiling{32, 64});
              CHECK(staged.run(nullptr).ok() && staged.isRight());
            }
          }
}

/// Every element of both stored forms is where PackedLayout says, and all else
/// is zero.
static void testPacking() {
  for (ElementType type : {ElementType::F32, ElementType::BF16})
    for (bool transposed : {false, true})
      for (auto [k, n] : {std::array<int64_t, 2>{256, 128},
                          {33, 65},
                          {1, 1},
                          {130, 250},
                          {0, 70}}) {
        PackedLayout layout{k, n, type};
        Tensor source = Problem::makeNumbers(k * n, type, 13);
        Tensor bytes =
            Tensor::create({layout.byteSize()}, ElementType::U8).take();
        std::memset(bytes.rawData(), 0xff, bytes.bytes());
        packColumns(layout, transposed, source.rawData(), bytes.rawData(), 0,
                    layout.columnBlocks());
        const size_t width = byteSize(type);
        const char *in = static_cast<const char *>(source.rawData());
        char *out = static_cast<char *>(bytes.rawData());
        bool isRight = true;
        for (int64_t i = 0; i < k; ++i)
          for (int64_t j = 0; j < n; ++j) {
            int64_t p = layout.rowsPerWord();
            int64_t block = j / 64 * layout.rowBlocks() + i / (16 * p);
            int64_t to = ((block * 16 + i / p % 16) * 64 + j % 64) * p + i % p;
            int64_t from = transposed ? j * k + i : i * n + j;
            isRight &= !std::memcmp(out + to * width, in + from * width, width);
            std::memset(out + to * width, 0, width);
          }
        CHECK(isRight);
        CHECK(std::all_of(out, out + bytes.bytes(),
                          [](char byte) { return byte == 0; }));
      }
}

static void testUnfitTilings(GemmProvider &provider) {
  GemmDescriptor plain{32, 128, 64};
  CHECK_MESSAGE(provider.prepare(plain, GemmTiling{32, 64, true}),
                "plain rows and transposed columns to flip");
  GemmDescriptor packed = plain;
  packed.packedB = true;
  if (!provider.capabilities().packs) {
    CHECK_MESSAGE(provider.prepare(packed), "reads packed operands");
    return;
  }
  CHECK_MESSAGE(provider.prepare(packed, GemmTiling{32, 48}),
                "whole blocks of packed columns");
  packed.transposeB = true;
  CHECK_MESSAGE(provider.prepare(packed), "not to be transposed as well");
}

static void testEmpty(GemmProvider &provider) {
  for (auto [m, n, k] : {std::array<int64_t, 3>{0, 4, 4}, {4, 0, 4}}) {
    Problem problem(provider, {m, n, k});
    CHECK(problem.gemm->tileCount() == 0 && problem.run(nullptr).ok());
  }
  Problem zeros(provider, {3, 4, 0});
  CHECK(zeros.run(nullptr).ok());
  for (int64_t i = 0; i < 12; ++i)
    CHECK(zeros.out.getDouble(i) == 0);
  GemmDescriptor withBias{3, 4, 0};
  withBias.bias = ElementType::F32;
  Problem biases(provider, withBias);
  CHECK(biases.run(nullptr).ok() && biases.isRight());
  if (provider.capabilities().nativeBf16) {
    withBias.operands = withBias.output = ElementType::BF16;
    Problem rounded(provider, withBias);
    CHECK(rounded.run(nullptr).ok() && rounded.isRight());
    withBias.output = ElementType::F32;
    withBias.bias = ElementType::BF16;
    Problem widened(provider, withBias);
    CHECK(widened.run(nullptr).ok() && widened.isRight());
  }
  CHECK_MESSAGE(provider.prepare({-1, 2, 3}), "extents of at least 0");
  int64_t huge = int64_t(1) << 40;
  CHECK_MESSAGE(provider.prepare({huge, huge, 1}), "sizes fit 64 bits");
  GemmDescriptor half{2, 2, 2};
  half.operands = ElementType::F16;
  CHECK_MESSAGE(provider.prepare(half), "of type f32 or bf16");
}

/// P16: the same bits whatever the number of threads, and again.
static void testThreads(GemmProvider &provider) {
  for (ElementType type : {ElementType::F32, ElementType::BF16})
    for (auto [m, n, k] : {std::array<int64_t, 3>{32, 256, 128},
                           {128, 250, 200},
                           {32, 1100, 1030},
                           {600, 40, 520}})
      for (int layout = 0; layout < 5; ++layout) {
        if (type == ElementType::BF16 && !provider.capabilities().nativeBf16)
          continue;
        GemmDescriptor d{m,    n,    k,   layout % 2 == 1, layout / 2 == 1,
                         type, type, type};
        if (layout == 4) {
          if (!provider.capabilities().packs)
            continue;
          d.transposeB = false;
          d.packedB = true;
        }
        Problem one(provider, d);
        CHECK(one.run(nullptr).ok());
        for (unsigned threads : {2u, 3u}) {
          auto pool = ThreadPool::create(threads).take();
          Problem many(provider, d, std::nullopt, threads);
          for (int repeat = 0; repeat < 5; ++repeat) {
            std::memset(many.out.rawData(), 0xff, many.out.bytes());
            CHECK(many.run(pool.get()).ok());
            CHECK(std::memcmp(many.out.rawData(), one.out.rawData(),
                              one.out.bytes()) == 0);
          }
        }
        CHECK(one.isRight());
      }
}

/// Products that share code run at the same time in threads of the host, and
/// outlive their provider.
static void testIndependent() {
  auto provider = GemmProvider::create().take();
  std::vector<std::unique_ptr<Problem>> problems;
  for (int i = 0; i < 3; ++i)
    problems.push_back(
        std::make_unique<Problem>(*provider, GemmDescriptor{64, 64, 64}));
  provider.reset();
  std::vector<std::thread> threads;
  for (auto &problem : problems)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        if (!problem->run(nullptr).ok())
          problem->out.data<float>()[0] = NAN;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (auto &problem : problems)
    CHECK(problem->isRight());
}

/// A pointer that moves between runs is followed.
static void testMovedPointers(GemmProvider &provider) {
  Problem problem(provider, {8, 8, 8});
  CHECK(problem.run(nullptr).ok());
  problem.a = Problem::makeNumbers(64, ElementType::F32, 99);
  problem.out = Tensor::zeros({64}, ElementType::F32).take();
  CHECK(problem.run(nullptr).ok() && problem.isRight());
}

/// The host's number of OpenMP threads is what it was.
static void testHostSettings(GemmProvider &provider) {
  auto get =
      reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
  auto set = reinterpret_cast<void (*)(int)>(
      dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (!get || !set)
    return;
  int old = get();
  set(5);
  Problem problem(provider, {64, 64, 64});
  CHECK(problem.run(nullptr).ok());
  CHECK(get() == 5);
  set(old);
}

void testGemm() {
  Result<std::unique_ptr<GemmProvider>> provider = GemmProvider::create();
  CHECK(provider.ok());
  if (!provider.ok())
    return;
  testAllKinds(**provider);
  testPacking();
  testUnfitTilings(**provider);
  testEmpty(**provider);
  testThreads(**provider);
  testMovedPointers(**provider);
  testHostSettings(**provider);
  testIndependent();
}

/// Times of the products of a small MLP's training step, on one thread, with
/// the tiling that is chosen and untiled.
void measureGemm() {
  auto provider = GemmProvider::create().take();
  const GemmCapabilities &capabilities = provider->capabilities();
  std::printf("%s %s, %s\n", capabilities.provider.c_str(),
              capabilities.version.c_str(), capabilities.isa.c_str());
  const GemmDescriptor shapes[] = {{32, 256, 128, false, true},
                                   {32, 256, 256, false, true},
                                   {32, 10, 256, false, true},
                                   {32, 256, 128},
                                   {32, 256, 256},
                                   {32, 10, 256},
                                   {256, 128, 32, true},
                                   {256, 256, 32, true},
                                   {10, 256, 32, true},
                                   {32, 256, 10}};
  for (ElementType type : {ElementType::F32, ElementType::BF16})
    for (GemmDescriptor d : shapes) {
      if (type == ElementType::BF16 && !capabilities.nativeBf16)
        continue;
      d.operands = d.output = type;
      std::printf("%s %s%s %dx%dx%d:", elementTypeName(type).data(),
                  d.transposeA ? "T" : "N", d.transposeB ? "T" : "N", int(d.m),
                  int(d.n), int(d.k));
      for (GemmTiling tiling :
           {GemmTiling{d.m, d.n}, chooseGemmTiling(d, capabilities)}) {
        Problem problem(*provider, d, tiling);
        double best = 1e9;
        for (int round = 0; round < 30; ++round) {
          auto start = std::chrono::steady_clock::now();
          for (int i = 0; i < 100; ++i)
            CHECK(problem.run(nullptr).ok());
          std::chrono::duration<double, std::micro> time =
              std::chrono::steady_clock::now() - start;
          best = std::min(best, time.count() / 100);
        }
        std::printf("  %d tiles %.2f us (%.0f GFLOP/s)",
                    int(problem.gemm->tileCount()), best,
                    2e-3 * double(d.m * d.n * d.k) / best);
      }
      std::printf("\n");
    }
}
