// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages that all compiled targets share: from a typed function of the amp
// dialect to a planned device program. Private.

#ifndef AMP_LIB_TARGET_STAGES_H
#define AMP_LIB_TARGET_STAGES_H

#include "amp/Conversion/Passes.h"
#include "amp/Target/Program.h"

namespace amp {

/// A function that is compiled: as long as this lives, its module has no other
/// function, so that the stages see it and the variables alone. Neither is
/// copied, as a large model has many of both. A function is compiled once: its
/// body is gone afterwards, what is left is a declaration with the same type
/// and attributes.
class IsolatedFunction {
public:
  /// Emits an error if `module` has no function `name` with a body.
  static mlir::FailureOr<IsolatedFunction> create(mlir::ModuleOp module,
                                                  llvm::StringRef name);
  IsolatedFunction(IsolatedFunction &&) = default;
  /// Erases what was made of the function and gives the others back.
  ~IsolatedFunction();

  mlir::ModuleOp getModule() { return module; }
  /// The function as it will be left, to report errors at.
  mlir::func::FuncOp getDeclaration() { return declaration; }

private:
  explicit IsolatedFunction(mlir::ModuleOp module) : module(module) {}

  mlir::ModuleOp module;
  mlir::func::FuncOp declaration;
  /// Holds the other functions; null if they were moved to another object.
  mlir::OwningOpRef<mlir::ModuleOp> others;
};

/// Turns the one function of `isolated` into a device program of its name with
/// its kernels. `native` are the names of the element types whose products the
/// target's library computes itself. Calls the observer after each stage; its
/// refusal is an error at `function`, where the text came from. Kernels
/// may be of the stages partial and combine, by `splitRule`.
mlir::LogicalResult runDeviceStages(mlir::ModuleOp isolated,
                                    mlir::func::FuncOp function,
                                    const cpu::ProgramOptions &options,
                                    llvm::ArrayRef<std::string> native,
                                    SplitRule splitRule);

/// Adds the conversions of `module`, which is in simplified form, and the bytes
/// of their results.
void countCasts(mlir::ModuleOp module, cpu::ProgramStatistics &statistics);

} // namespace amp

#endif // AMP_LIB_TARGET_STAGES_H
