// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random dropout, which draws numbers in training steps only unless its mode
// says otherwise.

#include "Generator.h"

using namespace mlir;
using namespace amp;

Value Generator::makeDropout() {
  Value input = pickFloat();
  if (!input)
    return {};
  double p = random.pick<double>({0.5, 0.1, 0.9, 0.0, 1.0});
  SmallVector<NamedAttribute> attributes{
      attribute("p", builder.getF64FloatAttr(p))};
  if (random.chance(30))
    attributes.push_back(attribute(
        "mode", ModeAttr::get(builder.getContext(),
                              random.chance(70) ? Mode::Eval : Mode::Auto)));
  return create<DropoutOp>(input, attributes);
}

Value Generator::makeLayerNorm() {
  Value input = pickFloat();
  if (!input || typeOf(input).getRank() == 0)
    return {};
  ArrayRef<int64_t> shape = typeOf(input).getShape();
  int64_t axis = random.below(shape.size());
  // The scale and the offset have the shape of the normalised axes, of which a
  // variable can have none that is known at run time only.
  SmallVector<Value> operands{input};
  if (!llvm::is_contained(shape.drop_front(axis), ShapedType::kDynamic))
    for (int64_t i = random.below(3); i > 0; --i)
      operands.push_back(
          makeVariable(shape.drop_front(axis), elementType(input)));
  return create<LayerNormOp>(
      operands, SmallVector<NamedAttribute>{
                    attribute("axis", builder.getI64IntegerAttr(axis))});
}
