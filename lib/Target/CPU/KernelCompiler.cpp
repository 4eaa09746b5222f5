// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels to functions: one function, one module and one object a structure,
// so that another model finds a kernel in the cache whatever it stands beside.
// Relies on DeviceToLLVM for the code and on Jit for the rest.

#include "amp/Target/CPU.h"

#include "Jit.h"
#include "KernelGenerator.h"
#include "ObjectCache.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <chrono>

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

namespace {

/// A kernel on its way to a function.
struct NewKernel {
  device::KernelOp kernel;
  std::string key;
  /// The name of its entry in the cache, and its symbol, made from that.
  std::string objectKey, symbol;
  llvm::SmallVector<char, 0> object;
  bool isLoaded = false;
};

} // namespace

struct KernelCompiler::State {
  CPUFeatures target;
  std::unique_ptr<Jit> jit;
  ObjectCache cache{"", 0};
  /// What code depends on beside the kernel's text.
  std::string environment;
  /// The functions compiled so far, by key, and the symbols linked so far,
  /// which are more after a call that failed.
  llvm::StringMap<KernelFunction> functions;
  llvm::StringSet<> linked;
  CompilerStatistics statistics;

  /// Sets the objects of the kernels that were not loaded.
  LogicalResult generate(MutableArrayRef<NewKernel> added, ThreadPool *pool,
                         CompilerStatistics &statistics);
  LogicalResult link(device::KernelOp kernel, StringRef symbol,
                     ArrayRef<char> object);
};

KernelCompiler::KernelCompiler(std::unique_ptr<State> state)
    : state(std::move(state)) {}

KernelCompiler::~KernelCompiler() = default;

/// What a kernel needs of an x86 CPU: math functions are defined by fused
/// multiply-adds, f16 conversions by F16C, and both would otherwise become
/// calls for every element.
static bool hasNeededFeatures() {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  if (!triple.isX86())
    return true;
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  return host.lookup("avx2") && host.lookup("fma") && host.lookup("f16c");
}

/// Everything but the kernel's text that its object code depends on. LLVM's
/// version is the one that runs, not the one that was built with.
static std::string getEnvironment(const CPUFeatures &target,
                                  StringRef provider) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << getEmitterVersion() << "\nLLVM " << major << '.' << minor << '.'
         << patch << '\n'
         << llvm::sys::getProcessTriple() << '\n'
         << target.cpu << '\n'
         << target.features << '\n'
         << provider;
  return text;
}

std::unique_ptr<KernelCompiler>
KernelCompiler::create(const TargetOptions &options, std::string &error) {
  auto state = std::make_unique<State>();
  state->cache = ObjectCache(options.cacheFolder, options.cacheLimit);
  if (!hasNeededFeatures()) {
    error = "expects a CPU with AVX2, FMA and F16C";
    return nullptr;
  }
  state->target = getHostFeatures();
  if (!options.cpu.empty())
    state->target = {options.cpu, ""};
  // Says what is wrong with the CPU before the first kernel does.
  if (auto generator = CodeGenerator::create(state->target); !generator) {
    error = llvm::toString(generator.takeError());
    return nullptr;
  }
  llvm::Expected<std::unique_ptr<Jit>> jit = Jit::create(state->target);
  if (!jit) {
    error = llvm::toString(jit.takeError());
    return nullptr;
  }
  state->jit = std::move(*jit);
  state->environment = getEnvironment(state->target, options.provider);
  return std::unique_ptr<KernelCompiler>(new KernelCompiler(std::move(state)));
}

const CompilerStatistics &KernelCompiler::getStatistics() const {
  return state->statistics;
}

StringRef KernelCompiler::getCPU() const { return state->target.cpu; }

StringRef KernelCompiler::getFeatures() const { return state->target.features; }

/// The kernel's text with its name cut out.
static std::string getKey(device::KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags().useLocalScope());
  std::string name;
  llvm::raw_string_ostream nameStream(name);
  nameStream << FlatSymbolRefAttr::get(kernel.getSymNameAttr());
  size_t position = text.find(name);
  assert(position != std::string::npos && "a kernel prints its name");
  return text.erase(position, name.size());
}

/// Adds the seconds since `start` to `total` and restarts.
static void addTime(std::chrono::steady_clock::time_point &start,
                    double &total) {
  auto now = std::chrono::steady_clock::now();
  total += std::chrono::duration<double>(now - start).count();
  start = now;
}

LogicalResult KernelCompiler::State::generate(MutableArrayRef<NewKernel> added,
                                              ThreadPool *pool,
                                              CompilerStatistics &statistics) {
  std::vector<KernelObject> objects;
  SmallVector<NewKernel *> entries;
  for (NewKernel &entry : added) {
    if (entry.isLoaded)
      continue;
    KernelObject &object = objects.emplace_back();
    object.kernel = entry.kernel;
    object.symbol = entry.symbol;
    entries.push_back(&entry);
  }
  if (objects.empty())
    return success();
  generateKernels(objects, target, pool);
  for (auto [object, entry] : llvm::zip_equal(objects, entries)) {
    if (!object.problem.empty())
      return object.kernel.emitError("cannot generate code for the kernel: ")
             << object.problem;
    statistics.lowerSeconds += object.lowerSeconds;
    statistics.generateSeconds += object.generateSeconds;
    statistics.objectBytes += object.object.size();
    ++statistics.compiled;
    entry->object = std::move(object.object);
  }
  return success();
}

LogicalResult KernelCompiler::State::link(device::KernelOp kernel,
                                          StringRef symbol,
                                          ArrayRef<char> object) {
  if (!linked.insert(symbol).second)
    return success();
  llvm::Error error = jit->link(object, symbol);
  if (!error)
    return success();
  linked.erase(symbol);
  return kernel.emitError("cannot link the kernel: ")
         << llvm::toString(std::move(error));
}

FailureOr<std::vector<CompiledKernel>>
KernelCompiler::compile(ArrayRef<device::KernelOp> kernels, ThreadPool *pool) {
  std::vector<CompiledKernel> results;
  if (kernels.empty())
    return results;
  CompilerStatistics statistics = state->statistics;

  std::vector<NewKernel> added;
  llvm::StringSet<> seen;
  for (device::KernelOp kernel : kernels) {
    CompiledKernel &result = results.emplace_back();
    result.name = kernel.getSymName().str();
    result.key = getKey(kernel);
    if (state->functions.contains(result.key) ||
        !seen.insert(result.key).second) {
      ++statistics.reused;
      continue;
    }
    NewKernel &entry = added.emplace_back();
    entry.kernel = kernel;
    entry.key = result.key;
    entry.objectKey = makeObjectKey({state->environment, entry.key});
    entry.symbol = "amp_kernel_" + entry.objectKey;
    if (auto object = state->cache.load(entry.objectKey)) {
      entry.object = std::move(*object);
      entry.isLoaded = true;
      ++statistics.loaded;
    }
  }
  if (failed(state->generate(added, pool, statistics)))
    return failure();

  auto clock = std::chrono::steady_clock::now();
  for (NewKernel &entry : added)
    if (failed(state->link(entry.kernel, entry.symbol, entry.object)))
      return failure();
  SmallVector<KernelFunction> functions;
  for (NewKernel &entry : added) {
    llvm::Expected<void *> address = state->jit->lookup(entry.symbol);
    if (!address)
      return entry.kernel.emitError("cannot link the kernel: ")
             << llvm::toString(address.takeError());
    functions.push_back(reinterpret_cast<KernelFunction>(*address));
  }
  addTime(clock, statistics.linkSeconds);
  for (auto [entry, function] : llvm::zip_equal(added, functions)) {
    state->functions[entry.key] = function;
    if (!entry.isLoaded)
      state->cache.store(entry.objectKey, entry.object);
  }
  state->cache.trim();
  for (CompiledKernel &result : results)
    result.function = state->functions.lookup(result.key);
  statistics.cacheProblem = state->cache.getProblem();
  state->statistics = statistics;
  return results;
}
