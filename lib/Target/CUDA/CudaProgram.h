// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled functions on a CUDA device: from a function of the amp dialect to a
// list of launches and library calls on fixed addresses, captured once as a
// CUDA graph and replayed. Private.

#ifndef AMP_LIB_TARGET_CUDA_CUDAPROGRAM_H
#define AMP_LIB_TARGET_CUDA_CUDAPROGRAM_H

#include "Autotuner.h"
#include "DeviceVariables.h"
#include "Kernels.h"

#include "Target/Stages.h"

#include "amp/Target/CUDA.h"

namespace amp::cuda {

class CudaProgram;

/// A device to compile for and to run on.
class CudaTarget {
public:
  static Result<std::unique_ptr<CudaTarget>>
  create(const TargetOptions &options);

  /// Compiles the function `name` of `module` for the device, which there must
  /// be, as cpu::CpuTarget::compile does.
  mlir::FailureOr<std::unique_ptr<CudaProgram>>
  compile(mlir::ModuleOp module, llvm::StringRef name,
          const cpu::ProgramOptions &options);

  /// What is known of that program without a device.
  mlir::FailureOr<cpu::ProgramStatistics>
  plan(mlir::ModuleOp module, llvm::StringRef name,
       const cpu::ProgramOptions &options);

  TargetOptions options;
  std::shared_ptr<Driver> driver;
  std::shared_ptr<Blas> blas;
  std::shared_ptr<Kernels> kernels;
  /// Only where products are timed.
  std::shared_ptr<Autotuner> autotuner;

private:
  /// A function that has come through all stages.
  struct Lowered {
    /// Keeps the module that the program is in.
    IsolatedFunction function;
    device::ProgramOp program;
    /// The figures of its plan.
    cpu::ProgramStatistics statistics;
  };
  mlir::FailureOr<Lowered> lower(mlir::ModuleOp module, llvm::StringRef name,
                                 const cpu::ProgramOptions &options);
};

/// A compiled function with its memory on the device. One run at a time.
class CudaProgram {
public:
  struct State;
  explicit CudaProgram(std::unique_ptr<State> state);
  ~CudaProgram();

  const std::vector<cpu::ProgramTensor> &getInputs() const;
  const std::vector<cpu::ProgramTensor> &getOutputs() const;
  const cpu::ProgramStatistics &getStatistics() const;

  /// Takes the variables that the program uses from `store`; to be called once,
  /// before the first run.
  Status bind(VariableStore &store);
  /// Runs the function: inputs to the device, the steps, outputs back, and
  /// waits. Errors name the step, or with a graph the run.
  Status run(std::span<const Tensor> inputs, std::span<Tensor> outputs);

private:
  std::unique_ptr<State> state;
};

/// Prepares a planned device program, of which `statistics` are known, for
/// execution.
mlir::FailureOr<std::unique_ptr<CudaProgram::State>>
buildCudaProgram(const CudaTarget &target, device::ProgramOp program,
                 cpu::ProgramStatistics statistics);

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_CUDAPROGRAM_H
