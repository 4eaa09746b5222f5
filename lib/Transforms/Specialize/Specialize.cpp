// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 3: fixes the dynamic dimensions of a function's arguments and carries
// the static shapes through its body by the ops' own type inference. Relies on
// stage 2: one block, no scopes, no calls; branches may nest.

#include "amp/Transforms/Specialize.h"

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"
#include "amp/Reference/TensorAttributes.h"
#include "amp/Runtime/Tensor.h"
#include "amp/Transforms/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace amp {
#define GEN_PASS_DEF_SPECIALIZEPASS
#include "TransformsPasses.h.inc"
} // namespace amp

using namespace amp;

/// The result type of the ops whose result type is stated and not inferred:
/// their dynamic dimensions follow from the operand.
static FailureOr<RankedTensorType> refineStatedType(Operation *op) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (result.hasStaticShape())
    return result;
  auto input = op->getNumOperands() > 0
                   ? dyn_cast<RankedTensorType>(op->getOperand(0).getType())
                   : RankedTensorType();
  if (!input)
    return op->emitOpError("expects a static result shape");
  return llvm::TypeSwitch<Operation *, FailureOr<RankedTensorType>>(op)
      .Case<CastOp>([&](CastOp) {
        return RankedTensorType::get(input.getShape(), result.getElementType());
      })
      .Case<ReshapeOp>([&](ReshapeOp) -> FailureOr<RankedTensorType> {
        int64_t known = 1;
        for (int64_t extent : result.getShape())
          known *= ShapedType::isDynamic(extent) ? 1 : extent;
        if (known == 0 || input.getNumElements() % known != 0)
          return op->emitOpError("expects ")
                 << input.getNumElements() << " elements to fill " << result;
        SmallVector<int64_t> shape(result.getShape());
        for (int64_t &extent : shape)
          if (ShapedType::isDynamic(extent))
            extent = input.getNumElements() / known;
        return RankedTensorType::get(shape, result.getElementType());
      })
      .Case<BroadcastOp>([&](BroadcastOp) {
        SmallVector<int64_t> shape(result.getShape());
        size_t offset = shape.size() - input.getRank();
        for (auto [i, extent] : llvm::enumerate(input.getShape()))
          if (ShapedType::isDynamic(shape[i + offset]))
            shape[i + offset] = extent;
        return RankedTensorType::get(shape, result.getElementType());
      })
      .Default([](Operation *op) -> FailureOr<RankedTensorType> {
        return op->emitOpError("expects a static result shape");
      });
}

/// Derives the result types of `op` anew from its operands.
static LogicalResult refineResultTypes(Operation *op) {
  if (op->getNumResults() == 0)
    return success();
  FailureOr<bool> inferred = inferResultTypes(op);
  if (failed(inferred) || *inferred)
    return inferred;
  FailureOr<RankedTensorType> type = refineStatedType(op);
  if (failed(type))
    return failure();
  op->getResult(0).setType(*type);
  return success();
}

/// What comes later computes with sizes in bytes, which must not overflow.
static LogicalResult verifySizes(Operation *op) {
  for (Type type : op->getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    std::optional<ElementType> element = toElementType(tensor.getElementType());
    if (tensor.hasStaticShape() && element &&
        !tensorBytes(tensor.getShape(), *element).ok())
      return op->emitOpError(
                 "expects a shape whose size in bytes fits 64 bits, got ")
             << tensor;
  }
  return success();
}

/// Values of other types have no shape, and nothing that comes later knows
/// them; a file may hold them all the same.
static LogicalResult verifyTensors(Operation *op, TypeRange types) {
  for (Type type : types)
    if (!isa<RankedTensorType>(type))
      return op->emitError("expects values to be ranked tensors, got ") << type;
  return success();
}

/// Carries static shapes through the ops of a block; blocks of branches nest as
/// deep as the user wrote them.
static LogicalResult refineBlock(Block &block);

static LogicalResult refineBranch(IfOp op) {
  for (Region &region : op->getRegions()) {
    for (auto [argument, input] :
         llvm::zip_equal(region.getArguments(), op.getInputs()))
      argument.setType(input.getType());
    if (failed(refineBlock(region.front())))
      return failure();
  }
  TypeRange types = op.getThenBody().front().getTerminator()->getOperandTypes();
  TypeRange other = op.getElseBody().front().getTerminator()->getOperandTypes();
  if (types != other)
    return op.emitOpError("expects both regions to yield the same types, got ")
           << types << " and " << other;
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    result.setType(type);
  return success();
}

static LogicalResult refineBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (failed(verifyTensors(&op, op.getResultTypes())))
      return failure();
    auto branch = dyn_cast<IfOp>(op);
    if (failed(branch ? refineBranch(branch) : refineResultTypes(&op)) ||
        failed(verifySizes(&op)))
      return failure();
  }
  return success();
}

LogicalResult amp::specializeFunction(func::FuncOp function,
                                      ArrayRef<SmallVector<int64_t>> shapes) {
  assert(shapes.size() == function.getNumArguments() && "one shape each");
  for (auto [i, shape] : llvm::enumerate(shapes)) {
    BlockArgument argument = function.getArgument(i);
    auto type = cast<RankedTensorType>(argument.getType());
    auto fixed = RankedTensorType::get(shape, type.getElementType());
    if (failed(verifyCompatibleShape(type.getShape(), shape)))
      return function.emitError("expects input ")
             << i << " of type " << type << ", got " << fixed;
    argument.setType(fixed);
  }
  if (failed(refineBlock(function.front())))
    return failure();
  Operation *terminator = function.front().getTerminator();
  function.setFunctionType(FunctionType::get(
      function.getContext(), function.front().getArgumentTypes(),
      terminator->getOperandTypes()));
  return success();
}

/// Parses `32x64` into extents; an empty text is a 0-d shape.
static std::optional<SmallVector<int64_t>> parseShape(StringRef text) {
  SmallVector<int64_t> shape;
  while (!text.empty()) {
    auto [head, tail] = text.split('x');
    int64_t extent;
    if (head.getAsInteger(10, extent) || extent < 0)
      return std::nullopt;
    shape.push_back(extent);
    text = tail;
  }
  return shape;
}

namespace {
struct SpecializePass : amp::impl::SpecializePassBase<SpecializePass> {
  using SpecializePassBase::SpecializePassBase;

  void runOnOperation() override {
    auto target = getOperation().lookupSymbol<func::FuncOp>(function);
    if (!target) {
      getOperation().emitError("expects a function named ") << function;
      return signalPassFailure();
    }
    if (target.isExternal()) {
      target.emitError("expects a body");
      return signalPassFailure();
    }
    if (failed(verifyTensors(target, target.getArgumentTypes())))
      return signalPassFailure();
    FailureOr<SmallVector<SmallVector<int64_t>>> wanted = readShapes(target);
    if (failed(wanted) || failed(specializeFunction(target, *wanted)))
      signalPassFailure();
  }

  /// The shapes of the option, in the order of the arguments.
  FailureOr<SmallVector<SmallVector<int64_t>>> readShapes(func::FuncOp target) {
    llvm::StringMap<SmallVector<int64_t>> byName;
    SmallVector<StringRef> entries;
    StringRef(shapes).split(entries, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef entry : entries) {
      auto [name, text] = entry.split('=');
      std::optional<SmallVector<int64_t>> shape = parseShape(text);
      if (!shape)
        return target.emitError("expects a shape such as 32x64, got ") << text;
      byName[name] = *shape;
    }
    SmallVector<SmallVector<int64_t>> ordered;
    for (unsigned i = 0; i < target.getNumArguments(); ++i) {
      auto name = target.getArgAttrOfType<StringAttr>(i, "amp.name");
      auto type = cast<RankedTensorType>(target.getArgument(i).getType());
      auto found = name ? byName.find(name.getValue()) : byName.end();
      if (found != byName.end())
        ordered.push_back(found->second);
      else if (type.hasStaticShape())
        ordered.push_back(SmallVector<int64_t>(type.getShape()));
      else
        return target.emitError("expects a shape for input ")
               << i << " of type " << type;
    }
    return ordered;
  }
};
} // namespace
