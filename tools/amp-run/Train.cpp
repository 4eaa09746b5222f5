// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run train: its command line.

#include "Commands.h"
#include "Report.h"
#include "TrainRun.h"

using namespace amp;
using namespace amp::run;

namespace {

/// The options as the command line spells them, where the library differs.
struct TrainCommand {
  TrainSettings settings;
  std::string optimizer = "adam";
  double clipNorm = 0.0;
  double clipValue = 0.0;
  bool scaler = false;
  bool noScaler = false;
};

} // namespace

static void declareData(CLI::App &command, TrainSettings &settings) {
  command.add_option("--data", settings.data, "Training samples, a .npz file")
      ->required();
  CLI::Option *eval = command.add_option(
      "--eval", settings.eval,
      "Samples to evaluate on after each epoch, a .npz file");
  command
      .add_option("--eval-batch", settings.evalBatch,
                  "Samples per evaluation; the result is their mean "
                  "[all, at most 4096]")
      ->check(atLeast(1))
      ->needs(eval);
  command.add_option("--epochs", settings.epochs, "Passes over the data")
      ->check(atLeast(1))
      ->capture_default_str();
  command.add_option("--batch", settings.batch, "Samples per batch")
      ->check(atLeast(1))
      ->capture_default_str();
  command.add_flag("--drop-last", settings.dropLast,
                   "Leave out an epoch's last batch if it is shorter");
  command.add_flag("--shuffle", settings.shuffle,
                   "Take the samples in another order each epoch");
  command
      .add_option("--max-steps", settings.maxSteps,
                  "End after so many steps, those before --resume included")
      ->check(atLeast(1));
  command
      .add_option("--accumulate", settings.accumulate,
                  "Batches whose gradients are averaged for one step")
      ->check(atLeast(1))
      ->capture_default_str();
}

static void declareOptimizer(CLI::App &command, TrainCommand &options) {
  OptimizerOptions &optimizer = options.settings.train.optimizer;
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

static void declareScaler(CLI::App &command, TrainCommand &options) {
  ScalerOptions &scaler = options.settings.train.scaler;
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

static void declareOutputs(CLI::App &command, TrainSettings &settings) {
  CLI::Option *save =
      command.add_option("--save", settings.save,
                         "Where the training state goes (.safetensors) or the "
                         "weights alone (.npz); also on SIGINT and SIGTERM, "
                         "after the running step");
  command
      .add_option("--save-every", settings.saveEvery,
                  "Save also after each so many epochs")
      ->check(atLeast(1))
      ->needs(save);
  command
      .add_option("--save-every-steps", settings.saveEverySteps,
                  "Save also after each so many steps")
      ->check(atLeast(1))
      ->needs(save);
  command
      .add_option("--resume", settings.resume,
                  "Continue from a training state, bit for bit; the other "
                  "options must be as they were, but --epochs, --lr and the "
                  "like, see below")
      ->excludes(command.get_option("--weights"));
  command.add_option("--log", settings.log,
                     "Write a line per step to this file, see below");
  command.footer(
      "--resume takes a file of --save. Data, batch, shuffle, seed, "
      "optimizer,\n"
      "scaler, clipping, precision and policy must be the saved ones; "
      "learning\n"
      "rate and weight decay are taken from it unless given. --log continues\n"
      "the file there is: lines of steps after the saved one are dropped.\n"
      "--log writes one JSON object a line: step and epoch (from 1), loss\n"
      "(unscaled, mean over accumulated batches), scale, scale_after,\n"
      "growth_tracker, skipped, grad_norm (unscaled, before clipping), lr, ms\n"
      "(of a first step with its compilation). --json prints steps (skipped\n"
      "ones included), skipped, final_loss, eval_loss, eval_accuracy (null\n"
      "where there is none), seconds (of training, with compilation and\n"
      "evaluation), compile_seconds, peak_bytes. Numbers that are not finite\n"
      "are the strings \"inf\", \"-inf\" and \"nan\".\n"
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 128+N ended by signal N.");
}

/// Warns of options that another one makes ineffective.
static void warnOfUnused(const CLI::App &command, const TrainCommand &options) {
  auto warn = [&](std::initializer_list<const char *> names, const char *why) {
    for (const char *name : names)
      if (command.count(name) > 0)
        reportWarning(std::string(name) + " has no effect " + why);
  };
  if (options.optimizer == "sgd")
    warn({"--beta1", "--beta2", "--eps"}, "with --optimizer=sgd");
  else
    warn({"--momentum", "--nesterov"}, "without --optimizer=sgd");
  if (!options.settings.train.scaler.enabled.value_or(
          options.settings.common.precision == "f16"))
    warn({"--init-scale", "--growth-factor", "--backoff-factor",
          "--growth-interval"},
         "without a loss scaler");
}

static int trainModel(const CLI::App &command, TrainCommand &options) {
  TrainSettings &settings = options.settings;
  TrainOptions &train = settings.train;
  using Kind = OptimizerOptions::Kind;
  train.optimizer.kind = options.optimizer == "sgd"    ? Kind::Sgd
                         : options.optimizer == "adam" ? Kind::Adam
                                                       : Kind::Adamw;
  if (train.optimizer.kind == Kind::Adamw &&
      command.count("--weight-decay") == 0)
    train.optimizer.weightDecay = 0.01;
  if (command.count("--lr") > 0)
    settings.learningRate = train.optimizer.learningRate;
  if (command.count("--weight-decay") > 0)
    settings.weightDecay = train.optimizer.weightDecay;
  if (train.optimizer.kind != Kind::Sgd) {
    train.optimizer.momentum = 0.0;
    train.optimizer.nesterov = false;
  }
  if (command.count("--clip-norm") > 0)
    train.clipNorm = options.clipNorm;
  if (command.count("--clip-value") > 0)
    train.clipValue = options.clipValue;
  if (options.scaler || options.noScaler)
    train.scaler.enabled = options.scaler;
  train.accumulation = settings.accumulate > 1;
  train.reportNorm = !settings.log.empty();
  if (!settings.common.quiet)
    warnOfUnused(command, options);
  return runTraining(settings);
}

void amp::run::addTrainCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<TrainCommand>();
  CLI::App *command =
      app.add_subcommand("train", "Train a model: minimise its @loss on data");
  options->settings.common.declare(*command);
  declareData(*command, options->settings);
  declareOptimizer(*command, *options);
  declareScaler(*command, *options);
  declareOutputs(*command, options->settings);
  command->callback([options, command, &exitCode] {
    exitCode = trainModel(*command, *options);
  });
}
