// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options that every subcommand which compiles a model has, and the printer
// of intermediate stages behind --print-after and --stop-after.

#ifndef AMP_TOOLS_AMP_RUN_COMMONOPTIONS_H
#define AMP_TOOLS_AMP_RUN_COMMONOPTIONS_H

#include "amp/Engine/CompileOptions.h"
#include "amp/Runtime/Status.h"

#include <CLI/CLI.hpp>

#include <set>
#include <string>
#include <vector>

namespace amp::run {

/// Checks of a number on the command line.
CLI::Validator atLeast(double limit);
CLI::Validator above(double limit);
CLI::Validator below(double limit);

/// Where compiled code is kept for later runs, as the command line says.
struct CacheFlags {
  /// The folder; empty for the usual one.
  std::string directory;
  bool disabled = false;

  /// Declares them on `command`, which must not outlive this object.
  void declare(CLI::App &command);
  /// The folder to use, empty for none.
  std::string findDirectory() const;
};

/// What the common options say, as text where the library takes another type.
struct CommonOptions {
  std::string model;
  std::string weights;
  std::string target = "cpu";
  std::string precision = "f32";
  std::string policy = "torch-cuda";
  std::string fuse = "on";
  CacheFlags cache;
  bool noGraph = false;
  bool separateBuffers = false;
  bool autotune = false;
  bool verifyEach = false;
  /// What to write in place of running: cuda, ptx or cubin; empty for nothing.
  std::string emit;
  /// The compute capabilities to emit or plan for; empty for the usual ones.
  std::vector<int> architectures;
  /// Whether kernels are compiled for a plan, and nothing runs.
  bool plansKernels = false;
  std::string stopAfter;
  std::string printAfter;
  unsigned threads = 0;
  uint64_t seed = 0;
  bool json = false;
  bool quiet = false;
  bool verbose = false;

  /// Declares them on `command`, which must not outlive this object.
  void declare(CLI::App &command);
  /// The architectures given, or `usual`.
  std::vector<int> findArchitectures(const std::vector<int> &usual) const;
};

/// Prints the module after the stages that the options name, once each, and
/// stops the compilation after the last of them if asked to.
class StagePrinter {
public:
  /// `functions` are the ones whose compilation is shown; others that come
  /// along, such as the evaluation's, are not.
  StagePrinter(const CommonOptions &options, std::vector<std::string> functions)
      : options(options), functions(std::move(functions)) {}

  /// Whether --stop-after ended a compilation; its failure is none then.
  bool hasStopped() const { return stopped; }

  /// Whether kernels could not be emitted, which has been reported.
  bool hasEmitFailed() const { return hasFailed; }

  /// Fails, naming the stages there were, if a stage was asked for that the
  /// compilation did not come past. To be called once something has run.
  Status checkSeen() const;

  /// The library's options; they refer to this object.
  CompileOptions makeCompileOptions();

private:
  bool observe(std::string_view stage, std::string_view function,
               const std::function<std::string()> &print);

  bool emitKernels(const std::string &text);

  const CommonOptions &options;
  std::vector<std::string> functions;
  std::set<std::string> printed;
  std::vector<std::string> seen;
  bool stopped = false;
  bool hasFailed = false;
};

/// With --verbose, prints what was compiled to stderr.
void printStatistics(const CommonOptions &options,
                     const CompileStatistics &statistics);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_COMMONOPTIONS_H
