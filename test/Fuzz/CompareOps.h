// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of tensors for the fuzz test: bit for bit, and op by op against
// the interpreter.

#ifndef AMP_TEST_FUZZ_COMPAREOPS_H
#define AMP_TEST_FUZZ_COMPAREOPS_H

#include "amp/Runtime/Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

/// The first difference of two tensors in shape, type or bits, in words; empty
/// if there is none. All NaN are equal: the sign and payload of one that an
/// operation makes are exempt from P4.
std::string findDifference(const amp::Tensor &a, const amp::Tensor &b);

/// Runs each op of `function` on the interpreter, on operands as another target
/// computed them: `values` are the arguments of `function` and then the results
/// of its ops, in order. Returns the first result that is further from the
/// interpreter's than its op allows, in words.
std::string compareOps(mlir::func::FuncOp function,
                       llvm::ArrayRef<amp::Tensor> values);

#endif // AMP_TEST_FUZZ_COMPAREOPS_H
