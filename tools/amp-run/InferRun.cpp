// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inference on data files: reads the inputs of a function, runs it at once or
// in batches, writes its outputs.

#include "InferRun.h"

#include "FileArguments.h"
#include "Interrupt.h"
#include "Report.h"
#include "amp/Engine/Engine.h"
#include "amp/Runtime/NumpyFile.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace amp;
using namespace amp::run;

/// Fails where an input of a fixed size does not come in whole batches of that
/// size, before anything runs.
static Status checkBatches(const std::vector<TensorInfo> &inputs,
                           int64_t samples, int64_t batch) {
  for (const TensorInfo &info : inputs) {
    int64_t fixed = info.shape.empty() ? -1 : info.shape.front();
    if (fixed >= 0 && (batch != fixed || samples % batch != 0))
      return Failure{"input " + info.name + " has the fixed size " +
                     std::to_string(fixed) + " and expects --batch " +
                     std::to_string(fixed) +
                     " and a multiple of it in samples, got --batch " +
                     std::to_string(batch) + " and " + std::to_string(samples)};
  }
  return Status::success();
}

/// Fails where an output cannot be written, or would take the place of another
/// file of the run.
static Status checkOutputs(const std::vector<FileArgument> &outputs,
                           const std::vector<FileArgument> &inputs,
                           const CommonOptions &common) {
  std::vector<NamedFile> others = {{"the model", common.model},
                                   {"--weights", common.weights},
                                   {"--policy", common.policy}};
  for (const FileArgument &input : inputs)
    others.push_back({"--input", input.file});
  for (const FileArgument &output : outputs) {
    if (output.file.empty())
      continue;
    if (!output.key.empty())
      return Failure{"--output expects NAME=FILE, got a key, " + output.key +
                     ", for " + output.name};
    NamedFile file{"--output", output.file};
    if (Status apart = checkApart(file, others); !apart.ok())
      return apart;
    if (Status writable = checkWritable(output.file); !writable.ok())
      return writable;
    others.push_back(file);
  }
  return Status::success();
}

/// Runs in batches and joins the outputs along their first extents.
static Result<std::vector<Tensor>> runBatches(Executable &executable,
                                              const Dataset &data,
                                              int64_t batch,
                                              ProgressBar &progress) {
  BatchIterator::Options options;
  options.batch = batch;
  BatchIterator batches(data, options);
  std::vector<Tensor> joined;
  int64_t done = 0;
  while (done < data.samples()) {
    Result<std::span<const Tensor>> inputs = batches.next();
    if (!inputs.ok())
      return inputs.takeFailure();
    int64_t samples = inputs->front().extent(0);
    Result<std::vector<Tensor>> outputs = executable.run(*inputs);
    if (!outputs.ok())
      return outputs;
    for (size_t i = 0; i < outputs->size(); ++i) {
      const Tensor &part = (*outputs)[i];
      if (part.rank() == 0 || part.extent(0) != samples)
        return Failure{"output " + executable.outputs()[i].name +
                       " expects an element for each of " +
                       std::to_string(samples) + " samples with --batch, got " +
                       describeType(part.shape(), part.elementType())};
      if (joined.size() == i) {
        std::vector<int64_t> shape = part.shape();
        shape[0] = data.samples();
        Result<Tensor> whole = Tensor::create(shape, part.elementType());
        if (!whole.ok())
          return whole.takeFailure();
        joined.push_back(whole.take());
      }
      size_t row = part.bytes() / size_t(samples);
      std::memcpy(static_cast<char *>(joined[i].rawData()) + done * row,
                  part.rawData(), part.bytes());
    }
    done += samples;
    progress.update("infer", done, data.samples());
    if (pendingSignal())
      return Failure{interruption};
  }
  return joined;
}

/// Prints a tensor's rows as numbers, the first ones only.
static void printTensor(const std::string &name, const Tensor &tensor) {
  constexpr int64_t mostRows = 16, mostColumns = 16;
  std::printf("%s: %s\n", name.c_str(),
              describeType(tensor.shape(), tensor.elementType()).c_str());
  int64_t columns = tensor.rank() == 0 ? 1 : tensor.shape().back();
  int64_t rows = columns > 0 ? tensor.elementCount() / columns : 0;
  for (int64_t row = 0; row < std::min(rows, mostRows); ++row) {
    for (int64_t k = 0; k < std::min(columns, mostColumns); ++k)
      std::printf("%s%.6g", k > 0 ? " " : "  ",
                  tensor.getDouble(row * columns + k));
    std::printf("%s\n", columns > mostColumns ? " ..." : "");
  }
  if (rows > mostRows)
    std::printf("  ...\n");
}

static Status writeOutput(const FileArgument &argument, const Tensor &tensor) {
  Status written = argument.file.ends_with(".npy")
                       ? saveNpy(argument.file, tensor)
                       : saveNpz(argument.file, {{argument.name, tensor}});
  if (written.ok())
    return written;
  return inFile(argument.file, written.message());
}

static Status infer(const InferSettings &settings, StagePrinter &stages) {
  auto start = std::chrono::steady_clock::now();
  const CommonOptions &common = settings.common;
  Result<Model> model = Model::load(common.model, common.seed);
  if (!model.ok())
    return model.takeFailure();
  if (!common.weights.empty())
    if (Status read = model->loadWeights(common.weights); !read.ok())
      return inFile(common.weights, read.message());
  Result<Executable> executable = Executable::create(
      *model, settings.function, stages.makeCompileOptions());
  if (!executable.ok())
    return inFile(common.model, executable.message());
  const std::vector<TensorInfo> &inputs = executable->inputs();
  Result<std::vector<FileArgument>> inputFiles =
      matchArguments(settings.inputs, inputs, "--input");
  if (!inputFiles.ok())
    return inputFiles.takeFailure();
  Result<std::vector<FileArgument>> outputFiles =
      matchArguments(settings.outputs, executable->outputs(), "--output");
  if (!outputFiles.ok())
    return outputFiles.takeFailure();
  if (Status fit = checkOutputs(*outputFiles, *inputFiles, common); !fit.ok())
    return fit;
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Result<Tensor> tensor =
        loadInput((*inputFiles)[i], inputs[i], settings.batch > 0);
    if (!tensor.ok())
      return tensor.takeFailure();
    tensors.push_back(tensor.take());
  }

  ProgressBar progress(!common.quiet);
  Result<std::vector<Tensor>> outputs = Failure{"nothing ran"};
  if (settings.batch > 0) {
    Result<Dataset> data = Dataset::create(tensors, inputs, /*finite=*/false);
    if (!data.ok())
      return data.takeFailure();
    if (Status fit = checkBatches(inputs, data->samples(), settings.batch);
        !fit.ok())
      return fit;
    outputs = runBatches(*executable, *data, settings.batch, progress);
  } else {
    outputs = executable->run(tensors);
  }
  progress.clear();
  if (!outputs.ok())
    return outputs.takeFailure();
  if (Status seen = stages.checkSeen(); !seen.ok())
    return seen;

  Json list = Json::array();
  for (size_t i = 0; i < outputs->size(); ++i) {
    const FileArgument &argument = (*outputFiles)[i];
    const Tensor &tensor = (*outputs)[i];
    const std::string &name = executable->outputs()[i].name;
    bool toFile = !argument.name.empty();
    if (toFile)
      if (Status written = writeOutput(argument, tensor); !written.ok())
        return written;
    if (common.json)
      list.push_back(
          {{"name", name},
           {"shape", tensor.shape()},
           {"type", std::string(elementTypeName(tensor.elementType()))},
           {"file", toFile ? Json(argument.file) : Json()}});
    else if (!toFile)
      printTensor(name, tensor);
  }
  CompileStatistics statistics = executable->statistics();
  if (common.json) {
    Json result = {{"outputs", list},
                   {"seconds", secondsSince(start)},
                   {"compile_seconds", statistics.compileSeconds},
                   {"peak_bytes", statistics.peakBytes}};
    printJsonLine(result);
  }
  printStatistics(common, statistics);
  return Status::success();
}

int amp::run::runInference(const InferSettings &settings) {
  installSignalHandlers();
  StagePrinter stages(settings.common, {settings.function});
  Status status = infer(settings, stages);
  if (std::optional<int> code =
          endBeforeResult(status, stages.hasEmitFailed(), stages.hasStopped()))
    return *code;
  return finishOutput(exitSuccess);
}
