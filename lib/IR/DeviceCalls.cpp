// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification of the calls that programs make: their buffers hold what the
// numbers of the call say.

#include "amp/IR/Device.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp::device;

//===----------------------------------------------------------------------===//
// Matrix product
//===----------------------------------------------------------------------===//

/// The number of elements from the first to the last that a batch of matrices
/// of `matrix` elements covers; nothing if that cannot be counted in 64 bits.
static std::optional<int64_t> coveredElements(int64_t matrix,
                                              ArrayRef<int64_t> batch,
                                              ArrayRef<int64_t> strides) {
  if (llvm::is_contained(batch, 0))
    return 0;
  int64_t covered = matrix;
  for (auto [extent, stride] : llvm::zip_equal(batch, strides)) {
    int64_t advance;
    if (llvm::MulOverflow(extent - 1, stride, advance) ||
        llvm::AddOverflow(covered, advance, covered))
      return std::nullopt;
  }
  return covered;
}

/// Checks that `buffer` holds a packed [k, n] matrix.
static LogicalResult checkPacked(Operation *op, Value buffer, StringRef name,
                                 int64_t k, int64_t n) {
  auto type = cast<MemRefType>(buffer.getType());
  Type element = type.getElementType();
  if (!element.isF32() && !element.isBF16())
    return op->emitOpError("expects ")
           << name << " of f32 or bf16, got " << element;
  int64_t needed = amp::getPackedType(k, n, element).getNumElements();
  if (type.getDimSize(0) != needed)
    return op->emitOpError("expects ")
           << name << " to hold the " << needed << " elements of a packed " << k
           << "x" << n << " matrix, got " << type.getDimSize(0);
  return success();
}

LogicalResult PackOp::verify() {
  int64_t k = getK(), n = getN();
  // pack C1.
  for (auto [name, size] : {std::pair("k", k), std::pair("n", n)})
    if (size < 0)
      return emitOpError("expects ")
             << name << " not to be negative, got " << size;
  // pack C2.
  auto source = cast<MemRefType>(getSource().getType());
  int64_t needed;
  if (llvm::MulOverflow(k, n, needed) || source.getDimSize(0) != needed)
    return emitOpError("expects the source to hold ")
           << k << "x" << n << " elements, got " << source.getDimSize(0);
  // pack C3.
  auto target = cast<MemRefType>(getTarget().getType());
  if (source.getElementType() != target.getElementType())
    return emitOpError("expects elements of one type, got ")
           << source.getElementType() << " and " << target.getElementType();
  return checkPacked(*this, getTarget(), "the target", k, n);
}

LogicalResult GemmOp::verify() {
  int64_t m = getM(), n = getN(), k = getK();
  ArrayRef<int64_t> batch = getBatch().value_or(ArrayRef<int64_t>());
  // gemm C1.
  auto checkSize = [&](StringRef name, int64_t size) -> LogicalResult {
    if (size < 0)
      return emitOpError("expects ")
             << name << " not to be negative, got " << size;
    return success();
  };
  if (failed(checkSize("m", m)) || failed(checkSize("n", n)) ||
      failed(checkSize("k", k)))
    return failure();
  for (int64_t extent : batch)
    if (failed(checkSize("an extent of the batch", extent)))
      return failure();
  // gemm C4.
  auto getStrides = [](std::optional<ArrayRef<int64_t>> strides) {
    return strides.value_or(ArrayRef<int64_t>());
  };
  ArrayRef<int64_t> stridesA = getStrides(getStridesA());
  ArrayRef<int64_t> stridesB = getStrides(getStridesB());
  for (auto [name, strides] :
       {std::pair("a", stridesA), std::pair("b", stridesB)})
    if (strides.size() != batch.size() ||
        llvm::any_of(strides, [](int64_t stride) { return stride < 0; }))
      return emitOpError("expects one stride of ")
             << name << " for each of the " << batch.size()
             << " extents of the batch, none of them negative";
  // gemm C2.
  auto check = [&](Value buffer, StringRef name, int64_t rows, int64_t columns,
                   ArrayRef<int64_t> strides) -> LogicalResult {
    int64_t matrix;
    std::optional<int64_t> needed;
    int64_t count = cast<MemRefType>(buffer.getType()).getDimSize(0);
    if (!llvm::MulOverflow(rows, columns, matrix))
      needed =
          coveredElements(matrix, strides.empty() ? strides : batch, strides);
    if (needed && (strides.empty() ? *needed == count : *needed <= count))
      return success();
    return emitOpError("expects ")
           << name << " to hold " << rows << "x" << columns
           << (strides.empty() ? " elements, got "
                               : " elements at every step of the batch, got ")
           << count;
  };
  // Results follow one another.
  int64_t size = m * n;
  SmallVector<int64_t> stridesResult(batch.size());
  for (size_t dim = batch.size(); dim-- > 0;) {
    stridesResult[dim] = size;
    if (llvm::MulOverflow(size, batch[dim], size))
      return emitOpError("expects results whose number fits 64 bits");
  }
  if (failed(check(getA(), "a", m, k, stridesA)) ||
      (getPackedB() ? failed(checkPacked(*this, getB(), "b", k, n))
                    : failed(check(getB(), "b", k, n, stridesB))) ||
      failed(check(getResult(), "the result", m, n, stridesResult)) ||
      (getBias() && failed(check(getBias(), "the bias", 1, n, {}))))
    return failure();
  // gemm C5.
  if (getPackedB() && (getTransB() || !batch.empty()))
    return emitOpError("expects a packed b to be one matrix, not transposed");
  // gemm C3.
  auto element = [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getElementType();
  };
  Type a = element(getA()), b = element(getB()), result = element(getResult());
  Type wide = a.isF64() ? a : Float32Type::get(getContext());
  if (!isa<FloatType>(a) || a != b)
    return emitOpError("expects a and b of one floating-point type, got ")
           << a << " and " << b;
  if (result != a && result != wide)
    return emitOpError("expects a result of ")
           << a << " or " << wide << ", got " << result;
  if (getBias() && element(getBias()) != result && element(getBias()) != wide)
    return emitOpError("expects a bias of ")
           << result << " or " << wide << ", got " << element(getBias());
  return success();
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

LogicalResult ScatterAddOp::verify() {
  int64_t outer = getOuter(), rows = getRows(), extent = getExtent(),
          inner = getInner();
  // scatter_add C1.
  for (auto [name, size] :
       {std::pair("outer", outer), std::pair("rows", rows),
        std::pair("extent", extent), std::pair("inner", inner)})
    if (size < 0)
      return emitOpError("expects ")
             << name << " not to be negative, got " << size;
  // scatter_add C2.
  auto check = [&](Value buffer, StringRef name, int64_t blocks, int64_t height,
                   int64_t width) -> LogicalResult {
    int64_t needed;
    int64_t count = cast<MemRefType>(buffer.getType()).getDimSize(0);
    if (!llvm::MulOverflow(blocks, height, needed) &&
        !llvm::MulOverflow(needed, width, needed) && count == needed)
      return success();
    return emitOpError("expects ")
           << name << " to hold " << blocks << "x" << height << "x" << width
           << " elements, got " << count;
  };
  if (failed(check(getUpdates(), "the updates", outer, rows, inner)) ||
      failed(check(getIndices(), "the indices", getElements() ? outer : 1, rows,
                   getElements() ? inner : 1)) ||
      failed(check(getResult(), "the result", outer, extent, inner)))
    return failure();
  // scatter_add C3.
  auto element = [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getElementType();
  };
  Type updates = element(getUpdates()), indices = element(getIndices());
  auto isIndex = [](Type type) {
    return type.isInteger(32) || type.isInteger(64);
  };
  if (!(isa<FloatType>(updates) || isIndex(updates)) ||
      element(getResult()) != updates)
    return emitOpError("expects updates and a result of one float type, i32 or "
                       "i64, got ")
           << updates << " and " << element(getResult());
  if (getElements() && updates.getIntOrFloatBitWidth() == 16)
    return emitOpError("expects elements of 32 or 64 bits, got ") << updates;
  if (!isIndex(indices))
    return emitOpError("expects indices of i32 or i64, got ") << indices;
  return success();
}
