// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public functions of the target, on top of its parts.

#include "amp/Target/CUDA.h"

#include "CudaProgram.h"
#include "Target/RunChecks.h"

using namespace mlir;
using namespace amp;

Result<cuda::CheckRunner>
cuda::createCheckRunner(const TargetOptions &options) {
  Result<std::unique_ptr<CudaTarget>> created = CudaTarget::create(options);
  if (!created.ok())
    return created.takeFailure();
  std::shared_ptr<CudaTarget> target = created.take();
  return CheckRunner([target](ModuleOp module, func::FuncOp function,
                              const VariableStore &variables,
                              const cpu::ProgramOptions &options) {
    return runChecksOn(module, function, variables,
                       [&](ModuleOp compiled, func::FuncOp function,
                           VariableStore &store, std::vector<Tensor> &results) {
                         return compileAndRunOn(*target, options, compiled,
                                                function, store, results);
                       });
  });
}

FailureOr<std::string> cuda::printKernels(ModuleOp module) {
  return printKernelUses(getKernelUses(module, SymbolTable(module)));
}

FailureOr<std::string> cuda::compileKernels(ModuleOp module, int capability,
                                            bool ptx) {
  FailureOr<std::string> text = printKernels(module);
  if (failed(text))
    return failure();
  Result<std::unique_ptr<Nvrtc>> nvrtc = Nvrtc::load();
  if (!nvrtc.ok())
    return module.emitError(nvrtc.message());
  NvrtcOptions options;
  options.capability = capability;
  options.emitPtx = ptx;
  Result<NvrtcOutput> output = (*nvrtc)->compile(*text, "kernels.cu", options);
  if (!output.ok())
    return module.emitError(output.message());
  return std::move(output->code);
}
