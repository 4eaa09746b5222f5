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
