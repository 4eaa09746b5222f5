// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Painting: classes that follow from where an op stands in the graph rather
// than from its kind alone. A policy gives ops roles, and the walk, made before
// anything is typed, tells which of them run in the low type. The steps are
// those of TensorFlow's pass auto_mixed_precision; README.md beside this file
// lists them.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_PAINTING_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_PAINTING_H

#include "Analysis/ValueMap.h"
#include "Transforms/Autocast/Policy.h"
#include "Transforms/Autocast/Scope.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace amp {

/// Why an op is painted low, or is not.
enum class Shade : uint8_t {
  Plain,
  Kept,
  Denied,
  Seed,
  Between,
  Behind,
  Spread
};

/// The painting of one function.
class Painting {
public:
  /// Paints nothing.
  Painting() = default;

  /// Paints `function`, which has no calls and is not typed yet, under `outer`.
  /// Takes time and memory proportional to the number of ops and operands.
  /// Emits a located error and fails if the policy gives an op a class that the
  /// op does not permit.
  static llvm::FailureOr<Painting>
  paint(mlir::func::FuncOp function, const Policy &policy, const Scope &outer);

  /// What became of an op with a role.
  struct Outcome {
    CastClass castClass;
    /// Whether the op is painted low.
    bool low;
    /// The rest of a sentence that begins with the role, for remarks.
    llvm::StringRef reason;
  };

  /// Returns what became of `op`; `isF32` says whether it was an op on f32 when
  /// the function was painted. What is not painted low computes in f32 if it
  /// was written so, and in its own type otherwise.
  Outcome outcomeOf(Castable op, bool isF32) const;

  /// Returns whether a result of an amp.if is painted low.
  bool isLow(mlir::OpResult join) const { return joins.contains(join); }

private:
  llvm::DenseMap<mlir::Operation *, Shade> shades;
  ValueSet joins;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_PAINTING_H
