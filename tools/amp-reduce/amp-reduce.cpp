// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-reduce: makes a model smaller as long as a command finds it interesting.
//
//   amp-reduce MODEL -o OUT [--timeout SECONDS] [--quiet] -- COMMAND ARGUMENTS…
//
// The command gets a file name behind its arguments and exits with 0 if the
// model in it is interesting: if it fails in the way that is looked into. OUT
// is written whole at the end, or not at all.

#include "Reducer.h"

#include "amp/InitAll.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace mlir;

namespace {

struct Flags {
  std::string input, output;
  std::vector<std::string> command;
  unsigned timeout = 0;
  bool quiet = false;
};

} // namespace

static int fail(const std::string &message) {
  llvm::errs() << "amp-reduce: error: " << message << "\n";
  return 1;
}

/// Parses what stands before `--`; what stands behind it is the command.
/// Returns an exit code, or nothing to go on.
static std::optional<int> parseFlags(int argc, char **argv, Flags &flags) {
  char **end = argv + argc;
  char **dashes = std::find_if(
      argv, end, [](char *text) { return StringRef(text) == "--"; });
  CLI::App app("Makes a model smaller as long as a command finds it "
               "interesting, that is, exits with 0 when given its file name.",
               "amp-reduce");
  app.footer("amp-reduce MODEL -o OUT -- COMMAND ARGUMENTS...");
  app.add_option("MODEL", flags.input, "the model, .mlir or .mlirbc")
      ->required();
  app.add_option("-o,--output", flags.output, "where the small one goes, .mlir")
      ->required();
  app.add_option("--timeout", flags.timeout,
                 "seconds after which a command is stopped; 0 for never");
  app.add_flag("--quiet", flags.quiet, "no line for each step");
  try {
    app.parse(int(dashes - argv), argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (dashes != end)
    flags.command.assign(dashes + 1, end);
  if (!flags.command.empty())
    return std::nullopt;
  fail("expects a command behind --");
  return 2;
}

/// Writes to what is there and no file, such as a pipe, without replacing it.
static llvm::Error writeInto(const std::string &path, const std::string &text) {
  std::error_code code;
  llvm::raw_fd_ostream out(path, code, llvm::sys::fs::CD_OpenExisting);
  if (!code) {
    out << text;
    out.close();
    code = out.error();
    out.clear_error();
  }
  return llvm::errorCodeToError(code);
}

/// Writes the file under another name first.
static int writeModule(ModuleOp module, const std::string &path) {
  std::string text = printModule(module);
  llvm::sys::fs::file_status status;
  bool replaces = llvm::sys::fs::status(path, status) ||
                  llvm::sys::fs::is_regular_file(status) ||
                  llvm::sys::fs::is_directory(status);
  llvm::Error error = replaces
                          ? llvm::writeToOutput(path,
                                                [&](llvm::raw_ostream &out) {
                                                  out << text;
                                                  return llvm::Error::success();
                                                })
                          : writeInto(path, text);
  if (error)
    return fail("cannot write '" + path +
                "': " + llvm::toString(std::move(error)));
  return 0;
}

int main(int argc, char **argv) {
  Flags flags;
  if (std::optional<int> code = parseFlags(argc, argv, flags))
    return *code;
  DialectRegistry registry;
  amp::registerAllDialects(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  std::string problem;
  auto file = openInputFile(flags.input, &problem);
  if (!file)
    return fail(problem);
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module;
  {
    SourceMgrDiagnosticHandler handler(sources, &context);
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  if (!module)
    return 1;
  Interestingness test(flags.command, flags.timeout);
  if (problem = test.prepare(); !problem.empty())
    return fail(problem);
  if (!test.test(*module))
    return fail("the command is not interested in '" + flags.input +
                "': " + test.lastOutcome());
  OwningOpRef<ModuleOp> reduced =
      reduceModule(std::move(module), test, [&](const std::string &line) {
        if (!flags.quiet)
          llvm::errs() << line << "\n";
      });
  return writeModule(*reduced, flags.output);
}
