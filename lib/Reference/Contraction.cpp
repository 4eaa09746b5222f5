// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions by their definition: products summed along the contracting
// dimension in its order, in the accumulate type, then rounded once (P3).

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

namespace {
/// A matrix operand, possibly read transposed.
template <typename T> struct Matrix {
  const T *data;
  int64_t rows, columns, rowStride, columnStride;

  Matrix(const Tensor &tensor, bool transposed)
      : data(tensor.data<T>()), rows(tensor.extent(0)),
        columns(tensor.extent(1)), rowStride(columns), columnStride(1) {
    if (!transposed)
      return;
    std::swap(rows, columns);
    std::swap(rowStride, columnStride);
  }
  T at(int64_t row, int64_t column) const {
    return data[row * rowStride + column * columnStride];
  }
};
} // namespace

/// lhs * rhs + bias in the type of the operands, which are widened already;
/// `bias` may be null.
static LogicalResult contract(Operation *op, const Tensor &lhs,
                              bool transposeLhs, const Tensor &rhs,
                              bool transposeRhs, const Tensor *bias,
                              SmallVectorImpl<Tensor> &results) {
  return withComputeType(lhs.elementType(), [&](auto zero) -> LogicalResult {
    using T = decltype(zero);
    // Integers wrap around.
    using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
    Matrix<T> left(lhs, transposeLhs), right(rhs, transposeRhs);
    if (left.columns != right.rows)
      return op->emitOpError("expects contracting dimensions to match, got ")
             << left.columns << " and " << right.rows;
    if (bias && bias->extent(0) != right.columns)
      return op->emitOpError("expects one bias element per column, got ")
             << bias->extent(0) << " and " << right.columns;
    FailureOr<Tensor> wide = orError(
        op, Tensor::create({left.rows, right.columns}, lhs.elementType()));
    if (failed(wide))
      return failure();
    for (int64_t i = 0; i < left.rows; ++i)
      for (int64_t j = 0; j < right.columns; ++j) {
        Sum sum = 0;
        for (int64_t k = 0; k < left.columns; ++k)
          sum += Sum(left.at(i, k)) * Sum(right.at(k, j));
        if (bias)
          sum += Sum(bias->data<T>()[j]);
        wide->data<T>()[i * right.columns + j] = T(sum);
      }
    return append(op, wide->convertTo(resultElementType(op)), results);
  });
}

/// Widens all operands to the accumulate type.
static FailureOr<SmallVector<Tensor>> widen(Operation *op,
                                            ArrayRef<Tensor> operands) {
  SmallVector<Tensor> wide;
  for (const Tensor &operand : operands)
    if (failed(append(
            op, operand.convertTo(computeTypeOf(operand.elementType())), wide)))
      return failure();
  return wide;
}

static LogicalResult evaluateMatmul(MatmulOp op, ArrayRef<Tensor> operands,
                                    SmallVectorImpl<Tensor> &results) {
  FailureOr<SmallVector<Tensor>> wide = widen(op, operands);
  if (failed(wide))
    return failure();
  return contract(op, (*wide)[0], op.getTransposeLhs(), (*wide)[1],
                  op.getTransposeRhs(), nullptr, results);
}

static LogicalResult evaluateLinear(LinearOp op, ArrayRef<Tensor> operands,
                                    SmallVectorImpl<Tensor> &results) {
  FailureOr<SmallVector<Tensor>> wide = widen(op, operands);
  if (failed(wide))
    return failure();
  return contract(op, (*wide)[0], false, (*wide)[1], true,
                  op.getBias() ? &(*wide)[2] : nullptr, results);
}

void reference::registerContraction(MLIRContext *context) {
  MatmulOp::attachInterface<Model<MatmulOp, evaluateMatmul>>(*context);
  LinearOp::attachInterface<Model<LinearOp, evaluateLinear>>(*context);
}
