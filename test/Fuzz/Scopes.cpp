// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random regions, nested up to three deep: scopes of precision and decisions.

#include "Generator.h"

using namespace mlir;
using namespace amp;

static void yield(Region &region, ValueRange results) {
  OpBuilder builder = OpBuilder::atBlockEnd(&region.front());
  YieldOp::create(builder, region.getLoc(), results);
}

SmallVector<Value> Generator::fillBlock(Region &region) {
  OpBuilder::InsertionGuard guard(builder);
  size_t outside = pool.size();
  Block *body = builder.createBlock(&region);
  ++depth;
  grow(1 + random.below(5));
  --depth;
  SmallVector<Value> inside;
  for (Value value : ArrayRef(pool).drop_front(outside))
    if (value.getParentBlock() == body)
      inside.push_back(value);
  // Variables and inputs that were made meanwhile stand outside.
  llvm::erase_if(pool,
                 [&](Value value) { return value.getParentBlock() == body; });
  return inside;
}

Value Generator::makeScope() {
  if (depth == 3)
    return {};
  BoolAttr enabled;
  TypeAttr dtype;
  if (random.chance(60))
    enabled = builder.getBoolAttr(random.chance(60));
  if (random.chance(90))
    dtype = TypeAttr::get(random.chance(50) ? Type(builder.getBF16Type())
                                            : builder.getF16Type());
  // Its results are known once its region is filled, so the op is made twice.
  auto filled = AutocastOp::create(builder, loc, TypeRange{}, enabled, dtype);
  SmallVector<Value> results;
  for (Value value : fillBlock(filled.getBody()))
    if (random.chance(60))
      results.push_back(value);
  yield(filled.getBody(), results);
  auto scope = AutocastOp::create(builder, loc, ValueRange(results).getTypes(),
                                  enabled, dtype);
  scope.getBody().takeBody(filled.getBody());
  filled.erase();
  llvm::append_range(pool, scope.getResults());
  return {};
}

Value Generator::makeIf() {
  if (depth == 3)
    return {};
  auto isCondition = [](Value value) {
    return elementType(value).isInteger(1) && typeOf(value).getRank() == 0;
  };
  Value condition = pick(isCondition);
  if (!condition) {
    auto type = RankedTensorType::get({}, builder.getI1Type());
    condition = random.chance(70) ? makeInput(type) : makeConstant(type);
  }
  auto filled =
      IfOp::create(builder, loc, TypeRange{}, condition, ValueRange{});
  SmallVector<Value> first = fillBlock(filled.getThenBody());
  SmallVector<Value> second = fillBlock(filled.getElseBody());
  // Values of one type belong together; what only the first side has, meets
  // something of that type from around.
  SmallVector<Value> results[2];
  for (Value one : first) {
    auto fits = [&](Value other) { return other.getType() == one.getType(); };
    auto other = llvm::find_if(second, fits);
    Value partner = other != second.end() ? *other : pick(fits);
    if (!partner || random.chance(30))
      continue;
    results[0].push_back(one);
    results[1].push_back(partner);
  }
  yield(filled.getThenBody(), results[0]);
  yield(filled.getElseBody(), results[1]);
  auto decision = IfOp::create(builder, loc, ValueRange(results[0]).getTypes(),
                               condition, ValueRange{});
  decision.getThenBody().takeBody(filled.getThenBody());
  decision.getElseBody().takeBody(filled.getElseBody());
  filled.erase();
  llvm::append_range(pool, decision.getResults());
  return {};
}
