// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target `ref`: runs functions of a module on tensors, op by op, through the
// interface Evaluable. It is the oracle for the compiled targets and shares no
// code with them.

#ifndef AMP_REFERENCE_INTERPRETER_H
#define AMP_REFERENCE_INTERPRETER_H

#include "amp/Runtime/VariableStore.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace amp {

/// Attaches Evaluable to every op of the amp dialect that computes something.
void registerReferenceModels(mlir::DialectRegistry &registry);

/// Runs functions of one module. Reads of variables see the store as it was
/// when the outermost function was entered; writes reach it when that function
/// returns without an error. Errors, also those of wrong arguments, are located
/// diagnostics of the context; nothing aborts.
class Interpreter {
public:
  /// Neither reference is owned; the module must not change while this lives.
  Interpreter(mlir::ModuleOp module, VariableStore &variables)
      : module(module), variables(variables) {}

  /// Runs `function` on `arguments`, which must fit its argument types, and
  /// returns its results; these may share storage with arguments and variables.
  /// A failed assertion of the check dialect is reported and the function goes
  /// on, so that one run shows them all, but the run fails and writes nothing.
  mlir::FailureOr<llvm::SmallVector<Tensor>>
  run(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments);

private:
  /// The values alive in one activation of a function.
  struct Frame;

  mlir::FailureOr<llvm::SmallVector<Tensor>>
  runFunction(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments,
              mlir::Location caller);
  mlir::FailureOr<llvm::SmallVector<Tensor>>
  runBlock(mlir::Block &block, llvm::ArrayRef<Tensor> arguments, Frame &frame);
  mlir::LogicalResult runOp(mlir::Operation &op, Frame &frame);
  mlir::FailureOr<llvm::SmallVector<Tensor>>
  computeResults(mlir::Operation &op, llvm::ArrayRef<Tensor> operands,
                 Frame &frame);

  mlir::ModuleOp module;
  VariableStore &variables;
  mlir::SymbolTableCollection symbols;
  /// Values to be written at the exit, with the op that asked for it.
  llvm::MapVector<mlir::StringAttr, std::pair<mlir::Operation *, Tensor>>
      pendingWrites;
  unsigned depth = 0;
  bool anAssertionFailed = false;
};

} // namespace amp

#endif // AMP_REFERENCE_INTERPRETER_H
