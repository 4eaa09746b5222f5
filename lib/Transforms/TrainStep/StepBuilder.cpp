// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pieces of a training step: arguments and results by name, the inlined
// gradient function, accumulation, and the update.

#include "StepBuilder.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

StepBuilder::StepBuilder(ModuleOp module, const TrainStepOptions &options,
                         func::FuncOp gradient)
    : builder(module.getContext()), loc(gradient.getLoc()), module(module),
      symbols(module), options(options), gradient(gradient),
      gradientCalls(options.accumulation ? 2 : 1) {}

FailureOr<StepBuilder> StepBuilder::create(ModuleOp module,
                                           const TrainStepOptions &options) {
  auto gradient = module.lookupSymbol<func::FuncOp>("loss_gradient");
  if (!gradient)
    return module.emitError(
        "expects a function named loss_gradient (run amp-differentiate)");
  StepBuilder step(module, options, gradient);
  for (unsigned i = 0; i < gradient.getNumResults(); ++i) {
    auto variable =
        gradient.getResultAttrOfType<FlatSymbolRefAttr>(i, "amp.gradient_of");
    if (!variable) {
      step.plainResults.push_back(i);
      continue;
    }
    Type element = elementType(gradient.getResultTypes()[i]);
    if (!element.isF32() && !element.isF64())
      return gradient.emitError("expects trainable variables of f32 or f64, ")
             << variable << " has " << element;
    step.gradientResults.push_back(i);
    step.variables.emplace_back().symbol = variable;
  }
  step.declareState();
  if (step.hasMisfits)
    return failure();
  return step;
}

FlatSymbolRefAttr StepBuilder::declare(const Twine &name, RankedTensorType type,
                                       Attribute init) {
  StringAttr symbol = builder.getStringAttr(name);
  auto reference = FlatSymbolRefAttr::get(symbol);
  if (Operation *existing = symbols.lookup(symbol)) {
    auto variable = dyn_cast<VariableOp>(existing);
    // One that is trained is the model's own and would be overwritten.
    if (!variable || variable.getType() != type || variable.getTrainable()) {
      hasMisfits = true;
      existing->emitError("expects ")
          << symbol
          << ", the state of an update, to be a variable that is not trainable "
             "of type "
          << type;
    }
    return reference;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(gradient);
  symbols.insert(VariableOp::create(builder, loc, symbol, TypeAttr::get(type),
                                    init, builder.getBoolAttr(false),
                                    FlatSymbolRefAttr()));
  return reference;
}

void StepBuilder::declareState() {
  Attribute zeros = ZerosAttr::get(builder.getContext());
  RankedTensorType counter = scalar(builder.getI64Type());
  for (TrainedVariable &variable : variables) {
    StringRef name = variable.symbol.getValue();
    auto declared = cast<VariableOp>(symbols.lookup(variable.symbol.getAttr()));
    auto type = variable.type = cast<RankedTensorType>(declared.getType());
    if (options.optimizer != OptimizerKind::Sgd) {
      variable.moment1 = declare(name + ".exp_avg", type, zeros);
      variable.moment2 = declare(name + ".exp_avg_sq", type, zeros);
      variable.step = declare(name + ".step", counter, zeros);
    } else if (options.momentum != 0.0 || options.nesterov) {
      variable.buffer = declare(name + ".momentum_buffer", type, zeros);
    }
    if (options.accumulation)
      variable.gradientSum =
          declare(name + step_names::gradientSuffix, type, zeros);
  }
  if (!options.scaler)
    return;
  RankedTensorType scale = getF32Scalar();
  lossScale = declare(
      step_names::lossScale, scale,
      DenseElementsAttr::get(scale, static_cast<float>(options.initScale)));
  growthTracker =
      declare(step_names::growthTracker, scalar(builder.getI32Type()), zeros);
}

void StepBuilder::begin(StringRef name) {
  arguments.clear();
  argumentAttributes.clear();
  dataArguments.clear();
  results.clear();
  resultAttributes.clear();
  builder.setInsertionPoint(gradient);
  function =
      func::FuncOp::create(builder, loc, name, builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
}

void StepBuilder::finish() {
  func::ReturnOp::create(builder, loc, results);
  SmallVector<Attribute> attributes;
  for (DictionaryAttr attribute : resultAttributes)
    attributes.push_back(attribute ? attribute : builder.getDictionaryAttr({}));
  function.setFunctionType(builder.getFunctionType(
      function.front().getArgumentTypes(), ValueRange(results).getTypes()));
  function.setAllResultAttrs(attributes);
  function.setAllArgAttrs(argumentAttributes);
}

void StepBuilder::eraseGradientFunction() { gradient.erase(); }

Value StepBuilder::addArgument(StringRef name, Type type) {
  // The function's type and attributes follow in `finish`: to change them at
  // each argument would cost the square of their number.
  argumentAttributes.push_back(describe(name));
  return arguments[name] = function.front().addArgument(type, loc);
}

void StepBuilder::addDataArguments() {
  // All but the last argument, the seed.
  for (BlockArgument argument : gradient.getArguments().drop_back()) {
    auto name = gradient.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                      "amp.name");
    dataArguments.push_back(
        addArgument(name ? name.getValue() : "", argument.getType()));
    if (!name)
      argumentAttributes.back() = builder.getDictionaryAttr({});
  }
}

void StepBuilder::addUpdateArguments() {
  RankedTensorType f64 = scalar(builder.getF64Type());
  addArgument(step_names::learningRate, f64);
  addArgument(step_names::weightDecay, f64);
  if (options.clip != ClipKind::None)
    addArgument(step_names::clipLimit, getF32Scalar());
  if (!options.scaler)
    return;
  addArgument(step_names::growthFactor, f64);
  addArgument(step_names::backoffFactor, f64);
  addArgument(step_names::growthInterval, scalar(builder.getI32Type()));
}

SmallVector<Value> StepBuilder::addHasGradientArguments() {
  SmallVector<Value> skips;
  for (const TrainedVariable &variable : variables) {
    Value flag = addArgument(
        (step_names::hasGradientPrefix + variable.symbol.getValue()).str(),
        getBoolScalar());
    skips.push_back(
        SelectOp::create(builder, loc, flag, constant(0.0f), constant(1.0f)));
  }
  return skips;
}

Value StepBuilder::readScale() {
  return options.scaler ? read(lossScale, getF32Scalar()) : constant(1.0f);
}

void StepBuilder::giveKeys(DropoutOp op) {
  if (!op.getKeys().empty() || op.getMode() == Mode::Eval)
    return;
  auto getKey = [&](StringRef name) {
    Value key = arguments.lookup(name);
    return key ? key : addArgument(name, scalar(builder.getI64Type()));
  };
  Value seed = getKey(step_names::randomSeed);
  op.getKeysMutable().assign({seed, getKey(step_names::randomCounter)});
}

SmallVector<Value> StepBuilder::callGradient(Value seed) {
  SmallVector<Value> inputs(dataArguments);
  inputs.push_back(seed);
  IRMapping mapping;
  mapping.map(gradient.getArguments(), inputs);
  Block &body = gradient.front();
  Operation *terminator = body.getTerminator();
  assert(gradientCalls != 0 && "the body was moved into the last caller");
  if (--gradientCalls == 0) {
    for (auto [from, to] : llvm::zip_equal(gradient.getArguments(), inputs))
      from.replaceAllUsesWith(to);
    Block *target = builder.getInsertionBlock();
    target->getOperations().splice(builder.getInsertionPoint(),
                                   body.getOperations(), body.begin(),
                                   terminator->getIterator());
  } else {
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
  }
  function.walk([&](DropoutOp dropout) { giveKeys(dropout); });
  for (unsigned i : plainResults) {
    results.push_back(mapping.lookupOrDefault(terminator->getOperand(i)));
    resultAttributes.push_back(gradient.getResultAttrDict(i));
  }
  SmallVector<Value> gradients;
  for (unsigned i : gradientResults)
    gradients.push_back(mapping.lookupOrDefault(terminator->getOperand(i)));
  return gradients;
}

void StepBuilder::accumulate(ArrayRef<Value> gradients, Value first) {
  for (auto [variable, value] : llvm::zip_equal(variables, gradients)) {
    // The old sum is not added to the first gradient, not even as zero: it may
    // hold infinities of a group that was skipped.
    Value sum = AddOp::create(builder, loc,
                              read(variable.gradientSum, variable.type), value);
    write(variable.gradientSum,
          SelectOp::create(builder, loc, first, value, sum));
  }
}

SmallVector<Value> StepBuilder::readGradients() {
  SmallVector<Value> gradients;
  for (const TrainedVariable &variable : variables)
    gradients.push_back(read(variable.gradientSum, variable.type));
  return gradients;
}

RankedTensorType StepBuilder::scalar(Type element) {
  return RankedTensorType::get({}, element);
}

RankedTensorType StepBuilder::getF32Scalar() {
  return scalar(builder.getF32Type());
}

RankedTensorType StepBuilder::getBoolScalar() {
  return scalar(builder.getI1Type());
}

Value StepBuilder::constant(float value) {
  return ConstantOp::create(builder, loc,
                            DenseElementsAttr::get(getF32Scalar(), value));
}

Value StepBuilder::read(FlatSymbolRefAttr variable, Type type) {
  return ReadOp::create(builder, loc, type, variable);
}

void StepBuilder::write(FlatSymbolRefAttr variable, Value value) {
  WriteOp::create(builder, loc, variable, value);
}

DictionaryAttr StepBuilder::describe(StringRef name) {
  return builder.getDictionaryAttr(
      builder.getNamedAttr("amp.name", builder.getStringAttr(name)));
}

void StepBuilder::addResult(StringRef name, Value value) {
  results.push_back(value);
  resultAttributes.push_back(describe(name));
}
