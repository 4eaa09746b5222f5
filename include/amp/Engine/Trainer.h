// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Training: a model's @loss, differentiated and compiled with the whole step
// around it (loss scaling, clipping, optimizer).

#ifndef AMP_ENGINE_TRAINER_H
#define AMP_ENGINE_TRAINER_H

#include "amp/Engine/CompileOptions.h"
#include "amp/Engine/Model.h"
#include "amp/Runtime/Safetensors.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace amp {

/// Which optimizer, with the constants that are compiled in. Formulas are
/// PyTorch's; learning rate and weight decay may change between steps.
struct OptimizerOptions {
  enum class Kind { Sgd, Adam, Adamw } kind = Kind::Adam;
  double learningRate = 1e-3;
  double weightDecay = 0.0;
  double momentum = 0.0;
  bool nesterov = false;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
};

/// Dynamic loss scaling with PyTorch's rules and defaults.
struct ScalerOptions {
  /// Absent: enabled exactly when the precision is f16.
  std::optional<bool> enabled;
  double initScale = 65536.0;
  double growthFactor = 2.0;
  double backoffFactor = 0.5;
  int32_t growthInterval = 2000;
};

struct TrainOptions {
  OptimizerOptions optimizer;
  ScalerOptions scaler;
  /// At most one of these: limit of the gradients' total 2-norm, or of each
  /// element.
  std::optional<double> clipNorm;
  std::optional<double> clipValue;
  /// Report the gradients' norm even where nothing needs it.
  bool reportNorm = false;
  /// Also build accumulate and apply.
  bool accumulation = false;
};

/// What one optimizer step did.
struct StepResult {
  /// The loss, unscaled; of an apply, 0.
  double loss = 0.0;
  /// 2-norm of the unscaled gradients before clipping; NaN if not reported.
  double gradNorm = 0.0;
  /// The scale in force during the step, after it, and the growth tracker after
  /// it; 1, 1 and 0 without a scaler.
  double scale = 1.0;
  double scaleAfter = 1.0;
  int32_t growthTracker = 0;
  /// The gradients were not finite and nothing but the scale changed.
  bool skipped = false;
};

/// Loss and accuracy of an evaluation batch.
struct EvalResult {
  /// Mean loss over the batch, as the model defines it.
  double loss = 0.0;
  /// Samples whose largest score is their label's, and samples that have a
  /// label; 0 of 0 where the loss is neither a cross entropy nor a negative
  /// log-likelihood.
  int64_t correct = 0;
  int64_t samples = 0;
};

/// Trains the variables of a model in place.
class Trainer {
public:
  /// Types and checks the function `loss` of `model`. Code for a combination of
  /// shapes is made when it first occurs.
  static Result<Trainer> create(const Model &model,
                                const CompileOptions &options = {},
                                const TrainOptions &train = {});
  Trainer(Trainer &&);
  Trainer &operator=(Trainer &&);
  ~Trainer();

  /// The inputs of the loss, in the order in which batches are given.
  const std::vector<TensorInfo> &inputs() const;

  /// Makes the code of step() for the shapes of `batch` without running it, so
  /// that later steps with these shapes compile nothing. Fails as step() does.
  Status prepare(std::span<const Tensor> batch);

  /// One optimizer step on one batch, in the order and with the element types
  /// of inputs(). Non-finite data, class indices out of range and shapes that
  /// do not fit are errors that change nothing. From the second step with the
  /// same shapes on it allocates nothing.
  Result<StepResult> step(std::span<const Tensor> batch);

  /// One micro-batch of a group: adds `weight` times its gradients, still
  /// scaled, to those of the group; `first` starts a new group. The weight is 1
  /// over the number of micro-batches, or samples over the group's samples.
  /// Returns the loss, unweighted and unscaled. Needs
  /// TrainOptions::accumulation. Fails on a weight that is not finite, and if
  /// no group was begun that this could belong to.
  Result<double> accumulate(std::span<const Tensor> batch, double weight,
                            bool first);

  /// The accumulated gradients by variable, still multiplied by lossScale().
  /// The tensors share the gradients' storage: writing to them changes what
  /// apply sees.
  std::vector<std::pair<std::string, Tensor>> gradients() const;

  /// Ends a group: unscales, checks, clips, runs the optimizer. Variables named
  /// in `withoutGradient` are left alone, their step counts too.
  Result<StepResult> apply(std::span<const std::string> withoutGradient = {});

  /// Loss and accuracy on a batch, without training.
  Result<EvalResult> evaluate(std::span<const Tensor> batch);

  /// Rates that are not finite or below 0 let step() and apply() fail.
  double learningRate() const;
  void setLearningRate(double value);
  double weightDecay() const;
  void setWeightDecay(double value);
  /// The loss scale and growth tracker in force; 1 and 0 without a scaler.
  double lossScale() const;
  int32_t growthTracker() const;
  /// Overwrites the scale; the tracker stays. Fails without a scaler, and on
  /// what is not finite and above 0 in f32.
  Status setLossScale(double value);

  /// Optimizer steps so far, skipped ones and those before a restored state
  /// included.
  int64_t steps() const;

  /// Everything that continuing in another process takes, ready for
  /// saveSafetensors(): the variables of the model and of the optimizer and
  /// scaler, and metadata with the options and counters (lib/Engine/README.md).
  /// Low-precision copies are left out, and gradients too unless a group was
  /// begun. The caller may add metadata of its own. The tensors share the
  /// variables' storage until the next step. Fails before the first step.
  Result<SafetensorsFile> saveState() const;

  /// Continues from a state: every bit of the steps that follow is what it
  /// would have been without the break. `batch` is any batch of the kind to
  /// come, looked at for its shapes alone. Learning rate and weight decay
  /// become the saved ones. Fails, with all that differs named, on another
  /// format, on options other than the saved ones (the target and whether
  /// kernels are fused may differ), and on variables that are missing, too many
  /// or of another type; no value is changed then.
  Status restoreState(const SafetensorsFile &state,
                      std::span<const Tensor> batch);

  CompileStatistics statistics() const;

private:
  struct Impl;
  explicit Trainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace amp

#endif // AMP_ENGINE_TRAINER_H
