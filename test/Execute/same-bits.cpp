// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles each public function of a file with and without fusion, for one and
// two threads, runs it three times on the same pseudo-random arguments and
// variables, and compares results and variables bit by bit. A function with an
// attribute `test.ulps` must also agree with the interpreter to that many units
// in the last place, and exactly where a tensor holds no floats. Prints a line
// a function: its kernels, launches and products, and how many kernels were new
// to the compiler, the first and the second time. With --cuda the second target
// is a CUDA device: with and without fusion, captured graph and one arena. It
// must give the CPU's bits. Where products take part, all ways on the device
// must agree, and the CPU must give their bits once it is given their products.
// Usage: same-bits [--cuda] FILE (- for standard input).

#include "CompareProducts.h"

#include "Target/CUDA/CudaProgram.h"
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

/// Compiles a function of a copy of `module`, as its body is used up.
template <typename TargetT>
static auto compileCopy(TargetT &target, ModuleOp module, StringRef name,
                        const cpu::ProgramOptions &options) {
  OwningOpRef<ModuleOp> copy(module.clone());
  return target.compile(*copy, name, options);
}

/// The results of three runs and the variables after them; nothing, and a
/// message, on failure.
template <typename TargetT>
static std::optional<std::vector<Tensor>>
runThrice(TargetT &target, ModuleOp module, StringRef name, bool fuse,
          int64_t &products) {
  cpu::ProgramOptions options;
  options.fuse = fuse;
  auto program = compileCopy(target, module, name, options);
  VariableStore store;
  if (failed(program) || failed(initializeVariables(module, store, 1)))
    return std::nullopt;
  products = (*program)->getStatistics().products;
  std::vector<Tensor> inputs, results;
  for (const cpu::ProgramTensor &input : (*program)->getInputs())
    inputs.push_back(makeArgument(input, inputs.size()));
  Status status = (*program)->bind(store);
  for (int run = 0; run < 3 && status.ok(); ++run) {
    std::vector<Tensor> outputs((*program)->getOutputs().size());
    status = (*program)->run(inputs, outputs);
    results.insert(results.end(), outputs.begin(), outputs.end());
  }
  if (status.ok())
    status = store.takeAllToHost();
  if (!status.ok()) {
    llvm::errs() << status.message() << "\n";
    return std::nullopt;
  }
  for (const std::string &variable : store.names())
    results.push_back(*store.lookup(variable));
  return results;
}

/// See RunOnce.
template <typename TargetT>
static std::optional<std::vector<Tensor>>
runOnce(TargetT &target, ModuleOp module, StringRef name,
        const std::vector<Tensor> &given) {
  auto program = compileCopy(target, module, name, {});
  VariableStore store;
  if (failed(program) || failed(initializeVariables(module, store, 1)))
    return std::nullopt;
  const std::vector<cpu::ProgramTensor> &infos = (*program)->getInputs();
  std::vector<Tensor> inputs, outputs((*program)->getOutputs().size());
  while (inputs.size() + given.size() < infos.size())
    inputs.push_back(makeArgument(infos[inputs.size()], inputs.size()));
  llvm::append_range(inputs, given);
  Status status = (*program)->bind(store);
  if (status.ok())
    status = (*program)->run(inputs, outputs);
  if (status.ok())
    return outputs;
  llvm::errs() << status.message() << "\n";
  return std::nullopt;
}

/// Prints what a function becomes on the CPU, and how many kernels are new to
/// the compiler, now and when it is compiled again.
static bool report(cpu::CpuTarget &target, ModuleOp module, StringRef name) {
  auto program = compileCopy(target, module, name, {});
  auto again = compileCopy(target, module, name, {});
  if (failed(program) || failed(again))
    return false;
  const cpu::ProgramStatistics &statistics = (*program)->getStatistics();
  llvm::outs() << name << ": " << statistics.kernels << " kernels, "
               << statistics.launches << " launches, " << statistics.products
               << " products, " << statistics.copies << " copies, "
               << (statistics.peakBytes == statistics.lowerBoundBytes
                       ? "peak at its lower bound"
                       : "peak above its lower bound")
               << ", compiled " << statistics.kernelsCompiled << ", then "
               << (*again)->getStatistics().kernelsCompiled << "\n";
  return true;
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

namespace {

/// One way to run a function: how it is called, and the run.
struct Variant {
  StringRef what;
  std::function<std::optional<std::vector<Tensor>>(ModuleOp, StringRef,
                                                   int64_t &)>
      run;
  /// On a device alone.
  RunOnce runOnce;
};

} // namespace

template <typename TargetT>
static Variant makeVariant(StringRef what, std::shared_ptr<TargetT> target,
                           bool fuse) {
  return {what,
          [target, fuse](ModuleOp module, StringRef name, int64_t &products) {
            return runThrice(*target, module, name, fuse, products);
          },
          [target](ModuleOp module, StringRef name,
                   const std::vector<Tensor> &given) {
            return runOnce(*target, module, name, given);
          }};
}

/// The other ways; empty, and a message, where there is no device.
static std::vector<Variant> makeVariants(std::shared_ptr<cpu::CpuTarget> one,
                                         bool useCuda) {
  if (!useCuda) {
    auto two = cpu::CpuTarget::create(2);
    if (!two.ok())
      return {};
    std::shared_ptr<cpu::CpuTarget> shared = two.take();
    return {makeVariant("unfused", one, false),
            makeVariant("two threads", shared, true),
            makeVariant("two threads, unfused", shared, false)};
  }
  cuda::TargetOptions options;
  auto device = cuda::CudaTarget::create(options);
  options.useGraph = false;
  options.separateBuffers = true;
  auto apart = cuda::CudaTarget::create(options);
  if (!device.ok() || !apart.ok()) {
    llvm::errs() << (device.ok() ? apart.message() : device.message()) << "\n";
    return {};
  }
  std::shared_ptr<cuda::CudaTarget> shared = device.take();
  std::shared_ptr<cuda::CudaTarget> separate = apart.take();
  return {makeVariant("on cuda", shared, true),
          makeVariant("on cuda, unfused", shared, false),
          makeVariant("on cuda, step by step", separate, true)};
}

/// Compares a function with products on a device with the CPU. `first` becomes
/// what all ways on the device must give, or nothing on failure.
static bool compareAround(ModuleOp module, StringRef name, Variant &device,
                          std::shared_ptr<cpu::CpuTarget> one,
                          std::optional<std::vector<Tensor>> &first) {
  int64_t products = 0;
  first = device.run(module, name, products);
  if (!first)
    return false;
  std::string difference = compareAroundProducts(
      module, name, *first, device.runOnce,
      [one](ModuleOp module, StringRef name, const std::vector<Tensor> &given) {
        return runOnce(*one, module, name, given);
      });
  if (!difference.empty())
    llvm::outs() << name << ": other bits " << device.what << ", " << difference
                 << "\n";
  return difference.empty();
}

int main(int argc, char **argv) {
  bool useCuda = argc == 3 && StringRef(argv[1]) == "--cuda";
  if (argc != 2 && !useCuda)
    return 2;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(argv[argc - 1], &context);
  auto created = cpu::CpuTarget::create(1);
  if (!module || !created.ok())
    return 1;
  std::shared_ptr<cpu::CpuTarget> one = created.take();
  std::vector<Variant> variants = makeVariants(one, useCuda);
  if (variants.empty())
    return 1;
  bool passed = true;
  for (auto function : module->getOps<func::FuncOp>()) {
    if (function.isPrivate())
      continue;
    StringRef name = function.getName();
    if (!report(*one, *module, name))
      return 1;
    int64_t products = 0;
    auto first = runThrice(*one, *module, name, true, products);
    if (!first)
      return 1;
    if (auto ulps = function->getAttrOfType<IntegerAttr>("test.ulps"))
      passed &= agreesWithReference(*module, function, *first, ulps.getInt());
    if (useCuda && products != 0)
      passed &= compareAround(*module, name, variants.front(), one, first);
    for (Variant &variant : variants) {
      auto results = variant.run(*module, name, products);
      if (!results || !first)
        return 1;
      if (!isSame(*first, *results)) {
        llvm::outs() << name << ": other bits " << variant.what << "\n";
        passed = false;
      }
    }
  }
  return passed ? 0 : 1;
}
