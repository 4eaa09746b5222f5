// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of an optimizer step as the command line spells them.

#include "TrainFlags.h"

#include "CommonOptions.h"
#include "Report.h"

using namespace amp;
using namespace amp::run;

static void declareOptimizer(CLI::App &command, TrainFlags &options) {
  OptimizerOptions &optimizer = options.train.optimizer;
  command
      .add_option("--optimizer", options.optimizer, "How weights are updated")
      ->check(CLI::IsMember({"sgd", "adam", "adamw"}))
      ->capture_default_str();
  command.add_option("--lr", optimizer.learningRate, "Learning rate")
      ->check(atLeast(0))
      ->capture_default_str();
  command
      .add_option("--weight-decay", optimizer.weightDecay,
                  "Weight decay [0; adamw: 0.01]")
      ->check(atLeast(0));
  command
      .add_option("--beta1", optimizer.beta1, "adam, adamw: decay of the mean")
      ->check(atLeast(0))
      ->check(below(1))
      ->capture_default_str();
  command
      .add_option("--beta2", optimizer.beta2,
                  "adam, adamw: decay of the mean square")
      ->check(atLeast(0))
      ->check(below(1))
      ->capture_default_str();
  command
      .add_option("--eps", optimizer.epsilon,
                  "adam, adamw: added to the denominator")
      ->check(atLeast(0))
      ->capture_default_str();
  command.add_option("--momentum", optimizer.momentum, "sgd: momentum")
      ->check(atLeast(0))
      ->capture_default_str();
  command.add_flag("--nesterov", optimizer.nesterov,
                   "sgd: Nesterov's form of momentum");
  CLI::Option *norm =
      command
          .add_option("--clip-norm", options.clipNorm,
                      "Scale the gradients down to this total 2-norm")
          ->check(above(0));
  command
      .add_option("--clip-value", options.clipValue,
                  "Limit each element of the gradients")
      ->check(above(0))
      ->excludes(norm);
}

static void declareScaler(CLI::App &command, TrainFlags &options) {
  ScalerOptions &scaler = options.train.scaler;
  CLI::Option *on = command.add_flag("--scaler", options.scaler,
                                     "Scale the loss [with f16 only]");
  command.add_flag("--no-scaler", options.noScaler, "Do not scale the loss")
      ->excludes(on);
  command.add_option("--init-scale", scaler.initScale, "First loss scale")
      ->check(above(0))
      ->capture_default_str();
  command
      .add_option("--growth-factor", scaler.growthFactor,
                  "Applied after an interval of finite steps")
      ->check(above(1))
      ->capture_default_str();
  command
      .add_option("--backoff-factor", scaler.backoffFactor,
                  "Applied after a step that is not finite")
      ->check(above(0))
      ->check(below(1))
      ->capture_default_str();
  command
      .add_option("--growth-interval", scaler.growthInterval,
                  "Finite steps before the scale grows")
      ->check(atLeast(1))
      ->capture_default_str();
}

/// Warns of options that another one makes ineffective.
static void warnOfUnused(const CLI::App &command, const TrainFlags &options,
                         const TrainOptions &train,
                         const std::string &precision) {
  auto warn = [&](std::initializer_list<const char *> names, const char *why) {
    for (const char *name : names)
      if (command.count(name) > 0)
        reportWarning(std::string(name) + " has no effect " + why);
  };
  if (options.optimizer == "sgd")
    warn({"--beta1", "--beta2", "--eps"}, "with --optimizer=sgd");
  else
    warn({"--momentum", "--nesterov"}, "without --optimizer=sgd");
  if (!train.scaler.enabled.value_or(precision == "f16"))
    warn({"--init-scale", "--growth-factor", "--backoff-factor",
          "--growth-interval"},
         "without a loss scaler");
}

void TrainFlags::declare(CLI::App &command) {
  declareOptimizer(command, *this);
  declareScaler(command, *this);
}

TrainOptions TrainFlags::read(const CLI::App &command,
                              const CommonOptions &common) const {
  TrainOptions result = train;
  using Kind = OptimizerOptions::Kind;
  Kind kind = optimizer == "sgd"    ? Kind::Sgd
              : optimizer == "adam" ? Kind::Adam
                                    : Kind::Adamw;
  result.optimizer.kind = kind;
  if (kind == Kind::Adamw && command.count("--weight-decay") == 0)
    result.optimizer.weightDecay = 0.01;
  if (kind != Kind::Sgd) {
    result.optimizer.momentum = 0.0;
    result.optimizer.nesterov = false;
  }
  if (command.count("--clip-norm") > 0)
    result.clipNorm = clipNorm;
  if (command.count("--clip-value") > 0)
    result.clipValue = clipValue;
  if (scaler || noScaler)
    result.scaler.enabled = scaler;
  if (!common.quiet)
    warnOfUnused(command, *this, result, common.precision);
  return result;
}
