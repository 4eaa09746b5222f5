// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run check: runs the public functions without arguments of a file, whose
// assertions decide the exit code. The functions run in the order of the file
// on one set of variables, so a later one sees what an earlier one wrote.

#include "Commands.h"
#include "CommonOptions.h"

#include "amp/InitAll.h"
#include "amp/Reference/InitializeVariables.h"
#include "amp/Reference/Interpreter.h"
#include "amp/Target/CUDA.h"
#include "amp/Target/Program.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

using namespace mlir;

namespace {
struct CheckOptions {
  std::string file;
  std::string target = "ref";
  std::string fuse = "on";
  unsigned threads = 1;
  amp::run::CacheFlags cache;
  bool verbose = false;
  bool noGraph = false;
  bool separateBuffers = false;
};
} // namespace

/// Runs one function without arguments on the target that the options name.
static LogicalResult runOnTarget(const CheckOptions &options, ModuleOp module,
                                 func::FuncOp function,
                                 amp::VariableStore &variables,
                                 amp::cpu::CpuTarget *cpu,
                                 const amp::cuda::CheckRunner &cuda) {
  amp::cpu::ProgramOptions program;
  program.fuse = options.fuse == "on";
  if (cuda)
    return cuda(module, function, variables, program);
  if (!cpu)
    return amp::Interpreter(module, variables).run(function, {});
  return amp::cpu::runChecks(*cpu, module, function, variables, program);
}

static LogicalResult runFile(const CheckOptions &options, MLIRContext &context,
                             llvm::SourceMgr &sources) {
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return failure();
  amp::VariableStore variables;
  if (failed(amp::initializeVariables(*module, variables, /*seed=*/0)))
    return failure();
  std::unique_ptr<amp::cpu::CpuTarget> cpu;
  if (options.target == "cpu") {
    auto created = amp::cpu::CpuTarget::create(options.threads,
                                               {options.cache.findDirectory()});
    if (!created.ok())
      return module->emitError(created.message());
    cpu = created.take();
  }
  amp::cuda::CheckRunner cuda;
  if (options.target == "cuda") {
    amp::cuda::TargetOptions own;
    own.threads = options.threads;
    own.useGraph = !options.noGraph;
    own.separateBuffers = options.separateBuffers;
    auto created = amp::cuda::createCheckRunner(own);
    if (!created.ok())
      return module->emitError(created.message());
    cuda = created.take();
  }
  unsigned run = 0, failures = 0;
  for (auto function : module->getOps<func::FuncOp>()) {
    if (function.isPrivate() || function.isExternal() ||
        function.getNumArguments())
      continue;
    ++run;
    bool passed = succeeded(
        runOnTarget(options, *module, function, variables, cpu.get(), cuda));
    failures += !passed;
    if (options.verbose)
      llvm::outs() << (passed ? "passed: " : "failed: ") << function.getName()
                   << "\n";
  }
  if (!run)
    return module->emitError("expects a public function without arguments");
  return success(!failures);
}

static int checkFile(const CheckOptions &options) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInputFile(options.file, &error);
  if (!buffer) {
    llvm::errs() << "amp-run: " << error << "\n";
    return 1;
  }
  DialectRegistry registry;
  amp::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  // The source line is shown; the op printed again would say nothing more.
  context.printOpOnDiagnostic(false);
  return failed(runFile(options, context, *sources));
}

void amp::run::addCheckCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App *command = app.add_subcommand(
      "check", "Run the functions of a file that have no arguments and report "
               "failed assertions");
  command->add_option("file", options->file, "An .mlir file, or - for input")
      ->required();
  command->add_option("--target", options->target, "Where to run")
      ->check(CLI::IsMember({"ref", "cpu", "cuda"}))
      ->capture_default_str();
  command
      ->add_option("--fuse", options->fuse,
                   "Whether compiled targets fuse ops; ref runs op by op")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command
      ->add_option("--threads", options->threads,
                   "Threads of compiled targets; ref uses one")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  options->cache.declare(*command);
  command->add_flag("--verbose", options->verbose,
                    "Print the outcome of each function");
  command->add_flag("--no-graph", options->noGraph,
                    "cuda: enqueue every step in place of one captured graph");
  command->add_flag("--separate-buffers", options->separateBuffers,
                    "cuda: give every buffer an allocation of its own");
  command->callback([options, &exitCode] { exitCode = checkFile(*options); });
}
