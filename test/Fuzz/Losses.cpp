// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random losses over classes. Their targets are inputs, as those are drawn from
// the classes; any other integers would be refused at run time.

#include "Generator.h"

using namespace mlir;
using namespace amp;

Value Generator::makeClassLoss(bool fromLogits) {
  Value scores = pick([](Value value) {
    return isFloat(value) && typeOf(value).getRank() == 2 &&
           typeOf(value).getDimSize(1) > 0; // known and not empty
  });
  if (!scores)
    return {};
  Value target = makeInput(RankedTensorType::get(
      {typeOf(scores).getDimSize(0)},
      random.chance(50) ? builder.getI64Type() : builder.getI32Type()));
  auto kind = static_cast<LossReduction>(random.below(3));
  NamedAttribute reduction = attribute(
      "reduction", LossReductionAttr::get(builder.getContext(), kind));
  return fromLogits ? create<CrossEntropyOp>({scores, target}, reduction)
                    : create<NllOp>({scores, target}, reduction);
}
