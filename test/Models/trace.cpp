// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trains a model through the embedding interface and writes what every step did
// as an .npz file with the fields of the golden traces (see the README in
// test/Inputs/golden/train). Usage: trace MODEL DATA OUT [--name=value ...].

#include "amp/Engine/Engine.h"
#include "amp/Runtime/NumpyFile.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

using namespace amp;

namespace {

/// The --name=value arguments; every one must be asked for by somebody.
class Arguments {
public:
  Arguments(int count, char **values) {
    for (int i = 0; i < count; ++i) {
      std::string text = values[i];
      size_t equals = text.find('=');
      entries[text.substr(0, equals)] =
          equals == std::string::npos ? "1" : text.substr(equals + 1);
    }
  }
  std::string text(const std::string &name, const std::string &otherwise) {
    auto found = entries.find("--" + name);
    if (found == entries.end())
      return otherwise;
    std::string value = found->second;
    entries.erase(found);
    return value;
  }
  double number(const std::string &name, double otherwise) {
    std::string value = text(name, "");
    return value.empty() ? otherwise : std::strtod(value.c_str(), nullptr);
  }
  /// The name of an argument that nobody asked for, or nothing.
  std::string unused() const {
    return entries.empty() ? "" : entries.begin()->first;
  }

private:
  std::map<std::string, std::string> entries;
};

/// Ends the program with a message; a test program may do that.
[[noreturn]] void fail(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  std::exit(1);
}

template <typename T> T orFail(Result<T> result) {
  if (!result.ok())
    fail(result.message());
  return result.take();
}

void orFail(Status status) {
  if (!status.ok())
    fail(status.message());
}

/// What is trained, and how, beyond the library's own options.
struct Run {
  int64_t batch, batches, accumulate, infStep;
  /// Trainer::step instead of accumulate and apply.
  bool together;
};

/// The trace while it grows.
struct Trace {
  std::vector<float> loss, scale, scaleAfter, gradNorm, largest;
  std::vector<int32_t> tracker;
  std::vector<uint8_t> skipped;
  NamedTensors arrays;

  template <typename T>
  void add(const std::string &name, const std::vector<T> &values) {
    arrays.push_back(
        {name, orFail(Tensor::fromData({int64_t(values.size())}, values))});
  }
  template <typename T> void addScalar(const std::string &name, T value) {
    arrays.push_back(
        {name, orFail(Tensor::fromData({}, std::span<const T>(&value, 1)))});
  }
  void addCopy(const std::string &name, const Tensor &tensor) {
    arrays.push_back({name, orFail(tensor.clone())});
  }
  void addWeights(const std::string &prefix, const Model &model) {
    for (const TensorInfo &info : model.variables())
      addCopy(prefix + info.name, orFail(model.variable(info.name)));
  }
};

/// The columns of a data file that `inputs` name.
using Columns = std::vector<Tensor>;

Columns loadColumns(const std::string &path,
                    const std::vector<TensorInfo> &inputs) {
  Columns columns;
  for (const TensorInfo &info : inputs)
    columns.push_back(orFail(loadNpzEntry(path, info.name)));
  return columns;
}

/// Batch `index` of `data`: consecutive samples, from the first again after the
/// last, so that batches larger than the data set can be had as well.
std::vector<Tensor> makeBatch(const Columns &data, int64_t index,
                              int64_t size) {
  std::vector<Tensor> batch;
  int64_t perEpoch = std::max<int64_t>(data[0].extent(0) / size, 1);
  for (const Tensor &column : data) {
    std::vector<int64_t> shape = column.shape();
    size_t row = column.bytes() / size_t(shape[0]);
    shape[0] = size;
    Tensor part = orFail(Tensor::create(shape, column.elementType()));
    for (int64_t i = 0; i < size; ++i) {
      int64_t sample = (index % perEpoch * size + i) % data[0].extent(0);
      std::memcpy(static_cast<char *>(part.rawData()) + i * row,
                  static_cast<const char *>(column.rawData()) + sample * row,
                  row);
    }
    batch.push_back(std::move(part));
  }
  return batch;
}

/// Accumulates the batches [first, first + count); returns their losses.
std::vector<double> accumulateGroup(Trainer &trainer, const Columns &data,
                                    const Run &run, int64_t first,
                                    int64_t count) {
  std::vector<double> losses;
  for (int64_t i = 0; i < count; ++i)
    losses.push_back(
        orFail(trainer.accumulate(makeBatch(data, first + i, run.batch),
                                  1.0 / double(count), /*first=*/i == 0)));
  return losses;
}

/// The largest magnitude among the gradients; infinite if one is not finite.
double largestGradient(const Trainer &trainer) {
  double largest = 0.0;
  for (auto &[name, gradient] : trainer.gradients())
    for (float value : gradient.elements<float>()) {
      if (!std::isfinite(value))
        return std::numeric_limits<double>::infinity();
      largest = std::max(largest, std::fabs(double(value)));
    }
  return largest;
}

/// One optimizer step through accumulate and apply. Records how large the
/// scaled gradients were; where they overflowed, half the scale shows it.
StepResult stepApart(Trainer &trainer, const Columns &data, const Run &run,
                     int64_t step, int64_t first, int64_t count, Trace &trace) {
  std::vector<double> losses =
      accumulateGroup(trainer, data, run, first, count);
  double largest = largestGradient(trainer);
  if (std::isinf(largest) && trainer.lossScale() != 1.0) {
    double scale = trainer.lossScale();
    orFail(trainer.setLossScale(scale / 2));
    accumulateGroup(trainer, data, run, first, count);
    largest = 2 * largestGradient(trainer);
    orFail(trainer.setLossScale(scale));
    losses = accumulateGroup(trainer, data, run, first, count);
  }
  trace.largest.push_back(float(largest));
  trace.loss.insert(trace.loss.end(), losses.begin(), losses.end());
  if (step == 0)
    for (auto &[name, gradient] : trainer.gradients())
      trace.addCopy("grad0/" + name, gradient);
  if (step == run.infStep)
    trainer.gradients().front().second.data<float>()[5] =
        std::numeric_limits<float>::infinity();
  return orFail(trainer.apply());
}

void train(Trainer &trainer, const Model &model, const Columns &data,
           const Run &run, Trace &trace) {
  int64_t step = 0;
  for (int64_t first = 0; first < run.batches; first += run.accumulate) {
    int64_t count = std::min(run.accumulate, run.batches - first);
    StepResult result;
    if (run.together) {
      result = orFail(trainer.step(makeBatch(data, first, run.batch)));
      trace.loss.push_back(float(result.loss));
    } else {
      result = stepApart(trainer, data, run, step, first, count, trace);
    }
    trace.scale.push_back(float(result.scale));
    trace.scaleAfter.push_back(float(result.scaleAfter));
    trace.tracker.push_back(result.growthTracker);
    trace.skipped.push_back(result.skipped);
    trace.gradNorm.push_back(float(result.gradNorm));
    if (step++ == 0)
      trace.addWeights("w1/", model);
  }
}

CompileOptions readCompileOptions(Arguments &arguments) {
  CompileOptions options;
  std::string target = arguments.text("target", "ref");
  options.target = target == "cuda"  ? Target::Cuda
                   : target == "cpu" ? Target::Cpu
                                     : Target::Ref;
  options.useGraph = arguments.text("graph", "on") == "on";
  options.policy = arguments.text("policy", options.policy);
  std::string precision = arguments.text("precision", "f32");
  options.precision = precision == "f16"    ? Precision::F16
                      : precision == "bf16" ? Precision::BF16
                                            : Precision::F32;
  options.fuse = arguments.text("fuse", "on") == "on";
  options.threads = unsigned(arguments.number("threads", 1));
  return options;
}

TrainOptions readTrainOptions(Arguments &arguments, const Run &run) {
  TrainOptions options;
  options.optimizer.kind = arguments.text("optimizer", "adam") == "sgd"
                               ? OptimizerOptions::Kind::Sgd
                               : OptimizerOptions::Kind::Adam;
  options.optimizer.learningRate = arguments.number("lr", 1e-3);
  options.optimizer.momentum = arguments.number("momentum", 0.0);
  std::string clip = arguments.text("clip", "");
  if (!clip.empty())
    options.clipNorm = std::strtod(clip.c_str(), nullptr);
  std::string scaler = arguments.text("scaler", "");
  if (!scaler.empty())
    options.scaler.enabled = scaler == "on";
  options.scaler.initScale = arguments.number("init-scale", 65536.0);
  options.scaler.growthInterval =
      int32_t(arguments.number("growth-interval", 2000));
  options.reportNorm = true;
  options.accumulation = !run.together;
  return options;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    fail("expects MODEL DATA OUT [--name=value ...]");
  Arguments arguments(argc - 4, argv + 4);
  Model model =
      orFail(Model::load(argv[1], uint64_t(arguments.number("seed", 0))));
  std::string weights = arguments.text("weights", "");
  if (!weights.empty())
    orFail(model.loadWeights(weights));

  Run run;
  run.batch = int64_t(arguments.number("batch", 32));
  run.accumulate = int64_t(arguments.number("accumulate", 1));
  run.infStep = int64_t(arguments.number("inf-step", -1));
  run.together = arguments.text("together", "") == "1";
  CompileOptions options = readCompileOptions(arguments);
  Trainer trainer =
      orFail(Trainer::create(model, options, readTrainOptions(arguments, run)));
  Columns data = loadColumns(argv[2], trainer.inputs());
  run.batches = int64_t(arguments.number("epochs", 1)) *
                std::max<int64_t>(data[0].extent(0) / run.batch, 1);
  run.batches = int64_t(arguments.number("batches", double(run.batches)));
  std::string evaluation = arguments.text("eval", "");
  if (std::string name = arguments.unused(); !name.empty())
    fail("unknown argument " + name);

  Trace trace;
  Executable forward = orFail(Executable::create(model, "forward", options));
  std::vector<Tensor> first = makeBatch(data, 0, run.batch);
  first.resize(forward.inputs().size());
  trace.addCopy("logits0", orFail(forward.run(first)).front());
  train(trainer, model, data, run, trace);

  trace.add("loss", trace.loss);
  trace.add("scale", trace.scale);
  trace.add("scale_after", trace.scaleAfter);
  trace.add("tracker", trace.tracker);
  trace.add("skipped", trace.skipped);
  trace.add("grad_norm", trace.gradNorm);
  if (!run.together)
    trace.add("largest", trace.largest);
  trace.addWeights("wN/", model);
  if (!evaluation.empty()) {
    Columns held = loadColumns(evaluation, trainer.inputs());
    EvalResult result = orFail(trainer.evaluate(held));
    trace.addScalar("test_correct", result.correct);
    trace.addScalar("test_total", result.samples);
    trace.addScalar("test_loss", float(result.loss));
  }
  orFail(saveNpz(argv[3], trace.arrays));
  std::printf("%zu steps, %lld kernels\n", trace.skipped.size(),
              static_cast<long long>(trainer.statistics().kernels));
  return 0;
}
