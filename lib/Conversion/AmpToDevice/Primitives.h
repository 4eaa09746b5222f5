// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the primitive ops that composite ones decompose into. All casts have
// the origin `lowering`; result types are inferred, so operands of different
// ranks broadcast by the NumPy rule.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_PRIMITIVES_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_PRIMITIVES_H

#include "amp/IR/Amp.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace amp::lowering {

/// A builder of primitive amp ops at one location.
class Primitives : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  /// A 0-d constant of a float type, rounded to it, or of an integer type.
  mlir::Value constant(double value, mlir::Type element);

  /// The value with another element type; itself if it has that already.
  mlir::Value cast(mlir::Value value, mlir::Type element);

  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs);
  mlir::Value pow(mlir::Value lhs, mlir::Value rhs);
  mlir::Value maximum(mlir::Value lhs, mlir::Value rhs);
  mlir::Value minimum(mlir::Value lhs, mlir::Value rhs);
  mlir::Value neg(mlir::Value value);
  mlir::Value exp(mlir::Value value);
  mlir::Value log(mlir::Value value);
  mlir::Value sqrt(mlir::Value value);
  mlir::Value isFinite(mlir::Value value);
  mlir::Value compare(Predicate predicate, mlir::Value lhs, mlir::Value rhs);
  mlir::Value select(mlir::Value condition, mlir::Value trueValue,
                     mlir::Value falseValue);

  /// Whether each element differs from zero.
  mlir::Value isNonzero(mlir::Value value);

  mlir::Value sum(mlir::Value value, llvm::ArrayRef<int64_t> axes,
                  bool keepdims = false);
  mlir::Value max(mlir::Value value, llvm::ArrayRef<int64_t> axes,
                  bool keepdims = false);
  mlir::Value min(mlir::Value value, llvm::ArrayRef<int64_t> axes,
                  bool keepdims = false);

  /// The sum divided by the number of elements.
  mlir::Value mean(mlir::Value value, llvm::ArrayRef<int64_t> axes,
                   bool keepdims = false);

  /// The number of elements along the axes, as a 0-d tensor.
  mlir::Value size(mlir::Value value, llvm::ArrayRef<int64_t> axes,
                   mlir::Type element);

  /// Indices along `axis` of a static shape.
  mlir::Value iota(llvm::ArrayRef<int64_t> shape, int64_t axis,
                   mlir::Type element);

  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);

  /// (x - m) - log(sum(exp(x - m))) along the axis, with m its maximum.
  mlir::Value logSoftmax(mlir::Value value, int64_t axis);

  /// The elements as a vector, in row-major order.
  mlir::Value flatten(mlir::Value value);
};

} // namespace amp::lowering

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_PRIMITIVES_H
