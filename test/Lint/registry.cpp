// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints, for each registered op of our dialects, which interfaces it has: one
// line `name interface…`. check-registry.py judges it.

#include "amp/IR/Amp.h"
#include "amp/IR/Check.h"
#include "amp/IR/Device.h"
#include "amp/InitAll.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::DialectRegistry registry;
  amp::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    llvm::StringRef dialect = op.getDialectNamespace();
    if (dialect != "amp" && dialect != "check" && dialect != "device")
      continue;
    llvm::outs() << op.getStringRef();
    if (op.hasInterface<amp::Castable>())
      llvm::outs() << " Castable";
    if (op.hasInterface<amp::Evaluable>())
      llvm::outs() << " Evaluable";
    if (op.hasInterface<amp::Differentiable>())
      llvm::outs() << " Differentiable";
    if (op.hasInterface<amp::Fusible>())
      llvm::outs() << " Fusible";
    llvm::outs() << "\n";
  }
  return 0;
}
