// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler's stages as functions, in order: each fills a pass manager (or
// rewrites a module where its input is more than a module) and ends with the
// verifier of its boundary.

#ifndef AMP_PIPELINES_PIPELINES_H
#define AMP_PIPELINES_PIPELINES_H

#include "amp/Engine/CompileOptions.h"
#include "amp/Transforms/TrainStep.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

namespace amp {

/// What is done between stages, as the options of a compilation ask for it.
struct StageWatch {
  StageWatch(const CompileOptions &options)
      : observer(options.observer), verifies(options.verifyEach) {}

  StageObserver observer;
  /// Whether all ops are verified first.
  bool verifies;
};

/// Stage 2; a policy that cannot be read is an error of its pass.
void buildAutocastPipeline(mlir::PassManager &passes,
                           const CompileOptions &options);

/// Stages 3 to 5 for training: fixes the input shapes of @loss, differentiates
/// it and builds the step functions; every other function is erased. Emits
/// located errors. Returns failure also when `watch` stops it.
llvm::LogicalResult
runTrainingPipeline(mlir::ModuleOp module,
                    llvm::ArrayRef<llvm::SmallVector<int64_t>> shapes,
                    const TrainStepOptions &step, const StageWatch &watch);

/// Stage 3 for one function without training: weight copies are shared and all
/// functions but `function` and @refresh are erased.
llvm::LogicalResult
runInferencePipeline(mlir::ModuleOp module, llvm::StringRef function,
                     llvm::ArrayRef<llvm::SmallVector<int64_t>> shapes,
                     const StageWatch &watch);

/// Names of all stages in order, as --stop-after and observers spell them.
llvm::ArrayRef<llvm::StringLiteral> getStageNames();

/// Verifies `module` if `watch` asks for it and tells its observer, if there is
/// one, that `stage` is done. Returns failure and emits an error at the module
/// if it does not verify or the observer wants to stop.
llvm::LogicalResult observeStage(const StageWatch &watch, llvm::StringRef stage,
                                 llvm::StringRef function,
                                 mlir::ModuleOp module);

} // namespace amp

#endif // AMP_PIPELINES_PIPELINES_H
