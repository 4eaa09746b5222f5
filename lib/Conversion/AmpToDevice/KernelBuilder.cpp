// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of a module: one of each structure, whatever region it came from.

#include "Conversion/AmpToDevice/RegionEmitter.h"

using namespace mlir;
using namespace amp;

KernelBuilder::KernelBuilder(ModuleOp module, SymbolTable &symbols,
                             SplitRule splitRule)
    : module(module), symbols(symbols), splitRule(splitRule) {}

/// The kernel's text with its name cut out: equal text is equal structure.
static std::string getStructure(device::KernelOp kernel) {
  StringAttr name = kernel.getSymNameAttr();
  kernel.setSymName("kernel");
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags()
                            .enableDebugInfo(false)
                            .useLocalScope()
                            .assumeVerified());
  kernel.setSymNameAttr(name);
  return text;
}

device::KernelOp KernelBuilder::add(device::KernelOp kernel) {
  auto [it, isNew] = byText.try_emplace(getStructure(kernel), kernel);
  if (!isNew) {
    kernel.erase();
    return it->second;
  }
  // The table renames what it is given.
  symbols.insert(kernel, module.getBody()->end());
  return kernel;
}

FailureOr<const RegionKernel *> KernelBuilder::build(FusedOp region) {
  RegionKey key = makeRegionKey(region);
  if (auto known = byRegion.find(key); known != byRegion.end())
    return &known->second;
  FailureOr<RegionKernel> built = buildAnew(region);
  if (failed(built))
    return failure();
  return &byRegion.try_emplace(std::move(key), std::move(*built)).first->second;
}

FailureOr<RegionKernel> KernelBuilder::buildAnew(FusedOp region) {
  FailureOr<RegionKernel> built = RegionEmitter(region, module).run();
  if (failed(built))
    return failure();
  built->kernel->remove();
  built->kernel = add(built->kernel);
  return built;
}

const SplitKernel *KernelBuilder::split(device::KernelOp kernel,
                                        ArrayRef<int64_t> extents) {
  if (!shouldSplit(kernel, extents, splitRule))
    return nullptr;
  auto [it, isNew] = splits.try_emplace(kernel);
  if (isNew) {
    it->second = splitKernel(kernel);
    for (StageLaunch &launch : it->second.launches)
      launch.kernel = add(launch.kernel);
  }
  return &it->second;
}

void KernelBuilder::eraseUnused() {
  for (auto &[kernel, split] : splits)
    if (!used.contains(kernel))
      symbols.erase(kernel);
}
