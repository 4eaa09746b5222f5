// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of Formulas. An op is decomposed apart, on vectors of any
// length; its scalar ops are told from the others by their rank.

#include "Formulas.h"

#include "amp/IR/Types.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace amp;

static bool isScalar(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank() == 0;
}

/// The type that stands for a tensor's in a formula.
static Type typeInFormula(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getRank() == 0)
    return type;
  return RankedTensorType::get({ShapedType::kDynamic}, type.getElementType());
}

static bool isConstant(Operation *op) {
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

/// The constant that a 0-d operand is, or null.
static Operation *getConstant(Value operand) {
  Operation *op = operand.getDefiningOp();
  return isConstant(op) && isScalar(operand) ? op : nullptr;
}

Formulas::Formulas(Operation *module, ArrayRef<Fusible> composites)
    : module(module), symbols(module), count(composites.size()) {
  for (Fusible op : composites)
    for (Value operand : op->getOperands())
      if (isScalar(operand))
        ++readers[operand];
}

bool Formulas::canReplace(Fusible op) {
  if (!op.isPointwise() || isScalar(op->getResult(0)))
    return false;
  auto shape = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  auto fits = [&](Value value) {
    return isScalar(value) ||
           cast<RankedTensorType>(value.getType()).getShape() == shape;
  };
  return llvm::all_of(op->getOperands(), fits) &&
         llvm::all_of(op->getResults(), fits);
}

bool Formulas::isOwn(Value operand) const {
  // What a single op reads could as well be shared.
  return count > 1 && isScalar(operand) && readers.lookup(operand) == 1 &&
         !getConstant(operand);
}

Formulas::Key Formulas::makeKey(Operation *op) const {
  Key key = {op->getName().getAsOpaquePointer(),
             op->getAttrDictionary().getAsOpaquePointer()};
  for (Value result : op->getResults())
    key.push_back(typeInFormula(result).getAsOpaquePointer());
  llvm::SmallDenseMap<Value, uintptr_t> numbers;
  for (Value operand : op->getOperands()) {
    uintptr_t number =
        numbers.try_emplace(operand, numbers.size()).first->second;
    Attribute constant;
    if (Operation *definition = getConstant(operand))
      matchPattern(definition, m_Constant(&constant));
    key.append({typeInFormula(operand).getAsOpaquePointer(),
                reinterpret_cast<const void *>(2 * number + isOwn(operand)),
                constant.getAsOpaquePointer()});
  }
  return key;
}

namespace {

/// Notes what an op is replaced by.
struct ReplacementListener : RewriterBase::Listener {
  void notifyOperationReplaced(Operation *, ValueRange values) override {
    replacements.assign(values.begin(), values.end());
  }
  SmallVector<Value> replacements;
};

} // namespace

Formulas::Part Formulas::makePart(StringRef name, ArrayRef<Operation *> ops,
                                  ArrayRef<Value> results) {
  Part part;
  OpBuilder builder(module->getContext());
  auto formula = FormulaOp::create(builder, ops.front()->getLoc(), name);
  Block &body = formula.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(&body);
  IRMapping inside;
  auto bring = [&](Value value) {
    if (inside.contains(value))
      return;
    if (isConstant(value.getDefiningOp())) {
      builder.clone(*value.getDefiningOp(), inside);
      return;
    }
    inside.map(value, body.addArgument(value.getType(), value.getLoc()));
    part.inputs.push_back(value);
  };
  for (Operation *op : ops) {
    llvm::for_each(op->getOperands(), bring);
    builder.clone(*op, inside);
  }
  SmallVector<Value> yielded;
  for (Value result : results) {
    bring(result);
    yielded.push_back(inside.lookup(result));
  }
  YieldOp::create(builder, formula.getLoc(), yielded);
  part.results.assign(results.begin(), results.end());
  // In front, where looking a symbol up finds it at once.
  Block &top = module->getRegion(0).front();
  part.formula = FlatSymbolRefAttr::get(symbols.insert(formula, top.begin()));
  return part;
}

FailureOr<Formulas::Split> Formulas::makeSplit(Fusible op) {
  Split split;
  split.block = std::make_unique<Block>();
  Block &block = *split.block;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToEnd(&block);
  IRMapping mapping;
  llvm::SmallPtrSet<Value, 4> own;
  for (Value operand : op->getOperands()) {
    Value argument = block.addArgument(typeInFormula(operand), op->getLoc());
    if (isOwn(operand))
      own.insert(argument);
    if (mapping.contains(operand))
      continue;
    if (Operation *constant = getConstant(operand))
      builder.clone(*constant, mapping);
    else
      mapping.map(operand, argument);
  }
  Operation *copy = builder.clone(*op, mapping);
  for (Value result : copy->getResults())
    result.setType(cast<RankedTensorType>(typeInFormula(result)));
  ReplacementListener listener;
  IRRewriter rewriter(op->getContext(), &listener);
  rewriter.setInsertionPoint(copy);
  if (failed(cast<Fusible>(copy).decompose(rewriter)))
    return failure();
  split.results = std::move(listener.replacements);

  SmallVector<Operation *> scalars, elements;
  SmallVector<Value> ownResults, elementResults;
  for (Operation &made : block) {
    assert(made.getNumResults() == 1 &&
           cast<Fusible>(made).getFusionKind() == FusionKind::Elementwise &&
           "pointwise ops become elementwise ones");
    Value result = made.getResult(0);
    auto isOwnValue = [&](Value value) { return own.contains(value); };
    if (!isScalar(result)) {
      elements.push_back(&made);
    } else if (llvm::any_of(made.getOperands(), isOwnValue)) {
      scalars.push_back(&made);
      own.insert(result);
      bool isNeeded = llvm::is_contained(split.results, result) ||
                      llvm::any_of(made.getUsers(), [](Operation *user) {
                        return !isScalar(user->getResult(0));
                      });
      if (isNeeded)
        ownResults.push_back(result);
    } else {
      split.shared.push_back(&made);
    }
  }
  llvm::copy_if(split.results, std::back_inserter(elementResults),
                [](Value value) { return !isScalar(value); });
  // A dot keeps these names apart from those of kernels.
  StringRef name = op->getName().stripDialect();
  split.elements =
      makePart((name + ".elements").str(), elements, elementResults);
  if (!ownResults.empty())
    split.scalars = makePart((name + ".scalars").str(), scalars, ownResults);
  return split;
}

void Formulas::makeShared(Split &split, Operation *op, OpBuilder &builder) {
  // Ops that are alike most often have the same learning rate and decay.
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    if (isScalar(operand) && !isOwn(operand))
      operands.push_back(operand);
  if (split.place == op->getBlock() && split.operands == operands)
    return;
  split.place = op->getBlock();
  split.operands = std::move(operands);
  split.made.clear();
  split.made.map(split.block->getArguments(), op->getOperands());
  for (Operation *made : split.shared)
    builder.clone(*made, split.made);
}

LogicalResult Formulas::replace(Fusible op, RewriterBase &rewriter) {
  auto [it, isNew] = splits.try_emplace(makeKey(op));
  Split &split = it->second;
  if (isNew) {
    FailureOr<Split> made = makeSplit(op);
    if (failed(made))
      return failure();
    split = std::move(*made);
  }
  rewriter.setInsertionPoint(op);
  makeShared(split, op, rewriter);
  IRMapping values;
  for (Operation *made : split.shared)
    values.map(made->getResult(0), split.made.lookup(made->getResult(0)));
  values.map(split.block->getArguments(), op->getOperands());
  auto apply = [&](const Part &part, ArrayRef<int64_t> shape) {
    SmallVector<Value> inputs;
    SmallVector<Type> types;
    for (Value input : part.inputs)
      inputs.push_back(values.lookup(input));
    for (Value result : part.results)
      types.push_back(RankedTensorType::get(shape, elementType(result)));
    auto applied =
        ApplyOp::create(rewriter, op->getLoc(), types, part.formula, inputs);
    values.map(part.results, applied.getResults());
  };
  if (split.scalars.formula)
    apply(split.scalars, {});
  apply(split.elements,
        cast<RankedTensorType>(op->getResult(0).getType()).getShape());
  SmallVector<Value> results;
  for (Value result : split.results)
    results.push_back(values.lookup(result));
  rewriter.replaceOp(op, results);
  return success();
}
