// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products as library calls: which buffers, which way round, and how the
// matrices of a batch lie in memory. What looks like many products but is one,
// a matrix applied to all rows of a stack, becomes one.

#include "Conversion/AmpToDevice/ProgramBuilder.h"

using namespace mlir;
using namespace amp;

namespace {

/// The dimensions that count the matrices of a product, outermost first.
struct BatchLayout {
  SmallVector<int64_t> extents, stridesA, stridesB;

  void add(int64_t extent, int64_t strideA, int64_t strideB);
};

} // namespace

/// Joins the dimension with the one before it where both operands walk the two
/// as one.
void BatchLayout::add(int64_t extent, int64_t strideA, int64_t strideB) {
  if (extent == 1)
    return;
  if (!extents.empty() && stridesA.back() == strideA * extent &&
      stridesB.back() == strideB * extent) {
    extents.back() *= extent;
    stridesA.back() = strideA;
    stridesB.back() = strideB;
    return;
  }
  extents.push_back(extent);
  stridesA.push_back(strideA);
  stridesB.push_back(strideB);
}

/// How far apart the matrices of an operand are along each of the `rank`
/// dimensions of the result that count matrices; 0 where it repeats one.
static SmallVector<int64_t> getOuterStrides(ArrayRef<int64_t> shape,
                                            size_t rank) {
  SmallVector<int64_t> strides(rank, 0), own = rowMajorStrides(shape);
  if (llvm::is_contained(shape, 0))
    return strides; // There is nothing to step over.
  ArrayRef<int64_t> outer = shape.drop_back(2);
  for (auto [dim, extent] : llvm::enumerate(outer))
    if (extent != 1)
      strides[dim + rank - outer.size()] = own[dim];
  return strides;
}

static BatchLayout getBatch(ArrayRef<int64_t> result, Value lhs, Value rhs) {
  ArrayRef<int64_t> outer = result.drop_back(2);
  SmallVector<int64_t> a = getOuterStrides(shapeOf(lhs), outer.size());
  SmallVector<int64_t> b = getOuterStrides(shapeOf(rhs), outer.size());
  BatchLayout batch;
  for (auto [extent, strideA, strideB] : llvm::zip_equal(outer, a, b))
    batch.add(extent, strideA, strideB);
  return batch;
}

LogicalResult ProgramBuilder::emitProduct(Operation *op) {
  Value lhs, rhs, bias;
  bool transposeLhs = false, transposeRhs = false, isPacked = false;
  if (auto matmul = dyn_cast<MatmulOp>(op)) {
    transposeLhs = matmul.getTransposeLhs();
    transposeRhs = matmul.getTransposeRhs();
    lhs = matmul.getLhs();
    rhs = matmul.getRhs();
  } else if (auto linear = dyn_cast<LinearOp>(op)) {
    // The weight is stored [out, in].
    transposeRhs = true;
    lhs = linear.getInput();
    rhs = linear.getWeight();
    bias = linear.getBias();
  } else if (auto packed = dyn_cast<PackedLinearOp>(op)) {
    isPacked = true;
    lhs = packed.getInput();
    rhs = packed.getWeight();
    bias = packed.getBias();
  } else {
    return op->emitError("expects a library call known to device programs");
  }
  ArrayRef<int64_t> shape = shapeOf(op->getResult(0)), left = shapeOf(lhs);
  // A vector is a matrix of one row.
  bool isVector = shape.size() < 2;
  int64_t m = isVector ? 1 : shape[shape.size() - 2], n = shape.back();
  int64_t k = transposeLhs ? left[left.size() - 2] : left.back();
  BatchLayout batch;
  // Rows of all matrices of a packed product's input are rows of one.
  if (!isPacked && !isVector)
    batch = getBatch(shape, lhs, rhs);
  if (isPacked)
    for (int64_t extent : shape.drop_back(2))
      m *= extent;
  lhs = getMatrix(lhs, transposeLhs);
  rhs = isPacked ? getBuffer(rhs) : getMatrix(rhs, transposeRhs);
  // Matrices that follow one another are one with more rows, if all of them
  // meet the same right factor.
  if (!batch.extents.empty() && batch.stridesB.back() == 0 && !transposeLhs &&
      batch.stridesA.back() == m * k) {
    m *= batch.extents.pop_back_val();
    batch.stridesA.pop_back();
    batch.stridesB.pop_back();
  }
  auto flag = [&](bool value) {
    return value ? builder.getUnitAttr() : UnitAttr();
  };
  auto list = [&](ArrayRef<int64_t> values) {
    return batch.extents.empty() ? DenseI64ArrayAttr()
                                 : builder.getDenseI64ArrayAttr(values);
  };
  device::GemmOp::create(
      builder, op->getLoc(), lhs, rhs, bias ? getBuffer(bias) : Value(),
      getBuffer(op->getResult(0)), getInteger(m), getInteger(n), getInteger(k),
      list(batch.extents), list(batch.stridesA), list(batch.stridesB),
      flag(transposeLhs), flag(transposeRhs), flag(isPacked));
  return success();
}
