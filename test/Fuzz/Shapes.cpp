// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random shape ops, and casts: their result types are chosen, not inferred.

#include "Generator.h"

using namespace mlir;
using namespace amp;

Value Generator::makeCast() {
  Value input = pickAny();
  return createTyped<CastOp>(withElementType(input.getType(), drawElement()),
                             input);
}

Value Generator::makeReshape() {
  // Static extents in front of and behind a dynamic one are merged and split,
  // each part on its own.
  Value input = pickAny();
  Shape shape;
  int64_t part = 1;
  auto flush = [&] {
    if (part == 1 && random.chance(70))
      return;
    int64_t factor = 1;
    for (int64_t candidate : {2, 3, 5, 7, 11})
      if (part % candidate == 0 && random.chance(50))
        factor = candidate;
    if (part == 0)
      factor = 1;
    if (factor > 1)
      shape.push_back(factor);
    shape.push_back(part / factor);
    part = 1;
  };
  for (int64_t extent : typeOf(input).getShape()) {
    if (ShapedType::isDynamic(extent)) {
      flush();
      shape.push_back(extent);
    } else {
      part *= extent;
    }
  }
  flush();
  if (llvm::count(shape, ShapedType::kDynamic) > 1 ||
      llvm::is_contained(shape, 0))
    return {};
  return createTyped<ReshapeOp>(
      RankedTensorType::get(shape, elementType(input)), input);
}

Value Generator::makeBroadcast() {
  Value input = pickAny();
  Shape shape(typeOf(input).getShape());
  for (int64_t &extent : shape)
    if (extent == 1)
      extent = drawExtent();
  if (random.chance(40))
    shape.insert(shape.begin(), drawExtent());
  if (!isSmall(shape))
    return {};
  return createTyped<BroadcastOp>(
      RankedTensorType::get(shape, elementType(input)), input);
}

Value Generator::makeSize() {
  Value input = pickAny();
  Shape axes;
  for (int64_t i = 0; i < typeOf(input).getRank(); ++i)
    if (random.chance(50))
      axes.push_back(i);
  Type element =
      random.chance(60) ? Type(builder.getF32Type()) : builder.getI64Type();
  return createTyped<SizeOp>(RankedTensorType::get({}, element), input,
                             axesAttribute("axes", axes));
}

Value Generator::makeIota() {
  Shape shape{drawExtent(), drawExtent()};
  if (!isSmall(shape))
    return {};
  Type element =
      random.chance(50) ? builder.getI64Type() : builder.getI32Type();
  return createTyped<IotaOp>(
      RankedTensorType::get(shape, element), {},
      attribute("axis", builder.getI64IntegerAttr(random.below(2))));
}
