// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The typing of one function: what stage 2 does after inlining.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_TYPING_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_TYPING_H

#include "Analysis/ValueMap.h"
#include "Transforms/Autocast/Painting.h"
#include "Transforms/Autocast/Policy.h"
#include "Transforms/Autocast/Scope.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace amp {

/// Types one function op by op, in place and in program order.
class Typer {
public:
  Typer(mlir::func::FuncOp function, const Policy &policy, bool keepIo,
        bool remarks)
      : function(function), policy(policy), keepIo(keepIo), remarks(remarks) {}

  /// Types the function under `outer`. Emits a located error and fails for an
  /// op that cannot be typed.
  llvm::LogicalResult run(const Scope &outer);

private:
  llvm::LogicalResult typeBlock(mlir::Block &block, const Scope &scope);
  llvm::LogicalResult typeRegion(AutocastOp op, const Scope &scope);
  /// Types both regions under the scope around them; results that are painted
  /// get the low type, others the type that promotion makes of what the regions
  /// yield.
  llvm::LogicalResult typeBranch(IfOp op, const Scope &scope);
  llvm::LogicalResult typeOp(mlir::Operation *op, const Scope &scope);
  llvm::LogicalResult typeReturn(mlir::func::ReturnOp op);

  /// Replaces `op` by its parts, typed one after the other.
  llvm::LogicalResult typeParts(mlir::Operation *op, const Scope &scope);

  /// Takes the chosen class of `op`, guards its constants (P12, P13), casts the
  /// operands that the class covers and leaves the rule on the op.
  /// An op with a role in painting has the class that painting came to.
  llvm::LogicalResult applyPolicy(Castable op, Policy::Choice choice,
                                  const Scope &scope);
  /// Returns whether the policy may cast `value` to the low type: nothing pins
  /// it, and no element of it would be damaged.
  bool mayNarrow(mlir::Value value, mlir::Type low) const;
  /// Returns the class after P12 and P13: full where `castClass` would damage
  /// an operand.
  CastClass guardValues(Castable op, CastClass castClass, mlir::Type low,
                        std::string &reason);
  /// Returns the type to which `castClass` casts eligible operands, null for
  /// none.
  llvm::FailureOr<mlir::Type> targetOf(Castable op, CastClass castClass,
                                       mlir::Type low);
  /// Applies P5: operands pinned to one type bring the others to it.
  void applyPins(mlir::Operation *op, mlir::Type &target, std::string &reason);

  void promoteOperands(mlir::Operation *op, bool enabled);
  llvm::LogicalResult checkOneType(mlir::Operation *op);
  llvm::LogicalResult inferResults(mlir::Operation *op);
  void restoreWrittenTypes(mlir::Operation *op);
  void castOperand(mlir::OpOperand &operand, mlir::Type element,
                   CastOrigin origin);
  mlir::Type getWrittenType(mlir::Value value) const;
  /// Notes the type of `value` as written before it gets another one.
  void setType(mlir::Value value, mlir::Type type);

  mlir::func::FuncOp function;
  const Policy &policy;
  bool keepIo;
  bool remarks;
  Painting painting;
  /// Types as the user wrote them, of the values that have another one by now
  /// and of casts, for which it is that of what they cast.
  ValueMap<mlir::Type> written;
  /// Results of user casts that change no type as written (P5).
  ValueSet pinned;
  /// The one cast of a variable to a type (P9), by variable and type.
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>, mlir::Value> shared;
  /// Casts of the user's that change no type any more.
  llvm::SmallVector<CastOp> identityCasts;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_TYPING_H
