// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target `ref` as a backend, and what both backends share.

#include "Backend.h"

#include "Diagnostics.h"
#include "amp/IR/Amp.h"
#include "amp/Pipelines/Pipelines.h"
#include "amp/Reference/Interpreter.h"

using namespace mlir;
using namespace amp;

namespace {

/// A plan that the interpreter runs.
class ReferencePlan : public Plan {
public:
  ReferencePlan(OwningOpRef<ModuleOp> module, func::FuncOp function,
                ModelState &state)
      : module(std::move(module)), function(function), state(state) {}

  Status run(std::span<const Tensor> inputs,
             std::span<Tensor> outputs) override {
    if (Status taken = state.variables.takeAllToHost(); !taken.ok())
      return taken;
    DiagnosticCollector diagnostics(state.getContext());
    Interpreter interpreter(*module, state.variables);
    FailureOr<SmallVector<Tensor>> results =
        interpreter.run(function, ArrayRef(inputs.data(), inputs.size()));
    if (failed(results))
      return diagnostics.takeFailure("the interpreter failed");
    for (auto [output, result] : llvm::zip_equal(outputs, *results))
      output = std::move(result);
    return Status::success();
  }

private:
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  ModelState &state;
};

/// A copy of `module` with its variables and only the function `name`.
OwningOpRef<ModuleOp> extractFunction(ModuleOp module, StringRef name) {
  OwningOpRef<ModuleOp> result(ModuleOp::create(module.getLoc()));
  OpBuilder builder = OpBuilder::atBlockEnd(result->getBody());
  for (Operation &op : *module.getBody()) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || function.getSymName() == name)
      builder.clone(op);
  }
  return result;
}

class ReferenceBackend : public Backend {
public:
  Result<std::unique_ptr<Plan>> compile(ModuleOp module, StringRef name,
                                        ModelState &state) override {
    OwningOpRef<ModuleOp> own = extractFunction(module, name);
    auto function = own->lookupSymbol<func::FuncOp>(name);
    assert(function && "expects a function of the module");
    return std::unique_ptr<Plan>(
        std::make_unique<ReferencePlan>(std::move(own), function, state));
  }
};

} // namespace

std::unique_ptr<Backend> amp::createReferenceBackend() {
  return std::make_unique<ReferenceBackend>();
}

Result<std::unique_ptr<Backend>>
Backend::create(const CompileOptions &options) {
  if (options.allowTF32 && options.target != Target::Cuda)
    return Failure{"expects the target cuda for products in TF32"};
  if (options.autotune && options.target != Target::Cuda)
    return Failure{"expects the target cuda for autotuning"};
  if (options.target == Target::Ref)
    return createReferenceBackend();
  if (options.target == Target::Cuda)
    return createCudaBackend(options);
  if (options.target == Target::Cpu)
    return createCpuBackend(options);
  return Failure{"expects the target ref, cpu or cuda"};
}

Result<std::vector<Tensor>> amp::allocateOutputs(func::FuncOp function) {
  std::vector<Tensor> outputs;
  for (TensorInfo &info : describeOutputs(function)) {
    Result<Tensor> tensor = Tensor::create(info.shape, info.type);
    if (!tensor.ok())
      return tensor.takeFailure();
    outputs.push_back(tensor.take());
  }
  return outputs;
}

void amp::describeProgram(const cpu::ProgramStatistics &program,
                          CompileStatistics &statistics) {
  statistics.kernels = program.launches;
  statistics.libraryCalls = program.products;
  static_cast<PlanFigures &>(statistics) = program;
}

void amp::countCompiledKernels(const cpu::ProgramStatistics &program,
                               CompileStatistics &statistics) {
  statistics.kernelsCompiled += program.kernelsCompiled;
  statistics.kernelsLoaded += program.kernelsLoaded;
  statistics.cacheProblem = program.cacheProblem;
}

cpu::ProgramOptions amp::makeProgramOptions(bool fuse, const StageWatch &watch,
                                            StringRef function) {
  cpu::ProgramOptions options;
  options.fuse = fuse;
  if (watch.observer || watch.verifies)
    options.observer = [&watch, function](StringRef stage, ModuleOp module) {
      return succeeded(observeStage(watch, stage, function, module));
    };
  return options;
}
