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
class CudaPlan : public Plan {
public:
  explicit CudaPlan(std::unique_ptr<cuda::CudaProgram> program)
      : program(std::move(program)) {}

  Status run(std::span<const Tensor> inputs,
             std::span<Tensor> outputs) override {
    return program->run(inputs, outputs);
  }

  void describe(CompileStatistics &statistics) const override {
    describeProgram(program->getStatistics(), statistics);
  }

  void countCompiled(CompileStatistics &statistics) const override {
    countCompiledKernels(program->getStatistics(), statistics);
  }

private:
  std::unique_ptr<cuda::CudaProgram> program;
};

/// What there is to run without a device: nothing.
class AbsentPlan : public Plan {
public:
  Status run(std::span<const Tensor>, std::span<Tensor>) override {
    return Status::success();
  }
};

class CudaBackend : public Backend {
public:
  CudaBackend(std::unique_ptr<cuda::CudaTarget> target,
              const CompileOptions &options)
      : target(std::move(target)), fuse(options.fuse),
        observer(options.observer), log(options.log) {}

  Result<std::unique_ptr<Plan>> compile(ModuleOp module, StringRef function,
                                        ModelState &state) override {
    DiagnosticCollector diagnostics(state.getContext(), &log);
    FailureOr<std::unique_ptr<cuda::CudaProgram>> program = target->compile(
        module, function, makeProgramOptions(fuse, observer, function));
    if (failed(program))
      return diagnostics.takeFailure("compilation failed");
    if (!*program)
      return std::unique_ptr<Plan>(std::make_unique<AbsentPlan>());
    if (Status bound = (*program)->bind(state.variables); !bound.ok())
      return bound.takeFailure();
    return std::unique_ptr<Plan>(
        std::make_unique<CudaPlan>(std::move(*program)));
  }

private:
  std::unique_ptr<cuda::CudaTarget> target;
  bool fuse;
  StageObserver observer;
  DiagnosticCollector::Log log;
};

} // namespace

Result<std::unique_ptr<Backend>>
amp::createCudaBackend(const CompileOptions &options) {
  cuda::TargetOptions own;
  own.capability = options.cudaCapability;
  own.cacheFolder = options.cacheDirectory;
  own.threads = options.threads;
  own.useGraph = options.useGraph;
  own.separateBuffers = options.separateBuffers;
  Result<std::unique_ptr<cuda::CudaTarget>> target =
      cuda::CudaTarget::create(own);
  if (!target.ok())
    return target.takeFailure();
  return std::unique_ptr<Backend>(
      std::make_unique<CudaBackend>(target.take(), options));
}
