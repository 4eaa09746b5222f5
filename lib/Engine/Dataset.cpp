// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data for training and evaluation: reading, converting, cutting into batches.

#include "amp/Engine/Dataset.h"

#include "Backend.h"
#include "amp/Runtime/NumpyFile.h"
#include "amp/Runtime/Philox.h"

#include <cstring>
#include <limits>
#include <numeric>

using namespace amp;

/// "?x64xf32"; the first extent as "?" where any number of samples will do.
static std::string describeInfo(const TensorInfo &info, bool anySamples) {
  std::string text;
  for (size_t i = 0; i < info.shape.size(); ++i) {
    bool any = info.shape[i] < 0 || (i == 0 && anySamples);
    text += (any ? "?" : std::to_string(info.shape[i])) + "x";
  }
  return text + std::string(elementTypeName(info.type));
}

static bool fits(const Tensor &tensor, const TensorInfo &info,
                 bool anySamples) {
  if (tensor.rank() != info.shape.size())
    return false;
  for (size_t i = 0; i < info.shape.size(); ++i) {
    bool any = info.shape[i] < 0 || (i == 0 && anySamples);
    if (!any && info.shape[i] != tensor.extent(i))
      return false;
  }
  return true;
}

/// Least and greatest value of an integer type.
static std::pair<int64_t, int64_t> findRange(ElementType type) {
  switch (type) {
  case ElementType::U8:
    return {0, 255};
  case ElementType::I8:
    return {-128, 127};
  case ElementType::I16:
    return {std::numeric_limits<int16_t>::min(),
            std::numeric_limits<int16_t>::max()};
  case ElementType::I32:
    return {std::numeric_limits<int32_t>::min(),
            std::numeric_limits<int32_t>::max()};
  default:
    return {std::numeric_limits<int64_t>::min(),
            std::numeric_limits<int64_t>::max()};
  }
}

/// "[33, 5]": where an element stands, by its position in row-major order.
static std::string describePosition(const Tensor &tensor, int64_t index) {
  std::string text;
  for (size_t axis = tensor.rank(); axis-- > 0;) {
    text = std::to_string(index % tensor.extent(axis)) +
           (text.empty() ? "" : ", ") + text;
    index /= tensor.extent(axis);
  }
  return "[" + text + "]";
}

/// Checks that every element lies in [least, greatest].
static Status checkRange(const Tensor &tensor, int64_t least, int64_t greatest,
                         const std::string &what) {
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    int64_t value = tensor.getInteger(i);
    if (value < least || value > greatest)
      return Failure{"expects " + what + ", got " + std::to_string(value) +
                     " at " + describePosition(tensor, i)};
  }
  return Status::success();
}

Result<Tensor> amp::convertInput(const Tensor &tensor, const TensorInfo &info,
                                 bool anySamples) {
  ElementType from = tensor.elementType();
  bool convertible = from == info.type ||
                     (isFloat(from) && isFloat(info.type)) ||
                     (isInteger(from) && isInteger(info.type));
  if (!tensor.isValid())
    return Failure{"expects " + describeInfo(info, anySamples) +
                   ", got nothing"};
  if (!convertible || !fits(tensor, info, anySamples))
    return Failure{"expects " + describeInfo(info, anySamples) + ", got " +
                   describeType(tensor.shape(), from)};
  if (info.classes > 0) {
    std::string what = "indices in [0, " + std::to_string(info.classes) + ")";
    if (Status range = checkRange(tensor, 0, info.classes - 1, what);
        !range.ok())
      return range;
  }
  if (isInteger(info.type) && from != info.type) {
    auto [least, greatest] = findRange(info.type);
    std::string what =
        "numbers that fit " + std::string(elementTypeName(info.type));
    if (Status range = checkRange(tensor, least, greatest, what); !range.ok())
      return range;
  }
  return tensor.convertTo(info.type);
}

/// Converts one column of a data set.
static Result<Tensor> convertColumn(const Tensor &tensor,
                                    const TensorInfo &info, bool finite) {
  if (info.shape.empty())
    return Failure{"expects an input whose first extent counts the samples, "
                   "got a scalar"};
  Result<Tensor> converted = convertInput(tensor, info, /*anySamples=*/true);
  int64_t index = 0;
  if (converted.ok() && finite && !allFinite(*converted, index))
    return Failure{"expects finite numbers, got " +
                   std::to_string(converted->getDouble(index)) + " at " +
                   describePosition(*converted, index)};
  return converted;
}

Result<Dataset> Dataset::create(std::span<const Tensor> tensors,
                                std::span<const TensorInfo> inputs,
                                bool finite) {
  if (tensors.size() != inputs.size())
    return Failure{"expects a tensor for each of " +
                   std::to_string(inputs.size()) + " inputs, got " +
                   std::to_string(tensors.size())};
  if (inputs.empty())
    return Failure{"expects a function with inputs to feed data to"};
  Dataset dataset;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string prefix = "entry '" + inputs[i].name + "': ";
    Result<Tensor> column = convertColumn(tensors[i], inputs[i], finite);
    if (!column.ok())
      return Failure{prefix + column.message()};
    int64_t samples = column->extent(0);
    if (samples == 0)
      return Failure{prefix + "expects at least one sample"};
    if (i > 0 && samples != dataset.count)
      return Failure{prefix + "expects " + std::to_string(dataset.count) +
                     " samples as in '" + inputs[0].name + "', got " +
                     std::to_string(samples)};
    dataset.count = samples;
    dataset.columns.push_back(column.take());
  }
  return dataset;
}

Result<Dataset> Dataset::load(const std::string &path,
                              std::span<const TensorInfo> inputs, bool finite) {
  std::vector<Tensor> tensors;
  for (const TensorInfo &info : inputs) {
    Result<Tensor> tensor = loadNpzEntry(path, info.name);
    if (!tensor.ok())
      return tensor.takeFailure();
    tensors.push_back(tensor.take());
  }
  Result<Dataset> dataset = create(tensors, inputs, finite);
  if (!dataset.ok())
    return Failure{path + ": " + dataset.message()};
  return dataset;
}

BatchIterator::BatchIterator(const Dataset &dataset, const Options &options)
    : dataset(dataset), options(options), order(dataset.samples()) {
  startEpoch(0);
}

void BatchIterator::startEpoch(int64_t epoch) {
  currentEpoch = epoch;
  position = 0;
  std::iota(order.begin(), order.end(), int64_t(0));
  if (!options.shuffle)
    return;
  // Fisher and Yates: sample i changes places with one of those up to i. The
  // last word of the counter keeps these numbers apart from the ones that
  // variables are initialised with.
  constexpr uint32_t domain = 0x80000000;
  for (uint64_t i = order.size() - 1; i > 0; --i) {
    std::array<uint32_t, 4> words =
        philox({uint32_t(i), uint32_t(i >> 32), uint32_t(epoch),
                uint32_t(uint64_t(epoch) >> 32) | domain},
               {uint32_t(options.seed), uint32_t(options.seed >> 32)});
    uint64_t bits = uint64_t(words[1]) << 32 | words[0];
    // The high half of the product is uniform in [0, i] to one part in
    // 2^64 / i.
    auto other = static_cast<uint64_t>(
        (static_cast<unsigned __int128>(bits) * (i + 1)) >> 64);
    std::swap(order[i], order[other]);
  }
}

int64_t BatchIterator::batchesPerEpoch() const {
  if (options.batch < 1)
    return 0;
  int64_t whole = dataset.samples() / options.batch;
  bool rest = dataset.samples() % options.batch != 0;
  return whole + (rest && !options.dropLast);
}

Status BatchIterator::allocate(std::vector<Tensor> &buffers,
                               int64_t size) const {
  for (const Tensor &column : dataset.tensors()) {
    std::vector<int64_t> shape = column.shape();
    shape[0] = size;
    Result<Tensor> buffer =
        Tensor::create(std::move(shape), column.elementType());
    if (!buffer.ok())
      return buffer.takeFailure();
    buffers.push_back(buffer.take());
  }
  return Status::success();
}

Result<std::span<const Tensor>> BatchIterator::next() {
  if (options.batch < 1)
    return Failure{"expects a batch size of at least 1, got " +
                   std::to_string(options.batch)};
  int64_t size = std::min(options.batch, dataset.samples() - position);
  if (size == 0 || (size < options.batch && options.dropLast))
    return std::span<const Tensor>();
  std::vector<Tensor> &buffers = size == options.batch ? full : rest;
  if (buffers.empty())
    if (Status allocated = allocate(buffers, size); !allocated.ok()) {
      buffers.clear();
      return allocated;
    }
  for (size_t i = 0; i < buffers.size(); ++i) {
    const Tensor &column = dataset.tensors()[i];
    size_t bytes = column.bytes() / size_t(dataset.samples());
    auto *from = static_cast<const char *>(column.rawData());
    auto *to = static_cast<char *>(buffers[i].rawData());
    for (int64_t k = 0; k < size; ++k)
      std::memcpy(to + k * bytes, from + order[position + k] * bytes, bytes);
  }
  position += size;
  return std::span<const Tensor>(buffers);
}
