// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a Trainer holds: plans by batch shape, the scalar arguments of a step,
// and the handles of the variables that it reports. Private.

#ifndef AMP_LIB_ENGINE_TRAINERSTATE_H
#define AMP_LIB_ENGINE_TRAINERSTATE_H

#include "FunctionRunner.h"
#include "amp/Engine/Trainer.h"
#include "amp/Transforms/TrainStep.h"

#include "llvm/Support/Compiler.h"

namespace amp {

/// A compiled step function with its arguments and results in place: a run
/// writes the batch into the first arguments and reads results by position.
struct BoundPlan {
  std::unique_ptr<Plan> plan;
  std::vector<Tensor> inputs;
  std::vector<Tensor> outputs;
  /// Positions among the results, -1 where there is none.
  int lossResult = -1;
  int normResult = -1;
  int skippedResult = -1;
};

/// Everything for one combination of batch shapes.
struct BatchPlans {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  BoundPlan step;
  BoundPlan accumulate;
};

// Hidden: a symbol that names LLVM types must not leave libamp.
struct LLVM_LIBRARY_VISIBILITY Trainer::Impl {
  Impl(std::shared_ptr<ModelState> state, const CompileOptions &options,
       const TrainOptions &train);

  /// Reads the model's loss and makes the scalar arguments.
  Status prepare();

  /// The plans for the shapes of `batch`; compiles what is new.
  Result<BatchPlans *> findPlans(std::span<const Tensor> batch);
  /// Checks `batch` and returns one function of its plans, compiled.
  Result<BoundPlan *> findFunction(std::span<const Tensor> batch,
                                   BoundPlan BatchPlans::*member,
                                   llvm::StringRef name);
  /// Compiles `function` of `module` and binds its arguments.
  Result<BoundPlan> bind(mlir::ModuleOp module, llvm::StringRef function);
  /// Notes which variables of a compiled `module` are the trainer's own.
  void noteDeclared(mlir::ModuleOp module);
  /// Those that a saved state holds: the gradients only inside a group.
  std::vector<std::string> findSavedVariables(bool withGradients) const;
  Status refreshCopies();
  /// Checks `batch`, puts it into the arguments of `bound` and runs.
  Status runOnBatch(BoundPlan &bound, std::span<const Tensor> batch);
  /// Reads results and scaler state after an update.
  Result<StepResult> finishUpdate(const BoundPlan &bound, StepResult result);

  double readScalar(const char *variable, double otherwise) const;

  std::shared_ptr<ModelState> state;
  CompileOptions options;
  TrainOptions train;
  TrainStepOptions stepOptions;
  std::unique_ptr<Backend> backend;
  CompileStatistics statistics;
  mlir::OwningOpRef<mlir::ModuleOp> typed;
  InputChecks checks;
  PlanCache<std::unique_ptr<BatchPlans>> plans;
  std::unique_ptr<Plan> refresh;
  BoundPlan apply;
  std::vector<std::string> copies;
  /// Trainable variables that have a gradient.
  std::vector<std::string> gradientVariables;
  std::unique_ptr<FunctionRunner> evaluation;
  /// Variables that stage 5 declared for optimizer and scaler, without the
  /// gradients; known once something was compiled.
  std::vector<std::string> updateVariables;
  bool declared = false;
  /// What a saved state counts: updates, batches whose gradients were taken,
  /// and whether a group was begun and not applied.
  int64_t steps = 0;
  int64_t microBatches = 0;
  bool groupOpen = false;
  /// 0-d tensors by `amp.name`, shared by all plans.
  std::unordered_map<std::string, Tensor> scalars;
  /// Two of them that every step writes, at hand because a look-up by name
  /// allocates.
  Tensor randomSeed, randomCounter;
  /// Whether learning rate and weight decay are numbers to train with. Looking
  /// them up by name in each step would allocate.
  bool ratesFit = true;
};

} // namespace amp

#endif // AMP_LIB_ENGINE_TRAINERSTATE_H
