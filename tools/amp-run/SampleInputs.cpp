// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads or makes up the inputs that a model is tried with.

#include "SampleInputs.h"

#include "CommonOptions.h"
#include "FileArguments.h"
#include "Report.h"
#include "amp/Runtime/Philox.h"

#include <algorithm>
#include <charconv>
#include <map>

using namespace amp;
using namespace amp::run;

void SampleInputs::declare(CLI::App &command) {
  CLI::Option *archive =
      command.add_option("--data", data,
                         "Inputs from a .npz file with entries of their names "
                         "[numbers made up from --seed]");
  command
      .add_option("--input", files,
                  "NAME=FILE.npy or NAME=FILE.npz[:KEY]: an input from a file")
      ->check(checkFileArgument)
      ->excludes(archive)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--shape", shapes,
                  "NAME=32x64: the shape of an input that is made up")
      ->excludes(archive)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--batch", batch,
                  "Samples where the first extent of an input is dynamic")
      ->check(atLeast(1))
      ->capture_default_str();
}

/// Takes `32x64` apart; nothing if it has another form.
static std::optional<std::vector<int64_t>> parseShape(const std::string &text) {
  std::vector<int64_t> shape;
  const char *at = text.data(), *end = at + text.size();
  while (at != end) {
    int64_t extent = 0;
    auto [rest, error] = std::from_chars(at, end, extent);
    if (error != std::errc() || extent < 0 ||
        (rest != end && (*rest != 'x' || rest + 1 == end)))
      return std::nullopt;
    shape.push_back(extent);
    at = rest == end ? end : rest + 1;
  }
  return shape;
}

/// The shapes of --shape by name; fails on other forms and unknown names.
static Result<std::map<std::string, std::vector<int64_t>>>
readShapes(const std::vector<std::string> &texts,
           std::span<const TensorInfo> infos) {
  std::map<std::string, std::vector<int64_t>> result;
  for (const std::string &text : texts) {
    size_t equals = text.find('=');
    std::string name = text.substr(0, equals);
    std::optional<std::vector<int64_t>> shape =
        equals == text.npos ? std::nullopt
                            : parseShape(text.substr(equals + 1));
    if (!shape)
      return Failure{"--shape expects NAME=32x64, got " + text};
    if (std::none_of(infos.begin(), infos.end(),
                     [&](const TensorInfo &info) { return info.name == name; }))
      return Failure{"--shape expects a name of an input, got " + name};
    if (!result.try_emplace(name, *shape).second)
      return Failure{"--shape names " + name + " twice"};
  }
  return result;
}

/// The first `count` samples of a tensor that has at least as many.
static Result<Tensor> takeSamples(const Tensor &tensor, int64_t count) {
  std::vector<int64_t> shape = tensor.shape();
  size_t bytes = tensor.bytes() / size_t(shape[0]) * size_t(count);
  shape[0] = count;
  return Tensor::fromBytes(std::move(shape), tensor.elementType(),
                           tensor.rawData(), bytes);
}

Result<Tensor> SampleInputs::makeUp(const TensorInfo &info,
                                    std::vector<int64_t> shape,
                                    uint64_t seed) const {
  if (shape.empty() && !info.shape.empty())
    for (size_t i = 0; i < info.shape.size(); ++i) {
      if (info.shape[i] < 0 && i > 0)
        return Failure{"expects --shape " + info.name +
                       "=AxB for an input with several dynamic extents"};
      shape.push_back(info.shape[i] < 0 ? batch : info.shape[i]);
    }
  // Another stream for each name, so that inputs do not agree by chance.
  uint64_t stream = 1469598103934665603u;
  for (char c : info.name)
    stream = (stream ^ uint8_t(c)) * 1099511628211u;
  Result<Tensor> made = Tensor::create(shape, ElementType::F64);
  if (!made.ok())
    return made;
  double *values = made->data<double>();
  for (int64_t i = 0; i < made->elementCount(); ++i) {
    double uniform = philoxUniform(seed, stream, uint64_t(i));
    if (isFloat(info.type))
      values[i] = 2.0 * uniform - 1.0;
    else if (info.type == ElementType::Bool)
      values[i] = uniform < 0.5;
    else
      values[i] = double(int64_t(uniform * double(info.classes)));
  }
  return made->convertTo(info.type);
}

Result<std::vector<Tensor>>
SampleInputs::make(std::span<const TensorInfo> infos, uint64_t seed) const {
  std::vector<TensorInfo> known(infos.begin(), infos.end());
  std::vector<std::string> arguments = files;
  if (!data.empty())
    for (const TensorInfo &info : infos)
      arguments.push_back(info.name + "=" + data + ":" + info.name);
  Result<std::vector<FileArgument>> matched =
      matchArguments(arguments, known, "--input");
  if (!matched.ok())
    return matched.takeFailure();
  auto given = readShapes(shapes, infos);
  if (!given.ok())
    return given.takeFailure();
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < infos.size(); ++i) {
    const TensorInfo &info = infos[i];
    const FileArgument &file = (*matched)[i];
    Result<Tensor> tensor = file.name.empty()
                                ? makeUp(info, (*given)[info.name], seed)
                                : loadInput(file, info, /*anySamples=*/false);
    if (!tensor.ok())
      return tensor.takeFailure();
    bool sampled = !info.shape.empty() && info.shape.front() < 0;
    if (!file.name.empty() && sampled && tensor->extent(0) > batch)
      tensor = takeSamples(*tensor, batch);
    if (!tensor.ok())
      return tensor.takeFailure();
    tensors.push_back(tensor.take());
  }
  return tensors;
}
