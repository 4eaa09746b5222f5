// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must be equal on two targets whose libraries sum products in orders of
// their own.

#ifndef AMP_TEST_EXECUTE_COMPAREPRODUCTS_H
#define AMP_TEST_EXECUTE_COMPAREPRODUCTS_H

#include "amp/Runtime/Tensor.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Runs a function of a module once, on fresh variables. The last inputs are
/// `given`, the others made up. Nothing, and a diagnostic, on failure.
using RunOnce = std::function<std::optional<std::vector<amp::Tensor>>(
    mlir::ModuleOp module, llvm::StringRef function,
    const std::vector<amp::Tensor> &given)>;

/// Whether `first`, what `function` returned on a device, is what it computes
/// there while everything is returned; whether every op agrees with the
/// interpreter on operands as the device computed them; and whether the CPU,
/// given the device's products, has the bits of everything else. Returns what
/// is not, in words.
std::string compareAroundProducts(mlir::ModuleOp module,
                                  llvm::StringRef function,
                                  llvm::ArrayRef<amp::Tensor> first,
                                  const RunOnce &onDevice,
                                  const RunOnce &onCpu);

#endif // AMP_TEST_EXECUTE_COMPAREPRODUCTS_H
