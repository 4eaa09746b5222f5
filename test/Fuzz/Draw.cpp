// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What random ops are made of: extents, element types, constants, variables and
// inputs.

#include "Generator.h"

using namespace mlir;
using namespace amp;

static constexpr int64_t smallExtents[] = {1, 2,  3,  4,  5,  7,
                                           8, 16, 17, 31, 33, 64};
static constexpr int64_t largeExtents[] = {65, 127, 260, 1025, 4097, 5000};

int64_t drawBatch(Random &random) {
  if (random.chance(3))
    return 0;
  return random.chance(12) ? random.pick<int64_t>(largeExtents)
                           : random.pick<int64_t>(smallExtents);
}

/// The extents of a graph are few, so that its shapes fit each other.
void Generator::drawExtents() {
  for (int i = 0; i < 3; ++i)
    extents.push_back(random.pick<int64_t>(smallExtents));
  if (random.chance(30))
    extents.push_back(1);
  if (random.chance(10))
    extents.push_back(0);
  if (random.chance(20))
    extents.push_back(random.pick<int64_t>(largeExtents));
}

Generator::Shape Generator::drawShape(int64_t maximalRank) {
  Shape shape;
  for (int64_t rank = random.below(maximalRank + 1); rank > 0; --rank)
    shape.push_back(drawExtent());
  return shape;
}

Type Generator::drawFloat() {
  int64_t choice = random.below(10);
  if (choice < 5)
    return builder.getF32Type();
  if (choice < 7)
    return builder.getBF16Type();
  return choice < 9 ? Type(builder.getF16Type()) : builder.getF64Type();
}

Type Generator::drawElement() {
  switch (random.below(8)) {
  case 0:
    return builder.getI32Type();
  case 1:
    return builder.getI64Type();
  case 2:
    return builder.getI1Type();
  default:
    return drawFloat();
  }
}

TypedAttr Generator::drawElements(RankedTensorType type) {
  Type element = type.getElementType();
  int64_t count = random.chance(50) ? 1 : type.getNumElements();
  SmallVector<Attribute> values;
  static constexpr double special[] = {0.0, -0.0, 1.0, -1.0, 1e-3, 200.0};
  for (int64_t i = 0; i < count; ++i) {
    if (isa<FloatType>(element))
      values.push_back(builder.getFloatAttr(
          element, random.chance(20) ? random.pick<double>(special)
                                     : random.unit() * 4 - 2));
    else if (element.isInteger(1))
      values.push_back(builder.getBoolAttr(random.chance(50)));
    else
      values.push_back(builder.getIntegerAttr(
          element, random.chance(10) ? 2147483647 : random.below(9) - 4));
  }
  return DenseElementsAttr::get(type, values);
}

Value Generator::makeConstant(RankedTensorType type) {
  return createTyped<ConstantOp>(type, {},
                                 attribute("value", drawElements(type)));
}

Value Generator::readVariable(StringRef name, Type type) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&forward.getBody().front());
  return createTyped<ReadOp>(
      type, {},
      attribute("variable",
                FlatSymbolRefAttr::get(builder.getContext(), name)));
}

Value Generator::makeVariable(ArrayRef<int64_t> shape, Type element) {
  auto type = RankedTensorType::get(shape, element);
  // A variable may be read in several places.
  for (auto &[name, known] : variables)
    if (known == type && random.chance(25))
      return readVariable(name, type);
  std::string name = "v" + std::to_string(variables.size());
  Attribute init = drawElements(type);
  if (isa<FloatType>(element) && random.chance(80))
    init = UniformAttr::get(builder.getContext(), builder.getF64FloatAttr(-0.6),
                            builder.getF64FloatAttr(0.6));
  // Only variables in full precision can be trained; the first one is.
  bool trainable = (element.isF32() || element.isF64()) &&
                   (variables.empty() || random.chance(90));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module->getBody());
  VariableOp::create(builder, loc, builder.getStringAttr(name),
                     TypeAttr::get(type), init, builder.getBoolAttr(trainable),
                     FlatSymbolRefAttr());
  variables.emplace_back(name, type);
  return readVariable(name, type);
}

Value Generator::makeInput(RankedTensorType type) {
  return forward.getBody().addArgument(type, loc);
}
