// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions on compiled code, for any target. Private.

#ifndef AMP_LIB_TARGET_RUNCHECKS_H
#define AMP_LIB_TARGET_RUNCHECKS_H

#include "amp/Runtime/Tensor.h"
#include "amp/Runtime/VariableStore.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace amp {

/// Compiles the function of `module` that is called like `function`, runs it on
/// `variables` and returns its results. Emits errors.
using CompileAndRun = llvm::function_ref<mlir::LogicalResult(
    mlir::ModuleOp module, mlir::func::FuncOp function,
    VariableStore &variables, std::vector<Tensor> &results)>;

/// Runs a function without arguments whose assertions decide on success; see
/// cpu::runChecks. Variables change only if all assertions hold.
mlir::LogicalResult runChecksOn(mlir::ModuleOp module,
                                mlir::func::FuncOp function,
                                const VariableStore &variables,
                                CompileAndRun compileAndRun);

/// Compiles, binds and runs on a target whose compile() gives programs with
/// getOutputs(), bind() and run().
template <typename TargetT, typename OptionsT>
mlir::LogicalResult
compileAndRunOn(TargetT &target, const OptionsT &options, mlir::ModuleOp module,
                mlir::func::FuncOp function, VariableStore &variables,
                std::vector<Tensor> &results) {
  auto program = target.compile(module, function.getName(), options);
  if (failed(program))
    return mlir::failure();
  results.resize((*program)->getOutputs().size());
  Status status = (*program)->bind(variables);
  if (status.ok())
    status = (*program)->run({}, results);
  if (!status.ok())
    return function.emitError(status.message());
  return mlir::success();
}

} // namespace amp

#endif // AMP_LIB_TARGET_RUNCHECKS_H
