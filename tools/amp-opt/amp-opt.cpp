// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-opt: reads a model, runs passes and pipelines on it, writes it.

#include "amp/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  amp::registerAllDialects(registry);
  amp::registerAllPasses();
  mlir::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Mixed-precision graph compiler: optimizer driver\n",
      registry));
}
