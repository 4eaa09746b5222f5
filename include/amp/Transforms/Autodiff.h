// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Differentiation (stage 4) for callers in C++: the walk that builds a gradient
// function, the check of its precision, and the tags that connect both.

#ifndef AMP_TRANSFORMS_AUTODIFF_H
#define AMP_TRANSFORMS_AUTODIFF_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace amp {

/// On a differentiated forward op: its number N, an i64 unique in the function.
inline constexpr llvm::StringLiteral nodeAttr = "amp.node";
/// On every op that a derivative rule built: the number of the forward op.
inline constexpr llvm::StringLiteral gradientOfNodeAttr =
    "amp.gradient_of_node";
/// On the op whose result the rule gives as the gradient of operand i: i.
inline constexpr llvm::StringLiteral gradientOperandAttr =
    "amp.gradient_operand";
/// On an addition of two gradients of one value, and on a cast of the seed.
inline constexpr llvm::StringLiteral gradientSumAttr = "amp.gradient_sum";
inline constexpr llvm::StringLiteral gradientSeedAttr = "amp.gradient_seed";
/// On a result of a gradient function: the symbol of the variable.
inline constexpr llvm::StringLiteral gradientOfAttr = "amp.gradient_of";

/// What differentiation knows about one op that it built; numbers are -1 and
/// flags false where they do not apply. Small, as there are many.
struct GradientTag {
  int32_t gradientOfNode = -1;
  int32_t gradientOperand : 30 = -1;
  bool isGradientSum : 1 = false;
  bool isGradientSeed : 1 = false;
};

/// What the attributes above say in IR, of the ops of a gradient function. In
/// tables, as attributes would be made unique one by one; they hold until one
/// of the ops is erased.
struct GradientTags {
  /// The forward ops by their numbers.
  llvm::DenseMap<int32_t, mlir::Operation *> nodes;
  /// The ops that were built.
  llvm::DenseMap<mlir::Operation *, GradientTag> built;
};

/// Registers the derivative rules of all families as external models of
/// Differentiable.
void registerAutodiffModels(mlir::DialectRegistry &registry);

/// Builds the function `NAME_gradient` behind the function NAME, whose first
/// result is the loss, a 0-d float. It takes NAME's arguments and the gradient
/// of the loss, a 0-d f32 called `amp.seed`; it returns NAME's results and the
/// gradient of each trainable variable that the loss depends on, in the order
/// of the module, each of the variable's type and with the attribute
/// `amp.gradient_of`. A trainable variable without gradient gets a warning.
/// Adds to `tags` what it knows about the ops of the new function.
/// Emits a located error and fails where no gradient is defined and where no
/// variable has one; the module is unchanged then.
/// With `consumes`, NAME itself is turned into the new function, which saves a
/// copy, and is left unfit for use on failure.
llvm::FailureOr<mlir::func::FuncOp> differentiate(mlir::func::FuncOp function,
                                                  mlir::SymbolTable &symbols,
                                                  GradientTags &tags,
                                                  bool consumes = false);

/// Checks that every op tagged as part of a derivative rule works in the types
/// that the forward op prescribes (P10); README.md beside the implementation
/// lists the conditions. Emits located errors; returns whether there were none.
llvm::LogicalResult verifyDifferentiated(mlir::func::FuncOp function,
                                         const GradientTags &tags);

} // namespace amp

#endif // AMP_TRANSFORMS_AUTODIFF_H
