// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same model in all the ways that must give the same bits, and the
// interpreter beside it.

#include "Checks.h"

#include "CompareTensors.h"
#include "Functions.h"
#include "Replay.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace amp;

namespace {

/// A model as an early stage left it, for the checks op by op.
struct Typed {
  std::string forward;
  std::string step;
};

/// The checks of one model; each returns what it found, or nothing.
class Checker {
public:
  Checker(MLIRContext &context, const Case &test, const std::string &cache)
      : context(context), test(test), cached(test.compile), apart(test.compile),
        reference(test.compile) {
    cached.cacheDirectory = cache;
    apart.fuse = false;
    reference.target = amp::Target::Ref;
  }

  Verdict run();

private:
  using Run = llvm::function_ref<Outcome(const CompileOptions &)>;

  Verdict compareRuns(const char *what, Run run, Outcome &first);
  std::string compareOps(const std::string &text, const char *function,
                         const Outcome *whole, const Outcome *oracle);
  std::string compareWhole(Replay &replay, ArrayRef<Value> results,
                           const Outcome &actual, const Outcome &oracle);

  MLIRContext &context;
  const Case &test;
  CompileOptions cached, apart, reference;
  Typed typed;
};

} // namespace

static CompileOptions withThreads(CompileOptions options, unsigned threads) {
  options.threads = threads;
  return options;
}

Verdict reject(const std::string &error) {
  if (error.rfind(std::string(modelName) + ":", 0) != 0 &&
      error.rfind("expects a finite gradient norm", 0) != 0)
    return {"no location", error};
  // No model is at fault where a stage's verifier finds ours.
  if (error.find(" in the gradient of ") != std::string::npos)
    return {"a stage's verifier", error};
  return {"", error};
}

/// Fused and not, with one and two threads, from the cache, and on `ref` as far
/// as errors go. `first` ran fused, with one thread and an empty cache.
Verdict Checker::compareRuns(const char *what, Run run, Outcome &first) {
  auto fail = [&](const char *how, const std::string &text) {
    return Verdict{std::string(what) + ", " + how, text};
  };
  CompileOptions apartCached = apart;
  apartCached.cacheDirectory = cached.cacheDirectory;
  Outcome again = run(withThreads(cached, 2));
  if (std::string text = compare(first, again); !text.empty())
    return fail("with 2 threads from the cache", text);
  if (first.error.empty() && again.statistics.kernelsCompiled > 0)
    return fail("from the cache",
                std::to_string(again.statistics.kernelsCompiled) +
                    " kernels were compiled again" +
                    again.statistics.cacheProblem);
  Outcome plain = run(apartCached);
  if (std::string text = compare(first, plain); !text.empty())
    return fail("fused and not", text);
  if (std::string text = compare(first, run(withThreads(apartCached, 2)));
      !text.empty())
    return fail("not fused with 2 threads from the cache", text);
  return {};
}

/// Compares each op of `function`, in a typed module, with the interpreter's.
/// Where results of the function itself are known from the run of the `whole`
/// and of the `oracle`, they are compared too.
std::string Checker::compareOps(const std::string &text, const char *name,
                                const Outcome *whole, const Outcome *oracle) {
  OwningOpRef<ModuleOp> module = parseAlone(context, text, name);
  if (!module)
    return "the typed module does not parse";
  auto function = module->lookupSymbol<func::FuncOp>(name);
  auto results = llvm::to_vector(
      function.getBody().front().getTerminator()->getOperands());
  returnEverything(function);
  Case all = test;
  all.text = printModule(*module);
  all.anyBits = test.anyBits && whole;
  CompileOptions options = test.compile;
  options.precision = Precision::F32;
  options.policy = "none";
  Outcome outcome = infer(all, options, name);
  if (!outcome.error.empty())
    return outcome.error;
  // What else is returned changes the fusion but not the bits.
  auto values = function.getBody().front().getTerminator()->getOperands();
  for (auto [i, result] : llvm::enumerate(results)) {
    auto index =
        size_t(std::distance(values.begin(), llvm::find(values, result)));
    std::string difference =
        whole ? findDifference(whole->tensors[i], outcome.tensors[index]) : "";
    if (!difference.empty())
      return "result " + std::to_string(i) +
             " depends on what else is returned: " + difference;
  }
  Replay replay(function, outcome.tensors);
  if (std::string difference = replay.compareOps(); !difference.empty())
    return difference;
  return whole ? compareWhole(replay, results, *whole, *oracle) : "";
}

std::string Checker::compareWhole(Replay &replay, ArrayRef<Value> results,
                                  const Outcome &actual,
                                  const Outcome &oracle) {
  Random random(test.seed);
  std::vector<double> errors =
      replay.estimateErrors(results, oracle.tensors, random);
  for (size_t i = 0; i < errors.size(); ++i) {
    double distance = findDistance(actual.tensors[i], oracle.tensors[i]);
    if (!(distance <= errors[i]))
      return "result " + std::to_string(i) + " as a whole is off by " +
             std::to_string(distance) + ", more than " +
             std::to_string(errors[i]);
  }
  return {};
}

Verdict Checker::run() {
  Outcome forward, oracle, trained;
  auto inferWith = [&](const CompileOptions &options) {
    return infer(test, options, "forward");
  };
  auto trainWith = [&](const CompileOptions &options) {
    return train(test, options);
  };
  forward = infer(test, observe(cached, "autocast", typed.forward), "forward",
                  /*twice=*/true);
  if (Verdict verdict = compareRuns("forward", inferWith, forward);
      !verdict.failed.empty())
    return verdict;
  oracle = inferWith(reference);
  if (forward.error != oracle.error)
    return {"forward, cpu and ref", compare(forward, oracle)};
  if (!forward.error.empty())
    return reject(forward.error);
  trained = train(test, observe(cached, "build-step", typed.step));
  if (Verdict verdict = compareRuns("training", trainWith, trained);
      !verdict.failed.empty())
    return verdict;
  if (Outcome expected = trainWith(reference); trained.error != expected.error)
    return {"training, cpu and ref", compare(trained, expected)};
  if (std::string text =
          compareOps(typed.forward, "forward", &forward, &oracle);
      !text.empty())
    return {"forward, op by op", text};
  if (!trained.error.empty())
    return reject(trained.error);
  if (std::string text = compareOps(typed.step, "step", nullptr, nullptr);
      !text.empty())
    return {"step, op by op", text};
  return {};
}

Verdict checkModel(MLIRContext &context, const Case &test,
                   const std::string &cache) {
  return Checker(context, test, cache).run();
}
