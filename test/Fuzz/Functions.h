// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions changed so that what they compute on the way can be seen from
// outside, or be given from there.

#ifndef AMP_TEST_FUZZ_FUNCTIONS_H
#define AMP_TEST_FUZZ_FUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

/// Parses a module and erases all its functions but one; null if it does not
/// parse. Variables stay.
mlir::OwningOpRef<mlir::ModuleOp> parseAlone(mlir::MLIRContext &context,
                                             const std::string &text,
                                             llvm::StringRef function);

std::string printModule(mlir::ModuleOp module);

/// What `function` returns, and then what it writes to variables, in order.
llvm::SmallVector<mlir::Value> findEffects(mlir::func::FuncOp function);

/// Makes `function` return `values` and write no variable.
void returnValues(mlir::func::FuncOp function,
                  llvm::ArrayRef<mlir::Value> values);

/// Makes `function` return all its values, arguments first and then the results
/// of its ops, in order; writes of variables are erased.
void returnEverything(mlir::func::FuncOp function);

/// The results of products by a library, and of decisions that have some in
/// their branches: what the bits of another library may differ in.
llvm::SmallVector<mlir::Value> findProducts(mlir::func::FuncOp function);

/// Turns the results of products, findProducts(), into arguments behind the
/// others, in order; what the function returns otherwise stays.
void cutProducts(mlir::func::FuncOp function);

#endif // AMP_TEST_FUZZ_FUNCTIONS_H
