// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The targets behind one door: a backend compiles functions of a module for
// fixed shapes into plans, a plan runs one. Private.

#ifndef AMP_LIB_ENGINE_BACKEND_H
#define AMP_LIB_ENGINE_BACKEND_H

#include "ModelState.h"
#include "amp/Pipelines/Pipelines.h"
#include "amp/Target/Program.h"

#include <span>

namespace amp {

/// One function compiled for fixed shapes.
class Plan {
public:
  virtual ~Plan() = default;

  /// Runs on `inputs` and leaves result i in `outputs[i]`, a tensor of result
  /// i's shape and type that the plan may write in place or replace. Variables
  /// are read from and written to the store that the plan was compiled with.
  virtual Status run(std::span<const Tensor> inputs,
                     std::span<Tensor> outputs) = 0;

  /// Makes the figures of the last plan this plan's. Allocates nothing when
  /// they are those of a plan of the same backend.
  virtual void describe(CompileStatistics &statistics) const {}

  /// Adds what compiling the plan took to the counters.
  virtual void countCompiled(CompileStatistics &statistics) const {}
};

/// Compiles functions for one target; keeps what plans share, such as kernels.
class Backend {
public:
  static Result<std::unique_ptr<Backend>> create(const CompileOptions &options);
  virtual ~Backend() = default;

  /// Stage 8 for this target: lays out the variables of `module`, which may get
  /// new copies, for all its functions at once. Returns failure with errors.
  virtual Status layOut(mlir::ModuleOp module, ModelState &state) {
    return Status::success();
  }

  /// Compiles `function` of `module`, in which it has static shapes. This can
  /// be done once, as it may use up the function's body. Nothing else is
  /// changed, and the module may go away. Its variables must be in `state`.
  virtual Result<std::unique_ptr<Plan>> compile(mlir::ModuleOp module,
                                                llvm::StringRef function,
                                                ModelState &state) = 0;

  /// Adds what was compiled so far.
  virtual void describe(CompileStatistics &statistics) const {}
};

/// The figures of a compiled program, for the plans of all compiled targets:
/// of its plan, and of what had to be compiled.
void describeProgram(const cpu::ProgramStatistics &program,
                     CompileStatistics &statistics);
void countCompiledKernels(const cpu::ProgramStatistics &program,
                          CompileStatistics &statistics);

/// The plan of a compiled program, but for its run.
template <typename Program> class ProgramPlan : public Plan {
public:
  explicit ProgramPlan(std::unique_ptr<Program> program)
      : program(std::move(program)) {}

  void describe(CompileStatistics &statistics) const override {
    describeProgram(program->getStatistics(), statistics);
  }

  void countCompiled(CompileStatistics &statistics) const override {
    countCompiledKernels(program->getStatistics(), statistics);
  }

protected:
  std::unique_ptr<Program> program;
};

/// The options of a program that compiles `function`, which must outlive them.
cpu::ProgramOptions makeProgramOptions(bool fuse, const StageWatch &watch,
                                       llvm::StringRef function);

/// The implementations.
std::unique_ptr<Backend> createReferenceBackend();
Result<std::unique_ptr<Backend>>
createCpuBackend(const CompileOptions &options);
Result<std::unique_ptr<Backend>>
createCudaBackend(const CompileOptions &options);

/// Checks, by value, inputs that a compiled program cannot check itself.
class InputChecks {
public:
  InputChecks() = default;
  /// Collects the checks of `function`, a function that stage 2 has typed.
  explicit InputChecks(mlir::func::FuncOp function);

  /// Checks that the tensors have the declared types and fit the declared
  /// shapes, equal where the declaration says so, and that class indices are in
  /// range; with `finite`, also that floats are.
  Status check(std::span<const Tensor> inputs, bool finite) const;

  const std::vector<TensorInfo> &inputs() const { return infos; }

private:
  Status checkShape(size_t index, const Tensor &tensor) const;

  std::vector<TensorInfo> infos;
};

/// Whether every element of a float tensor is finite; true for other types. On
/// false, `index` is the first that is not.
bool allFinite(const Tensor &tensor, int64_t &index);

/// New tensors for the results of `function`, which has static shapes.
Result<std::vector<Tensor>> allocateOutputs(mlir::func::FuncOp function);

} // namespace amp

#endif // AMP_LIB_ENGINE_BACKEND_H
