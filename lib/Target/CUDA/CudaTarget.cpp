// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device and what belongs to it; the stages from a function to a program.

#include "CudaProgramState.h"
#include "PlanFigures.h"

#include "Target/Stages.h"

#include "amp/Pipelines/Pipelines.h"

#include <chrono>

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

Result<std::unique_ptr<CudaTarget>>
CudaTarget::create(const TargetOptions &options) {
  auto target = std::make_unique<CudaTarget>();
  target->options = options;
  if (options.capability != 0)
    return target;
  Result<std::shared_ptr<Driver>> driver = Driver::create(options.device);
  if (!driver.ok())
    return driver.takeFailure();
  target->driver = driver.take();
  Result<std::shared_ptr<Blas>> blas = Blas::create(target->driver);
  if (!blas.ok())
    return blas.takeFailure();
  target->blas = blas.take();
  if (options.autotune)
    target->autotuner =
        std::make_shared<Autotuner>(target->blas, options.cacheFolder);
  Result<std::unique_ptr<Kernels>> kernels =
      Kernels::create(target->driver, options.cacheFolder, options.threads);
  if (!kernels.ok())
    return kernels.takeFailure();
  target->kernels = kernels.take();
  return target;
}

/// Marks the products of f32 of a program, which then multiply in TF32.
static void markTF32(device::ProgramOp program) {
  program.walk([](device::GemmOp gemm) {
    if (cast<MemRefType>(gemm.getA().getType()).getElementType().isF32())
      gemm->setAttr(tf32Name, UnitAttr::get(gemm.getContext()));
  });
}

FailureOr<CudaTarget::Lowered>
CudaTarget::lower(ModuleOp module, StringRef name,
                  const cpu::ProgramOptions &programOptions) {
  FailureOr<IsolatedFunction> function = IsolatedFunction::create(module, name);
  if (failed(function))
    return failure();
  Lowered lowered{std::move(*function), {}, {}};
  ModuleOp isolated = lowered.function.getModule();
  SmallVector<std::string> native{"f32", "f16"};
  // Before Ampere a product of bf16 runs in f32.
  int capability = driver ? driver->getCapability() : options.capability;
  if (capability >= 80)
    native.push_back("bf16");
  cpu::ProgramOptions counting = programOptions;
  counting.observer = [&](StringRef stage, ModuleOp current) {
    if (stage == "simplify")
      countCasts(current, lowered.statistics);
    return !programOptions.observer || programOptions.observer(stage, current);
  };
  if (failed(runDeviceStages(isolated, lowered.function.getDeclaration(),
                             counting, native, SplitRule::Blocks)))
    return failure();
  lowered.program = isolated.lookupSymbol<device::ProgramOp>(name);
  assert(lowered.program && "amp-to-device makes one program a function");
  if (options.allowTF32 && capability >= 80)
    markTF32(lowered.program);
  if (failed(describeCudaProgram(lowered.program, lowered.statistics)))
    return failure();
  return lowered;
}

FailureOr<cpu::ProgramStatistics>
CudaTarget::plan(ModuleOp module, StringRef name,
                 const cpu::ProgramOptions &programOptions) {
  auto start = std::chrono::steady_clock::now();
  FailureOr<Lowered> lowered = lower(module, name, programOptions);
  if (failed(lowered) ||
      failed(addKernelResources(lowered->program, options.planCapabilities,
                                lowered->statistics)))
    return failure();
  lowered->statistics.compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return std::move(lowered->statistics);
}

FailureOr<std::unique_ptr<CudaProgram>>
CudaTarget::compile(ModuleOp module, StringRef name,
                    const cpu::ProgramOptions &programOptions) {
  auto start = std::chrono::steady_clock::now();
  FailureOr<Lowered> lowered = lower(module, name, programOptions);
  if (failed(lowered))
    return failure();
  assert(driver && "expects a device to compile for");
  auto built =
      buildCudaProgram(*this, lowered->program, std::move(lowered->statistics));
  if (failed(built))
    return failure();
  (*built)->statistics.compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return std::make_unique<CudaProgram>(std::move(*built));
}
