// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions a program needs: a kernel is printed for one set of buffers
// or for several, with offsets of 32 bits or, for huge buffers, of 64, and with
// or without care for what lies behind its last elements.

#include "ProgramSource.h"

#include "amp/Conversion/DeviceToCuda.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// A C identifier for the name of a kernel; different names have different
/// ones, whatever is added at their ends below and by the printer. A prefix
/// keeps `max` and `exp` apart from the functions of these names.
static std::string getFunctionName(StringRef name) {
  bool isPlain =
      llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  for (StringRef ending : {"_multi", "_wide", "_guarded", "_record"})
    isPlain &= !name.ends_with(ending);
  if (isPlain)
    return ("k_" + name).str();
  std::string text = "q_";
  for (char c : name) {
    if (llvm::isAlnum(c))
      text += c;
    else if (c == '_')
      text += "__";
    else
      text += "_" + llvm::toHex(StringRef(&c, 1), /*LowerCase=*/true);
  }
  return text;
}

/// Whether some buffer goes on behind the last element that a launch of a
/// kernel of rank 1 accesses in it. Where all of them end there, accesses of a
/// few elements at once may reach over the end, into memory that every
/// allocation is filled up with and that is part of no other buffer. Does not
/// depend on the extent where buffers are as large as the domain.
static bool goesOn(device::LaunchOp launch, device::KernelOp kernel) {
  if (kernel.getForm() != device::KernelForm::Elementwise ||
      kernel.getRank() != 1)
    return false;
  auto goesOnBehind = [&](Value argument, int64_t offset, int64_t stride) {
    if (stride != 1)
      return false;
    size_t number = cast<BlockArgument>(argument).getArgNumber();
    for (int64_t i = 0; i != launch.getNumInstances(); ++i) {
      Value buffer = launch.getInstance(i)[number];
      if (offset + launch.getExtents()[i] !=
          cast<MemRefType>(buffer.getType()).getNumElements())
        return true;
    }
    return false;
  };
  for (Operation &op : kernel.getBody().front()) {
    if (auto load = dyn_cast<device::LoadOp>(op)) {
      if (goesOnBehind(load.getBuffer(), load.getOffset(),
                       load.getStrides().front()))
        return true;
    } else if (auto store = dyn_cast<device::StoreOp>(op)) {
      if (goesOnBehind(store.getBuffer(), store.getOffset(),
                       store.getStrides().front()))
        return true;
    }
  }
  return false;
}

KernelUse cuda::getKernelUse(device::LaunchOp launch, device::KernelOp kernel) {
  KernelUse use;
  use.kernel = kernel;
  // Arguments beyond what a launch may carry (4 KiB before CUDA 12.1) lie in
  // memory, too.
  constexpr size_t mostWords = 4096 / sizeof(uint64_t);
  use.isMultiple =
      launch.getNumInstances() > 1 ||
      kernel.getBody().getNumArguments() + kernel.getNumSizes() + 2 > mostWords;
  use.isWide = llvm::any_of(launch.getBuffers(), [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getNumElements() >=
           (int64_t(1) << 31) - 2 * cudaBlockThreads * 8;
  });
  use.isGuarded = goesOn(launch, kernel);
  use.name = getFunctionName(kernel.getSymName());
  if (use.isMultiple)
    use.name += "_multi";
  if (use.isWide)
    use.name += "_wide";
  if (use.isGuarded)
    use.name += "_guarded";
  return use;
}

KernelUse cuda::getKernelUse(device::ScatterAddOp scatter) {
  KernelUse use;
  use.scatter = scatter;
  use.name = getCudaScatterName(scatter);
  return use;
}

std::vector<KernelUse> cuda::getKernelUses(Operation *root,
                                           const SymbolTable &symbols) {
  std::vector<KernelUse> uses;
  llvm::StringSet<> seen;
  // Programs and the branches in them.
  root->walk([&](Operation *op) {
    KernelUse use;
    if (auto launch = dyn_cast<device::LaunchOp>(op))
      use = getKernelUse(launch,
                         symbols.lookup<device::KernelOp>(launch.getKernel()));
    else if (auto scatter = dyn_cast<device::ScatterAddOp>(op))
      use = getKernelUse(scatter);
    else
      return;
    if (seen.insert(use.name).second)
      uses.push_back(std::move(use));
  });
  return uses;
}

FailureOr<std::string> cuda::printKernelUses(ArrayRef<KernelUse> uses) {
  std::string text = "#include \"amp_device.h\"\n";
  llvm::raw_string_ostream stream(text);
  for (const KernelUse &use : uses) {
    stream << '\n';
    if (use.scatter) {
      printCudaScatter(stream, use.scatter);
      continue;
    }
    CudaKernelOptions options;
    options.name = use.name;
    options.isMultiple = use.isMultiple;
    options.isWide = use.isWide;
    options.isGuarded = use.isGuarded;
    if (failed(printCudaKernel(stream, use.kernel, options)))
      return failure();
  }
  return text;
}
