// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier of stage 4: takes the tags that differentiation left and checks
// that every rule worked in the precision of its forward op (P10). README.md
// beside this file numbers the conditions V1 to V8.

#include "Transforms/Autodiff/Rules.h"

#include "amp/Transforms/Autodiff.h"
#include "amp/Transforms/Passes.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

namespace amp {
#define GEN_PASS_DEF_VERIFYDIFFERENTIATEPASS
#include "TransformsPasses.h.inc"
} // namespace amp

namespace {

/// How an op in a rule is held against the precision of its forward op.
enum class Role {
  /// Converts between the forward op's types and the compute type.
  Cast,
  /// Moves or counts elements, in whatever type.
  View,
  /// Multiplies matrices of the forward op's operand type.
  Contraction,
  /// Sums, in the compute type whatever it is fed.
  Reduction,
  /// Everything else, in the compute type.
  Arithmetic
};

/// The check of one function.
class Verifier {
public:
  Verifier(func::FuncOp function, const GradientTags &tags)
      : function(function), tags(tags) {}

  LogicalResult run();

private:
  void verifyUngrouped(Operation *op, GradientTag tag);
  /// An op of the rule for `forward`.
  void verifyRuleOp(Operation *op, GradientTag tag, Operation *forward);
  void verifyCast(CastOp op, GradientTag tag, Operation *forward);
  void verifyAccumulate(Operation *op, Operation *forward);
  void verifyOperands(Operation *op, GradientTag tag, Role role,
                      Operation *forward);
  void verifyUses(Operation *op, GradientTag tag, Operation *forward);
  void verifyResults();

  InFlightDiagnostic fail(Operation *op) {
    result = failure();
    return op->emitOpError();
  }

  /// Whether the op belongs to the rule of another one with this tag.
  bool isInRule(Operation *op, GradientTag tag) {
    return op && tags.built.lookup(op).gradientOfNode == tag.gradientOfNode;
  }

  func::FuncOp function;
  const GradientTags &tags;
  LogicalResult result = success();
};

} // namespace

static bool isFloat(Value value) { return isa<FloatType>(elementType(value)); }

/// Tells roles apart by what a policy may do to an op: one that cannot be low
/// only moves elements; one that cannot be painted `clear` is a contraction.
static Role roleOf(Operation *op) {
  if (isa<CastOp>(op))
    return Role::Cast;
  auto castable = dyn_cast<Castable>(op);
  if (!castable)
    return Role::Arithmetic;
  ArrayRef<CastClass> classes = castable.getPermittedCastClasses();
  bool low = llvm::is_contained(classes, CastClass::Low);
  bool clear = llvm::is_contained(classes, CastClass::Clear);
  if (!low && clear)
    return Role::View;
  if (!castable.accumulates())
    return Role::Arithmetic;
  return clear ? Role::Reduction : Role::Contraction;
}

/// V1: only rules, sums of gradients and the seed convert for differentiation;
/// a sum is made in the type of the value.
void Verifier::verifyUngrouped(Operation *op, GradientTag tag) {
  if (tag.isGradientSum) {
    Type type = op->getResult(0).getType();
    for (Type operand : op->getOperandTypes())
      if (operand != type)
        fail(op) << "expects gradients of one type to be added, got " << operand
                 << " and " << type;
    return;
  }
  auto castOp = dyn_cast<CastOp>(op);
  if (!castOp || castOp.getOrigin() != CastOrigin::Autodiff)
    return;
  TypeRange results = function.getResultTypes();
  Type loss = results.empty() ? Type() : results.front();
  if (!tag.isGradientSeed)
    fail(op) << "expects a cast of differentiation to be part of a rule";
  else if (op->getResult(0).getType() != loss)
    fail(op) << "expects the seed in the type of the loss, " << loss << ", got "
             << op->getResult(0).getType();
}

/// V2: a cast takes a value from outside of the rule to the compute type, or
/// is the one rounding of a gradient to its operand's type.
void Verifier::verifyCast(CastOp op, GradientTag tag, Operation *forward) {
  Type compute = computeTypeOf(forward);
  Type from = elementType(op.getInput()), to = elementType(op.getResult());
  auto has = [](ValueRange values, Type element) {
    return llvm::any_of(
        values, [&](Value value) { return elementType(value) == element; });
  };
  if (op.getOrigin() != CastOrigin::Autodiff) {
    fail(op) << "expects origin autodiff in the gradient of "
             << forward->getName();
    return;
  }
  if (tag.gradientOperand >= 0) {
    // verifyUses checks the type that it rounds to.
    if (from != compute && !has(forward->getResults(), from))
      fail(op) << "expects a gradient computed in " << compute << ", got "
               << from;
    return;
  }
  if (to != compute)
    fail(op) << "expects a conversion to the compute type " << compute << " of "
             << forward->getName() << ", got " << to;
  if (!has(forward->getOperands(), from) && !has(forward->getResults(), from))
    fail(op) << "expects a conversion from a type of " << forward->getName()
             << ", got " << from;
}

/// V3: what sums does it in the forward op's accumulate type.
void Verifier::verifyAccumulate(Operation *op, Operation *forward) {
  Type compute = computeTypeOf(forward);
  auto accumulate = op->getAttrOfType<TypeAttr>("accumulate");
  auto own = forward->getAttrOfType<TypeAttr>("accumulate");
  Type expected = own ? own.getValue() : compute;
  if (!accumulate || accumulate.getValue() != expected)
    fail(op) << "expects accumulate type " << expected << " as "
             << forward->getName() << " has, got "
             << (accumulate ? Attribute(accumulate) : Attribute());
}

/// V4: arithmetic is done in the compute type; V5: contractions multiply values
/// of the forward op's operand type; V6: what a rule made is in the compute
/// type until it is handed over.
void Verifier::verifyOperands(Operation *op, GradientTag tag, Role role,
                              Operation *forward) {
  Type compute = computeTypeOf(forward);
  for (Value operand : op->getOperands()) {
    if (!isFloat(operand))
      continue;
    Type element = elementType(operand);
    Type expected = compute;
    if (role == Role::Contraction)
      expected = elementType(forward->getOperand(0)); // V5
    else if (role == Role::View ||
             (role != Role::Arithmetic &&
              !isInRule(operand.getDefiningOp(), tag))) // V6
      continue;
    if (element != expected)
      fail(op) << "expects " << expected << " operands in the gradient of "
               << forward->getName() << ", got " << element;
  }
  for (Value value : op->getResults())
    if (role == Role::Arithmetic && isFloat(value) && // V4
        elementType(value) != compute)
      fail(op) << "expects a result in " << compute << " in the gradient of "
               << forward->getName() << ", got " << elementType(value);
}

/// V7: only what is handed over leaves a rule, in the type of the operand.
void Verifier::verifyUses(Operation *op, GradientTag tag, Operation *forward) {
  if (int32_t index = tag.gradientOperand; index >= 0) {
    if (index >= int32_t(forward->getNumOperands())) {
      fail(op) << "expects an operand number of " << forward->getName()
               << ", got " << index;
      return;
    }
    Type expected = forward->getOperand(index).getType();
    Type type = op->getResult(0).getType();
    if (type != expected)
      fail(op) << "expects the gradient of operand " << index << " of "
               << forward->getName() << " to have its type " << expected
               << ", got " << type;
    return;
  }
  for (Operation *user : op->getUsers())
    if (!isInRule(user, tag))
      fail(op) << "expects a value that is no gradient of an operand to be "
                  "used in the rule of "
               << forward->getName() << " only";
}

void Verifier::verifyRuleOp(Operation *op, GradientTag tag,
                            Operation *forward) {
  Role role = roleOf(op);
  if (role == Role::Cast)
    verifyCast(cast<CastOp>(op), tag, forward);
  if (role == Role::Contraction || role == Role::Reduction)
    verifyAccumulate(op, forward);
  verifyOperands(op, tag, role, forward);
  verifyUses(op, tag, forward);
}

/// V8: the gradient of a variable has the variable's type.
void Verifier::verifyResults() {
  SymbolTable symbols(function->getParentOfType<ModuleOp>());
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    auto name =
        function.getResultAttrOfType<FlatSymbolRefAttr>(i, gradientOfAttr);
    if (!name)
      continue;
    auto variable = symbols.lookup<VariableOp>(name.getValue());
    if (!variable)
      fail(function) << "expects result " << i << " to be the gradient of a "
                     << "variable, got " << name;
    else if (variable.getType() != function.getResultTypes()[i])
      fail(function) << "expects the gradient of " << name << " to have its "
                     << "type " << variable.getType() << ", got "
                     << function.getResultTypes()[i];
  }
}

LogicalResult Verifier::run() {
  llvm::DenseSet<int32_t> unknown;
  // The rules of ops in a branch stand in branches themselves.
  function.getBody().walk([&](Operation *op) {
    GradientTag tag = tags.built.lookup(op);
    if (tag.gradientOfNode < 0)
      return verifyUngrouped(op, tag);
    if (Operation *forward = tags.nodes.lookup(tag.gradientOfNode))
      verifyRuleOp(op, tag, forward);
    else if (unknown.insert(tag.gradientOfNode).second) // said once a rule
      fail(op) << "expects a forward op with the number that "
               << gradientOfNodeAttr << " names";
  });
  verifyResults();
  return result;
}

LogicalResult amp::verifyDifferentiated(func::FuncOp function,
                                        const GradientTags &tags) {
  if (!function.getBody().hasOneBlock())
    return success();
  return Verifier(function, tags).run();
}

/// The tags that attributes of the function's ops tell.
static GradientTags readTags(func::FuncOp function) {
  GradientTags tags;
  function.getBody().walk([&](Operation *op) {
    auto getNumber = [&](StringRef name) -> int32_t {
      auto number = op->getAttrOfType<IntegerAttr>(name);
      return number ? number.getInt() : -1;
    };
    if (int32_t node = getNumber(nodeAttr); node >= 0)
      tags.nodes[node] = op;
    tags.built[op] = {
        getNumber(gradientOfNodeAttr), getNumber(gradientOperandAttr),
        op->hasAttr(gradientSumAttr), op->hasAttr(gradientSeedAttr)};
  });
  return tags;
}

namespace {

struct VerifyDifferentiatePass
    : amp::impl::VerifyDifferentiatePassBase<VerifyDifferentiatePass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(verifyDifferentiated(function, readTags(function))))
        signalPassFailure();
  }
};

} // namespace
