// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions on code compiled for this CPU.

#include "Target/RunChecks.h"

#include "amp/Target/Program.h"

using namespace mlir;
using namespace amp;

LogicalResult cpu::runChecks(CpuTarget &target, ModuleOp module,
                             func::FuncOp function,
                             const VariableStore &variables,
                             const ProgramOptions &options) {
  return runChecksOn(module, function, variables,
                     [&](ModuleOp compiled, func::FuncOp function,
                         VariableStore &store, std::vector<Tensor> &results) {
                       return compileAndRunOn(target, options, compiled,
                                              function, store, results);
                     });
}
