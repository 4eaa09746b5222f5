// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-opt: reads a model (.mlir or .mlirbc), runs passes and pipelines on it,
// writes it in the form that the output's extension asks for.

#include "amp/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

/// Whether the arguments name an output file whose extension means bytecode.
static bool writesBytecode(llvm::ArrayRef<char *> arguments) {
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    llvm::StringRef text(argument);
    if (text == "-o" && i + 1 < arguments.size())
      text = arguments[i + 1];
    else if (!text.consume_front("-o=") && !text.consume_front("--o="))
      continue;
    if (text.ends_with(".mlirbc"))
      return true;
  }
  return false;
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  amp::registerAllDialects(registry);
  amp::registerAllPasses();
  mlir::registerAllPasses();
  llvm::SmallVector<char *> arguments(argv, argv + argc);
  char bytecode[] = "--emit-bytecode";
  if (writesBytecode(arguments) &&
      !llvm::is_contained(arguments, llvm::StringRef(bytecode)))
    arguments.push_back(bytecode);
  arguments.push_back(nullptr);
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      static_cast<int>(arguments.size()) - 1, arguments.data(),
      "Mixed-precision graph compiler: optimizer driver\n", registry));
}
