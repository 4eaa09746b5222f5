// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reverse-mode differentiation of one function: which ops take part, the walk
// that asks each for its operands' gradients, and the function that results.
// Relies on one block without calls or scopes, as stage 2 leaves it; branches
// may nest. Nothing here recurses on the depth of the graph.

#include "Transforms/Autodiff/Differentiator.h"

#include "amp/IR/Types.h"
#include "amp/Transforms/Autodiff.h"
#include "amp/Transforms/Passes.h"

#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace amp;

namespace amp {
#define GEN_PASS_DEF_DIFFERENTIATEPASS
#define GEN_PASS_DEF_STRIPGRADIENTTAGSPASS
#include "TransformsPasses.h.inc"
} // namespace amp

static bool isFloat(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType());
}

LogicalResult Differentiator::checkFunction() {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expects one block to be differentiated");
  if (function.getNumResults() == 0)
    return function.emitOpError("expects the loss as first result, got none");
  auto loss = dyn_cast<RankedTensorType>(function.getResultTypes().front());
  if (!loss || loss.getRank() != 0 || !isa<FloatType>(loss.getElementType()))
    return function.emitOpError(
               "expects a 0-d float, the loss, as first result, got ")
           << function.getResultTypes().front();
  std::string name = (function.getName() + "_gradient").str();
  if (Operation *other = symbols.lookup(name)) {
    InFlightDiagnostic error = function.emitOpError("expects the name ")
                               << name << " to be free";
    error.attachNote(other->getLoc()) << "it is taken here";
    return error;
  }
  size_t count = 0;
  WalkResult walk = function.getBody().walk([&](Operation *op) {
    ++count;
    // Stage 2 takes reads out of branches as well.
    bool isMisplaced = isa<ReadOp>(op) && isa<IfOp>(op->getParentOp());
    if (!isMisplaced && !isa<CallOpInterface>(op) &&
        (op->getNumRegions() == 0 || isa<IfOp>(op) ||
         op->hasTrait<OpTrait::IsIsolatedFromAbove>()))
      return WalkResult::advance();
    op->emitOpError("expects calls and scopes to be resolved before "
                    "differentiation; run amp-autocast first");
    return WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return failure();
  // To grow a table costs as much as to fill it; a rule makes some four ops.
  active.reserve(count);
  needed.reserve(count);
  gradients.reserve(count);
  tags.nodes.reserve(count);
  tags.built.reserve(4 * count);
  return success();
}

/// Marks the values that depend on a trainable variable.
LogicalResult Differentiator::findActiveValues(Block &block) {
  for (Operation &op : block) {
    if (auto read = dyn_cast<ReadOp>(op)) {
      auto variable = symbols.lookup<VariableOp>(read.getVariable());
      if (variable && variable.getCastOf())
        return read.emitOpError("expects a variable that holds state, got a "
                                "low-precision copy of ")
               << variable.getCastOfAttr();
      if (!variable || !variable.getTrainable() || !isFloat(read.getResult()))
        continue;
      active.insert(read.getResult());
      reads[variable.getSymNameAttr()].push_back(read);
      continue;
    }
    if (auto branch = dyn_cast<IfOp>(op)) {
      if (failed(findActiveValues(branch)))
        return failure();
      continue;
    }
    if (!llvm::any_of(op.getOperands(),
                      [&](Value operand) { return active.contains(operand); }))
      continue;
    for (Value result : op.getResults())
      if (isFloat(result))
        active.insert(result);
  }
  return success();
}

/// Marks, from `wanted` values backwards, the ops that pass a gradient on.
void Differentiator::findNeededOps(Block &block, ValueSet &wanted) {
  for (Operation &op : llvm::reverse(block)) {
    if (!llvm::any_of(op.getResults(),
                      [&](Value result) { return wanted.contains(result); }))
      continue;
    if (auto branch = dyn_cast<IfOp>(op)) {
      findNeededOps(branch, wanted);
      continue;
    }
    for (Value operand : op.getOperands()) {
      if (!active.contains(operand))
        continue;
      wanted.insert(operand);
      needed.insert(&op);
    }
  }
}

/// Adds to the gradient of a value, in the value's type.
void Differentiator::addGradient(Value value, Value gradient) {
  Value &sum = gradients[value];
  if (!sum) {
    sum = gradient;
    return;
  }
  auto add = AddOp::create(builder, value.getLoc(), sum, gradient);
  tags.built[add].isGradientSum = true;
  sum = add;
}

LogicalResult Differentiator::buildOpGradients(Operation *op) {
  if (auto branch = dyn_cast<IfOp>(op))
    return buildBranchGradients(branch);
  auto rule = dyn_cast<Differentiable>(op);
  if (!rule)
    return op->emitOpError("has no gradient, and one is needed in function ")
           << function.getSymNameAttr();
  int32_t node = nodes++;
  tags.nodes[node] = op;

  SmallVector<Value> incoming, outgoing(op->getNumOperands());
  for (Value result : op->getResults())
    incoming.push_back(lookupGradient(result));
  SmallVector<bool> wanted;
  for (Value operand : op->getOperands())
    wanted.push_back(active.contains(operand));

  // What the rule builds ends up between the last op so far and the insertion
  // point.
  Operation *last = &*std::prev(builder.getInsertionPoint());
  if (failed(rule.buildGradients(builder, incoming, wanted, outgoing)))
    return failure();
  for (Operation &made : llvm::make_range(std::next(last->getIterator()),
                                          builder.getInsertionPoint()))
    tags.built[&made].gradientOfNode = node;
  for (auto [index, gradient] : llvm::enumerate(outgoing)) {
    if (!gradient || !wanted[index])
      continue;
    Value operand = op->getOperand(index);
    if (gradient.getType() != operand.getType())
      return op->emitOpError("expects the gradient of operand ")
             << index << " to have its type " << operand.getType() << ", got "
             << gradient.getType() << "; run amp-specialize first";
    auto made = tags.built.find(gradient.getDefiningOp());
    if (made != tags.built.end() && made->second.gradientOfNode == node) {
      assert(made->second.gradientOperand < 0 &&
             "a rule hands over one value for two operands");
      made->second.gradientOperand = index;
    }
    addGradient(operand, gradient);
  }
  return success();
}

/// Visits the needed ops from the last to the first. A gradient is complete
/// when its op is visited: all users stand behind it.
LogicalResult Differentiator::buildBackward(Block &block) {
  SmallVector<Operation *> order;
  for (Operation &op : block)
    if (needed.contains(&op))
      order.push_back(&op);
  for (Operation *op : llvm::reverse(order))
    if (llvm::any_of(op->getResults(),
                     [&](Value result) { return !!lookupGradient(result); }))
      if (failed(buildOpGradients(op)))
        return failure();
  return success();
}

/// Ends the function: appends the gradients to its results and its type.
void Differentiator::collectResults(func::FuncOp result) {
  auto terminator =
      cast<func::ReturnOp>(result.getBody().front().getTerminator());
  auto module = function->getParentOfType<ModuleOp>();
  unsigned count = result.getNumResults();
  SmallVector<Value> values(terminator.getOperands());
  SmallVector<StringAttr> names;
  for (auto variable : module.getOps<VariableOp>()) {
    if (!variable.getTrainable() || variable.getCastOf() ||
        !isa<FloatType>(elementType(variable.getType())))
      continue;
    Value total;
    for (ReadOp read : reads.lookup(variable.getSymNameAttr())) {
      Value gradient = lookupGradient(read);
      if (!gradient)
        continue;
      // Reads of one variable are one value: their gradients add up.
      if (total) {
        auto add = AddOp::create(builder, read.getLoc(), total, gradient);
        tags.built[add].isGradientSum = true;
        gradient = add;
      }
      total = gradient;
    }
    if (!total) {
      variable.emitWarning("trainable variable '")
          << variable.getSymName() << "' gets no gradient: the loss of '"
          << function.getSymName() << "' does not depend on it";
      continue;
    }
    values.push_back(total);
    names.push_back(variable.getSymNameAttr());
  }
  terminator->setOperands(values);
  result.setFunctionType(builder.getFunctionType(
      result.getArgumentTypes(), ValueRange(values).getTypes()));
  SmallVector<Attribute> attributes(values.size(),
                                    builder.getDictionaryAttr({}));
  if (ArrayAttr old = function.getAllResultAttrs())
    llvm::copy(old, attributes.begin());
  for (auto [index, name] : llvm::enumerate(names))
    attributes[count + index] = builder.getDictionaryAttr(
        builder.getNamedAttr(gradientOfAttr, FlatSymbolRefAttr::get(name)));
  result.setAllResultAttrs(attributes);
}

FailureOr<func::FuncOp> Differentiator::run() {
  if (failed(checkFunction()))
    return failure();
  OwningOpRef<func::FuncOp> owner;
  if (!consumes)
    owner = function.clone();
  func::FuncOp result = consumes ? function : *owner;
  Block &block = result.getBody().front();
  auto terminator = cast<func::ReturnOp>(block.getTerminator());
  Value loss = terminator.getOperand(0);
  if (failed(findActiveValues(block)))
    return failure();
  ValueSet wanted;
  wanted.reserve(active.size());
  if (active.contains(loss))
    wanted.insert(loss);
  findNeededOps(block, wanted);
  if (!active.contains(loss))
    return function.emitOpError(
        "expects a loss that depends on a trainable variable");

  auto seedType = RankedTensorType::get({}, builder.getF32Type());
  if (failed(result.insertArgument(
          result.getNumArguments(), seedType,
          builder.getDictionaryAttr(builder.getNamedAttr(
              "amp.name", builder.getStringAttr("amp.seed"))),
          function.getLoc())))
    return failure();
  Value seed = result.getArguments().back();
  builder.setInsertionPoint(terminator);
  if (loss.getType() != seedType) {
    auto cast = CastOp::create(builder, loss.getLoc(), loss.getType(), seed,
                               CastOrigin::Autodiff);
    tags.built[cast].isGradientSeed = true;
    seed = cast;
  }
  gradients[loss] = seed;
  if (failed(buildBackward(block)))
    return failure();
  if (llvm::none_of(reads, [&](auto &entry) {
        return llvm::any_of(entry.second, [&](ReadOp read) {
          return !!lookupGradient(read.getResult());
        });
      }))
    return function.emitOpError(
        "expects a gradient to reach a trainable variable");
  collectResults(result);
  std::string name = (function.getName() + "_gradient").str();
  if (consumes)
    symbols.remove(function);
  result.setName(name);
  symbols.insert(consumes ? function : owner.release(),
                 std::next(function->getIterator()));
  return result;
}

FailureOr<func::FuncOp> amp::differentiate(func::FuncOp function,
                                           SymbolTable &symbols,
                                           GradientTags &tags, bool consumes) {
  return Differentiator(function, symbols, tags, consumes).run();
}

/// Writes the tags into the IR, for passes that follow.
static void writeTags(const GradientTags &tags) {
  auto setNumber = [](Operation *op, StringRef name, int32_t number) {
    if (number >= 0)
      op->setAttr(name, Builder(op->getContext()).getI64IntegerAttr(number));
  };
  for (auto [node, op] : tags.nodes)
    setNumber(op, nodeAttr, node);
  for (auto [op, tag] : tags.built) {
    setNumber(op, gradientOfNodeAttr, tag.gradientOfNode);
    setNumber(op, gradientOperandAttr, tag.gradientOperand);
    auto unit = UnitAttr::get(op->getContext());
    if (tag.isGradientSum)
      op->setAttr(gradientSumAttr, unit);
    if (tag.isGradientSeed)
      op->setAttr(gradientSeedAttr, unit);
  }
}

namespace {

struct DifferentiatePass : amp::impl::DifferentiatePassBase<DifferentiatePass> {
  using DifferentiatePassBase::DifferentiatePassBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    auto loss = symbols.lookup<func::FuncOp>(function);
    if (!loss) {
      getOperation().emitError("expects a function '")
          << function << "' to differentiate, got none";
      return signalPassFailure();
    }
    GradientTags tags;
    if (failed(differentiate(loss, symbols, tags)))
      return signalPassFailure();
    writeTags(tags);
  }
};

struct StripGradientTagsPass
    : amp::impl::StripGradientTagsPassBase<StripGradientTagsPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      for (StringRef name : {nodeAttr, gradientOfNodeAttr, gradientOperandAttr,
                             gradientSumAttr, gradientSeedAttr})
        op->removeDiscardableAttr(name);
    });
  }
};

} // namespace
