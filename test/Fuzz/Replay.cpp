// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each op becomes a function of its own, which the interpreter runs on whatever
// operands are asked for: those of another target, or perturbed ones.

#include "Replay.h"

#include "CompareTensors.h"
#include "Functions.h"
#include "OpBounds.h"

#include "amp/IR/Amp.h"
#include "amp/Reference/Interpreter.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

#include <cmath>

using namespace mlir;
using namespace amp;

/// A module with the op alone, as the function @op of `operands`.
static OwningOpRef<ModuleOp> isolate(Operation &op, ValueRange operands) {
  OpBuilder builder(op.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, op.getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(
      builder, op.getLoc(), "op",
      builder.getFunctionType(operands.getTypes(), op.getResultTypes()));
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping mapping;
  mapping.map(operands, function.getArguments());
  Operation *copy = builder.clone(op, mapping);
  func::ReturnOp::create(builder, op.getLoc(), copy->getResults());
  return module;
}

Replay::Replay(func::FuncOp function, ArrayRef<Tensor> values) {
  size_t next = 0;
  for (Value argument : function.getArguments())
    known[argument] = values[next++];
  for (Operation &op : function.getBody().front().without_terminator()) {
    for (Value result : op.getResults())
      known[result] = values[next++];
    // In the order of the op, as its bound counts on, repeated ones included.
    SmallVector<Value> operands(op.getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op.getRegions(), captured);
    llvm::append_range(operands, captured);
    if (operands.empty())
      continue; // what nothing is fed is known
    Step step{&op, isolate(op, operands), operands};
    steps.push_back(std::move(step));
  }
}

FailureOr<Replay::Tensors> Replay::run(const Step &step,
                                       ArrayRef<Tensor> operands) {
  VariableStore variables;
  Interpreter interpreter(*step.module, variables);
  return interpreter.run(step.module.get().lookupSymbol<func::FuncOp>("op"),
                         operands);
}

Replay::Tensors Replay::lookup(const Step &step,
                               const DenseMap<Value, Tensor> &values) {
  return llvm::map_to_vector(step.operands,
                             [&](Value value) { return values.at(value); });
}

/// The magnitudes of a float tensor; another one as it is.
static Tensor magnitudesOf(const Tensor &tensor) {
  if (!isFloatType(tensor.elementType()))
    return tensor;
  Tensor wide = tensor.convertTo(ElementType::F64).take().clone().take();
  for (double &value : wide.elements<double>())
    value = std::abs(value);
  return wide.convertTo(tensor.elementType()).take();
}

/// How often, and how much further than any sample, results of several ops may
/// be from the interpreter's.
static constexpr int errorSamples = 4;
static constexpr double errorFactor = 8.0;

/// The ops of the branch that a decision takes have their bounds, it has none:
/// it is as far away as their errors make it.
std::string Replay::compareBranch(const Step &step, ArrayRef<Tensor> operands,
                                  ArrayRef<Tensor> expected) {
  std::vector<double> errors(expected.size(), 0.0);
  Random random(1);
  for (int sample = 0; sample < errorSamples; ++sample) {
    FailureOr<Tensors> perturbed = perturbOp(step, operands, random);
    if (failed(perturbed))
      return "the interpreter fails in a branch";
    for (auto [i, tensor] : llvm::enumerate(*perturbed))
      errors[i] = std::max(errors[i], findDistance(tensor, expected[i]));
  }
  for (auto [i, tensor] : llvm::enumerate(expected)) {
    const Tensor &actual = known[step.op->getResult(i)];
    if (!(findDistance(actual, tensor) <= errorFactor * errors[i]))
      return "result " + std::to_string(i) +
             " of a branch: " + findDifference(actual, tensor) +
             ", estimated " + std::to_string(errors[i]);
  }
  return {};
}

std::string Replay::compareOp(const Step &step) {
  Tensors operands = lookup(step, known);
  FailureOr<Tensors> expected = run(step, operands);
  if (failed(expected))
    return "the interpreter fails";
  if (isa<IfOp>(step.op))
    return compareBranch(step, operands, *expected);
  const OpBound *bound = findOpBound(step.op->getName().getStringRef());
  FailureOr<Tensors> magnitudes = *expected;
  if (bound && bound->slack == Slack::Sum)
    magnitudes = run(step, llvm::map_to_vector(operands, magnitudesOf));
  if (failed(magnitudes))
    return "the interpreter fails on magnitudes";
  for (auto [i, reference] : llvm::enumerate(*expected)) {
    const Tensor &actual = known[step.op->getResult(i)];
    std::string difference = findDifference(actual, reference);
    if (difference.empty())
      continue;
    if (!bound || actual.shape() != reference.shape() ||
        !isFloatType(reference.elementType()))
      return difference;
    Tolerance tolerance(*bound, *step.op, operands, reference,
                        (*magnitudes)[i]);
    if (int64_t outlier = tolerance.findOutlier(actual); outlier >= 0)
      return describeDifference(actual, reference, outlier) + ", more than " +
             std::to_string(tolerance.at(outlier) /
                            ulpOf(reference.getDouble(outlier),
                                  formatOf(reference.elementType()))) +
             " ULPs apart";
  }
  return {};
}

std::string Replay::compareOps() {
  for (const Step &step : steps) {
    std::string difference = compareOp(step);
    if (difference.empty())
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << *step.op;
    return text + ": " + difference;
  }
  return {};
}

/// `tensor` with an error within `tolerance` in each element.
static Tensor addErrors(const Tensor &tensor, const Tolerance &tolerance,
                        Random &random) {
  Tensor wide = tensor.convertTo(ElementType::F64).take().clone().take();
  for (int64_t i = 0; i < wide.elementCount(); ++i) {
    double error = tolerance.at(i) * (2 * random.unit() - 1);
    if (std::isfinite(error))
      wide.data<double>()[i] += error;
  }
  return wide.convertTo(tensor.elementType()).take();
}

/// The function of a decision alone becomes one of the branch that is taken.
static void inlineBranch(func::FuncOp function, bool condition) {
  auto decision = cast<IfOp>(function.getBody().front().front());
  Region &taken = condition ? decision.getThenBody() : decision.getElseBody();
  Operation *yield = taken.front().getTerminator();
  for (auto [argument, input] :
       llvm::zip_equal(taken.getArguments(), decision.getInputs()))
    argument.replaceAllUsesWith(input);
  decision->replaceAllUsesWith(yield->getOperands());
  yield->erase();
  decision->getBlock()->getOperations().splice(decision->getIterator(),
                                               taken.front().getOperations());
  decision.erase();
}

/// Results of an op with an error in each.
FailureOr<Replay::Tensors>
Replay::perturbOp(const Step &step, ArrayRef<Tensor> operands, Random &random) {
  if (auto decision = dyn_cast<IfOp>(step.op)) {
    OwningOpRef<ModuleOp> module = step.module.get().clone();
    auto function = module->lookupSymbol<func::FuncOp>("op");
    auto index =
        std::distance(step.operands.begin(),
                      llvm::find(step.operands, decision.getCondition()));
    inlineBranch(function, operands[index].getInteger(0) != 0);
    auto results = llvm::to_vector(
        function.getBody().front().getTerminator()->getOperands());
    returnEverything(function);
    VariableStore variables;
    FailureOr<Tensors> values =
        Interpreter(*module, variables).run(function, operands);
    if (failed(values))
      return failure();
    Replay branch(function, *values);
    DenseMap<Value, Tensor> perturbed = branch.perturb(random);
    return llvm::map_to_vector(
        results, [&](Value value) { return perturbed.at(value); });
  }
  FailureOr<Tensors> results = run(step, operands);
  const OpBound *bound = findOpBound(step.op->getName().getStringRef());
  if (failed(results) || !bound)
    return results;
  FailureOr<Tensors> magnitudes = *results;
  if (bound->slack == Slack::Sum)
    magnitudes = run(step, llvm::map_to_vector(operands, magnitudesOf));
  if (failed(magnitudes))
    return failure();
  Tensors perturbed;
  for (auto [result, magnitude] : llvm::zip_equal(*results, *magnitudes)) {
    Tolerance tolerance(*bound, *step.op, operands, result, magnitude);
    perturbed.push_back(isFloatType(result.elementType())
                            ? addErrors(result, tolerance, random)
                            : result);
  }
  return perturbed;
}

DenseMap<Value, Tensor> Replay::perturb(Random &random) {
  DenseMap<Value, Tensor> values = known;
  for (const Step &step : steps) {
    FailureOr<Tensors> results = perturbOp(step, lookup(step, values), random);
    if (failed(results))
      return known;
    for (auto [value, tensor] :
         llvm::zip_equal(step.op->getResults(), *results))
      values[value] = tensor;
  }
  return values;
}

std::vector<double> Replay::estimateErrors(ArrayRef<Value> results,
                                           ArrayRef<Tensor> expected,
                                           Random &random) {
  std::vector<double> errors(results.size(), 0.0);
  for (int sample = 0; sample < errorSamples; ++sample) {
    DenseMap<Value, Tensor> values = perturb(random);
    for (auto [i, result] : llvm::enumerate(results))
      errors[i] =
          std::max(errors[i], findDistance(values.at(result), expected[i]));
  }
  for (double &error : errors)
    error *= errorFactor;
  return errors;
}
