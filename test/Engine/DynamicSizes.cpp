// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dynamic sizes: a model whose batch is dynamic computes, for every size, the
// bits of one that was written with that size; it compiles kernels for the
// first two sizes only, keeps a bounded number of plans, and its memory does
// not grow from one sweep over the sizes to the next. Relies on glibc's malloc
// to tell how much is in use.

#include "EngineTest.h"

#include "amp/Runtime/Philox.h"

#include <algorithm>
#include <malloc.h>
#include <unistd.h>

using namespace amp;

/// A model with reductions along both axes of the batch, and one sample for
/// each multiplied by the one as far from the end, whose place depends on the
/// size; `batch` is its first extent in MLIR's spelling, "?" or a number.
static std::string makeText(const std::string &batch) {
  std::string text = R"(
amp.variable @w1 : tensor<24x12xf32> init(#amp.kaiming_uniform)
amp.variable @b1 : tensor<24xf32> init(#amp.zeros)
amp.variable @w2 : tensor<5x24xf32> init(#amp.kaiming_uniform)
amp.variable @w3 : tensor<6x6xf32> init(#amp.kaiming_uniform)
func.func @forward(%x: tensor<Bx12xf32> {amp.name = "x"})
    -> (tensor<Bx5xf32> {amp.name = "logits"}, tensor<12xf32> {amp.name = "mean"}) {
  %w1 = amp.read @w1 : tensor<24x12xf32>
  %b1 = amp.read @b1 : tensor<24xf32>
  %w2 = amp.read @w2 : tensor<5x24xf32>
  %mean = amp.mean %x {axes = array<i64: 0>} : (tensor<Bx12xf32>) -> tensor<12xf32>
  %0 = amp.sub %x, %mean : (tensor<Bx12xf32>, tensor<12xf32>) -> tensor<Bx12xf32>
  %1 = amp.linear %0, %w1, %b1 : (tensor<Bx12xf32>, tensor<24x12xf32>, tensor<24xf32>) -> tensor<Bx24xf32>
  %2 = amp.tanh %1 : (tensor<Bx24xf32>) -> tensor<Bx24xf32>
  %3 = amp.softmax %2 {axis = 1} : (tensor<Bx24xf32>) -> tensor<Bx24xf32>
  %4 = amp.add %2, %3 : (tensor<Bx24xf32>, tensor<Bx24xf32>) -> tensor<Bx24xf32>
  %w3 = amp.read @w3 : tensor<6x6xf32>
  %parts = amp.reshape %4 : (tensor<Bx24xf32>) -> tensor<Bx4x6xf32>
  %mapped = amp.linear %parts, %w3 : (tensor<Bx4x6xf32>, tensor<6x6xf32>) -> tensor<Bx4x6xf32>
  %bent = amp.sigmoid %mapped : (tensor<Bx4x6xf32>) -> tensor<Bx4x6xf32>
  %joined = amp.reshape %bent : (tensor<Bx4x6xf32>) -> tensor<Bx24xf32>
  %turned = amp.slice %4 {axes = array<i64: 0>, ends = array<i64: -99>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<Bx24xf32>) -> tensor<Bx24xf32>
  %mixed = amp.mul %joined, %turned : (tensor<Bx24xf32>, tensor<Bx24xf32>) -> tensor<Bx24xf32>
  %5 = amp.linear %mixed, %w2 : (tensor<Bx24xf32>, tensor<5x24xf32>) -> tensor<Bx5xf32>
  return %5, %mean : tensor<Bx5xf32>, tensor<12xf32>
}
func.func @loss(%x: tensor<Bx12xf32> {amp.name = "x"}, %y: tensor<Bxi64> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %0, %m = call @forward(%x) : (tensor<Bx12xf32>) -> (tensor<Bx5xf32>, tensor<12xf32>)
  %1 = amp.cross_entropy %0, %y : (tensor<Bx5xf32>, tensor<Bxi64>) -> tensor<f32>
  return %1 : tensor<f32>
})";
  for (size_t at = 0; (at = text.find("tensor<B", at)) != text.npos;)
    text.replace(at + 7, 1, batch);
  return text;
}

/// `size` samples that depend on it, so that no two sizes agree by chance.
static std::vector<Tensor> makeBatch(int64_t size) {
  std::vector<float> x;
  std::vector<int64_t> y;
  for (int64_t i = 0; i < size * 12; ++i)
    x.push_back(float(4.0 * philoxUniform(3, uint64_t(size), uint64_t(i)) - 2));
  for (int64_t i = 0; i < size; ++i)
    y.push_back((i * 7 + size) % 5);
  return {floats({size, 12}, x), labels(y)};
}

namespace {

/// A model with what trains and runs it.
struct Network {
  Model model;
  Trainer trainer;
  Executable forward;

  static Network create(const std::string &text,
                        const CompileOptions &options) {
    Model model = need(Model::parse(text, "sizes.mlir"));
    TrainOptions train;
    train.scaler.initScale = 256.0;
    Trainer trainer = need(Trainer::create(model, options, train));
    Executable forward = need(Executable::create(model, "forward", options));
    return {std::move(model), std::move(trainer), std::move(forward)};
  }

  /// Kernels compiled or loaded so far.
  int64_t countKernels() const {
    CompileStatistics a = trainer.statistics(), b = forward.statistics();
    return a.kernelsCompiled + a.kernelsLoaded + b.kernelsCompiled +
           b.kernelsLoaded;
  }
};

} // namespace

/// A model of which both extents of the input are dynamic.
static std::string makeRaggedText(const std::string &rows,
                                  const std::string &columns) {
  std::string text = R"(
amp.variable @w : tensor<1xf32> init(#amp.ones)
func.func @forward(%x: tensor<RxCxf32> {amp.name = "x"})
    -> (tensor<Rxf32> {amp.name = "rows"}, tensor<Cxf32> {amp.name = "columns"}) {
  %w = amp.read @w : tensor<1xf32>
  %0 = amp.mul %x, %w : (tensor<RxCxf32>, tensor<1xf32>) -> tensor<RxCxf32>
  %1 = amp.softmax %0 {axis = 1} : (tensor<RxCxf32>) -> tensor<RxCxf32>
  %2 = amp.mean %1 {axes = array<i64: 0>} : (tensor<RxCxf32>) -> tensor<Cxf32>
  %3 = amp.sub %1, %2 : (tensor<RxCxf32>, tensor<Cxf32>) -> tensor<RxCxf32>
  %4 = amp.mul %3, %0 : (tensor<RxCxf32>, tensor<RxCxf32>) -> tensor<RxCxf32>
  %5 = amp.sum %4 {axes = array<i64: 1>} : (tensor<RxCxf32>) -> tensor<Rxf32>
  return %5, %2 : tensor<Rxf32>, tensor<Cxf32>
}
func.func @loss(%x: tensor<RxCxf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %0, %1 = call @forward(%x) : (tensor<RxCxf32>) -> (tensor<Rxf32>, tensor<Cxf32>)
  %2 = amp.mean %0 {axes = array<i64: 0>} : (tensor<Rxf32>) -> tensor<f32>
  return %2 : tensor<f32>
})";
  auto replace = [&](const std::string &from, const std::string &to) {
    for (size_t at = 0; (at = text.find(from, at)) != text.npos;)
      text.replace(at, from.size(), to);
  };
  replace("<RxC", "<" + rows + "x" + columns);
  replace("<Rx", "<" + rows + "x");
  replace("<Cx", "<" + columns + "x");
  return text;
}

/// Bytes in use by everybody in this process.
static int64_t measureMemory() {
  struct mallinfo2 info = mallinfo2();
  return int64_t(info.uordblks + info.hblkhd);
}

/// Bytes of this process in memory, its code and what it maps included.
static int64_t measureResident() {
  long total = 0, resident = 0;
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  CHECK(file && std::fscanf(file, "%ld %ld", &total, &resident) == 2);
  if (file)
    std::fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

/// Takes a step and a forward run with both networks from the same state and
/// compares all that comes out.
static void compareWith(const std::string &text, Network &dynamic,
                        const std::vector<Tensor> &batch,
                        const CompileOptions &options) {
  Network fixed = Network::create(text, options);
  SafetensorsFile state = need(dynamic.trainer.saveState());
  need(fixed.trainer.restoreState(state, batch));
  StepResult a = need(dynamic.trainer.step(batch));
  StepResult b = need(fixed.trainer.step(batch));
  CHECK(a.loss == b.loss && !a.skipped && !b.skipped);
  SafetensorsFile after = need(dynamic.trainer.saveState());
  SafetensorsFile expected = need(fixed.trainer.saveState());
  CHECK(after.tensors.size() == expected.tensors.size() &&
        after.tensors.size() > 3);
  for (size_t i = 0; i < after.tensors.size(); ++i)
    CHECK(after.tensors[i].first == expected.tensors[i].first &&
          sameBits(after.tensors[i].second, expected.tensors[i].second));
  std::span<const Tensor> x = std::span(batch).first(1);
  std::vector<Tensor> outputs = need(dynamic.forward.run(x));
  std::vector<Tensor> fixedOutputs = need(fixed.forward.run(x));
  for (size_t i = 0; i < outputs.size(); ++i)
    CHECK(sameBits(outputs[i], fixedOutputs[i]));
}

/// Every size agrees with a model of that size.
static void testBits(const CompileOptions &options) {
  Network dynamic = Network::create(makeText("?"), options);
  need(dynamic.trainer.step(makeBatch(1)));
  int64_t known = 0;
  auto visit = [&](int64_t size) {
    compareWith(makeText(std::to_string(size)), dynamic, makeBatch(size),
                options);
    if (size == 2 && known == 0)
      known = dynamic.countKernels();
    CHECK(size == 1 || dynamic.countKernels() == known);
  };
  for (int64_t size = 1; size <= 64; ++size)
    visit(size);
  // On the way back all that could differ is a plan that was dropped.
  for (int64_t size : {63, 40, 33, 17, 9, 2, 1})
    visit(size);
  CHECK((known > 0) == (options.target == Target::Cpu));
}

/// With two dynamic extents every pair agrees with a model of those; another
/// outermost extent alone compiles nothing.
static void testTwoExtents(const CompileOptions &options) {
  Network dynamic = Network::create(makeRaggedText("?", "?"), options);
  auto makeInput = [](int64_t rows, int64_t columns) -> std::vector<Tensor> {
    std::vector<float> x;
    for (int64_t i = 0; i < rows * columns; ++i)
      x.push_back(float(philoxUniform(5, uint64_t(rows), uint64_t(i))));
    return {floats({rows, columns}, x)};
  };
  need(dynamic.trainer.step(makeInput(2, 3)));
  for (int64_t columns : {3, 1, 70, 33, 3}) {
    int64_t known = 0;
    for (int64_t rows : {1, 2, 3, 31, 64, 1}) {
      compareWith(makeRaggedText(std::to_string(rows), std::to_string(columns)),
                  dynamic, makeInput(rows, columns), options);
      if (rows == 2)
        known = dynamic.countKernels();
      CHECK(known == 0 || dynamic.countKernels() == known);
    }
  }
}

/// Sweeps up and down: memory is flat from the second sweep on.
static void testMemory(CompileOptions options) {
  options.planCacheSize = 5;
  Network network = Network::create(makeText("?"), options);
  std::vector<std::vector<Tensor>> batches;
  for (int64_t size = 1; size <= 64; ++size)
    batches.push_back(makeBatch(size));
  std::vector<int64_t> peaks(65, -1);
  int64_t kernels = 0;
  auto visit = [&](int64_t size) {
    std::span<const Tensor> batch = batches[size - 1];
    need(network.trainer.step(batch));
    need(network.forward.run(batch.first(1)));
    CompileStatistics training = network.trainer.statistics();
    CHECK(training.plans <= 5 && network.forward.statistics().plans <= 5);
    CHECK(peaks[size] < 0 || peaks[size] == training.peakBytes);
    CHECK(size == 1 || peaks[size - 1] <= training.peakBytes);
    peaks[size] = training.peakBytes;
    if (size == 2 && kernels == 0)
      kernels = network.countKernels();
  };
  std::vector<int64_t> used, resident;
  for (int sweep = 0; sweep < 3; ++sweep) {
    for (int64_t size = 1; size <= 64; ++size)
      visit(size);
    for (int64_t size = 63; size >= 1; --size)
      visit(size);
    used.push_back(measureMemory());
    resident.push_back(measureResident());
  }
  CHECK(network.countKernels() == kernels);
  for (const std::vector<int64_t> &bytes : {used, resident})
    std::printf("bytes after each sweep: %lld %lld %lld\n",
                static_cast<long long>(bytes[0]),
                static_cast<long long>(bytes[1]),
                static_cast<long long>(bytes[2]));
  // A plan takes more than 10 kB, so 254 kept ones would show in either.
  CHECK(used[2] - used[1] < (64 << 10));
  CHECK(resident[2] - resident[1] < (1 << 20));
}

void testSizes(const CompileOptions &options, const std::string &scratch) {
  CompileOptions cached = options;
  // Only so that the models of one size need not compile their kernels anew.
  cached.cacheDirectory = scratch + "/cache";
  cached.precision = Precision::BF16;
  testBits(cached);
  cached.precision = Precision::F32;
  testBits(cached);
  testTwoExtents(cached);
  testMemory(options);
}
