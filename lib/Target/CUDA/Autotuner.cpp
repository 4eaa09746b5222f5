// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Timing of a product's algorithms on operands of its own, and the record of
// the choice: the algorithm as the library's descriptor of 64 bytes, which may
// be restored with the same version of the library only.

#include "Autotuner.h"

#include "CapturedGraph.h"
#include "PlanFigures.h"

#include <limits>

using namespace amp;
using namespace amp::cuda;

/// How many algorithms the library is asked for.
static constexpr int candidates = 16;
/// Products between two events, and how often those are timed. Several share
/// the cost of a start, the least of the times is that of a quiet device.
static constexpr int productsPerRun = 4, runs = 5;
/// An algorithm that the library places behind another must take less than this
/// part of its time, so that noise does not choose.
static constexpr double clearlyFaster = 0.98;

Autotuner::Autotuner(std::shared_ptr<Blas> blas, const std::string &cacheFolder)
    : blas(std::move(blas)), cache(cacheFolder, cpu::objectCacheLimit) {}

std::string Autotuner::makeKey(const Product &product) const {
  return cpu::makeObjectKey({"algorithm of a product, 1",
                             blas->getDescription(), blas->driver->getModel(),
                             std::to_string(product.getWorkspaceLimit()),
                             describe(product.getDescriptor())});
}

std::optional<api::MatmulHeuristic> Autotuner::load(const Product &product,
                                                    llvm::StringRef key) {
  std::optional<llvm::SmallVector<char, 0>> entry = cache.load(key);
  api::MatmulAlgo algo;
  if (!entry || entry->size() != sizeof(algo))
    return std::nullopt;
  std::memcpy(&algo, entry->data(), sizeof(algo));
  return product.check(algo);
}

namespace {

/// Memory for all that a product works on.
struct Scratch {
  Memory memory;
  api::Address a = 0, b = 0, bias = 0, result = 0, workspace = 0;
};

} // namespace

static Result<Scratch> allocate(std::shared_ptr<Driver> driver,
                                const ProductDescriptor &product,
                                size_t workspaceBytes) {
  size_t total = 0;
  auto reserve = [&](int64_t elements, ElementType type) {
    size_t start = total;
    total += llvm::alignTo(size_t(elements) * byteSize(type), deviceAlignment);
    return api::Address(start);
  };
  int64_t others = product.batch - 1;
  Scratch scratch;
  scratch.a = reserve(product.m * product.k + others * product.strideA,
                      product.operands);
  scratch.b = reserve(product.k * product.n + others * product.strideB,
                      product.operands);
  scratch.bias = reserve(product.n, product.output);
  scratch.result =
      reserve(product.m * product.n * product.batch, product.output);
  scratch.workspace = total;
  total += workspaceBytes;
  Result<Memory> memory =
      Memory::create(driver, total, false, "timing a product");
  if (!memory.ok())
    return memory.takeFailure();
  scratch.memory = memory.take();
  for (api::Address *address : {&scratch.a, &scratch.b, &scratch.bias,
                                &scratch.result, &scratch.workspace})
    *address += scratch.memory.address();
  // Small positive numbers in every type: what was left in the memory might be
  // NaNs.
  constexpr unsigned char fill = 0x2c;
  if (Status status =
          driver->check(driver->call.memset8(scratch.memory.address(), fill,
                                             total, driver->stream),
                        "cannot prepare the timing of a product");
      !status.ok())
    return status.takeFailure();
  return scratch;
}

/// The least milliseconds of a run of `product` by its algorithm. The products
/// are replayed from a graph of their own, as a step replays them: started one
/// by one, small ones would be timed by what the host needs to start them.
static Result<double> measure(std::shared_ptr<Driver> driver, Product &product,
                              const Scratch &scratch, const Stopwatch &watch) {
  auto enqueue = [&](int count) {
    Status status = Status::success();
    for (int i = 0; i < count && status.ok(); ++i)
      status = product.enqueue(scratch.a, scratch.b, scratch.bias,
                               scratch.result, scratch.workspace);
    return status;
  };
  // The first call loads the library's code.
  Status status = enqueue(1);
  if (status.ok())
    status = driver->synchronize("cannot run a product");
  if (!status.ok())
    return status.takeFailure();
  Result<CapturedGraph> graph =
      CapturedGraph::create(driver, [&] { return enqueue(productsPerRun); });
  if (!graph.ok())
    return graph.takeFailure();
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    status = watch.start();
    if (status.ok())
      status = graph->launch();
    if (status.ok())
      status = watch.stop();
    if (status.ok())
      status = driver->synchronize("cannot run a product");
    if (!status.ok())
      return status.takeFailure();
    Result<double> milliseconds = watch.read();
    if (!milliseconds.ok())
      return milliseconds;
    least = std::min(least, *milliseconds);
  }
  return least;
}

std::optional<api::MatmulHeuristic>
Autotuner::findFastest(Product &product) const {
  Result<std::vector<api::MatmulAlgo>> proposed =
      product.findAlgorithms(candidates);
  if (!proposed.ok())
    return std::nullopt;
  std::vector<api::MatmulHeuristic> usable;
  size_t workspaceBytes = 0;
  for (const api::MatmulAlgo &algo : *proposed)
    if (std::optional<api::MatmulHeuristic> checked = product.check(algo)) {
      usable.push_back(*checked);
      workspaceBytes = std::max(workspaceBytes, checked->workspace);
    }
  Result<Stopwatch> watch = Stopwatch::create(blas->driver);
  if (usable.empty() || !watch.ok())
    return std::nullopt;
  Result<Scratch> scratch =
      allocate(blas->driver, product.getDescriptor(), workspaceBytes);
  if (!scratch.ok())
    return std::nullopt;
  std::optional<api::MatmulHeuristic> fastest;
  double least = std::numeric_limits<double>::infinity();
  for (const api::MatmulHeuristic &one : usable) {
    product.setAlgorithm(one);
    Result<double> milliseconds =
        measure(blas->driver, product, *scratch, *watch);
    if (!milliseconds.ok() || !(*milliseconds < least * clearlyFaster))
      continue;
    least = *milliseconds;
    fastest = one;
  }
  return fastest;
}

Autotuner::Choice Autotuner::find(Product &product, llvm::StringRef key) {
  if (auto stored = load(product, key))
    return {PlanStep::Cached, *stored};
  api::MatmulHeuristic before = product.getAlgorithm();
  std::optional<api::MatmulHeuristic> fastest = findFastest(product);
  if (!fastest)
    return {PlanStep::Heuristic, before};
  // What another process chose meanwhile is what later ones will find.
  if (auto stored = load(product, key))
    return {PlanStep::Cached, *stored};
  const char *bytes = reinterpret_cast<const char *>(&fastest->algo);
  cache.store(key, llvm::ArrayRef(bytes, sizeof(fastest->algo)));
  return {PlanStep::Timed, *fastest};
}

PlanStep::Algorithm Autotuner::choose(Product &product) {
  std::string key = makeKey(product);
  auto [entry, isNew] = known.try_emplace(key);
  if (isNew)
    entry->second = find(product, key);
  product.setAlgorithm(entry->second.algorithm);
  return entry->second.origin;
}
