// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initialisers: elements, zeros, ones, and the random ones, drawn in f64 from
// the counter-based generator and rounded once to the variable's type.

#include "amp/Reference/InitializeVariables.h"

#include "amp/IR/Amp.h"
#include "amp/Reference/TensorAttributes.h"
#include "amp/Runtime/Philox.h"

using namespace mlir;
using namespace amp;

namespace {
/// An interval to draw from.
struct Interval {
  double low, high;
};
} // namespace

/// The interval of a random initialiser; nothing for the others.
static std::optional<Interval> rangeOf(VariableOp variable) {
  if (auto uniform = dyn_cast<UniformAttr>(variable.getInit()))
    return Interval{uniform.getLow().getValueAsDouble(),
                    uniform.getHigh().getValueAsDouble()};
  if (!isa<KaimingUniformAttr>(variable.getInit()))
    return std::nullopt;
  int64_t fanIn = 1;
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(variable.getType()).getShape();
  for (int64_t extent : shape.drop_front(shape.empty() ? 0 : 1))
    fanIn *= extent;
  // Without inputs there is nothing to draw; any bound will do.
  double bound = std::sqrt(6.0 / double(std::max<int64_t>(fanIn, 1)));
  return Interval{-bound, bound};
}

static amp::Result<Tensor> draw(Interval range, std::vector<int64_t> shape,
                                uint64_t seed, uint64_t stream) {
  amp::Result<Tensor> result =
      Tensor::create(std::move(shape), ElementType::F64);
  if (result.ok())
    for (int64_t i = 0; i < result->elementCount(); ++i)
      result->data<double>()[i] =
          range.low + (range.high - range.low) * philoxUniform(seed, stream, i);
  return result;
}

/// The first value of a variable; `stream` is advanced by a random one.
static amp::Result<Tensor> initialValue(VariableOp variable, uint64_t seed,
                                        uint64_t &stream) {
  auto type = cast<RankedTensorType>(variable.getType());
  ElementType element = *toElementType(type.getElementType());
  std::vector<int64_t> shape(type.getShape().begin(), type.getShape().end());
  if (std::optional<Interval> range = rangeOf(variable)) {
    amp::Result<Tensor> drawn = draw(*range, shape, seed, stream++);
    return drawn.ok() ? drawn->convertTo(element) : std::move(drawn);
  }
  if (auto elements = dyn_cast<ElementsAttr>(variable.getInit()))
    return toTensor(elements);
  if (isa<ZerosAttr>(variable.getInit()))
    return Tensor::zeros(shape, element);
  if (!isa<OnesAttr>(variable.getInit()))
    return Failure{"expects an initialiser"};
  amp::Result<Tensor> ones = Tensor::create(shape, ElementType::Bool);
  if (!ones.ok())
    return ones;
  llvm::fill(ones->elements<bool>(), true);
  return ones->convertTo(element);
}

/// The value of a low-precision copy of another variable. One in another layout
/// starts from zeros: @refresh fills it before it is read.
static amp::Result<Tensor> copiedValue(VariableOp variable,
                                       const VariableStore &store) {
  StringRef source = *variable.getCastOf();
  const Tensor *value = store.lookup(source);
  if (!value)
    return Failure{"expects a variable '" + source.str() + "' to copy"};
  auto type = cast<RankedTensorType>(variable.getType());
  ElementType element = *toElementType(type.getElementType());
  if (llvm::ArrayRef(value->shape()) != type.getShape())
    return Tensor::zeros({type.getShape().begin(), type.getShape().end()},
                         element);
  return value->convertTo(element);
}

/// A tensor for `variable` whose pages nobody has touched.
static amp::Result<Tensor> untouchedValue(VariableOp variable) {
  auto type = cast<RankedTensorType>(variable.getType());
  return Tensor::create({type.getShape().begin(), type.getShape().end()},
                        *toElementType(type.getElementType()));
}

LogicalResult amp::initializeVariables(ModuleOp module, VariableStore &store,
                                       uint64_t seed, bool valueless) {
  auto create = [&](VariableOp variable, amp::Result<Tensor> value) {
    // Elements shared with an attribute or another variable are copied: a
    // target may write variables in place.
    if (value.ok() && value->useCount() > 1)
      value = value->clone();
    if (!value.ok())
      return LogicalResult(variable.emitOpError(value.message()));
    Status status = store.create(variable.getSymName().str(), value.take());
    if (!status.ok())
      return LogicalResult(variable.emitOpError(status.message()));
    return success();
  };
  if (valueless) {
    for (auto variable : module.getOps<VariableOp>())
      if (!store.lookup(variable.getSymName()) &&
          failed(create(variable, untouchedValue(variable))))
        return failure();
    return success();
  }
  uint64_t stream = 0;
  SmallVector<VariableOp> copies;
  for (auto variable : module.getOps<VariableOp>()) {
    if (variable.getCastOfAttr())
      copies.push_back(variable);
    else if (store.lookup(variable.getSymName()))
      stream += rangeOf(variable).has_value();
    else if (failed(create(variable, initialValue(variable, seed, stream))))
      return failure();
  }
  for (VariableOp variable : copies)
    if (!store.lookup(variable.getSymName()) &&
        failed(create(variable, copiedValue(variable, store))))
      return failure();
  return success();
}
