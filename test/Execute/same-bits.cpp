// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles each public function of a file with and without fusion, for one and
// two threads, runs it three times on the same pseudo-random arguments and
// variables, and compares results and variables bit by bit. A function with an
// attribute `test.ulps` must also agree with the interpreter to that many units
// in the last place, and exactly where a tensor holds no floats. Prints a line
// a function: its kernels, launches and products, and how many kernels were new
// to the compiler, the first and the second time. Usage: same-bits FILE (- for
// standard input).

#include "amp/InitAll.h"
#include "amp/Reference/Assertions.h"
#include "amp/Reference/InitializeVariables.h"
#include "amp/Reference/Interpreter.h"
#include "amp/Reference/TensorAttributes.h"
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

/// Whether the results of three runs and the variables after them are those of
/// the interpreter, to `ulps` units in the last place.
static bool agreesWithReference(ModuleOp module, func::FuncOp function,
                                const std::vector<Tensor> &results,
                                double ulps) {
  VariableStore store;
  if (failed(initializeVariables(module, store, 1)))
    return false;
  std::vector<Tensor> inputs;
  for (Type type : function.getArgumentTypes()) {
    auto tensorType = cast<RankedTensorType>(type);
    cpu::ProgramTensor like{"", tensorType.getShape().vec(),
                            *toElementType(tensorType.getElementType())};
    inputs.push_back(makeArgument(like, inputs.size()));
  }
  std::vector<Tensor> expected;
  for (int run = 0; run < 3; ++run) {
    auto outputs = Interpreter(module, store).run(function, inputs);
    if (failed(outputs))
      return false;
    expected.insert(expected.end(), outputs->begin(), outputs->end());
  }
  for (const std::string &variable : store.names())
    expected.push_back(*store.lookup(variable));
  if (results.size() != expected.size())
    return false;
  for (auto [number, tensor] : llvm::enumerate(expected)) {
    const Tensor &actual = results[number];
    if (actual.shape() != tensor.shape() ||
        actual.elementType() != tensor.elementType())
      return false;
    for (int64_t index = 0; index < tensor.elementCount(); ++index) {
      double got = actual.getDouble(index), wanted = tensor.getDouble(index);
      double distance = isFloat(tensor.elementType())
                            ? ulpDistance(got, wanted, tensor.elementType())
                            : (got == wanted ? 0 : HUGE_VAL);
      if (distance <= ulps)
        continue;
      llvm::outs() << function.getName() << ": result " << number << " element "
                   << index << " is " << got << ", expected " << wanted << "\n";
      return false;
    }
  }
  return true;
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
  context.allowUnregisteredDialects();
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
    if (auto ulps = function->getAttrOfType<IntegerAttr>("test.ulps"))
      passed &= agreesWithReference(*module, function, *first, ulps.getInt());
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
