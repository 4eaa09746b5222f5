// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a model and everything made from it share: context, module, variables.
// Private.

#ifndef AMP_LIB_ENGINE_MODELSTATE_H
#define AMP_LIB_ENGINE_MODELSTATE_H

#include "amp/Engine/CompileOptions.h"
#include "amp/Engine/Model.h"
#include "amp/Runtime/VariableStore.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <unordered_map>

namespace amp {

/// The MLIR side of a Model.
class ModelState {
public:
  static Result<std::shared_ptr<ModelState>> create(std::string_view text,
                                                    const std::string &name,
                                                    uint64_t seed,
                                                    bool valueless = false);

  /// A copy of the module in which stage 2 has typed every function.
  Result<mlir::OwningOpRef<mlir::ModuleOp>>
  makeTyped(const CompileOptions &options);

  /// Creates the variables of `module` that the store does not hold yet.
  Status createVariables(mlir::ModuleOp module);

  /// Notes that originals were written: every low-precision copy is stale from
  /// now on (P9), until it is noted as fresh.
  void noteWrite() { ++version; }
  /// Whether all copies of these names hold their originals' current values.
  bool areFresh(llvm::ArrayRef<std::string> copies) const;
  void noteFresh(llvm::ArrayRef<std::string> copies);

  mlir::MLIRContext &getContext() { return context; }
  mlir::ModuleOp getModule() { return *module; }

  VariableStore variables;
  uint64_t seed = 0;
  /// Whether variables are left without values.
  bool valueless = false;

private:
  ModelState();

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  uint64_t version = 1;
  /// By copy, the version of the originals that it holds.
  std::unordered_map<std::string, uint64_t> copyVersions;
};

/// Names, shapes and types of a function's arguments or results.
std::vector<TensorInfo> describeInputs(mlir::func::FuncOp function);
std::vector<TensorInfo> describeOutputs(mlir::func::FuncOp function);

} // namespace amp

#endif // AMP_LIB_ENGINE_MODELSTATE_H
