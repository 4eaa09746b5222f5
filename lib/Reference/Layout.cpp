// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packed weights by their definition: element (i, j) of the matrix is at one
// place of the blocks, and a product reads it from there.

#include "Reference/Evaluate.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

namespace {
/// Where the elements of a [k, n] matrix are in its blocks.
struct Places {
  int64_t rowsPerWord, rowBlocks;

  /// For packed blocks of this type.
  explicit Places(RankedTensorType type)
      : rowsPerWord(type.getRank() == 5 ? type.getDimSize(4) : 1),
        rowBlocks(type.getDimSize(1)) {}

  int64_t of(int64_t row, int64_t column) const {
    int64_t word = row / rowsPerWord;
    int64_t block = column / 64 * rowBlocks + word / 16;
    return ((block * 16 + word % 16) * 64 + column % 64) * rowsPerWord +
           row % rowsPerWord;
  }
};
} // namespace

static LogicalResult evaluatePack(PackOp op, ArrayRef<Tensor> operands,
                                  SmallVectorImpl<Tensor> &results) {
  const Tensor &matrix = operands[0];
  RankedTensorType type = cast<RankedTensorType>(op.getResult().getType());
  FailureOr<Tensor> packed = orError(
      op, Tensor::zeros({type.getShape().begin(), type.getShape().end()},
                        matrix.elementType()));
  if (failed(packed))
    return failure();
  bool transpose = op.getTranspose();
  int64_t k = matrix.extent(transpose), n = matrix.extent(!transpose);
  size_t width = byteSize(matrix.elementType());
  Places places(type);
  auto *from = static_cast<const char *>(matrix.rawData());
  auto *to = static_cast<char *>(packed->rawData());
  for (int64_t row = 0; row < k; ++row)
    for (int64_t column = 0; column < n; ++column)
      std::memcpy(to + places.of(row, column) * width,
                  from +
                      (transpose ? column * k + row : row * n + column) * width,
                  width);
  results.push_back(std::move(*packed));
  return success();
}

static LogicalResult evaluatePackedLinear(PackedLinearOp op,
                                          ArrayRef<Tensor> operands,
                                          SmallVectorImpl<Tensor> &results) {
  SmallVector<Tensor> wide;
  for (const Tensor &operand : operands)
    if (failed(append(op, operand.convertTo(ElementType::F32), wide)))
      return failure();
  std::vector<int64_t> shape = wide[0].shape();
  const int64_t k = shape.back(), n = op.getColumns();
  shape.back() = n;
  int64_t m = 1;
  for (int64_t extent : llvm::ArrayRef(shape).drop_back())
    m *= extent;
  FailureOr<Tensor> out = orError(op, Tensor::create(shape, ElementType::F32));
  if (failed(out))
    return failure();
  Places places(cast<RankedTensorType>(op.getWeight().getType()));
  const float *input = wide[0].data<float>(), *weight = wide[1].data<float>();
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum += input[i * k + l] * weight[places.of(l, j)];
      if (op.getBias())
        sum += wide[2].data<float>()[j];
      out->data<float>()[i * n + j] = sum;
    }
  return append(op, out->convertTo(resultElementType(op)), results);
}

void reference::registerLayout(MLIRContext *context) {
  PackOp::attachInterface<Model<PackOp, evaluatePack>>(*context);
  PackedLinearOp::attachInterface<Model<PackedLinearOp, evaluatePackedLinear>>(
      *context);
}
