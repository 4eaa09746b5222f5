// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same model on a CUDA device in all the ways that must give the same bits,
// and the CPU beside it. A library's sums differ from another's, so where there
// are products the CPU is given the device's: then nothing else may differ.

#include "Checks.h"

#include "CompareTensors.h"
#include "Functions.h"
#include "Replay.h"

#include <cstdlib>

using namespace mlir;
using namespace amp;

namespace {

/// One way to run on the device.
struct Way {
  const char *name;
  bool fuse, useGraph, separateBuffers, isReversed;
};

/// The checks of one model; each returns what it found, or nothing.
class CudaChecker {
public:
  CudaChecker(MLIRContext &context, const Case &test, const std::string &cache)
      : context(context), test(test), onCpu(test.compile),
        onCuda(test.compile) {
    onCuda.target = amp::Target::Cuda;
    onCuda.cacheDirectory = cache;
  }

  Verdict run();

private:
  using Run = llvm::function_ref<Outcome(const CompileOptions &)>;

  Outcome runOn(Run run, const Way &way);
  Verdict compareRuns(const char *what, Run run, const Outcome &expected,
                      Outcome &first);
  std::string compareOps(const std::string &text, const char *name,
                         const Outcome *whole);
  std::string compareCut(Case all, func::FuncOp function, const char *name,
                         const Outcome &everything);

  MLIRContext &context;
  const Case &test;
  CompileOptions onCpu, onCuda;
};

} // namespace

/// The first one compiles what the others find in the cache or share.
static constexpr Way ways[] = {
    {"fused, as a graph", true, true, false, false},
    {"fused, step by step, in reverse order", true, false, true, true},
    {"not fused, as a graph, in reverse order", false, true, false, true},
    {"not fused, step by step", false, false, false, false}};

Outcome CudaChecker::runOn(Run run, const Way &way) {
  CompileOptions options = onCuda;
  options.fuse = way.fuse;
  options.useGraph = way.useGraph;
  options.separateBuffers = way.separateBuffers;
  setenv("AMP_EMU_ORDER", way.isReversed ? "reverse" : "forward", 1);
  return run(options);
}

/// All ways agree; with the CPU, too, where its program has no products.
Verdict CudaChecker::compareRuns(const char *what, Run run,
                                 const Outcome &expected, Outcome &first) {
  for (const Way &way : ways) {
    Outcome outcome = runOn(run, way);
    std::string text;
    if (&way == ways)
      first = outcome;
    else
      text = compare(first, outcome);
    if (text.empty() && outcome.error != expected.error)
      text =
          "error '" + outcome.error + "', on the CPU '" + expected.error + "'";
    if (text.empty() && expected.statistics.libraryCalls == 0)
      text = compare(expected, outcome);
    if (!text.empty())
      return {std::string(what) + ", " + way.name, text};
  }
  return {};
}

/// Every op but products, on the CPU and on what the device's products are. On
/// `everything` that `function` computes on the device.
std::string CudaChecker::compareCut(Case all, func::FuncOp function,
                                    const char *name,
                                    const Outcome &everything) {
  // The device's inputs, too: what a cut function takes tells less about what
  // its inputs may be.
  std::vector<Tensor> given(everything.tensors.begin(),
                            everything.tensors.begin() +
                                function.getNumArguments());
  auto values = function.getBody().front().getTerminator()->getOperands();
  for (Value product : findProducts(function)) {
    auto index =
        size_t(std::distance(values.begin(), llvm::find(values, product)));
    given.push_back(everything.tensors[index]);
  }
  cutProducts(function);
  all.text = printModule(function->getParentOfType<ModuleOp>());
  CompileOptions options = onCpu;
  options.precision = Precision::F32;
  options.policy = "none";
  Outcome expected = infer(all, options, name, /*twice=*/false, given);
  if (!expected.error.empty())
    return expected.error;
  for (auto [i, value] : llvm::enumerate(
           function.getBody().front().getTerminator()->getOperands()))
    if (std::string difference =
            findDifference(everything.tensors[i], expected.tensors[i]);
        !difference.empty()) {
      std::string op;
      llvm::raw_string_ostream(op) << value;
      return op + ": " + difference;
    }
  return {};
}

/// `name` in a typed module, op by op. Its results are those of the `whole`, if
/// that is known, and its writes those of a program that only makes these.
std::string CudaChecker::compareOps(const std::string &text, const char *name,
                                    const Outcome *whole) {
  OwningOpRef<ModuleOp> module = parseAlone(context, text, name);
  if (!module)
    return "the typed module does not parse";
  Case all = test;
  all.anyBits = test.anyBits && whole;
  CompileOptions options = onCuda;
  options.precision = Precision::F32;
  options.policy = "none";
  auto function = module->lookupSymbol<func::FuncOp>(name);
  SmallVector<Value> effects = findEffects(function);
  returnValues(function, effects);
  all.text = printModule(*module);
  Outcome outcome = whole ? *whole : infer(all, options, name);
  if (!outcome.error.empty())
    return outcome.error;
  returnEverything(function);
  all.text = printModule(*module);
  options.fuse = false;
  Outcome everything = infer(all, options, name);
  if (!everything.error.empty())
    return everything.error;
  auto values = function.getBody().front().getTerminator()->getOperands();
  for (auto [i, effect] : llvm::enumerate(effects)) {
    auto index =
        size_t(std::distance(values.begin(), llvm::find(values, effect)));
    if (std::string difference =
            findDifference(outcome.tensors[i], everything.tensors[index]);
        !difference.empty())
      return "result " + std::to_string(i) +
             " depends on what else is returned: " + difference;
  }
  Replay replay(function, everything.tensors);
  if (std::string difference = replay.compareOps(); !difference.empty())
    return difference;
  return compareCut(all, function, name, everything);
}

Verdict CudaChecker::run() {
  std::string typedForward, typedStep;
  Outcome forward, trained;
  auto inferWith = [&](const CompileOptions &options) {
    return infer(test, options, "forward", /*twice=*/true);
  };
  auto trainWith = [&](const CompileOptions &options) {
    return train(test, options);
  };
  Outcome expected = inferWith(observe(onCpu, "autocast", typedForward));
  if (Verdict verdict =
          compareRuns("forward on cuda", inferWith, expected, forward);
      !verdict.failed.empty())
    return verdict;
  if (!forward.error.empty())
    return reject(forward.error);
  if (expected.statistics.libraryCalls != 0)
    if (std::string text = compareOps(typedForward, "forward", &forward);
        !text.empty())
      return {"forward on cuda, op by op", text};
  expected = trainWith(observe(onCpu, "build-step", typedStep));
  if (Verdict verdict =
          compareRuns("training on cuda", trainWith, expected, trained);
      !verdict.failed.empty())
    return verdict;
  if (!trained.error.empty())
    return reject(trained.error);
  if (expected.statistics.libraryCalls != 0)
    if (std::string text = compareOps(typedStep, "step", nullptr);
        !text.empty())
      return {"step on cuda, op by op", text};
  return {};
}

Verdict checkModelOnCuda(MLIRContext &context, const Case &test,
                         const std::string &cache) {
  return CudaChecker(context, test, cache).run();
}
