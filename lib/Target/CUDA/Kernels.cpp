// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilation of a program's kernels. Several kernels share one NVRTC program,
// which halves the cost of each; programs are compiled on threads of their own.

#include "Kernels.h"

#include "amp/Conversion/DeviceToCuda.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// Kernels in one NVRTC program at most: enough to share the header's cost, few
/// enough to give every thread something.
static constexpr size_t kernelsPerBatch = 12;

struct Kernels::Batch {
  /// The uses and the keys under which their functions are remembered.
  std::vector<KernelUse> uses;
  std::vector<std::string> keys;
  std::string source, objectKey, cubin;
  Status status = Status::success();
};

Result<std::unique_ptr<Kernels>> Kernels::create(std::shared_ptr<Driver> driver,
                                                 const std::string &cacheFolder,
                                                 unsigned threads) {
  auto kernels = std::make_unique<Kernels>();
  Result<std::unique_ptr<Nvrtc>> nvrtc = Nvrtc::load();
  if (!nvrtc.ok())
    return nvrtc.takeFailure();
  kernels->nvrtc = nvrtc.take();
  kernels->driver = std::move(driver);
  kernels->cache = cpu::ObjectCache(cacheFolder, cpu::objectCacheLimit);
  kernels->threads = threads;
  return kernels;
}

Kernels::~Kernels() {
  if (!driver || !driver->makeCurrent().ok())
    return;
  for (api::Module module : modules)
    driver->call.moduleUnload(module);
}

Status Kernels::compileBatch(Batch &batch) const {
  NvrtcOptions options;
  options.capability = driver->getCapability();
  Result<NvrtcOutput> output =
      nvrtc->compile(batch.source, "kernels.cu", options);
  if (!output.ok())
    return output.takeFailure();
  batch.cubin = std::move(output->code);
  return Status::success();
}

Status Kernels::load(Batch &batch) {
  api::Module module = nullptr;
  if (Status status = driver->check(
          driver->call.moduleLoadData(&module, batch.cubin.data()),
          "cannot load compiled kernels");
      !status.ok())
    return status;
  modules.push_back(module);
  for (auto [use, key] : llvm::zip_equal(batch.uses, batch.keys)) {
    api::Function function = nullptr;
    if (Status status = driver->check(
            driver->call.moduleGetFunction(&function, module, use.name.c_str()),
            "cannot find kernel " + use.name);
        !status.ok())
      return status;
    functions[key] = function;
  }
  return Status::success();
}

FailureOr<std::vector<api::Function>>
Kernels::compile(ArrayRef<KernelUse> uses) {
  std::vector<std::string> keys;
  std::vector<Batch> batches;
  llvm::StringSet<> seen;
  for (const KernelUse &use : uses) {
    // The text under a fixed name: equal kernels share one function.
    KernelUse anonymous = use;
    if (!use.scatter)
      anonymous.name = "kernel";
    FailureOr<std::string> key = printKernelUses(anonymous);
    if (failed(key))
      return failure();
    keys.push_back(*key);
    if (functions.contains(*key) || !seen.insert(*key).second) {
      ++statistics.reused;
      continue;
    }
    if (batches.empty() || batches.back().uses.size() == kernelsPerBatch)
      batches.emplace_back();
    batches.back().uses.push_back(use);
    batches.back().keys.push_back(*key);
  }
  std::string environment = cpu::getEmitterVersion().str() + " NVRTC " +
                            std::to_string(nvrtc->getVersion()) + " sm_" +
                            std::to_string(driver->getCapability());
  std::vector<Batch *> missing;
  for (Batch &batch : batches) {
    FailureOr<std::string> source = printKernelUses(batch.uses);
    if (failed(source))
      return failure();
    batch.source = std::move(*source);
    batch.objectKey =
        cpu::makeObjectKey({environment, getCudaDeviceHeader(), batch.source});
    if (auto object = cache.load(batch.objectKey)) {
      batch.cubin.assign(object->begin(), object->end());
      statistics.loaded += batch.uses.size();
      continue;
    }
    missing.push_back(&batch);
    statistics.compiled += batch.uses.size();
  }
  if (missing.size() == 1) {
    missing.front()->status = compileBatch(*missing.front());
  } else if (!missing.empty()) {
    llvm::StdThreadPool pool(llvm::hardware_concurrency(threads));
    for (Batch *batch : missing)
      pool.async([this, batch] { batch->status = compileBatch(*batch); });
    pool.wait();
  }
  for (Batch *batch : missing) {
    if (!batch->status.ok())
      return getSourceOp(batch->uses.front())
          ->emitError(batch->status.message());
    cache.store(batch->objectKey, batch->cubin);
  }
  for (Batch &batch : batches)
    if (Status status = load(batch); !status.ok())
      return getSourceOp(batch.uses.front())->emitError(status.message());
  cache.trim();
  statistics.cacheProblem = cache.getProblem();
  std::vector<api::Function> results;
  for (const std::string &key : keys)
    results.push_back(functions.lookup(key));
  return results;
}
