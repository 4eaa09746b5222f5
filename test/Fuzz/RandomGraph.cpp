// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws a model: a pool of values grows by ops whose operands are taken from
// it; where none fits, a new constant, variable or input does. Result types
// come from the ops' own type inference.

#include "RandomGraph.h"

#include "amp/IR/Types.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace amp;

namespace {

/// Values larger than this are not drawn, so that a seed takes milliseconds.
constexpr int64_t elementLimit = 40000;

class Generator {
public:
  Generator(MLIRContext &context, Random &random, bool scopes)
      : scopes(scopes), random(random), builder(&context),
        loc(builder.getUnknownLoc()) {}

  RandomGraph make(int64_t size);

private:
  using Shape = SmallVector<int64_t>;
  using Attributes = ArrayRef<NamedAttribute>;

  template <typename OpT> Value create(ValueRange operands, Attributes a = {}) {
    return OpT::create(builder, loc, operands, a)->getResult(0);
  }
  template <typename OpT>
  Value createTyped(Type type, ValueRange operands, Attributes a = {}) {
    return OpT::create(builder, loc, TypeRange{type}, operands, a)
        ->getResult(0);
  }
  NamedAttribute attribute(StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  NamedAttribute axesAttribute(StringRef name, ArrayRef<int64_t> axes) {
    return attribute(name, builder.getDenseI64ArrayAttr(axes));
  }

  RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }
  int64_t countOf(ArrayRef<int64_t> shape) {
    int64_t count = 1;
    for (int64_t extent : shape)
      count *= ShapedType::isDynamic(extent) ? graph.batch : extent;
    return count;
  }
  bool isFloat(Value value) { return isa<FloatType>(elementType(value)); }
  bool isBool(Value value) { return elementType(value).isInteger(1); }
  bool isNumeric(Value value) { return !isBool(value); }
  bool isFloatMatrix(Value value) {
    return isFloat(value) && typeOf(value).getRank() == 2;
  }

  int64_t drawExtent() { return random.pick<int64_t>(extents); }
  Type drawFloat();
  Type drawElement();
  TypedAttr drawElements(RankedTensorType type);
  Value makeConstant(RankedTensorType type) {
    return createTyped<ConstantOp>(type, {},
                                   attribute("value", drawElements(type)));
  }
  Value makeVariable(ArrayRef<int64_t> shape, Type element);
  Value makeInput(RankedTensorType type);

  /// A value of the pool, or null when none fits.
  Value pick(function_ref<bool(Value)> fits);
  Value pickFloat() {
    return pick([&](Value value) { return isFloat(value); });
  }
  Value pickNumeric() {
    return pick([&](Value value) { return isNumeric(value); });
  }
  /// A value that broadcasts with `other`, from the pool or a constant.
  Value pickPartner(Value other, function_ref<bool(Value)> fits,
                    Type element = {});
  bool broadcasts(Value a, Value b);

  Value makeBinary();
  Value makeUnary();
  Value makeLogical();
  Value makeReduction();
  Value makeShapeOp();
  Value makeReshape(Value input);
  Value makeContraction();
  Value makeClassLoss();
  void makeScope(int64_t size);
  void grow(int64_t size);
  void add(Value value) {
    if (value)
      pool.push_back(value);
  }

  void makeForward(int64_t size);
  void makeLoss();

  const bool scopes;
  Random &random;
  OpBuilder builder;
  Location loc;
  RandomGraph graph;
  SmallVector<int64_t> extents;
  SmallVector<Value> pool;
  func::FuncOp forward;
  Type firstVariable;
  int64_t variables = 0;
  unsigned depth = 0;
};

} // namespace

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

Value Generator::makeVariable(ArrayRef<int64_t> shape, Type element) {
  auto type = RankedTensorType::get(shape, element);
  std::string name = "v" + std::to_string(variables++);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(graph.module->getBody());
  Attribute init = attribute("", drawElements(type)).getValue();
  if (isa<FloatType>(element) && random.chance(80))
    init = UniformAttr::get(builder.getContext(), builder.getF64FloatAttr(-0.6),
                            builder.getF64FloatAttr(0.6));
  // Only variables in full precision can be trained.
  bool trainable = (element.isF32() || element.isF64()) &&
                   (variables == 1 || random.chance(90));
  VariableOp::create(builder, loc, builder.getStringAttr(name),
                     TypeAttr::get(type), init, builder.getBoolAttr(trainable),
                     FlatSymbolRefAttr());
  builder.setInsertionPointToStart(&forward.getBody().front());
  return createTyped<ReadOp>(
      type, {},
      attribute("variable",
                FlatSymbolRefAttr::get(builder.getContext(), name)));
}

Value Generator::makeInput(RankedTensorType type) {
  return forward.getBody().addArgument(type, loc);
}

Value Generator::pick(function_ref<bool(Value)> fits) {
  // The latest values are taken more often, so that graphs are deep as well.
  for (int attempt = 0; attempt < 12; ++attempt) {
    int64_t count = int64_t(pool.size());
    int64_t recent = std::min<int64_t>(count, 4);
    Value value = random.chance(50)
                      ? pool[size_t(count - 1 - random.below(recent))]
                      : pool[size_t(random.below(count))];
    if (fits(value))
      return value;
  }
  return {};
}

bool Generator::broadcasts(Value a, Value b) {
  // An extent known at run time only may meet itself and 1.
  ArrayRef<int64_t> x = typeOf(a).getShape(), y = typeOf(b).getShape();
  for (size_t i = 1; i <= std::min(x.size(), y.size()); ++i) {
    int64_t p = x[x.size() - i], q = y[y.size() - i];
    if (p != q && p != 1 && q != 1)
      return false;
  }
  FailureOr<SmallVector<int64_t>> joined = broadcastShapes(x, y);
  return succeeded(joined) && countOf(*joined) <= elementLimit;
}

Value Generator::pickPartner(Value other, function_ref<bool(Value)> fits,
                             Type element) {
  Value partner = pick(
      [&](Value value) { return fits(value) && broadcasts(value, other); });
  if (partner && random.chance(75))
    return partner;
  Shape shape;
  if (random.chance(70))
    for (int64_t extent : typeOf(other).getShape())
      shape.push_back(
          ShapedType::isDynamic(extent) || random.chance(30) ? 1 : extent);
  while (!shape.empty() && random.chance(30))
    shape.erase(shape.begin());
  if (!element)
    element = random.chance(80) ? elementType(other) : drawElement();
  auto type = RankedTensorType::get(shape, element);
  if (random.chance(40))
    return makeVariable(shape, element);
  Value constant = makeConstant(type);
  return fits(constant) ? constant : other;
}

Value Generator::makeBinary() {
  Value lhs = pickNumeric();
  if (!lhs)
    return {};
  Value rhs = pickPartner(lhs, [&](Value value) { return isNumeric(value); });
  if (!isNumeric(rhs))
    return {};
  SmallVector<Value> operands{lhs, rhs};
  if (random.chance(40))
    std::swap(operands[0], operands[1]);
  switch (random.below(13)) {
  case 0:
  case 1:
  case 2:
    return create<AddOp>(operands);
  case 3:
  case 4:
    return create<SubOp>(operands);
  case 5:
  case 6:
  case 7:
    return create<MulOp>(operands);
  case 8:
  case 9:
    return create<DivOp>(operands);
  case 10:
    return create<MaximumOp>(operands);
  case 11:
    return create<MinimumOp>(operands);
  default:
    return create<PowOp>(operands);
  }
}

Value Generator::makeUnary() {
  Value input = pickNumeric();
  if (!input)
    return {};
  switch (random.below(11)) {
  case 0:
    return create<NegOp>(input);
  case 1:
    return create<AbsOp>(input);
  case 2:
    return create<ReluOp>(input);
  case 3:
    return create<ExpOp>(input);
  case 4:
    return create<LogOp>(input);
  case 5:
    return create<SqrtOp>(input);
  case 6:
    return create<TanhOp>(input);
  case 7:
    return create<SigmoidOp>(input);
  case 8:
    return create<ErfOp>(input);
  case 9:
    return create<GeluOp>(
        input, attribute("approximate", GeluKindAttr::get(builder.getContext(),
                                                          GeluKind::Tanh)));
  default:
    return create<GeluOp>(input);
  }
}

Value Generator::makeLogical() {
  auto any = [](Value) { return true; };
  Value input = pick(any);
  switch (random.below(6)) {
  case 0:
  case 1: {
    auto predicate = static_cast<Predicate>(random.below(6));
    return create<CompareOp>(
        {input, pickPartner(input, any)},
        attribute("predicate",
                  PredicateAttr::get(builder.getContext(), predicate)));
  }
  case 2: {
    Value yes = pickPartner(input, any);
    auto fits = [&](Value value) { return isBool(value); };
    Value condition =
        pickPartner(random.chance(50) ? input : yes, fits, builder.getI1Type());
    if (!isBool(condition) || !broadcasts(condition, input) ||
        !broadcasts(condition, yes))
      return {};
    return create<SelectOp>({condition, yes, input});
  }
  case 3:
    if (Value tested = pickFloat())
      return create<IsFiniteOp>(tested);
    return {};
  default:
    return createTyped<CastOp>(withElementType(input.getType(), drawElement()),
                               input);
  }
}

Value Generator::makeReduction() {
  Value input = pickNumeric();
  if (!input)
    return {};
  int64_t rank = typeOf(input).getRank();
  if (rank > 0 && isFloat(input) && random.chance(35)) {
    NamedAttribute axis =
        attribute("axis", builder.getI64IntegerAttr(random.below(rank)));
    return random.chance(50) ? create<SoftmaxOp>(input, axis)
                             : create<LogSoftmaxOp>(input, axis);
  }
  Shape axes;
  for (int64_t i = 0; i < rank; ++i)
    if (random.chance(60))
      axes.push_back(i);
  if (axes.size() == 2 && random.chance(30))
    std::swap(axes[0], axes[1]);
  SmallVector<NamedAttribute> attributes{axesAttribute("axes", axes)};
  if (random.chance(40))
    attributes.push_back(attribute("keepdims", builder.getUnitAttr()));
  int64_t choice = random.below(4);
  if (choice == 0)
    return create<MaxOp>(input, attributes);
  if (isFloat(input) && random.chance(20))
    attributes.push_back(
        attribute("dtype", TypeAttr::get(computeType(elementType(input)))));
  if (choice == 1 && isFloat(input))
    return create<MeanOp>(input, attributes);
  return create<SumOp>(input, attributes);
}

Value Generator::makeReshape(Value input) {
  // Static extents in front of and behind a dynamic one are merged and split,
  // each part on its own.
  Shape shape;
  int64_t part = 1;
  auto flush = [&] {
    if (part == 1 && random.chance(70))
      return;
    int64_t factor = 1;
    for (int64_t candidate : {2, 3, 5, 7, 11})
      if (part % candidate == 0 && random.chance(50))
        factor = candidate;
    if (part == 0)
      factor = 1;
    if (factor > 1)
      shape.push_back(factor);
    shape.push_back(part / factor);
    part = 1;
  };
  for (int64_t extent : typeOf(input).getShape()) {
    if (ShapedType::isDynamic(extent)) {
      flush();
      shape.push_back(extent);
    } else {
      part *= extent;
    }
  }
  flush();
  if (llvm::count(shape, ShapedType::kDynamic) > 1 || countOf(shape) == 0)
    return {};
  return createTyped<ReshapeOp>(
      RankedTensorType::get(shape, elementType(input)), input);
}

Value Generator::makeShapeOp() {
  Value input = pick([](Value) { return true; });
  RankedTensorType type = typeOf(input);
  int64_t rank = type.getRank();
  switch (random.below(8)) {
  case 0:
  case 1:
    return makeReshape(input);
  case 2:
  case 3:
  case 4: {
    Shape permutation;
    for (int64_t i = 0; i < rank; ++i)
      permutation.insert(permutation.begin() + random.below(i + 1), i);
    return create<TransposeOp>(input,
                               axesAttribute("permutation", permutation));
  }
  case 5: {
    Shape axes;
    for (int64_t i = 0; i < rank; ++i)
      if (random.chance(50))
        axes.push_back(i);
    Type element =
        random.chance(60) ? Type(builder.getF32Type()) : builder.getI64Type();
    return createTyped<SizeOp>(RankedTensorType::get({}, element), input,
                               axesAttribute("axes", axes));
  }
  case 6: {
    Shape shape{drawExtent(), drawExtent()};
    if (countOf(shape) > elementLimit)
      return {};
    return createTyped<IotaOp>(
        RankedTensorType::get(shape, random.chance(50) ? builder.getI64Type()
                                                       : builder.getI32Type()),
        {}, attribute("axis", builder.getI64IntegerAttr(random.below(2))));
  }
  default: {
    Shape shape(type.getShape());
    for (int64_t &extent : shape)
      if (extent == 1)
        extent = drawExtent();
    if (random.chance(40))
      shape.insert(shape.begin(), drawExtent());
    if (countOf(shape) > elementLimit)
      return {};
    return createTyped<BroadcastOp>(withElementType(type, type.getElementType())
                                        .clone(ArrayRef<int64_t>(shape)),
                                    input);
  }
  }
}

Value Generator::makeContraction() {
  Value lhs = pick([&](Value value) { return isFloatMatrix(value); });
  if (!lhs)
    return {};
  Type element = elementType(lhs);
  ArrayRef<int64_t> shape = typeOf(lhs).getShape();
  auto fits = [&](ArrayRef<int64_t> result, int64_t contracted) {
    return countOf(result) <= elementLimit &&
           countOf(result) * countOf({contracted}) <= 40 * elementLimit;
  };
  if (random.chance(50) && !ShapedType::isDynamic(shape[1])) {
    int64_t outputs = drawExtent();
    if (!fits({shape[0], outputs}, shape[1]))
      return {};
    Value weight = pick([&](Value value) {
      return value.getType() ==
             RankedTensorType::get({outputs, shape[1]}, element);
    });
    if (!weight)
      add(weight = makeVariable({outputs, shape[1]}, element));
    SmallVector<Value> operands{lhs, weight};
    if (random.chance(70))
      operands.push_back(makeVariable({outputs}, element));
    return create<LinearOp>(operands);
  }
  bool transposeLhs = random.chance(40), transposeRhs = random.chance(40);
  int64_t rows = shape[transposeLhs], contracted = shape[!transposeLhs];
  Value rhs = pick([&](Value value) {
    return isFloatMatrix(value) && elementType(value) == element &&
           typeOf(value).getDimSize(transposeRhs) == contracted;
  });
  if (!rhs || random.chance(30)) {
    if (ShapedType::isDynamic(contracted))
      return {};
    Shape other{contracted, drawExtent()};
    if (transposeRhs)
      std::swap(other[0], other[1]);
    rhs = makeVariable(other, element);
  }
  if (!fits({rows, typeOf(rhs).getDimSize(!transposeRhs)}, contracted))
    return {};
  SmallVector<NamedAttribute> attributes;
  if (transposeLhs)
    attributes.push_back(attribute("transpose_lhs", builder.getUnitAttr()));
  if (transposeRhs)
    attributes.push_back(attribute("transpose_rhs", builder.getUnitAttr()));
  return create<MatmulOp>({lhs, rhs}, attributes);
}

Value Generator::makeClassLoss() {
  Value logits = pick([&](Value value) {
    int64_t classes = isFloatMatrix(value) ? typeOf(value).getDimSize(1) : 0;
    return classes > 0; // known and not empty, so that there are targets
  });
  if (!logits)
    return {};
  Value target = makeInput(RankedTensorType::get(
      {typeOf(logits).getDimSize(0)},
      random.chance(50) ? builder.getI64Type() : builder.getI32Type()));
  NamedAttribute reduction = attribute(
      "reduction",
      LossReductionAttr::get(builder.getContext(),
                             static_cast<LossReduction>(random.below(3))));
  return random.chance(60) ? create<CrossEntropyOp>({logits, target}, reduction)
                           : create<NllOp>({logits, target}, reduction);
}

void Generator::makeScope(int64_t size) {
  BoolAttr enabled;
  TypeAttr dtype;
  if (random.chance(60))
    enabled = builder.getBoolAttr(random.chance(60));
  if (random.chance(90))
    dtype = TypeAttr::get(random.chance(50) ? Type(builder.getBF16Type())
                                            : builder.getF16Type());
  size_t outside = pool.size();
  // Its results are known once its region is filled, so the op is made twice.
  auto filled = AutocastOp::create(builder, loc, TypeRange{}, enabled, dtype);
  Block *body = builder.createBlock(&filled.getBody());
  ++depth;
  grow(size);
  --depth;
  SmallVector<Value> results;
  for (Value value : ArrayRef(pool).drop_front(outside))
    if (value.getParentBlock() == body && random.chance(60))
      results.push_back(value);
  builder.setInsertionPointToEnd(body);
  YieldOp::create(builder, loc, results);
  builder.setInsertionPoint(filled);
  auto scope = AutocastOp::create(builder, loc, ValueRange(results).getTypes(),
                                  enabled, dtype);
  scope.getBody().takeBody(filled.getBody());
  builder.setInsertionPointAfter(filled);
  filled.erase();
  llvm::erase_if(pool,
                 [&](Value value) { return value.getParentBlock() == body; });
  llvm::append_range(pool, scope.getResults());
}

void Generator::grow(int64_t size) {
  for (int64_t i = 0; i < size; ++i) {
    int64_t choice = random.below(100);
    if (choice < 24)
      add(makeBinary());
    else if (choice < 40)
      add(makeUnary());
    else if (choice < 55)
      add(makeLogical());
    else if (choice < 68)
      add(makeReduction());
    else if (choice < 80)
      add(makeShapeOp());
    else if (choice < 93)
      add(makeContraction());
    else if (choice < 96)
      add(makeClassLoss());
    else if (scopes && depth < 3)
      makeScope(1 + random.below(5));
  }
}

void Generator::makeForward(int64_t size) {
  builder.setInsertionPointToEnd(graph.module->getBody());
  forward = func::FuncOp::create(builder, loc, "forward",
                                 builder.getFunctionType({}, {}));
  Block *body = forward.addEntryBlock();
  builder.setInsertionPointToStart(body);
  Type firstFloat =
      random.chance(60) ? Type(builder.getF32Type()) : drawFloat();
  pool.push_back(makeInput(
      RankedTensorType::get({ShapedType::kDynamic, drawExtent()}, firstFloat)));
  for (int64_t i = random.below(3); i > 0; --i) {
    Shape shape;
    for (int64_t rank = random.below(4); rank > 0; --rank)
      shape.push_back(drawExtent());
    if (!shape.empty() && random.chance(60))
      shape[0] = ShapedType::kDynamic;
    if (countOf(shape) <= elementLimit)
      pool.push_back(makeInput(RankedTensorType::get(shape, drawElement())));
  }
  Value weight = makeVariable({drawExtent()}, builder.getF32Type());
  firstVariable = weight.getType();
  pool.push_back(weight);
  size_t inputs = pool.size();
  builder.setInsertionPointToEnd(body);
  grow(size);
  SmallVector<Value> results;
  for (size_t i = inputs; i < pool.size(); ++i)
    if (pool[i].use_empty() || random.chance(20))
      results.push_back(pool[i]);
  if (results.empty())
    results.push_back(pool.front());
  func::ReturnOp::create(builder, loc, results);
  forward.setType(builder.getFunctionType(body->getArgumentTypes(),
                                          ValueRange(results).getTypes()));
  for (unsigned i = 0; i < forward.getNumArguments(); ++i)
    forward.setArgAttr(i, "amp.name",
                       builder.getStringAttr("x" + std::to_string(i)));
}

/// Adds up what the outputs that are floats have in them.
void Generator::makeLoss() {
  builder.setInsertionPointToEnd(graph.module->getBody());
  auto scalar = RankedTensorType::get({}, builder.getF32Type());
  auto loss = func::FuncOp::create(
      builder, loc, "loss",
      builder.getFunctionType(forward.getArgumentTypes(), scalar));
  builder.setInsertionPointToStart(loss.addEntryBlock());
  for (unsigned i = 0; i < loss.getNumArguments(); ++i)
    loss.setArgAttr(i, "amp.name",
                    builder.getStringAttr("x" + std::to_string(i)));
  auto call = func::CallOp::create(builder, loc, forward, loss.getArguments());
  // A variable the forward may leave unused takes part here.
  Value total = createTyped<ReadOp>(
      firstVariable, {},
      attribute("variable",
                FlatSymbolRefAttr::get(builder.getContext(), "v0")));
  total = create<SumOp>(total, axesAttribute("axes", {0}));
  for (Value output : call.getResults()) {
    if (!isFloat(output))
      continue;
    if (random.chance(60))
      output = create<TanhOp>(output);
    SmallVector<int64_t> axes(
        llvm::to_vector(llvm::seq<int64_t>(0, typeOf(output).getRank())));
    Value reduced = random.chance(50)
                        ? create<SumOp>(output, axesAttribute("axes", axes))
                        : create<MeanOp>(output, axesAttribute("axes", axes));
    if (reduced.getType() != scalar)
      reduced = createTyped<CastOp>(scalar, reduced);
    total = create<AddOp>({total, reduced});
  }
  func::ReturnOp::create(builder, loc, total);
}

RandomGraph Generator::make(int64_t size) {
  static constexpr int64_t small[] = {1, 2, 3, 4, 5, 7, 8, 16, 17, 31, 33, 64};
  static constexpr int64_t large[] = {65, 127, 260, 1025, 4097, 5000};
  for (int i = 0; i < 3; ++i)
    extents.push_back(random.pick<int64_t>(small));
  if (random.chance(30))
    extents.push_back(1);
  if (random.chance(10))
    extents.push_back(0);
  if (random.chance(20))
    extents.push_back(random.pick<int64_t>(large));
  graph.batch = random.chance(15) ? random.pick<int64_t>(large)
                                  : random.pick<int64_t>(small);
  graph.module = ModuleOp::create(builder, loc);
  makeForward(size);
  makeLoss();
  return std::move(graph);
}

RandomGraph makeRandomGraph(MLIRContext &context, Random &random, int64_t size,
                            bool scopes) {
  return Generator(context, random, scopes).make(size);
}
