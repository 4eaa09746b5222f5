// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-test-opt: amp-opt with the passes that only tests run.

#include "TestPasses.h"

#include "amp/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  amp::registerAllDialects(registry);
  amp::registerAllPasses();
  mlir::registerAllPasses();
  amp::test::registerMutatePass();
  amp::test::registerPlantedFaultPass();
  amp::test::registerBrokenStagePass();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Mixed-precision graph compiler: test driver\n", registry));
}
