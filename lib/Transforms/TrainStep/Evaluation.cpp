// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that evaluation runs: the loss, and the scores and labels that
// accuracy is counted from.

#include "amp/IR/Amp.h"
#include "amp/Transforms/TrainStep.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace amp;

namespace {
/// What a loss against class indices takes: scores, the largest of which is a
/// sample's guess, and labels.
struct ClassLoss {
  Value scores, labels;
};
} // namespace

/// Returns what was log_softmax's operand: it keeps the order of a row and is
/// exact, where equal log-probabilities may come of rounding.
static Value findScores(Value logProbabilities) {
  Value value = logProbabilities;
  while (auto cast = value.getDefiningOp<CastOp>())
    value = cast.getInput();
  auto softmax = value.getDefiningOp<LogSoftmaxOp>();
  return softmax && softmax.getAxis() == 1 ? softmax.getInput()
                                           : logProbabilities;
}

/// Returns the last loss of that kind in the function's own block.
static std::optional<ClassLoss> findClassLoss(func::FuncOp function) {
  std::optional<ClassLoss> last;
  for (Operation &op : function.front())
    if (auto entropy = dyn_cast<CrossEntropyOp>(op))
      last = {entropy.getLogits(), entropy.getTarget()};
    else if (auto likelihood = dyn_cast<NllOp>(op))
      last = {findScores(likelihood.getLogProbabilities()),
              likelihood.getTarget()};
  return last;
}

FailureOr<func::FuncOp> amp::buildEvaluation(ModuleOp module) {
  auto loss = module.lookupSymbol<func::FuncOp>("loss");
  if (!loss)
    return module.emitError("expects a function named loss");
  // A function of the model may have that name; its calls have been inlined.
  if (auto other = module.lookupSymbol<func::FuncOp>("evaluate"))
    other.erase();
  func::FuncOp evaluate = loss.clone();
  evaluate.setSymName("evaluate");
  OpBuilder builder(loss);
  builder.insert(evaluate);
  std::optional<ClassLoss> counted = findClassLoss(evaluate);
  if (!counted)
    return evaluate;
  Operation *terminator = evaluate.front().getTerminator();
  unsigned results = terminator->getNumOperands();
  terminator->insertOperands(results, {counted->scores, counted->labels});
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
