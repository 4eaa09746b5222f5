// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random ops that cut tensors and put them together.

#include "Generator.h"

using namespace mlir;
using namespace amp;

Value Generator::makeSlice() {
  Value input = pickAny();
  SmallVector<int64_t> axes, starts, ends, steps;
  ArrayRef<int64_t> shape = typeOf(input).getShape();
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(extent) || random.chance(40))
      continue;
    axes.push_back(int64_t(axis));
    int64_t start = random.below(extent + 2) - (random.chance(30) ? extent : 0);
    starts.push_back(start);
    ends.push_back(random.chance(30) ? -random.below(2) - 1
                                     : random.below(extent + 2));
    steps.push_back(1 + random.below(3));
    if (random.chance(25)) { // backwards, now and then to the very start
      steps.back() *= -1;
      std::swap(starts.back(), ends.back());
      if (random.chance(30))
        ends.back() = -extent - 1;
    }
  }
  SmallVector<NamedAttribute> attributes{axesAttribute("axes", axes),
                                         axesAttribute("starts", starts),
                                         axesAttribute("ends", ends)};
  if (random.chance(50) || llvm::any_of(steps, [](int64_t s) { return s < 0; }))
    attributes.push_back(axesAttribute("steps", steps));
  return create<SliceOp>(input, attributes);
}

Value Generator::makePad() {
  Value input = pickAny();
  SmallVector<int64_t> low, high, interior, result;
  for (int64_t extent : typeOf(input).getShape()) {
    bool isDynamic = ShapedType::isDynamic(extent) || random.chance(40);
    low.push_back(isDynamic ? 0 : random.below(3));
    high.push_back(isDynamic ? 0 : random.below(3));
    interior.push_back(isDynamic ? 0 : random.below(2));
    result.push_back(ShapedType::isDynamic(extent) ? extent : 2 * extent + 4);
  }
  if (!isSmall(result))
    return {};
  SmallVector<NamedAttribute> attributes{axesAttribute("low", low),
                                         axesAttribute("high", high),
                                         axesAttribute("interior", interior)};
  if (random.chance(30))
    attributes.push_back(
        attribute("value", builder.getF64FloatAttr(random.unit() * 4 - 2)));
  return create<PadOp>(input, attributes);
}

Value Generator::makeConcat() {
  Value first = pick([](Value value) {
    return typeOf(value).getRank() > 0 &&
           !ShapedType::isDynamic(typeOf(value).getShape().back());
  });
  if (!first)
    return {};
  // Along an axis that is known in all of them.
  ArrayRef<int64_t> shape = typeOf(first).getShape();
  auto axis = shape.size() - 1;
  if (random.chance(50) && !ShapedType::isDynamic(shape.front()))
    axis = 0;
  SmallVector<Value> parts{first};
  for (int64_t i = random.below(3); i > 0; --i) {
    Value part = pick([&](Value value) {
      ArrayRef<int64_t> other = typeOf(value).getShape();
      if (other.size() != shape.size() || ShapedType::isDynamic(other[axis]))
        return false;
      for (size_t dim = 0; dim < shape.size(); ++dim)
        if (dim != axis && shape[dim] != other[dim])
          return false;
      return true;
    });
    if (part)
      parts.insert(parts.begin() + random.below(int64_t(parts.size()) + 1),
                   part);
  }
  int64_t count = 0;
  for (Value part : parts)
    count += countOf(typeOf(part).getShape());
  if (count > 40000)
    return {};
  return create<ConcatOp>(
      parts, attribute("axis", builder.getI64IntegerAttr(int64_t(axis))));
}
