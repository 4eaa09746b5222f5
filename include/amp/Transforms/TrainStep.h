// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 5: the training step around a gradient function, and the names that it
// gives to variables, arguments and results.

#ifndef AMP_TRANSFORMS_TRAINSTEP_H
#define AMP_TRANSFORMS_TRAINSTEP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace amp {

/// Which optimizer renews the variables.
enum class OptimizerKind { Sgd, Adam, Adamw };

/// How gradients are limited before the optimizer sees them.
enum class ClipKind { None, Norm, Value };

/// What stage 5 builds. Numbers that may change between steps (learning rate,
/// decay, limits, factors) are not here: they are arguments of the step.
struct TrainStepOptions {
  OptimizerKind optimizer = OptimizerKind::Sgd;
  double momentum = 0.0;
  bool nesterov = false;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  bool scaler = false;
  double initScale = 65536.0;
  ClipKind clip = ClipKind::None;
  /// Return the 2-norm of the unscaled gradients (always so with
  /// ClipKind::Norm).
  bool reportNorm = false;
  /// Build @accumulate and @apply beside @step.
  bool accumulation = false;
};

/// Names of what stage 5 adds. Arguments and results carry them as `amp.name`.
namespace step_names {
inline constexpr const char *seed = "amp.seed";
inline constexpr const char *learningRate = "amp.lr";
inline constexpr const char *weightDecay = "amp.weight_decay";
inline constexpr const char *clipLimit = "amp.clip_limit";
inline constexpr const char *growthFactor = "amp.growth_factor";
inline constexpr const char *backoffFactor = "amp.backoff_factor";
inline constexpr const char *growthInterval = "amp.growth_interval";
inline constexpr const char *microBatchWeight = "amp.micro_batch_weight";
inline constexpr const char *firstMicroBatch = "amp.first_micro_batch";
/// What random ops draw from: the seed, and the number of micro-batches whose
/// gradients were taken before, those of skipped steps included.
inline constexpr const char *randomSeed = "amp.random_seed";
inline constexpr const char *randomCounter = "amp.random_counter";
/// Followed by the variable's name.
inline constexpr const char *hasGradientPrefix = "amp.has_gradient.";
inline constexpr const char *gradNorm = "amp.grad_norm";
inline constexpr const char *skipped = "amp.skipped";
/// Results of @evaluate.
inline constexpr const char *logits = "amp.logits";
inline constexpr const char *labels = "amp.labels";
/// Variables.
inline constexpr const char *lossScale = "amp.loss_scale";
inline constexpr const char *growthTracker = "amp.growth_tracker";
inline constexpr const char *gradientSuffix = ".grad";
} // namespace step_names

/// Builds the step functions in `module` from its @loss_gradient. Emits a
/// located error and fails where that function is missing or unfit.
llvm::LogicalResult buildTrainStep(mlir::ModuleOp module,
                                   const TrainStepOptions &options);

/// Makes every function of `module` read low-precision copies of variables
/// instead of casting them (P9), declares the copies as variables with
/// `cast_of` and adds `@refresh`, which makes all of them from the originals.
/// Functions that write an original also write its copies.
llvm::LogicalResult shareVariableCasts(mlir::ModuleOp module);

/// Builds @evaluate beside @loss of a typed module: the same results, and where
/// the loss has a cross entropy or a negative log-likelihood, the last one's
/// scores and labels as well.
llvm::FailureOr<mlir::func::FuncOp> buildEvaluation(mlir::ModuleOp module);

} // namespace amp

#endif // AMP_TRANSFORMS_TRAINSTEP_H
