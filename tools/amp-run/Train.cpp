// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run train: its command line.

#include "Commands.h"
#include "TrainFlags.h"
#include "TrainRun.h"

using namespace amp;
using namespace amp::run;

namespace {

/// The options as the command line spells them.
struct TrainCommand {
  TrainSettings settings;
  TrainFlags flags;
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
      "A second SIGINT or SIGTERM ends at once and saves nothing.\n"
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 128+N ended by signal N.");
}

static int trainModel(const CLI::App &command, TrainCommand &options) {
  TrainSettings &settings = options.settings;
  TrainOptions &train = settings.train;
  train = options.flags.read(command, settings.common);
  if (command.count("--lr") > 0)
    settings.learningRate = train.optimizer.learningRate;
  if (command.count("--weight-decay") > 0)
    settings.weightDecay = train.optimizer.weightDecay;
  train.accumulation = settings.accumulate > 1;
  train.reportNorm = !settings.log.empty();
  return runTraining(settings);
}

void amp::run::addTrainCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<TrainCommand>();
  CLI::App *command =
      app.add_subcommand("train", "Train a model: minimise its @loss on data");
  options->settings.common.declare(*command);
  declareData(*command, options->settings);
  options->flags.declare(*command);
  declareOutputs(*command, options->settings);
  command->callback([options, command, &exitCode] {
    exitCode = trainModel(*command, *options);
  });
}
