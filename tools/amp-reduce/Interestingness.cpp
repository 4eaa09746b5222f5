// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module goes to a temporary file, the command runs on it, silently.

#include "Interestingness.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

std::string Interestingness::prepare() {
  llvm::ErrorOr<std::string> found =
      llvm::sys::findProgramByName(command.front());
  if (!found)
    return "cannot run '" + command.front() +
           "': " + found.getError().message();
  program = *found;
  return {};
}

/// Whether a location was written in the file rather than made by reading it.
static bool isWritten(Location location) {
  return !isa<FileLineColLoc, UnknownLoc>(location);
}

std::string printModule(ModuleOp module) {
  bool locations = false;
  module.walk([&](Operation *op) { locations |= isWritten(op->getLoc()); });
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, OpPrintingFlags().enableDebugInfo(locations));
  return text;
}

bool Interestingness::test(ModuleOp module) {
  ++tests;
  SmallString<128> path;
  int descriptor;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile(
          "amp-reduce", "mlir", descriptor, path)) {
    outcome = "no temporary file can be made: " + error.message();
    return false;
  }
  llvm::FileRemover remover(path);
  // Whoever gives up on a long reduction leaves nothing behind either.
  llvm::sys::RemoveFileOnSignal(path);
  llvm::scope_exit forget([&] { llvm::sys::DontRemoveFileOnSignal(path); });
  {
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    out << printModule(module);
    out.close();
    if (out.has_error()) {
      outcome =
          "the temporary file cannot be written: " + out.error().message();
      out.clear_error();
      return false;
    }
  }
  SmallVector<StringRef> arguments(command.begin(), command.end());
  arguments.push_back(path);
  std::string problem;
  int code = llvm::sys::ExecuteAndWait(
      program, arguments, std::nullopt,
      {StringRef(""), StringRef(""), StringRef("")}, seconds,
      /*MemoryLimit=*/0, &problem);
  outcome = code < 0 ? problem : "it exited with " + std::to_string(code);
  return code == 0;
}
