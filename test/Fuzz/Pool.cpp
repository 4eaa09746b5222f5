// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pool of values that operands are taken from.

#include "Generator.h"

using namespace mlir;
using namespace amp;

/// Values larger than this are not drawn, so that a seed takes milliseconds.
static constexpr int64_t elementLimit = 40000;

int64_t Generator::countOf(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= ShapedType::isDynamic(extent) ? options.batch : extent;
  return count;
}

bool Generator::isSmall(ArrayRef<int64_t> shape) {
  return countOf(shape) <= elementLimit;
}

void Generator::add(Value value) {
  if (value)
    pool.push_back(value);
}

Value Generator::pick(Test fits) {
  // The latest values are taken more often, so that graphs are deep as well.
  for (int attempt = 0; attempt < 12; ++attempt) {
    int64_t count = int64_t(pool.size());
    int64_t recent = std::min<int64_t>(count, 4);
    Value value = random.chance(50)
                      ? pool[size_t(count - 1 - random.below(recent))]
                      : pool[size_t(random.below(count))];
    if (fits(value))
      return value;
  }
  return {};
}

Value Generator::pickAny() {
  return pick([](Value) { return true; });
}

Value Generator::pickFloat() {
  return pick([](Value value) { return isFloat(value); });
}

std::optional<Generator::Shape> Generator::broadcasts(ArrayRef<int64_t> a,
                                                      ArrayRef<int64_t> b) {
  // An extent known at run time only may meet itself and 1.
  for (size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    int64_t p = a[a.size() - i], q = b[b.size() - i];
    if (p != q && p != 1 && q != 1)
      return std::nullopt;
  }
  FailureOr<SmallVector<int64_t>> joined = broadcastShapes(a, b);
  if (failed(joined))
    return std::nullopt;
  return Shape(*joined);
}

bool Generator::broadcasts(ArrayRef<Value> values) {
  Shape joined;
  for (Value value : values) {
    std::optional<Shape> next = broadcasts(typeOf(value).getShape(), joined);
    if (!next)
      return false;
    joined = *next;
  }
  return isSmall(joined);
}

Value Generator::pickPartner(ArrayRef<Value> others, Test fits, Type element) {
  SmallVector<Value> all(others);
  Value partner = pick([&](Value value) {
    all.push_back(value);
    bool suits = (!fits || fits(value)) && broadcasts(all);
    all.pop_back();
    return suits;
  });
  if (partner && random.chance(75))
    return partner;
  Value other = random.pick<Value>(others);
  Shape shape;
  if (random.chance(70))
    for (int64_t extent : typeOf(other).getShape())
      shape.push_back(
          ShapedType::isDynamic(extent) || random.chance(30) ? 1 : extent);
  while (!shape.empty() && random.chance(30))
    shape.erase(shape.begin());
  if (!element)
    element = random.chance(80) ? elementType(other) : drawElement();
  if (random.chance(40)) {
    Value variable = makeVariable(shape, element);
    if (random.chance(50))
      add(variable);
    return variable;
  }
  return makeConstant(RankedTensorType::get(shape, element));
}
