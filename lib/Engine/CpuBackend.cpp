// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target `cpu` as a backend: programs of compiled kernels and library calls.

#include "Backend.h"

#include "Diagnostics.h"
#include "amp/Pipelines/Pipelines.h"
#include "amp/Runtime/FloatMode.h"
#include "amp/Runtime/ThreadPool.h"
#include "amp/Target/Program.h"

using namespace mlir;
using namespace amp;

namespace {

/// A compiled program bound to the model's variables.
class CpuPlan : public ProgramPlan<cpu::Program> {
public:
  CpuPlan(std::unique_ptr<cpu::Program> program, const VariableStore &variables)
      : ProgramPlan(std::move(program)), variables(variables) {}

  Status run(std::span<const Tensor> inputs,
             std::span<Tensor> outputs) override {
    if (Status taken = variables.takeAllToHost(); !taken.ok())
      return taken;
    // The host may flush subnormals or round differently; we do not (P7).
    ScopedFloatMode mode;
    return program->run(inputs, outputs);
  }

private:
  const VariableStore &variables;
};

class CpuBackend : public Backend {
public:
  CpuBackend(std::unique_ptr<cpu::CpuTarget> target,
             const CompileOptions &options)
      : target(std::move(target)), fuse(options.fuse), watch(options),
        log(options.log) {}

  Status layOut(ModuleOp module, ModelState &state) override {
    DiagnosticCollector diagnostics(state.getContext(), &log);
    if (failed(target->layOut(module)) ||
        failed(observeStage(watch, "layout", "", module)))
      return diagnostics.takeFailure("compilation failed");
    return Status::success();
  }

  Result<std::unique_ptr<Plan>> compile(ModuleOp module, StringRef function,
                                        ModelState &state) override {
    DiagnosticCollector diagnostics(state.getContext(), &log);
    FailureOr<std::unique_ptr<cpu::Program>> program = target->compile(
        module, function, makeProgramOptions(fuse, watch, function));
    if (failed(program))
      return diagnostics.takeFailure("compilation failed");
    if (Status bound = (*program)->bind(state.variables); !bound.ok())
      return bound.takeFailure();
    return std::unique_ptr<Plan>(
        std::make_unique<CpuPlan>(std::move(*program), state.variables));
  }

  void describe(CompileStatistics &statistics) const override {
    statistics.threads = target->getPool().size();
    statistics.cpu = target->getCPU().str();
  }

private:
  std::unique_ptr<cpu::CpuTarget> target;
  bool fuse;
  StageWatch watch;
  DiagnosticCollector::Log log;
};

} // namespace

Result<std::unique_ptr<Backend>>
amp::createCpuBackend(const CompileOptions &options) {
  Result<std::unique_ptr<cpu::CpuTarget>> target =
      cpu::CpuTarget::create(options.threads, {options.cacheDirectory});
  if (!target.ok())
    return target.takeFailure();
  return std::unique_ptr<Backend>(
      std::make_unique<CpuBackend>(target.take(), options));
}
