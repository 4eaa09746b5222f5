// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random products. Their weights are variables, which the pool may offer again:
// shared weights are cast once and get the sum of several gradients.

#include "Generator.h"

using namespace mlir;
using namespace amp;

/// More multiplications than this are not drawn.
static constexpr int64_t workLimit = 1600000;

Value Generator::makeLinear() {
  Value input = pick([](Value value) {
    return isFloat(value) && typeOf(value).getRank() > 0;
  });
  if (!input)
    return {};
  Type element = elementType(input);
  Shape result(typeOf(input).getShape());
  int64_t features = result.back(), outputs = drawExtent();
  result.back() = outputs;
  if (ShapedType::isDynamic(features) || !isSmall(result) ||
      countOf(result) * features > workLimit)
    return {};
  auto type = RankedTensorType::get({outputs, features}, element);
  Value weight = pick([&](Value value) { return value.getType() == type; });
  if (!weight)
    add(weight = makeVariable(type.getShape(), element));
  SmallVector<Value> operands{input, weight};
  if (random.chance(70))
    operands.push_back(makeVariable({outputs}, element));
  return create<LinearOp>(operands);
}

Value Generator::makeMatmul() {
  Value lhs = pick([](Value value) {
    return isFloat(value) && typeOf(value).getRank() >= 2;
  });
  if (!lhs)
    return {};
  Type element = elementType(lhs);
  ArrayRef<int64_t> shape = typeOf(lhs).getShape();
  bool transposeLhs = random.chance(40), transposeRhs = random.chance(40);
  auto batch = shape.drop_back(2);
  int64_t rows = shape[shape.size() - 2 + transposeLhs];
  int64_t contracted = shape[shape.size() - 1 - transposeLhs];
  // The last dimensions fit; those before them do if they broadcast.
  auto fits = [&](Value value) {
    ArrayRef<int64_t> other = typeOf(value).getShape();
    if (other.size() < 2 || elementType(value) != element ||
        other[other.size() - 2 + transposeRhs] != contracted)
      return false;
    return broadcasts(batch, other.drop_back(2)).has_value();
  };
  Value rhs = pick(fits);
  if (!rhs || random.chance(30)) {
    if (ShapedType::isDynamic(contracted))
      return {};
    Shape other{contracted, drawExtent()};
    if (transposeRhs)
      std::swap(other[0], other[1]);
    if (random.chance(30) && llvm::none_of(batch, ShapedType::isDynamic))
      other.insert(other.begin(), batch.begin(), batch.end());
    else if (random.chance(20))
      other.insert(other.begin(), 1);
    if (!isSmall(other))
      return {};
    rhs = makeVariable(other, element);
  }
  ArrayRef<int64_t> other = typeOf(rhs).getShape();
  std::optional<Shape> result = broadcasts(batch, other.drop_back(2));
  if (!result)
    return {};
  result->append({rows, other[other.size() - 1 - transposeRhs]});
  if (!isSmall(*result) || countOf(*result) * countOf({contracted}) > workLimit)
    return {};
  SmallVector<NamedAttribute> attributes;
  if (transposeLhs)
    attributes.push_back(attribute("transpose_lhs", builder.getUnitAttr()));
  if (transposeRhs)
    attributes.push_back(attribute("transpose_rhs", builder.getUnitAttr()));
  return create<MatmulOp>({lhs, rhs}, attributes);
}
