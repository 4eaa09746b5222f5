// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions by their definition: products summed along the contracting
// dimension in its order, in the accumulate type, then rounded once (P3).

#include "Reference/Evaluate.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

namespace {
/// Matrix `index` of an operand, possibly read transposed.
template <typename T> struct Matrix {
  const T *data;
  int64_t rows, columns, rowStride, columnStride;

  Matrix(const Tensor &tensor, int64_t index, bool transposed)
      : rows(tensor.extent(tensor.rank() - 2)),
        columns(tensor.extent(tensor.rank() - 1)), rowStride(columns),
        columnStride(1) {
    data = tensor.data<T>() + index * rows * columns;
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

/// The extents that count the matrices of an operand.
static ArrayRef<int64_t> outerShape(const Tensor &tensor) {
  return ArrayRef<int64_t>(tensor.shape()).drop_back(2);
}

/// Which matrix of an operand belongs to matrix `index` of the result.
static int64_t findMatrix(int64_t index, ArrayRef<int64_t> result,
                          ArrayRef<int64_t> operand) {
  int64_t found = 0, stride = 1;
  for (size_t dim = operand.size(); dim-- > 0;) {
    int64_t extent = result[dim + result.size() - operand.size()];
    if (operand[dim] != 1)
      found += index % extent * stride;
    stride *= operand[dim];
    index /= extent;
  }
  return found;
}

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
    Matrix<T> left(lhs, 0, transposeLhs), right(rhs, 0, transposeRhs);
    if (left.columns != right.rows)
      return op->emitOpError("expects contracting dimensions to match, got ")
             << left.columns << " and " << right.rows;
    if (bias && bias->extent(0) != right.columns)
      return op->emitOpError("expects one bias element per column, got ")
             << bias->extent(0) << " and " << right.columns;
    FailureOr<SmallVector<int64_t>> outer =
        broadcastShapes(outerShape(lhs), outerShape(rhs));
    if (failed(outer))
      return op->emitOpError("expects dimensions that broadcast before the "
                             "last two");
    std::vector<int64_t> shape(outer->begin(), outer->end());
    shape.insert(shape.end(), {left.rows, right.columns});
    FailureOr<Tensor> wide =
        orError(op, Tensor::create(shape, lhs.elementType()));
    if (failed(wide))
      return failure();
    T *out = wide->data<T>();
    int64_t size = left.rows * right.columns;
    for (int64_t matrix = 0; size && matrix < wide->elementCount() / size;
         ++matrix) {
      left = Matrix<T>(lhs, findMatrix(matrix, *outer, outerShape(lhs)),
                       transposeLhs);
      right = Matrix<T>(rhs, findMatrix(matrix, *outer, outerShape(rhs)),
                        transposeRhs);
      for (int64_t i = 0; i < left.rows; ++i)
        for (int64_t j = 0; j < right.columns; ++j) {
          Sum sum = 0;
          for (int64_t k = 0; k < left.columns; ++k)
            sum += Sum(left.at(i, k)) * Sum(right.at(k, j));
          if (bias)
            sum += Sum(bias->data<T>()[j]);
          *out++ = T(sum);
        }
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
  Tensor &input = (*wide)[0];
  const Tensor *bias = op.getBias() ? &(*wide)[2] : nullptr;
  if (input.rank() > 1)
    return contract(op, input, false, (*wide)[1], true, bias, results);
  // One vector is one row.
  FailureOr<Tensor> row = orError(op, input.reshaped({1, input.extent(0)}));
  SmallVector<Tensor> product;
  if (failed(row) ||
      failed(contract(op, *row, false, (*wide)[1], true, bias, product)))
    return failure();
  return append(op, product[0].reshaped({product[0].extent(1)}), results);
}

void reference::registerContraction(MLIRContext *context) {
  MatmulOp::attachInterface<Model<MatmulOp, evaluateMatmul>>(*context);
  LinearOp::attachInterface<Model<LinearOp, evaluateLinear>>(*context);
}
