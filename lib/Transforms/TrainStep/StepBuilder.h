// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the functions of stage 5 piece by piece: arguments, the inlined
// gradient function, the update, results. Private to this folder.

#ifndef AMP_LIB_TRANSFORMS_TRAINSTEP_STEPBUILDER_H
#define AMP_LIB_TRANSFORMS_TRAINSTEP_STEPBUILDER_H

#include "amp/IR/Amp.h"
#include "amp/Transforms/TrainStep.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace amp {

/// A variable with a gradient and the state that its updates keep, by symbol;
/// null where the options need none.
struct TrainedVariable {
  mlir::FlatSymbolRefAttr symbol;
  mlir::RankedTensorType type;
  mlir::FlatSymbolRefAttr moment1, moment2, step, buffer, gradientSum;
};

/// Writes one function at a time between begin and finish.
class StepBuilder {
public:
  /// Finds @loss_gradient in `module` and declares the variables that every
  /// step shares. Emits an error and fails where it is missing or unfit.
  static llvm::FailureOr<StepBuilder> create(mlir::ModuleOp module,
                                             const TrainStepOptions &options);

  void begin(llvm::StringRef name);
  void finish();
  /// Drops @loss_gradient, whose body now lives in the steps.
  void eraseGradientFunction();

  mlir::Value addArgument(llvm::StringRef name, mlir::Type type);
  /// The arguments of the loss function.
  void addDataArguments();
  /// Learning rate, decay, clip limit, the scaler's factors.
  void addUpdateArguments();
  /// One flag per variable; returns 1 where a variable has no gradient, else 0.
  llvm::SmallVector<mlir::Value> addHasGradientArguments();

  /// The loss scale, or 1 without a scaler.
  mlir::Value readScale();
  /// Inlines @loss_gradient, the last time by moving its body; its first
  /// results become results of the function, its gradients are returned.
  llvm::SmallVector<mlir::Value> callGradient(mlir::Value seed);
  /// Adds `gradients` to the gradient variables, or replaces them if `first`.
  void accumulate(llvm::ArrayRef<mlir::Value> gradients, mlir::Value first);
  llvm::SmallVector<mlir::Value> readGradients();
  /// Unscales, checks, clips, runs the optimizer and updates the scale.
  /// `skips[i]` other than 0 leaves variable i alone.
  void update(llvm::ArrayRef<mlir::Value> gradients,
              llvm::ArrayRef<mlir::Value> skips);

  mlir::RankedTensorType getF32Scalar();
  mlir::RankedTensorType getBoolScalar();

  mlir::OpBuilder builder;
  mlir::Location loc;

private:
  StepBuilder(mlir::ModuleOp module, const TrainStepOptions &options,
              mlir::func::FuncOp gradient);

  mlir::RankedTensorType scalar(mlir::Type element);
  mlir::Value constant(float value);
  mlir::Value read(mlir::FlatSymbolRefAttr variable, mlir::Type type);
  void write(mlir::FlatSymbolRefAttr variable, mlir::Value value);
  /// Declares a variable, unless it exists, and returns its symbol. Emits an
  /// error and notes it where something else has the name.
  mlir::FlatSymbolRefAttr declare(const llvm::Twine &name,
                                  mlir::RankedTensorType type,
                                  mlir::Attribute init);
  void declareState();
  /// The attributes of an argument or result of this name.
  mlir::DictionaryAttr describe(llvm::StringRef name);
  void addResult(llvm::StringRef name, mlir::Value value);
  /// Makes a random op draw: gives it the step's seed and counter, arguments
  /// that the function gets when an op needs them.
  void giveKeys(DropoutOp op);
  /// Runs the optimizer on one variable.
  void optimize(const TrainedVariable &variable, mlir::Value gradient,
                mlir::Value skip);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  TrainStepOptions options;
  mlir::func::FuncOp gradient;
  /// How often its body is still needed.
  unsigned gradientCalls;
  /// Variables with a gradient, and the results that hold them.
  std::vector<TrainedVariable> variables;
  llvm::SmallVector<unsigned> gradientResults;
  llvm::SmallVector<unsigned> plainResults;
  mlir::FlatSymbolRefAttr lossScale, growthTracker;
  /// Whether the module uses a name of ours for something else.
  bool hasMisfits = false;

  // The function being built.
  mlir::func::FuncOp function;
  llvm::StringMap<mlir::Value> arguments;
  llvm::SmallVector<mlir::DictionaryAttr> argumentAttributes;
  llvm::SmallVector<mlir::Value> dataArguments;
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<mlir::DictionaryAttr> resultAttributes;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_TRAINSTEP_STEPBUILDER_H
