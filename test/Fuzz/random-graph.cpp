// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs and trains random models, each in a process of its own, so that a crash
// or a hang is a failure like another:
//
//   random-graph FIRST COUNT [SIZE]     the models of these seeds
//   random-graph --print SEED [SIZE]    prints a model instead
//   random-graph --failing WHAT SEED FILE
//       runs FILE under the options of a seed; 0 if the check WHAT fails
//   random-graph --coverage COUNT       what COUNT models do not contain
//
// With --cuda in front, models run on a CUDA device and on the CPU beside it.
//
// A failure prints the command that repeats it and the one that reduces it.

#include "Checks.h"
#include "RandomGraph.h"

#include "amp/InitAll.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

/// Seconds of work and of waiting after which a model hangs; a busy machine may
/// leave a process little of the time that passes.
static constexpr unsigned patience = 120, longPatience = 1800;

namespace {

/// A context with everything registered.
struct Setup {
  Setup() : context(makeRegistry()) { context.loadAllAvailableDialects(); }
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    amp::registerAllDialects(registry);
    return registry;
  }
  MLIRContext context;
};

enum Exit { exitPassed, exitFailed, exitRejected };

} // namespace

/// The model of a seed as text; empty if it is invalid. It is drawn for the
/// larger of the two batches, so that its values and its work stay small with
/// both.
static std::string makeText(MLIRContext &context, const Case &test,
                            int64_t size) {
  Random random(test.seed * 104729 + 3);
  int64_t batch = std::max(test.batch, test.lastBatch);
  OwningOpRef<ModuleOp> module =
      makeRandomGraph(context, random, {4 + random.below(size), batch});
  if (failed(verify(*module)))
    return {};
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  return text;
}

/// All checks of a model in a folder of its own.
static Verdict check(MLIRContext &context, const Case &test, bool onCuda) {
  llvm::SmallString<128> cache;
  if (llvm::sys::fs::createUniqueDirectory("random-graph", cache))
    return {"setup", "no temporary folder can be made"};
  Verdict verdict = (onCuda ? checkModelOnCuda : checkModel)(context, test,
                                                             cache.str().str());
  llvm::sys::fs::remove_directories(cache);
  return verdict;
}

/// Runs `work` in a child process; returns its exit code, or what ended it.
static int runApart(llvm::function_ref<int()> work, std::string &crash) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    rlimit limit{patience, patience};
    setrlimit(RLIMIT_CPU, &limit);
    alarm(longPatience);
    int code = work();
    std::fflush(stdout);
    _exit(code);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    std::exit(2);
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  crash = "signal " + std::to_string(WTERMSIG(status));
  return exitFailed;
}

static void printFailure(uint64_t seed, int64_t size, bool onCuda,
                         const std::string &what, const std::string &text) {
  auto number = static_cast<unsigned long long>(seed);
  auto limit = static_cast<long long>(size);
  const char *mode = onCuda ? "--cuda " : "";
  std::printf("FAIL: seed %llu: %s: %s\n", number, what.c_str(), text.c_str());
  std::printf("  %s\n", describe(drawCase(seed)).c_str());
  std::printf("  repeat: random-graph %s%llu 1 %lld\n", mode, number, limit);
  std::printf("  reduce: random-graph --print %llu %lld > %llu.mlir && "
              "amp-reduce %llu.mlir -o %llu.reduced.mlir -- random-graph "
              "%s--failing '%s' %llu\n",
              number, limit, number, number, number, mode, what.c_str(),
              number);
}

static int runSeed(uint64_t seed, int64_t size, bool onCuda) {
  Setup setup;
  Case test = drawCase(seed);
  test.text = makeText(setup.context, test, size);
  if (test.text.empty()) {
    printFailure(seed, size, onCuda, "generator", "makes an invalid module");
    return exitFailed;
  }
  Verdict verdict = check(setup.context, test, onCuda);
  if (!verdict.failed.empty()) {
    printFailure(seed, size, onCuda, verdict.failed, verdict.text);
    return exitFailed;
  }
  if (verdict.text.empty())
    return exitPassed;
  std::printf("rejected: %s\n", verdict.text.c_str());
  return exitRejected;
}

static int runSeeds(uint64_t first, uint64_t count, int64_t size, bool onCuda) {
  int verdicts[3] = {};
  for (uint64_t seed = first; seed < first + count; ++seed) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    std::string crash;
    int code = runApart([&] { return runSeed(seed, size, onCuda); }, crash);
    if (!crash.empty())
      printFailure(seed, size, onCuda, "crash", crash);
    ++verdicts[std::min(code, 2)];
  }
  std::printf("%d passed, %d rejected, %d failed\n", verdicts[exitPassed],
              verdicts[exitRejected], verdicts[exitFailed]);
  return verdicts[exitFailed] != 0;
}

/// Whether the check `what` fails on the model in a file.
static int runFile(const std::string &what, uint64_t seed, const char *path,
                   bool onCuda) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    std::printf("%s: %s\n", path, file.getError().message().c_str());
    return 2;
  }
  Case test = drawCase(seed);
  test.text = (*file)->getBuffer().str();
  std::string crash;
  int code = runApart(
      [&] {
        Setup setup;
        Verdict verdict = check(setup.context, test, onCuda);
        std::printf("%s: %s\n", verdict.failed.c_str(), verdict.text.c_str());
        return int(verdict.failed == what ? exitPassed : exitFailed);
      },
      crash);
  return crash.empty() ? code : what != "crash";
}

static int printCoverage(uint64_t count) {
  Setup setup;
  std::vector<std::string> gaps = findCoverageGaps(setup.context, count);
  for (const std::string &gap : gaps)
    std::printf("%s\n", gap.c_str());
  std::printf("%zu gaps\n", gaps.size());
  return !gaps.empty();
}

static int printModel(uint64_t seed, int64_t size) {
  Setup setup;
  Case test = drawCase(seed);
  std::printf("// %s\n%s", describe(test).c_str(),
              makeText(setup.context, test, size).c_str());
  return 0;
}

static uint64_t toNumber(const char *text) {
  return std::strtoull(text, nullptr, 10);
}

int main(int argc, char **argv) {
  bool onCuda = argc > 1 && llvm::StringRef(argv[1]) == "--cuda";
  if (onCuda) {
    --argc;
    ++argv;
  }
  llvm::SmallVector<llvm::StringRef> arguments(argv + 1, argv + argc);
  size_t count = arguments.size();
  auto size = [&](size_t index) {
    return count > index ? int64_t(toNumber(argv[index + 1])) : 16;
  };
  if (count == 4 && arguments[0] == "--failing")
    return runFile(arguments[1].str(), toNumber(argv[3]), argv[4], onCuda);
  if (count == 2 && arguments[0] == "--coverage")
    return printCoverage(toNumber(argv[2]));
  if (count >= 2 && arguments[0] == "--print")
    return printModel(toNumber(argv[2]), size(2));
  if ((count == 2 || count == 3) && !arguments[0].starts_with("-"))
    return runSeeds(toNumber(argv[1]), toNumber(argv[2]), size(2), onCuda);
  std::printf(
      "usage: random-graph [--cuda] FIRST COUNT [SIZE] | --print SEED "
      "[SIZE] | [--cuda] --failing WHAT SEED FILE | --coverage COUNT\n");
  return 2;
}
