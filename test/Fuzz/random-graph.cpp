// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs and trains random models: `random-graph FIRST COUNT` takes the seeds
// from FIRST on, of at most SIZE + 3 ops each; `random-graph SEED` prints the
// model of one first. What holds for every model is checked: results are equal
// bit for bit with fusion on and off, with one and two threads and in a second
// run (P6, P16); every op agrees with the interpreter; errors are located and
// the same on all targets.

#include "CompareOps.h"
#include "RandomGraph.h"

#include "amp/Engine/Engine.h"
#include "amp/InitAll.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace amp;

namespace {

/// What a run gave: an error, or tensors and numbers.
struct Outcome {
  std::string error;
  std::vector<Tensor> tensors;
  std::vector<double> numbers;
};

struct Case {
  uint64_t seed = 0;
  std::string text;
  int64_t batch = 0;
  CompileOptions compile;
  TrainOptions train;
  int64_t microBatches = 1;
  /// Infinities, NaN and subnormals among the inputs of a run.
  bool anyBits = false;
};

} // namespace

static const char *const fileName = "random.mlir";

static Model parseModel(const Case &test) {
  Result<Model> model = Model::parse(test.text, fileName, test.seed);
  if (model.ok())
    return model.take();
  std::printf("FAIL: the printed model does not parse: %s\n%s",
              model.message().c_str(), test.text.c_str());
  std::exit(1);
}

static Tensor makeTensor(const TensorInfo &info, int64_t batch, bool anyBits,
                         Random &random) {
  std::vector<int64_t> shape = info.shape;
  for (int64_t &extent : shape)
    if (extent < 0)
      extent = batch;
  Tensor wide = Tensor::create(shape, ElementType::F64).take();
  bool whole = info.classes > 0 || info.type == ElementType::I32 ||
               info.type == ElementType::I64 || info.type == ElementType::Bool;
  for (double &value : wide.elements<double>()) {
    if (info.classes > 0)
      value = double(random.below(info.classes));
    else if (whole)
      value = double(random.below(9) - 4);
    else
      value = random.chance(5) ? 0.0 : random.unit() * 4 - 2;
  }
  Tensor tensor = wide.convertTo(info.type).take();
  if (anyBits && !whole) {
    Tensor bits = tensor.clone().take();
    size_t size = byteSize(info.type);
    for (int64_t i = 0; i < bits.elementCount(); ++i) {
      uint64_t word = random.next();
      if (random.chance(50)) // infinities and NaN are rare among all words
        word |= info.type == ElementType::BF16 ? 0x7F80 : 0x7FF07F807F807C00;
      if (random.chance(20))
        std::memcpy(static_cast<char *>(bits.rawData()) + size_t(i) * size,
                    &word, size);
    }
    return bits;
  }
  return tensor;
}

static std::vector<Tensor> makeInputs(const std::vector<TensorInfo> &infos,
                                      const Case &test, bool anyBits,
                                      uint64_t stream) {
  Random random(test.seed * 1000 + stream);
  std::vector<Tensor> inputs;
  for (const TensorInfo &info : infos)
    inputs.push_back(makeTensor(info, test.batch, anyBits, random));
  return inputs;
}

static Outcome infer(const Case &test, const CompileOptions &options,
                     const char *function, int repetitions = 1) {
  Outcome outcome;
  Model model = parseModel(test);
  Result<Executable> executable = Executable::create(model, function, options);
  if (!executable.ok())
    return {executable.message(), {}, {}};
  std::vector<Tensor> inputs =
      makeInputs(executable->inputs(), test, test.anyBits, 0);
  for (int i = 0; i < repetitions; ++i) {
    Result<std::vector<Tensor>> results = executable->run(inputs);
    if (!results.ok())
      return {results.message(), {}, {}};
    if (i == 0)
      outcome.tensors = results.take();
    for (size_t k = 0; i > 0 && k < results->size(); ++k)
      if (!findDifference(outcome.tensors[k], (*results)[k]).empty())
        return {"a second run differs", {}, {}};
  }
  return outcome;
}

/// Three optimizer steps; with micro-batches, through accumulate and apply, and
/// the gradients are part of the outcome.
static Outcome train(const Case &test, const CompileOptions &options) {
  Outcome outcome;
  Model model = parseModel(test);
  Result<Trainer> trainer = Trainer::create(model, options, test.train);
  if (!trainer.ok())
    return {trainer.message(), {}, {}};
  auto record = [&](const StepResult &step) {
    outcome.numbers.insert(outcome.numbers.end(),
                           {step.loss, step.gradNorm, step.scale,
                            step.scaleAfter, double(step.growthTracker),
                            double(step.skipped)});
  };
  uint64_t stream = 1;
  for (int i = 0; i < 3; ++i) {
    if (!test.train.accumulation) {
      Result<StepResult> step =
          trainer->step(makeInputs(trainer->inputs(), test, false, stream++));
      if (!step.ok())
        return {step.message(), {}, {}};
      record(*step);
      continue;
    }
    for (int64_t micro = 0; micro < test.microBatches; ++micro) {
      Result<double> loss = trainer->accumulate(
          makeInputs(trainer->inputs(), test, false, stream++),
          1.0 / double(test.microBatches), micro == 0);
      if (!loss.ok())
        return {loss.message(), {}, {}};
      outcome.numbers.push_back(*loss);
    }
    for (auto &[name, gradient] : trainer->gradients())
      outcome.tensors.push_back(gradient.clone().take());
    Result<StepResult> step = trainer->apply();
    if (!step.ok())
      return {step.message(), {}, {}};
    record(*step);
  }
  for (const TensorInfo &info : model.variables())
    outcome.tensors.push_back(model.variable(info.name)->clone().take());
  return outcome;
}

static std::string compare(const Outcome &a, const Outcome &b) {
  if (a.error != b.error)
    return "errors '" + a.error + "' and '" + b.error + "'";
  if (a.numbers.size() != b.numbers.size() ||
      a.tensors.size() != b.tensors.size())
    return "different numbers of results";
  for (size_t i = 0; i < a.numbers.size(); ++i)
    if (std::memcmp(&a.numbers[i], &b.numbers[i], sizeof(double)) != 0 &&
        !(std::isnan(a.numbers[i]) && std::isnan(b.numbers[i])))
      return "number " + std::to_string(i) + ": " +
             std::to_string(a.numbers[i]) + " and " +
             std::to_string(b.numbers[i]);
  for (size_t i = 0; i < a.tensors.size(); ++i)
    if (std::string text = findDifference(a.tensors[i], b.tensors[i]);
        !text.empty())
      return "tensor " + std::to_string(i) + ", " + text;
  return {};
}

/// Gradients and weights in f32 against the interpreter's: within 1e-4 of the
/// largest number of their tensor, which an error of a kernel exceeds and other
/// orders of summation do not in small graphs.
static std::string compareClosely(const Outcome &actual,
                                  const Outcome &expected) {
  for (auto [i, tensors] :
       llvm::enumerate(llvm::zip_equal(actual.tensors, expected.tensors))) {
    auto &[a, b] = tensors;
    double largest = 0.0, difference = 0.0;
    for (int64_t k = 0; k < a.elementCount(); ++k) {
      double x = a.getDouble(k), y = b.getDouble(k);
      if (std::isnan(x) && std::isnan(y))
        continue;
      if (std::isnan(x) || std::isnan(y))
        return "tensor " + std::to_string(i) + ": a NaN on one side";
      if (x == y || std::isinf(x) || std::isinf(y))
        continue;
      difference = std::max(difference, std::abs(x - y));
      largest = std::max(largest, std::abs(y));
    }
    if (difference > 1e-4 * largest + 1e-12)
      return "tensor " + std::to_string(i) + ": off by " +
             std::to_string(difference) + " of " + std::to_string(largest);
  }
  return {};
}

static void drawOptions(Case &test, Random &random) {
  CompileOptions &compile = test.compile;
  compile.precision = random.pick<Precision>(
      {Precision::F32, Precision::F16, Precision::BF16, Precision::BF16});
  compile.policy = random.chance(80) ? "torch-cuda" : "none";
  TrainOptions &options = test.train;
  using Kind = OptimizerOptions::Kind;
  options.optimizer.kind =
      random.pick<Kind>({Kind::Sgd, Kind::Adam, Kind::Adamw});
  options.optimizer.learningRate = random.pick<double>({1e-3, 0.1, 0.0});
  options.optimizer.weightDecay = random.chance(40) ? 0.01 : 0.0;
  if (options.optimizer.kind == Kind::Sgd && random.chance(50)) {
    options.optimizer.momentum = 0.9;
    options.optimizer.nesterov = random.chance(50);
  }
  if (random.chance(40))
    options.scaler.enabled = random.chance(70);
  options.scaler.growthInterval = random.chance(50) ? 1 : 2000;
  if (random.chance(30))
    options.clipNorm = 0.5;
  else if (random.chance(30))
    options.clipValue = 0.01;
  options.reportNorm = random.chance(50);
  options.accumulation = random.chance(40);
  test.microBatches = 1 + random.below(3);
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

/// Makes `function` return all its values, in the order of compareOps().
static void returnEverything(func::FuncOp function) {
  SmallVector<Value> values(function.getArguments());
  Block &body = function.getBody().front();
  for (Operation &op : body.without_terminator())
    llvm::append_range(values, op.getResults());
  body.getTerminator()->setOperands(values);
  function.setType(FunctionType::get(function.getContext(),
                                     function.getArgumentTypes(),
                                     ValueRange(values).getTypes()));
}

/// Compares each op of @forward with the interpreter's.
static std::string checkOps(ModuleOp module, Case test,
                            const Outcome &expected) {
  auto function = module.lookupSymbol<func::FuncOp>("forward");
  auto results = llvm::to_vector(
      function.getBody().front().getTerminator()->getOperands());
  module.lookupSymbol<func::FuncOp>("loss").erase();
  returnEverything(function);
  test.text = print(module);
  Outcome outcome = infer(test, test.compile, "forward");
  if (!outcome.error.empty())
    return outcome.error;
  // What else is returned changes the fusion but not the bits.
  auto all = function.getBody().front().getTerminator()->getOperands();
  for (auto [i, result] : llvm::enumerate(results)) {
    auto index = size_t(std::distance(all.begin(), llvm::find(all, result)));
    std::string text =
        findDifference(expected.tensors[i], outcome.tensors[index]);
    if (!text.empty())
      return "result " + std::to_string(i) +
             " depends on what else is returned: " + text;
  }
  return compareOps(function, outcome.tensors);
}

enum class Verdict { Passed, Rejected, Failed };

static Verdict fail(const Case &test, const std::string &what,
                    const std::string &text) {
  std::printf("FAIL: seed %llu: %s: %s\n",
              static_cast<unsigned long long>(test.seed), what.c_str(),
              text.c_str());
  return Verdict::Failed;
}

/// What is wrong with the model must be said with its file and line; what is
/// wrong with a batch needs not.
static Verdict reject(const Case &test, const std::string &error) {
  if (error.rfind(std::string(fileName) + ":", 0) != 0 &&
      error.rfind("expects a finite gradient norm", 0) != 0)
    return fail(test, "no location", error);
  std::printf("rejected: %s\n", error.c_str());
  return Verdict::Rejected;
}

static Verdict runSeed(MLIRContext &context, uint64_t seed, int64_t size,
                       bool verbose) {
  Random random(seed * 7919 + 1);
  Case test;
  test.seed = seed;
  bool opByOp = random.chance(40);
  RandomGraph graph =
      makeRandomGraph(context, random, 4 + random.below(size), !opByOp);
  if (failed(verify(*graph.module)))
    return fail(test, "generator", "makes an invalid module");
  test.text = print(*graph.module);
  test.batch = graph.batch;
  test.anyBits = random.chance(40);
  drawOptions(test, random);
  if (opByOp) {
    test.compile.precision = Precision::F32;
    test.compile.policy = "none";
  }
  if (verbose)
    std::printf("%s\nbatch %lld, precision %d, policy %s, any bits %d, "
                "accumulate %d\n",
                test.text.c_str(), static_cast<long long>(test.batch),
                int(test.compile.precision), test.compile.policy.c_str(),
                test.anyBits, test.train.accumulation);
  test.compile.threads = 1;
  CompileOptions apart = test.compile, reference = test.compile;
  apart.fuse = false;
  apart.threads = 2;
  reference.target = Target::Ref;

  Outcome fused = infer(test, test.compile, "forward", 2);
  Outcome plain = infer(test, apart, "forward");
  if (std::string text = compare(fused, plain); !text.empty())
    return fail(test, "forward, fused and not", text);
  Outcome oracle = infer(test, reference, "forward");
  if (fused.error != oracle.error)
    return fail(test, "forward, cpu and ref", compare(fused, oracle));
  if (!fused.error.empty())
    return reject(test, fused.error);

  CompileOptions threads = test.compile;
  threads.threads = 2;
  Outcome trained = train(test, test.compile);
  if (std::string text = compare(trained, train(test, apart)); !text.empty())
    return fail(test, "training, fused and not", text);
  if (std::string text = compare(trained, train(test, threads)); !text.empty())
    return fail(test, "training, 1 and 2 threads", text);
  oracle = train(test, reference);
  if (trained.error != oracle.error)
    return fail(test, "training, cpu and ref", compare(trained, oracle));
  if (!trained.error.empty())
    return reject(test, trained.error);
  if (test.compile.precision == Precision::F32)
    if (std::string text = compareClosely(trained, oracle); !text.empty())
      return fail(test, "training in f32, cpu and ref", text);
  if (opByOp)
    if (std::string text = checkOps(*graph.module, test, fused); !text.empty())
      return fail(test, "op by op", text);
  return Verdict::Passed;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    std::printf("usage: random-graph SEED | FIRST COUNT [SIZE]\n");
    return 2;
  }
  uint64_t first = std::strtoull(argv[1], nullptr, 10);
  uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  int64_t size = argc > 3 ? std::atoll(argv[3]) : 16;
  bool verbose = argc == 2 || argc > 4;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  int verdicts[3] = {};
  for (uint64_t seed = first; seed < first + count; ++seed) {
    // Flushed, so that a crash has its seed.
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    std::fflush(stdout);
    ++verdicts[int(runSeed(context, seed, size, verbose))];
  }
  std::printf("%d passed, %d rejected, %d failed\n", verdicts[0], verdicts[1],
              verdicts[2]);
  return verdicts[2] != 0;
}
