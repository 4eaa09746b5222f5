// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target `cuda` as a backend: programs of compiled kernels and library calls on
// a device, which keeps the variables from run to run.

#include "Backend.h"

#include "Diagnostics.h"
#include "Target/CUDA/CudaProgram.h"
#include "amp/Pipelines/Pipelines.h"

using namespace mlir;
using namespace amp;

namespace {

/// A compiled program bound to the model's variables.
class CudaPlan : public ProgramPlan<cuda::CudaProgram> {
public:
  using ProgramPlan::ProgramPlan;

  Status run(std::span<const Tensor> inputs,
             std::span<Tensor> outputs) override {
    return program->run(inputs, outputs);
  }
};

/// What there is without a device: figures, and nothing to run.
class AbsentPlan : public Plan {
public:
  explicit AbsentPlan(cpu::ProgramStatistics figures)
      : figures(std::move(figures)) {}

  Status run(std::span<const Tensor>, std::span<Tensor>) override {
    return Status::success();
  }

  void describe(CompileStatistics &statistics) const override {
    describeProgram(figures, statistics);
  }

  void countCompiled(CompileStatistics &statistics) const override {
    countCompiledKernels(figures, statistics);
  }

private:
  cpu::ProgramStatistics figures;
};

class CudaBackend : public Backend {
public:
  CudaBackend(std::unique_ptr<cuda::CudaTarget> target,
              const CompileOptions &options)
      : target(std::move(target)), fuse(options.fuse), watch(options),
        log(options.log) {}

  Result<std::unique_ptr<Plan>> compile(ModuleOp module, StringRef function,
                                        ModelState &state) override {
    DiagnosticCollector diagnostics(state.getContext(), &log);
    cpu::ProgramOptions options = makeProgramOptions(fuse, watch, function);
    if (!target->driver) {
      FailureOr<cpu::ProgramStatistics> figures =
          target->plan(module, function, options);
      if (failed(figures))
        return diagnostics.takeFailure("compilation failed");
      return std::unique_ptr<Plan>(
          std::make_unique<AbsentPlan>(std::move(*figures)));
    }
    FailureOr<std::unique_ptr<cuda::CudaProgram>> program =
        target->compile(module, function, options);
    if (failed(program))
      return diagnostics.takeFailure("compilation failed");
    if (Status bound = (*program)->bind(state.variables); !bound.ok())
      return bound.takeFailure();
    return std::unique_ptr<Plan>(
        std::make_unique<CudaPlan>(std::move(*program)));
  }

private:
  std::unique_ptr<cuda::CudaTarget> target;
  bool fuse;
  StageWatch watch;
  DiagnosticCollector::Log log;
};

} // namespace

Result<std::unique_ptr<Backend>>
amp::createCudaBackend(const CompileOptions &options) {
  cuda::TargetOptions own;
  own.capability = options.cudaCapability;
  own.planCapabilities = options.planCapabilities;
  own.cacheFolder = options.cacheDirectory;
  own.threads = options.threads;
  own.useGraph = options.useGraph;
  own.profile = options.profileSteps;
  own.separateBuffers = options.separateBuffers;
  own.allowTF32 = options.allowTF32;
  own.autotune = options.autotune;
  Result<std::unique_ptr<cuda::CudaTarget>> target =
      cuda::CudaTarget::create(own);
  if (!target.ok())
    return target.takeFailure();
  return std::unique_ptr<Backend>(
      std::make_unique<CudaBackend>(target.take(), options));
}
