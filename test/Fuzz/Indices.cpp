// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random ops that pick elements by index. Their indices are inputs, which are
// drawn in range, or constants; any other integers would be out of range.

#include "Generator.h"

using namespace mlir;
using namespace amp;

Value Generator::makeIndices(ArrayRef<int64_t> shape, int64_t limit) {
  Type element =
      random.chance(50) ? builder.getI64Type() : builder.getI32Type();
  auto type = RankedTensorType::get(shape, element);
  if (!type.hasStaticShape() || random.chance(60))
    return makeInput(type);
  SmallVector<Attribute> values;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    values.push_back(builder.getIntegerAttr(element, random.below(limit)));
  return createTyped<ConstantOp>(
      type, {}, attribute("value", DenseElementsAttr::get(type, values)));
}

Generator::Shape Generator::drawIndexShape() {
  Shape shape = drawShape(2);
  if (!shape.empty() && random.chance(30))
    shape.front() = ShapedType::kDynamic;
  return shape;
}

/// A value that can be indexed along an axis, which is drawn too.
Value Generator::pickIndexed(int64_t &axis, Test fits) {
  return pick([&](Value value) {
    int64_t rank = typeOf(value).getRank();
    if (rank == 0 || (fits && !fits(value)))
      return false;
    axis = random.below(rank);
    return typeOf(value).getDimSize(axis) > 0; // known and not empty
  });
}

Value Generator::makeGather() {
  int64_t axis;
  Value input = pickIndexed(axis);
  if (!input)
    return {};
  ArrayRef<int64_t> shape = typeOf(input).getShape();
  Shape indices = drawIndexShape(), result(shape);
  result.erase(result.begin() + axis);
  result.insert(result.begin() + axis, indices.begin(), indices.end());
  if (!isSmall(result))
    return {};
  return create<GatherOp>({input, makeIndices(indices, shape[axis])},
                          attribute("axis", builder.getI64IntegerAttr(axis)));
}

Value Generator::makeGatherElements() {
  int64_t axis;
  Value input = pickIndexed(axis);
  if (!input)
    return {};
  Shape indices(typeOf(input).getShape());
  int64_t limit = indices[axis];
  indices[axis] = drawExtent();
  if (!isSmall(indices))
    return {};
  return create<GatherElementsOp>(
      {input, makeIndices(indices, limit)},
      attribute("axis", builder.getI64IntegerAttr(axis)));
}

Value Generator::makeEmbedding() {
  Type element = random.chance(70) ? Type(builder.getF32Type()) : drawFloat();
  int64_t rows = std::max<int64_t>(drawExtent(), 1), width = drawExtent();
  Shape indices = drawIndexShape();
  if (!isSmall({rows, width}) || countOf(indices) * width > 20000)
    return {};
  SmallVector<NamedAttribute> attributes;
  if (random.chance(30))
    attributes.push_back(attribute(
        "padding_index", builder.getI64IntegerAttr(random.below(rows))));
  return create<EmbeddingOp>(
      {makeVariable({rows, width}, element), makeIndices(indices, rows)},
      attributes);
}

Value Generator::makeScatterAdd() {
  // The indices take the place of one dimension or, sometimes, of two.
  int64_t axis;
  auto isNumber = [](Value value) { return !elementType(value).isInteger(1); };
  Value updates = pickIndexed(axis, isNumber);
  if (!updates)
    return {};
  ArrayRef<int64_t> shape = typeOf(updates).getShape();
  int64_t width = 1 + (axis + 1 < int64_t(shape.size()) && random.chance(30));
  int64_t limit = std::max<int64_t>(drawExtent(), 1);
  Shape result(shape);
  result.erase(result.begin() + axis, result.begin() + axis + width);
  result.insert(result.begin() + axis, limit);
  if (!isSmall(result) || llvm::any_of(result, ShapedType::isDynamic))
    return {};
  return createTyped<ScatterAddOp>(
      RankedTensorType::get(result, elementType(updates)),
      {updates, makeIndices(shape.slice(axis, width), limit)},
      attribute("axis", builder.getI64IntegerAttr(axis)));
}

Value Generator::makeScatterAddElements() {
  int64_t axis;
  auto isNumber = [](Value value) { return !elementType(value).isInteger(1); };
  Value updates = pickIndexed(axis, isNumber);
  if (!updates)
    return {};
  Shape result(typeOf(updates).getShape());
  int64_t limit = result[axis] = std::max<int64_t>(drawExtent(), 1);
  if (!isSmall(result) || llvm::any_of(result, ShapedType::isDynamic))
    return {};
  return createTyped<ScatterAddElementsOp>(
      RankedTensorType::get(result, elementType(updates)),
      {updates, makeIndices(typeOf(updates).getShape(), limit)},
      attribute("axis", builder.getI64IntegerAttr(axis)));
}
