// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles each public function of a file with and without fusion, for one and
// two threads, runs it three times on the same pseudo-random arguments and
// variables, and compares results and variables bit by bit. Prints a line a
// function: its kernels, launches and products, and whether a second
// compilation found all kernels compiled. Usage: same-bits FILE (- for standard
// input).

#include "amp/InitAll.h"
#include "amp/Reference/InitializeVariables.h"
#include "amp/Runtime/Philox.h"
#include "amp/Target/Program.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace amp;

/// Values in [-2, 2), or small whole numbers for integer types.
static Tensor makeArgument(const cpu::ProgramTensor &like, uint64_t stream) {
  bool isWhole = !isFloat(like.type);
  Tensor tensor = Tensor::create(like.shape, ElementType::F64).take();
  for (int64_t index = 0; index < tensor.elementCount(); ++index) {
    double uniform = philoxUniform(7, stream, index);
    tensor.data<double>()[index] =
        isWhole ? std::floor(uniform * 4) : uniform * 4 - 2;
  }
  return tensor.convertTo(like.type).take();
}

/// The results of three runs and the variables after them; nothing, and a
/// message, on failure.
static std::optional<std::vector<Tensor>> runThrice(cpu::CpuTarget &target,
                                                    ModuleOp module,
                                                    StringRef name, bool fuse,
                                                    bool report) {
  cpu::ProgramOptions options;
  options.fuse = fuse;
  auto program = target.compile(module, name, options);
  VariableStore store;
  if (failed(program) || failed(initializeVariables(module, store, 1)))
    return std::nullopt;
  std::vector<Tensor> inputs, results;
  for (const cpu::ProgramTensor &input : (*program)->getInputs())
    inputs.push_back(makeArgument(input, inputs.size()));
  Status status = (*program)->bind(store);
  for (int run = 0; run < 3 && status.ok(); ++run) {
    std::vector<Tensor> outputs((*program)->getOutputs().size());
    status = (*program)->run(inputs, outputs);
    results.insert(results.end(), outputs.begin(), outputs.end());
  }
  if (!status.ok()) {
    llvm::errs() << status.message() << "\n";
    return std::nullopt;
  }
  for (const std::string &variable : store.names())
    results.push_back(*store.lookup(variable));
  if (report) {
    auto again = target.compile(module, name, options);
    const cpu::ProgramStatistics &statistics = (*program)->getStatistics();
    llvm::outs() << name << ": " << statistics.kernels << " kernels, "
                 << statistics.launches << " launches, " << statistics.products
                 << " products, " << statistics.copies << " copies, "
                 << (statistics.peakBytes == statistics.lowerBoundBytes
                         ? "peak at its lower bound"
                         : "peak above its lower bound")
                 << ", compiled " << statistics.kernelsCompiled << ", then "
                 << (*again)->getStatistics().kernelsCompiled << "\n";
  }
  return results;
}

static bool isSame(const std::vector<Tensor> &some,
                   const std::vector<Tensor> &others) {
  return llvm::equal(some, others, [](const Tensor &a, const Tensor &b) {
    return a.bytes() == b.bytes() &&
           std::memcmp(a.rawData(), b.rawData(), a.bytes()) == 0;
  });
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  auto one = cpu::CpuTarget::create(1), two = cpu::CpuTarget::create(2);
  if (!module || !one.ok() || !two.ok())
    return 1;
  bool passed = true;
  for (auto function : module->getOps<func::FuncOp>()) {
    if (function.isPrivate())
      continue;
    StringRef name = function.getName();
    auto first = runThrice(**one, *module, name, true, /*report=*/true);
    if (!first)
      return 1;
    struct {
      StringRef what;
      cpu::CpuTarget &target;
      bool fuse;
    } others[] = {{"unfused", **one, false},
                  {"two threads", **two, true},
                  {"two threads, unfused", **two, false}};
    for (auto &other : others) {
      auto results = runThrice(other.target, *module, name, other.fuse, false);
      if (!results)
        return 1;
      if (!isSame(*first, *results)) {
        llvm::outs() << name << ": other bits " << other.what << "\n";
        passed = false;
      }
    }
  }
  return passed ? 0 : 1;
}
