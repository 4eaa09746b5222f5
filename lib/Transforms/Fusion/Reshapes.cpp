// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of all elements do not care about the shape: what is reshaped,
// computed with and reduced is computed with in its own shape instead, so that
// the reduction can join what made it. Elements keep their order, so P4 gives
// the same bits.

#include "amp/IR/Types.h"

#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

namespace {

/// The elementwise ops between reshapes of one shape and a reduction of all
/// elements that alone reads them.
class ReshapedCone {
public:
  explicit ReshapedCone(Operation *reduction) : reduction(reduction) {}

  bool find() {
    Value operand = reduction->getOperand(0);
    return shapeOf(reduction->getResult(0)).empty() && visit(operand) &&
           hasReshape && ArrayRef<int64_t>(shape) != shapeOf(operand);
  }

  void rewrite() {
    OpBuilder builder(reduction);
    Value operand = getMapped(reduction->getOperand(0), builder);
    reduction->setOperand(0, operand);
    SmallVector<int64_t> axes =
        llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
    reduction->setAttr("axes", builder.getDenseI64ArrayAttr(axes));
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        op->erase();
    // A reshape that nobody reads would still want its operand in memory.
    for (Operation *op : reshapes)
      if (op->use_empty())
        op->erase();
  }

private:
  /// More than a loss computes with.
  static constexpr size_t mostOps = 64;

  bool visit(Value value) {
    Operation *op = value.getDefiningOp();
    if (isSingleElement(value) || (op && seen.contains(op)))
      return true;
    if (!op || seen.size() == mostOps ||
        shapeOf(value) != shapeOf(reduction->getOperand(0)))
      return false;
    FusionRole role = getFusionRole(op);
    if (role == FusionRole::Reshape) {
      ArrayRef<int64_t> source = shapeOf(op->getOperand(0));
      reshapes.insert(op);
      if (hasReshape)
        return source == ArrayRef<int64_t>(shape);
      hasReshape = true;
      shape.assign(source.begin(), source.end());
      return true;
    }
    bool isOnlyHere = llvm::all_of(op->getUsers(), [&](Operation *user) {
      return user == reduction || seen.contains(user);
    });
    if (role != FusionRole::Elementwise || op->getNumResults() != 1 ||
        !isOnlyHere)
      return false;
    seen.insert(op);
    if (!llvm::all_of(op->getOperands(), [&](Value v) { return visit(v); }))
      return false;
    ops.push_back(op);
    return true;
  }

  Value getMapped(Value value, OpBuilder &builder) {
    Operation *op = value.getDefiningOp();
    if (isSingleElement(value))
      return value;
    if (getFusionRole(op) == FusionRole::Reshape)
      return op->getOperand(0);
    if (Value known = mapped.lookup(value))
      return known;
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(dropRank(getMapped(operand, builder), builder));
    Operation *copy = builder.clone(*op);
    copy->setOperands(operands);
    copy->getResult(0).setType(
        RankedTensorType::get(shape, elementType(value)));
    return mapped[value] = copy->getResult(0);
  }

  /// A single element broadcasts to any shape only if its rank is no greater.
  Value dropRank(Value value, OpBuilder &builder) {
    if (!isSingleElement(value) || shapeOf(value).size() <= shape.size())
      return value;
    return ReshapeOp::create(
        builder, value.getLoc(),
        Type(RankedTensorType::get({}, elementType(value))), value);
  }

  Operation *reduction;
  SmallVector<int64_t> shape;
  bool hasReshape = false;
  llvm::SmallPtrSet<Operation *, 8> seen;
  /// In topological order.
  SmallVector<Operation *> ops;
  llvm::SmallSetVector<Operation *, 2> reshapes;
  DenseMap<Value, Value> mapped;
};

} // namespace

void amp::reduceBeforeReshapes(ArrayRef<Operation *> reductions) {
  for (Operation *op : reductions) {
    ReshapedCone cone(op);
    if (cone.find())
      cone.rewrite();
  }
}
