// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builder that derivative rules are written with, and the registration of
// all families.

#include "Transforms/Autodiff/Rules.h"

#include "amp/Transforms/Autodiff.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

Type amp::autodiff::computeTypeOf(Operation *op) {
  auto castable = dyn_cast<Castable>(op);
  if (castable && castable.accumulates())
    return amp::computeType(elementType(op->getOperand(0)));
  return amp::computeType(elementType(op->getResult(0)));
}

Value Rule::wide(Value value) {
  if (elementType(value) == compute)
    return value;
  Value &wide = widened[value];
  if (!wide)
    wide = CastOp::create(builder, loc(),
                          withElementType(value.getType(), compute), value,
                          CastOrigin::Autodiff);
  return wide;
}

Value Rule::constant(double value) {
  auto type = RankedTensorType::get({}, compute);
  auto element = FloatAttr::get(compute, value);
  return ConstantOp::create(builder, loc(),
                            DenseElementsAttr::get(type, Attribute(element)));
}

Value Rule::add(Value lhs, Value rhs) {
  return AddOp::create(builder, loc(), lhs, rhs);
}

Value Rule::sub(Value lhs, Value rhs) {
  return SubOp::create(builder, loc(), lhs, rhs);
}

Value Rule::mul(Value lhs, Value rhs) {
  return MulOp::create(builder, loc(), lhs, rhs);
}

Value Rule::div(Value lhs, Value rhs) {
  return DivOp::create(builder, loc(), lhs, rhs);
}

Value Rule::neg(Value value) { return NegOp::create(builder, loc(), value); }

Value Rule::exp(Value value) { return ExpOp::create(builder, loc(), value); }

Value Rule::compare(Predicate predicate, Value lhs, Value rhs) {
  return CompareOp::create(builder, loc(), predicate, lhs, rhs);
}

Value Rule::select(Value condition, Value yes, Value no) {
  return SelectOp::create(builder, loc(), condition, yes, no);
}

Value Rule::guarded(Value value) {
  Value zero = constant(0.0);
  return select(compare(Predicate::Eq, wideGradient(), zero), zero, value);
}

Value Rule::sum(Value value, ArrayRef<int64_t> axes, bool keepdims,
                Type element) {
  bool converts = element && element != elementType(value);
  return SumOp::create(builder, loc(), value, axes, keepdims,
                       TypeAttr::get(amp::computeType(elementType(value))),
                       converts ? TypeAttr::get(element) : TypeAttr());
}

Value Rule::mean(Value value, ArrayRef<int64_t> axes) {
  return MeanOp::create(builder, loc(), value, axes, /*keepdims=*/true,
                        TypeAttr::get(amp::computeType(elementType(value))),
                        TypeAttr());
}

Value Rule::matmul(Value lhs, bool transposeLhs, Value rhs, bool transposeRhs) {
  return MatmulOp::create(builder, loc(), lhs, rhs, transposeLhs, transposeRhs,
                          TypeAttr::get(compute));
}

Value Rule::size(Value value, ArrayRef<int64_t> axes) {
  return SizeOp::create(builder, loc(), RankedTensorType::get({}, compute),
                        value, axes);
}

Value Rule::reshape(Value value, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, elementType(value));
  if (type == value.getType())
    return value;
  return ReshapeOp::create(builder, loc(), type, value);
}

Value Rule::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return value;
  return TransposeOp::create(builder, loc(), value, permutation);
}

Value Rule::broadcast(Value value, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, elementType(value));
  if (type == value.getType())
    return value;
  return BroadcastOp::create(builder, loc(), type, value);
}

Value Rule::spread(Value value, ArrayRef<int64_t> axes) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  SmallVector<int64_t> kept(type.getShape());
  for (int64_t axis : axes)
    kept[axis] = 1;
  return broadcast(reshape(value, kept), type.getShape());
}

LogicalResult Rule::requireStatic() {
  for (Value value :
       llvm::concat<Value>(llvm::to_vector_of<Value>(op->getOperands()),
                           llvm::to_vector_of<Value>(op->getResults())))
    if (!cast<RankedTensorType>(value.getType()).hasStaticShape())
      return op->emitOpError("expects static shapes to be differentiated, got ")
             << value.getType() << "; run amp-specialize first";
  return success();
}

void Rule::give(unsigned index, Value value) {
  auto target = cast<RankedTensorType>(op->getOperand(index).getType());
  auto source = cast<RankedTensorType>(value.getType());
  Type element = target.getElementType();
  SmallVector<int64_t> axes;
  int64_t offset = source.getRank() - target.getRank();
  for (int64_t i = 0; i < source.getRank(); ++i)
    if (i < offset ||
        (target.getDimSize(i - offset) == 1 && source.getDimSize(i) != 1))
      axes.push_back(i);
  if (!axes.empty())
    value = sum(value, axes, /*keepdims=*/false, element);
  value = reshape(value, target.getShape());
  if (elementType(value) != element)
    value = CastOp::create(builder, loc(),
                           withElementType(value.getType(), element), value,
                           CastOrigin::Autodiff);
  operandGradients[index] = value;
}

void amp::registerAutodiffModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AmpDialect *) {
    attachElementwiseRules(context);
    attachMathRules(context);
    attachContractionRules(context);
    attachReductionRules(context);
    attachNormalizationRules(context);
    attachLossRules(context);
    attachShapeRules(context);
    attachIndexRules(context);
    attachRandomRules(context);
  });
}
