// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled functions on this process's CPU: from a function of the amp dialect
// to a flat list of kernel launches, matrix products and copies, and its
// execution. No op is interpreted at run time.

#ifndef AMP_TARGET_PROGRAM_H
#define AMP_TARGET_PROGRAM_H

#include "amp/Runtime/PlanFigures.h"
#include "amp/Runtime/Tensor.h"
#include "amp/Runtime/VariableStore.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace amp {

class ThreadPool;

namespace cpu {

/// A tensor that crosses the boundary of a program.
struct ProgramTensor {
  std::string name;
  std::vector<int64_t> shape;
  ElementType type = ElementType::F32;
};

/// What a program consists of and what it cost.
struct ProgramStatistics : PlanFigures {
  /// Distinct kernels; launches of them and of the runtime's own code;
  /// products by the library; copies.
  int64_t kernels = 0;
  int64_t launches = 0;
  int64_t products = 0;
  int64_t copies = 0;
  /// Kernels that had to be compiled for this program; the others were known.
  int64_t kernelsCompiled = 0;
  /// Kernels whose code another process had compiled and kept.
  int64_t kernelsLoaded = 0;
  /// What went wrong with the folder of kept code; empty if nothing did.
  std::string cacheProblem;
  /// Seconds from the function to the runnable program.
  double compileSeconds = 0.0;
};

/// The time that one step of a program took, summed over profiled runs.
struct StepTime {
  /// The kernel's symbol, or "gemm MxNxK", or "copy".
  std::string name;
  int64_t nanoseconds = 0;
};

/// How one function is compiled.
struct ProgramOptions {
  /// Whether ops share kernels; the results are the same, bit for bit.
  bool fuse = true;
  /// Called after each stage with its name ("fuse") and the module as it is
  /// then; returning false ends the compilation, which fails with an error at
  /// the function. May be empty.
  std::function<bool(llvm::StringRef stage, mlir::ModuleOp module)> observer;
};

class Program;

/// Where a target keeps compiled kernels for other processes.
struct CacheOptions {
  /// The folder, made when needed; empty for none. One that cannot be used
  /// costs time only (ProgramStatistics::cacheProblem says why).
  std::string folder;
};

/// A CPU to compile for and to run on: its compiler with all kernels compiled
/// so far, its library, its threads. Programs keep what they need of it alive.
/// Not for use by several threads at once.
class CpuTarget {
public:
  /// Starts `threads` workers, the calling thread included; 0 means one per
  /// CPU. Fails when the CPU lacks what kernels need or no thread can start.
  static Result<std::unique_ptr<CpuTarget>>
  create(unsigned threads, const CacheOptions &cache = {});
  ~CpuTarget();

  /// Stage 8: gives products of all functions of `module` packed weights where
  /// that pays with this CPU's library. New variables are `cast_of` others.
  llvm::LogicalResult layOut(mlir::ModuleOp module);

  /// Compiles the function `name` of `module`: ops as written after autocast,
  /// static shapes, one block. Uses up its body, so that it is a declaration
  /// afterwards; nothing else is changed. Kernels of a structure
  /// that this target has compiled before are taken from there, so that another
  /// batch size compiles nothing. Emits errors at the ops in question.
  mlir::FailureOr<std::unique_ptr<Program>>
  compile(mlir::ModuleOp module, llvm::StringRef name,
          const ProgramOptions &options);

  ThreadPool &getPool();
  /// LLVM's name of the CPU that kernels are compiled for.
  llvm::StringRef getCPU() const;

  struct State;

private:
  explicit CpuTarget(std::shared_ptr<State> state);
  std::shared_ptr<State> state;
};

/// A compiled function with its memory. One run at a time; after the first run
/// with the same variables a run allocates nothing but what the library does.
class Program {
public:
  ~Program();

  const std::vector<ProgramTensor> &getInputs() const;
  const std::vector<ProgramTensor> &getOutputs() const;

  /// Takes the variables that the program reads and writes from `store`, in
  /// place of those of an earlier call. Fails if one is missing or has another
  /// size or type. To be called before the first run and again after a variable
  /// was created in the store.
  Status bind(const VariableStore &store);

  /// Runs the function. `inputs` match getInputs() in order, shape and type and
  /// are not copied; results are written into `outputs`, of which those without
  /// storage are allocated. An output may share memory with no other tensor of
  /// the call. Variables are renewed in place.
  Status run(std::span<const Tensor> inputs, std::span<Tensor> outputs);

  const ProgramStatistics &getStatistics() const;

  /// Measures each step of the following runs, which costs some 50 ns a step.
  void setProfiling(bool enabled);
  /// Times of the profiled runs so far, one entry a step in order.
  std::vector<StepTime> getStepTimes() const;

  struct State;

private:
  friend class CpuTarget;
  explicit Program(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

/// Runs a function without arguments whose assertions (the check dialect)
/// decide on success: what they look at becomes results, which are compared
/// here as the interpreter compares them.
mlir::LogicalResult runChecks(CpuTarget &target, mlir::ModuleOp module,
                              mlir::func::FuncOp function,
                              const VariableStore &variables,
                              const ProgramOptions &options);

} // namespace cpu
} // namespace amp

#endif // AMP_TARGET_PROGRAM_H
