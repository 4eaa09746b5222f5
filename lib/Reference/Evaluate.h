// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the evaluators share: results of tensor functions as located errors,
// broadcasting, and loops in an op's compute type. An evaluator widens its
// operands to the compute type (f32 for 16-bit floats, i64 for integers and
// booleans: all exact), computes there, and converts to the result type, which
// is the one rounding. Plain on purpose: correctness over speed.

#ifndef AMP_LIB_REFERENCE_EVALUATE_H
#define AMP_LIB_REFERENCE_EVALUATE_H

#include "amp/IR/Amp.h"
#include "amp/Reference/TensorAttributes.h"
#include "amp/Runtime/Tensor.h"

#include "mlir/IR/Operation.h"

namespace amp::reference {

// Each attaches Evaluable to the ops of one family.
void registerElementwise(mlir::MLIRContext *context);
void registerActivations(mlir::MLIRContext *context);
void registerMath(mlir::MLIRContext *context);
void registerContraction(mlir::MLIRContext *context);
void registerReduction(mlir::MLIRContext *context);
void registerNormalization(mlir::MLIRContext *context);
void registerLoss(mlir::MLIRContext *context);
void registerShape(mlir::MLIRContext *context);
void registerSlicing(mlir::MLIRContext *context);
void registerIndex(mlir::MLIRContext *context);
void registerControl(mlir::MLIRContext *context);
void registerOptimizer(mlir::MLIRContext *context);
void registerScaling(mlir::MLIRContext *context);
void registerRandom(mlir::MLIRContext *context);
void registerLayout(mlir::MLIRContext *context);

/// The model of Evaluable that calls a function: what an evaluator registers
/// for an op is `Op::attachInterface<Model<Op, function>>(context)`.
template <typename ConcreteOp,
          mlir::LogicalResult (*function)(ConcreteOp, llvm::ArrayRef<Tensor>,
                                          llvm::SmallVectorImpl<Tensor> &)>
struct Model
    : Evaluable::ExternalModel<Model<ConcreteOp, function>, ConcreteOp> {
  mlir::LogicalResult evaluate(mlir::Operation *op,
                               llvm::ArrayRef<Tensor> operands,
                               llvm::SmallVectorImpl<Tensor> &results) const {
    return function(mlir::cast<ConcreteOp>(op), operands, results);
  }
};

/// A result as MLIR knows it: the message becomes an error at `op`.
mlir::FailureOr<Tensor> orError(mlir::Operation *op, Result<Tensor> result);

/// Appends the tensor; the message becomes an error at `op`.
mlir::LogicalResult append(mlir::Operation *op, Result<Tensor> result,
                           llvm::SmallVectorImpl<Tensor> &results);

/// The element type declared for result `index` of `op`.
ElementType resultElementType(mlir::Operation *op, unsigned index = 0);

/// The type that an op on elements of `type` computes and accumulates in: F64
/// for F64, F32 for the other floats, I64 for integers and booleans.
ElementType computeTypeOf(ElementType type);

/// The shape that `tensors` broadcast to by the NumPy rule; an error at `op`
/// if there is none.
mlir::FailureOr<std::vector<int64_t>>
broadcastShape(mlir::Operation *op, llvm::ArrayRef<Tensor> tensors);

/// The tensor repeated to `shape`, which it must broadcast to.
Result<Tensor> broadcastTo(const Tensor &tensor, std::vector<int64_t> shape);

/// The element type that the operands of `op` are promoted to (P2, `inherit`).
ElementType promotedType(mlir::Operation *op, mlir::ValueRange operands);

/// Calls `function` with a value of the C++ type of a compute type.
template <typename Function>
mlir::LogicalResult withComputeType(ElementType type, Function function) {
  switch (type) {
  case ElementType::F32:
    return function(float());
  case ElementType::F64:
    return function(double());
  default:
    assert(type == ElementType::I64 && "not a compute type");
    return function(int64_t());
  }
}

/// The same where integers cannot occur.
template <typename Function>
mlir::LogicalResult withFloatType(ElementType type, Function function) {
  assert(isFloat(type) && "expects a float compute type");
  if (type == ElementType::F64)
    return function(double());
  return function(float());
}

/// A shape seen as [outer, extent, inner] around one axis; element (o, i, n)
/// lies at (o * extent + i) * inner + n.
struct AxisView {
  int64_t outer = 1, extent, inner = 1;
  AxisView(const Tensor &tensor, size_t axis) : extent(tensor.extent(axis)) {
    for (size_t i = 0; i < axis; ++i)
      outer *= tensor.extent(i);
    for (size_t i = axis + 1; i < tensor.rank(); ++i)
      inner *= tensor.extent(i);
  }
};

/// The larger of two values: NaN if one is NaN, +0 above -0, so that the order
/// of the operands does not matter.
template <typename T> T larger(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) ? a : b;
    if (a == 0 && b == 0)
      return std::signbit(a) ? b : a;
  }
  return a > b ? a : b;
}

/// The smaller of two values, with the same rules turned round.
template <typename T> T smaller(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) ? a : b;
    if (a == 0 && b == 0)
      return std::signbit(a) ? a : b;
  }
  return a < b ? a : b;
}

} // namespace amp::reference

#endif // AMP_LIB_REFERENCE_EVALUATE_H
