// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model around random ops: a forward function that returns what nothing
// else uses, and a loss that adds up its outputs.

#include "Generator.h"

using namespace mlir;
using namespace amp;

static void nameArguments(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttr(
        i, "amp.name",
        StringAttr::get(function.getContext(), "x" + std::to_string(i)));
}

void Generator::makeForward() {
  builder.setInsertionPointToEnd(module->getBody());
  forward = func::FuncOp::create(builder, loc, "forward",
                                 builder.getFunctionType({}, {}));
  Block *body = forward.addEntryBlock();
  Type firstFloat =
      random.chance(60) ? Type(builder.getF32Type()) : drawFloat();
  add(makeInput(
      RankedTensorType::get({ShapedType::kDynamic, drawExtent()}, firstFloat)));
  for (int64_t i = random.below(3); i > 0; --i) {
    Shape shape = drawShape(3);
    if (!shape.empty() && random.chance(60))
      shape[0] = ShapedType::kDynamic;
    if (isSmall(shape))
      add(makeInput(RankedTensorType::get(shape, drawElement())));
  }
  add(makeVariable({drawExtent()}, builder.getF32Type()));
  size_t inputs = pool.size();
  builder.setInsertionPointToEnd(body);
  grow(options.size);
  SmallVector<Value> results;
  for (size_t i = inputs; i < pool.size(); ++i)
    if (pool[i].use_empty() || random.chance(20))
      results.push_back(pool[i]);
  if (results.empty())
    results.push_back(pool.front());
  func::ReturnOp::create(builder, loc, results);
  forward.setType(builder.getFunctionType(body->getArgumentTypes(),
                                          ValueRange(results).getTypes()));
  nameArguments(forward);
}

/// Adds up what the outputs that are floats have in them.
void Generator::makeLoss() {
  builder.setInsertionPointToEnd(module->getBody());
  auto scalar = RankedTensorType::get({}, builder.getF32Type());
  auto loss = func::FuncOp::create(
      builder, loc, "loss",
      builder.getFunctionType(forward.getArgumentTypes(), scalar));
  builder.setInsertionPointToStart(loss.addEntryBlock());
  nameArguments(loss);
  auto call = func::CallOp::create(builder, loc, forward, loss.getArguments());
  // A variable the forward may leave unused takes part here.
  auto &[name, type] = variables.front();
  Value total = createTyped<ReadOp>(
      type, {},
      attribute("variable",
                FlatSymbolRefAttr::get(builder.getContext(), name)));
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

OwningOpRef<ModuleOp> Generator::make() {
  module = ModuleOp::create(builder, loc);
  drawExtents();
  makeForward();
  makeLoss();
  return std::move(module);
}

OwningOpRef<ModuleOp> makeRandomGraph(MLIRContext &context, Random &random,
                                      const GraphOptions &options) {
  return Generator(context, random, options).make();
}
