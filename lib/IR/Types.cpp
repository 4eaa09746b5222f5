// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element-type rules: eligibility, compute types, promotion; and broadcasting.

#include "amp/IR/Types.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

Type amp::elementType(Type type) {
  return cast<RankedTensorType>(type).getElementType();
}

Type amp::elementType(Value value) { return elementType(value.getType()); }

bool amp::isLowPrecision(Type element) {
  return element.isF16() || element.isBF16();
}

bool amp::isEligible(Type element) {
  return isa<FloatType>(element) && !element.isF64();
}

Type amp::computeType(Type element) {
  MLIRContext *context = element.getContext();
  if (element.isF64())
    return element;
  if (isa<FloatType>(element))
    return Float32Type::get(context);
  return IntegerType::get(context, 64);
}

RankedTensorType amp::withElementType(Type type, Type element) {
  return cast<RankedTensorType>(type).clone(element);
}

/// Category of an element type: a higher one wins a promotion whatever its
/// rank.
static int category(Type element) {
  if (isa<FloatType>(element))
    return 2;
  return element.isInteger(1) ? 0 : 1;
}

/// The smaller type that holds both, for types of one category.
static Type join(Type lhs, Type rhs) {
  if (lhs == rhs)
    return lhs;
  unsigned left = lhs.getIntOrFloatBitWidth();
  unsigned right = rhs.getIntOrFloatBitWidth();
  // f16 and bf16: neither holds the other.
  if (left == right)
    return Float32Type::get(lhs.getContext());
  return left > right ? lhs : rhs;
}

Type amp::promoteElementTypes(ArrayRef<RankedTensorType> types) {
  assert(!types.empty() && "expects operands");
  int highest = 0;
  for (RankedTensorType type : types)
    highest = std::max(highest, category(type.getElementType()));
  Type tensors, scalars;
  for (RankedTensorType type : types) {
    Type element = type.getElementType();
    if (category(element) != highest)
      continue;
    Type &slot = type.getRank() == 0 ? scalars : tensors;
    slot = slot ? join(slot, element) : element;
  }
  return tensors ? tensors : scalars;
}

FailureOr<SmallVector<int64_t>> amp::broadcastShapes(ArrayRef<int64_t> lhs,
                                                     ArrayRef<int64_t> rhs) {
  size_t rank = std::max(lhs.size(), rhs.size());
  SmallVector<int64_t> shape(rank);
  for (size_t i = 0; i < rank; ++i) {
    int64_t a = i < rank - lhs.size() ? 1 : lhs[i - (rank - lhs.size())];
    int64_t b = i < rank - rhs.size() ? 1 : rhs[i - (rank - rhs.size())];
    if (a == b || b == 1)
      shape[i] = a;
    else if (a == 1 || ShapedType::isDynamic(a))
      shape[i] = b;
    else if (ShapedType::isDynamic(b))
      shape[i] = a;
    else
      return failure();
  }
  return shape;
}

FailureOr<bool> amp::inferResultTypes(Operation *op) {
  auto inferable = dyn_cast<InferTypeOpInterface>(op);
  if (!inferable)
    return false;
  SmallVector<Type> types;
  if (failed(inferable.inferReturnTypes(
          op->getContext(), op->getLoc(), op->getOperands(),
          op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return failure();
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    result.setType(type);
  return true;
}
