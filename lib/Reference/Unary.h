// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluators of elementwise ops on one operand, from a function of one number.

#ifndef AMP_LIB_REFERENCE_UNARY_H
#define AMP_LIB_REFERENCE_UNARY_H

#include "Reference/Evaluate.h"

namespace amp::reference {

/// Applies `function`, from T to T, to the operand converted to `type`.
template <typename Function>
mlir::LogicalResult
mapElements(mlir::Operation *op, const Tensor &operand, ElementType type,
            llvm::SmallVectorImpl<Tensor> &results, Function function) {
  mlir::FailureOr<Tensor> input =
      orError(op, operand.convertTo(computeTypeOf(type)));
  if (mlir::failed(input))
    return mlir::failure();
  mlir::FailureOr<Tensor> wide =
      orError(op, Tensor::create(input->shape(), input->elementType()));
  if (mlir::failed(wide))
    return mlir::failure();
  return withComputeType(wide->elementType(),
                         [&](auto zero) -> mlir::LogicalResult {
                           using T = decltype(zero);
                           for (int64_t i = 0; i < wide->elementCount(); ++i)
                             wide->data<T>()[i] = function(input->data<T>()[i]);
                           return append(op, wide->convertTo(type), results);
                         });
}

/// Ops that are exact and keep integers integers.
template <typename Function, typename ConcreteOp>
mlir::LogicalResult evaluateExact(ConcreteOp op,
                                  llvm::ArrayRef<Tensor> operands,
                                  llvm::SmallVectorImpl<Tensor> &results) {
  return mapElements(op, operands[0], resultElementType(op), results,
                     Function());
}

/// Math functions: one function of doubles for all float types, integers having
/// become floats with the conversion to the result type.
template <double (*function)(double), typename ConcreteOp>
mlir::LogicalResult evaluateMath(ConcreteOp op, llvm::ArrayRef<Tensor> operands,
                                 llvm::SmallVectorImpl<Tensor> &results) {
  return mapElements(op, operands[0], resultElementType(op), results,
                     [](auto x) { return decltype(x)(function(double(x))); });
}

} // namespace amp::reference

#endif // AMP_LIB_REFERENCE_UNARY_H
