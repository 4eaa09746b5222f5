// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that evaluation runs: the loss, and the scores and labels that
// accuracy is counted from.

#include "amp/IR/Amp.h"
#include "amp/Transforms/TrainStep.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace amp;

FailureOr<func::FuncOp> amp::buildEvaluation(ModuleOp module) {
  auto loss = module.lookupSymbol<func::FuncOp>("loss");
  if (!loss)
    return module.emitError("expects a function named loss");
  CrossEntropyOp last;
  for (auto op : loss.getOps<CrossEntropyOp>())
    last = op;
  func::FuncOp evaluate = loss.clone();
  evaluate.setSymName("evaluate");
  OpBuilder builder(loss);
  builder.insert(evaluate);
  if (!last)
    return evaluate;
  CrossEntropyOp counted;
  for (auto op : evaluate.getOps<CrossEntropyOp>())
    counted = op;
  Operation *terminator = evaluate.front().getTerminator();
  unsigned results = terminator->getNumOperands();
  terminator->insertOperands(results,
                             {counted.getLogits(), counted.getTarget()});
  SmallVector<Attribute> attributes;
  for (unsigned i = 0; i < results; ++i) {
    DictionaryAttr dictionary = loss.getResultAttrDict(i);
    attributes.push_back(dictionary ? dictionary
                                    : builder.getDictionaryAttr({}));
  }
  for (const char *name : {step_names::logits, step_names::labels})
    attributes.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr("amp.name", builder.getStringAttr(name))));
  evaluate.setFunctionType(builder.getFunctionType(
      evaluate.getArgumentTypes(), terminator->getOperandTypes()));
  evaluate.setAllResultAttrs(attributes);
  return evaluate;
}
