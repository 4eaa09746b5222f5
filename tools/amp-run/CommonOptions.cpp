// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options that every subcommand which compiles a model has.

#include "CommonOptions.h"

#include "DevicePlanReport.h"
#include "Report.h"

#include "amp/InitAll.h"
#include "amp/Target/CUDA.h"
#include "amp/Transforms/Autocast.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "llvm/ADT/StringExtras.h"

#include "amp/Pipelines/Pipelines.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace amp;
using namespace amp::run;

/// Checks that a number stands in `relation` to `limit`; `words` say how.
static CLI::Validator compareNumber(const char *words, const char *symbol,
                                    double limit,
                                    bool (*relation)(double, double)) {
  char shortest[32];
  std::snprintf(shortest, sizeof(shortest), "%g", limit);
  std::string text = shortest;
  return CLI::Validator(
      [=](std::string &argument) -> std::string {
        double value = 0.0;
        if (CLI::detail::lexical_cast(argument, value) &&
            relation(value, limit))
          return "";
        return std::string("expects a number ") + words + " " + text +
               ", got " + argument;
      },
      "(" + (symbol + text) + ")");
}

CLI::Validator amp::run::atLeast(double limit) {
  return compareNumber("of at least", ">=", limit, [](double a, double b) {
    return a >= b && std::isfinite(a);
  });
}

CLI::Validator amp::run::above(double limit) {
  return compareNumber("above", ">", limit,
                       [](double a, double b) { return a > b; });
}

CLI::Validator amp::run::below(double limit) {
  return compareNumber("below", "<", limit,
                       [](double a, double b) { return a < b; });
}

/// Where the user's caches are; empty if nothing says so.
static std::string getDefaultCache() {
  // A relative path is no valid value and is ignored.
  const char *caches = std::getenv("XDG_CACHE_HOME");
  if (caches && caches[0] == '/')
    return std::string(caches) + "/amp";
  const char *home = std::getenv("HOME");
  if (home && home[0] == '/')
    return std::string(home) + "/.cache/amp";
  return "";
}

void CacheFlags::declare(CLI::App &command) {
  CLI::Option *folder =
      command.add_option("--cache-dir", directory,
                         "Folder of compiled code for later runs; by default "
                         "$XDG_CACHE_HOME/amp or ~/.cache/amp");
  command
      .add_flag("--no-cache", disabled, "Neither use nor keep compiled code")
      ->excludes(folder);
}

std::string CacheFlags::findDirectory() const {
  if (disabled)
    return "";
  return directory.empty() ? getDefaultCache() : directory;
}

/// The policies that ship with the compiler, separated by commas.
static std::string listPolicies() {
  return llvm::join(amp::getBuiltinPolicyNames(), ", ");
}

void CommonOptions::declare(CLI::App &command) {
  std::vector<std::string> stages;
  for (llvm::StringRef name : getStageNames())
    stages.push_back(name.str());
  command.add_option("model", model, "The model, a .mlir or .mlirbc file")
      ->required();
  command.add_option("--weights", weights,
                     "Variables by name, a .safetensors or .npz file");
  command.add_option("--target", target, "Where to run")
      ->check(CLI::IsMember({"ref", "cpu", "cuda"}))
      ->capture_default_str();
  command
      .add_option(
          "--precision", precision,
          "The low precision that autocast uses; f32: none; tf32: none, "
          "and products of f32 round their operands to TF32 (cuda)")
      ->check(CLI::IsMember({"f32", "tf32", "f16", "bf16"}))
      ->capture_default_str();
  command
      .add_option("--policy", policy,
                  "Which ops run in low precision: " + listPolicies() +
                      " or a file")
      ->capture_default_str();
  command
      .add_option("--fuse", fuse, "Fuse ops into kernels; same results if off")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command
      .add_option("--threads", threads,
                  "Threads of compiled targets; 0: one per CPU")
      ->check(atLeast(0))
      ->capture_default_str();
  cache.declare(command);
  command.add_flag("--no-graph", noGraph,
                   "cuda: enqueue every step in place of one captured graph");
  command.add_flag("--separate-buffers", separateBuffers,
                   "cuda: give every buffer an allocation of its own");
  command.add_flag("--autotune", autotune,
                   "cuda: time the library's algorithms for each product and "
                   "take the fastest; kept in the cache");
  command.add_option("--seed", seed, "Of random initial values and --shuffle")
      ->check(atLeast(0))
      ->capture_default_str();
  command
      .add_option("--stop-after", stopAfter,
                  "Print the module after this stage and stop")
      ->check(CLI::IsMember(stages));
  command
      .add_option("--print-after", printAfter,
                  "Print the module after this stage")
      ->check(CLI::IsMember(stages));
  command.add_flag("--verify-each", verifyEach,
                   "Verify all ops after each stage");
  command
      .add_option("--emit", emit,
                  "Print the CUDA kernels in place of running, as C++, PTX or "
                  "cubin; needs no GPU")
      ->check(CLI::IsMember({"cuda", "ptx", "cubin"}));
  command
      .add_option("--arch", architectures,
                  "The compute capability to emit for, or those that bench "
                  "--plan compiles for; 90 is sm_90 [90, and 80,90]")
      ->delimiter(',')
      ->check(CLI::Range(75, 999));
  command.add_flag("--json", json,
                   "Print the result as one JSON object and nothing else");
  CLI::Option *isQuiet = command.add_flag(
      "--quiet", quiet, "Print errors and the final result only");
  command
      .add_flag("--verbose", verbose, "Print what was compiled, with figures")
      ->excludes(isQuiet);
}

std::vector<int>
CommonOptions::findArchitectures(const std::vector<int> &usual) const {
  return architectures.empty() ? usual : architectures;
}

CompileOptions StagePrinter::makeCompileOptions() {
  CompileOptions result;
  result.target = options.target == "ref"    ? Target::Ref
                  : options.target == "cuda" ? Target::Cuda
                                             : Target::Cpu;
  result.useGraph = !options.noGraph;
  result.separateBuffers = options.separateBuffers;
  result.autotune = options.autotune;
  if (options.precision == "f16")
    result.precision = Precision::F16;
  else if (options.precision == "bf16")
    result.precision = Precision::BF16;
  result.allowTF32 = options.precision == "tf32";
  result.policy = options.policy;
  result.fuse = options.fuse == "on";
  result.verifyEach = options.verifyEach;
  result.threads = options.threads;
  result.cacheDirectory = options.cache.findDirectory();
  if (!options.emit.empty()) {
    result.target = Target::Cuda;
    result.cudaCapability = options.findArchitectures({90}).front();
  } else if (options.plansKernels && result.target == Target::Cuda) {
    result.planCapabilities = options.findArchitectures({80, 90});
    result.cudaCapability = result.planCapabilities.front();
  }
  if (!options.stopAfter.empty() || !options.printAfter.empty() ||
      !options.emit.empty())
    result.observer = [this](std::string_view stage, std::string_view function,
                             const std::function<std::string()> &print) {
      return observe(stage, function, print);
    };
  if (!options.quiet)
    result.log = [](std::string_view text) {
      std::fprintf(stderr, "%.*s\n", int(text.size()), text.data());
    };
  return result;
}

bool StagePrinter::observe(std::string_view stage, std::string_view function,
                           const std::function<std::string()> &print) {
  // Stage 2 treats the whole model and names no function.
  bool wanted = function.empty() ||
                std::find(functions.begin(), functions.end(), function) !=
                    functions.end();
  if (!wanted)
    return true;
  std::string name(stage);
  if (std::find(seen.begin(), seen.end(), name) == seen.end())
    seen.push_back(name);
  if ((stage == options.printAfter || stage == options.stopAfter) &&
      printed.insert(name + " " + std::string(function)).second)
    std::fputs(print().c_str(), stdout);
  if (!options.emit.empty() && stage == "plan-memory") {
    hasFailed = !emitKernels(print());
    stopped = true;
  }
  if (stage == options.stopAfter)
    stopped = true;
  return !stopped;
}

bool StagePrinter::emitKernels(const std::string &text) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  // The text's own places say nothing to the user.
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        reportError(options.model + ": error: " + diagnostic.str());
        return mlir::success();
      });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return false;
  if (options.architectures.size() > 1) {
    reportError("--emit expects one --arch, got " +
                std::to_string(options.architectures.size()));
    return false;
  }
  auto code = options.emit == "cuda"
                  ? cuda::printKernels(*module)
                  : cuda::compileKernels(
                        *module, options.findArchitectures({90}).front(),
                        options.emit == "ptx");
  if (failed(code))
    return false;
  std::fwrite(code->data(), 1, code->size(), stdout);
  return true;
}

Status StagePrinter::checkSeen() const {
  for (const std::string &stage : {options.stopAfter, options.printAfter}) {
    if (stage.empty() ||
        std::find(seen.begin(), seen.end(), stage) != seen.end())
      continue;
    std::string names;
    for (const std::string &name : seen)
      names += (names.empty() ? "" : ", ") + name;
    return Failure{"expects a stage that this compilation has (" + names +
                   "), got " + stage};
  }
  return Status::success();
}

void amp::run::printStatistics(const CommonOptions &options,
                               const CompileStatistics &statistics) {
  if (!options.verbose)
    return;
  std::fprintf(
      stderr,
      "compiled %lld kernels (%lld more from the cache) in %.3f s; last plan: "
      "%lld kernels, %lld "
      "library calls (%s), peak %lld bytes, lower bound %lld bytes\n",
      static_cast<long long>(statistics.kernelsCompiled),
      static_cast<long long>(statistics.kernelsLoaded),
      statistics.compileSeconds, static_cast<long long>(statistics.kernels),
      static_cast<long long>(statistics.libraryCalls),
      statistics.provider.empty() ? "none" : statistics.provider.c_str(),
      static_cast<long long>(statistics.peakBytes),
      static_cast<long long>(statistics.lowerBoundBytes));
  if (std::string text = describeAlgorithms(statistics); !text.empty())
    std::fprintf(stderr, "algorithms of products: %s\n", text.c_str());
  if (!statistics.cacheProblem.empty())
    std::fprintf(stderr, "cache: %s\n", statistics.cacheProblem.c_str());
}
