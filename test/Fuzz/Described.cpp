// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of which the registry knows enough: so many operands, one result whose
// type is inferred, attributes whose names say what they hold. Operands are
// drawn blindly and what the op's own verifier refuses is thrown away, so that
// a new op of this kind takes part without an entry.

#include "Generator.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace amp;

/// The number of operands, or 0 where it varies.
static unsigned countOperands(RegisteredOperationName name) {
  if (name.hasTrait<OpTrait::OneOperand>())
    return 1;
  if (name.hasTrait<OpTrait::NOperands<2>::Impl>())
    return 2;
  return name.hasTrait<OpTrait::NOperands<3>::Impl>() ? 3 : 0;
}

SmallVector<RegisteredOperationName>
Generator::describedOps(MLIRContext *context) {
  SmallVector<RegisteredOperationName> ops;
  for (RegisteredOperationName name : context->getRegisteredOperations()) {
    StringRef op = name.getStringRef();
    if (name.getDialectNamespace() == "amp" && countOperands(name) > 0 &&
        name.hasTrait<OpTrait::OneResult>() &&
        name.hasTrait<OpTrait::ZeroRegions>() &&
        name.hasInterface<InferTypeOpInterface>() &&
        name.hasInterface<Evaluable>() && !reasonForNone(op) &&
        llvm::none_of(entries(), [&](const Entry &e) { return e.op == op; }))
      ops.push_back(name);
  }
  return ops;
}

/// A value for an attribute; null leaves it out, nothing means that its name is
/// not known.
std::optional<Attribute> Generator::drawAttribute(StringRef name,
                                                  ArrayRef<Value> operands) {
  MLIRContext *context = builder.getContext();
  int64_t rank = typeOf(operands.front()).getRank();
  if (name == "accumulate")
    return Attribute(); // autocast states it
  if (name == "keepdims")
    return random.chance(40) ? builder.getUnitAttr() : Attribute();
  if (name == "dtype")
    return isFloat(operands.front()) && random.chance(20)
               ? TypeAttr::get(computeType(elementType(operands.front())))
               : Attribute();
  if (name == "axis")
    return builder.getI64IntegerAttr(rank ? random.below(rank) : 0);
  if (name == "axes") {
    Shape axes;
    for (int64_t i = 0; i < rank; ++i)
      if (random.chance(60))
        axes.push_back(i);
    if (axes.size() == 2 && random.chance(30))
      std::swap(axes[0], axes[1]);
    return builder.getDenseI64ArrayAttr(axes);
  }
  if (name == "permutation") {
    Shape permutation;
    for (int64_t i = 0; i < rank; ++i)
      permutation.insert(permutation.begin() + random.below(i + 1), i);
    return builder.getDenseI64ArrayAttr(permutation);
  }
  if (name == "correction")
    return builder.getF64FloatAttr(double(random.below(2)));
  if (name == "epsilon")
    return builder.getF64FloatAttr(random.chance(50) ? 1e-5 : 0.1);
  if (name == "reduction")
    return LossReductionAttr::get(context,
                                  static_cast<LossReduction>(random.below(3)));
  if (name == "predicate")
    return PredicateAttr::get(context, static_cast<Predicate>(random.below(6)));
  if (name == "approximate")
    return GeluKindAttr::get(context, random.chance(50) ? GeluKind::Tanh
                                                        : GeluKind::Erf);
  return std::nullopt;
}

Value Generator::tryDescribed(RegisteredOperationName name) {
  SmallVector<Value> operands{pickAny()};
  while (operands.size() < countOperands(name))
    operands.insert(operands.begin() +
                        random.below(int64_t(operands.size()) + 1),
                    pickPartner(operands));
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addTypes(operands.front().getType());
  for (StringAttr attribute : name.getAttributeNames()) {
    std::optional<Attribute> value = drawAttribute(attribute, operands);
    if (!value)
      return {};
    if (*value)
      state.addAttribute(attribute, *value);
  }
  Operation *op = Operation::create(state);
  ScopedDiagnosticHandler silence(builder.getContext(),
                                  [](Diagnostic &) { return success(); });
  auto infer = cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  bool valid = succeeded(infer.inferReturnTypes(
                   op->getContext(), loc, operands, op->getRawDictionaryAttrs(),
                   op->getPropertiesStorage(), op->getRegions(), types)) &&
               isSmall(cast<RankedTensorType>(types.front()).getShape());
  if (valid) {
    op->getResult(0).setType(types.front());
    valid = succeeded(verify(op));
  }
  if (!valid) {
    op->destroy();
    return {};
  }
  return builder.insert(op)->getResult(0);
}

Value Generator::makeDescribed() {

  // Arithmetic is what most of a model is.
  auto name = random.pick<RegisteredOperationName>(described);
  if (random.chance(40)) {
    auto frequent = RegisteredOperationName::lookup(
        random.pick<StringRef>({"amp.add", "amp.mul", "amp.sub", "amp.relu",
                                "amp.sum", "amp.transpose"}),
        builder.getContext());
    name = *frequent;
  }
  for (int attempt = 0; attempt < 6; ++attempt)
    if (Value value = tryDescribed(name))
      return value;
  return {};
}
