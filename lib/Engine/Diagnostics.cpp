// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns MLIR's diagnostics into error values and log lines.

#include "Diagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace amp;

/// The first place in a source file that `loc` refers to.
static FileLineColLoc findFileLocation(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location inner) {
    found = dyn_cast<FileLineColLoc>(inner);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

static void print(llvm::raw_ostream &out, Location loc, StringRef severity,
                  const std::string &text) {
  if (FileLineColLoc file = findFileLocation(loc)) {
    out << file.getFilename().getValue() << ":";
    // A whole module has a file, but no line in it.
    if (file.getLine() != 0)
      out << file.getLine() << ":" << file.getColumn() << ":";
    out << " ";
  }
  out << severity << ": " << text;
}

/// One diagnostic with its notes, a line each.
static std::string format(Diagnostic &diagnostic) {
  StringRef severity = "error";
  if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
    severity = "warning";
  else if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
    severity = "remark";
  std::string text;
  llvm::raw_string_ostream out(text);
  print(out, diagnostic.getLocation(), severity, diagnostic.str());
  for (Diagnostic &note : diagnostic.getNotes()) {
    out << "\n";
    print(out, note.getLocation(), "note", note.str());
  }
  return text;
}

DiagnosticCollector::DiagnosticCollector(MLIRContext &context, const Log *log)
    : handler(&context, [this, log](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
          if (!errors.empty())
            errors += "\n";
          errors += format(diagnostic);
        } else if (log && *log) {
          (*log)(format(diagnostic));
        }
      }) {}

Failure DiagnosticCollector::takeFailure(std::string_view otherwise) {
  if (errors.empty())
    return Failure{std::string(otherwise)};
  return Failure{std::move(errors)};
}
