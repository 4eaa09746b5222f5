// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the scalar arithmetic of kernel bodies. Everything here is strict: no
// fast-math flag, one operation a rounding, defined for every input.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_SCALARS_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_SCALARS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace amp::lowering {

/// A builder of scalar values at one location.
class Scalars : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  /// A constant of a float type, rounded to it, or of an integer type.
  mlir::Value constant(double value, mlir::Type type);

  /// The conversion of amp.cast: to a float by one rounding to nearest even, to
  /// an integer by truncation with saturation (NaN gives 0), between integers
  /// modulo 2^width, to i1 by comparison with zero. No op for equal types.
  mlir::Value convert(mlir::Value value, mlir::Type type);

  /// All `values` converted to `type`.
  llvm::SmallVector<mlir::Value> convertAll(mlir::ValueRange values,
                                            mlir::Type type);

private:
  mlir::Value floatToFloat(mlir::Value value, mlir::FloatType type);
  mlir::Value floatToInteger(mlir::Value value, mlir::IntegerType type);
  mlir::Value integerToFloat(mlir::Value value, mlir::FloatType type);
  mlir::Value integerToInteger(mlir::Value value, mlir::IntegerType type);
  mlir::Value isNonzero(mlir::Value value);
};

/// The type in which an elementwise op with this result type computes: f32 for
/// 16-bit floats, otherwise the type itself, as integers wrap.
mlir::Type scalarComputeType(mlir::Type result);

} // namespace amp::lowering

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_SCALARS_H
