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

template <typename T>
static void draw(Interval range, uint64_t seed, uint64_t stream,
                 Tensor &result) {
  T *elements = result.data<T>();
  for (int64_t i = 0, count = result.elementCount(); i < count; i += 8) {
    std::array<double, 8> uniform = philoxUniforms(seed, stream, i);
    for (int64_t k = 0; k < std::min<int64_t>(8, count - i); ++k)
      elements[i + k] = T(range.low + (range.high - range.low) * uniform[k]);
  }
}

static amp::Result<Tensor> draw(Interval range, std::vector<int64_t> shape,
                                ElementType element, uint64_t seed,
                                uint64_t stream) {
  // Most variables are f32, and there are many; others are converted to.
  bool isF32 = element == ElementType::F32;
  amp::Result<Tensor> result = Tensor::create(
      std::move(shape), isF32 ? ElementType::F32 : ElementType::F64);
  if (!result.ok())
    return result;
  if (isF32) {
    draw<float>(range, seed, stream, *result);
    return result;
  }
  draw<double>(range, seed, stream, *result);
  return result->convertTo(element);
}

/// The first value of a variable; `stream` is advanced by a random one.
static amp::Result<Tensor> initialValue(VariableOp variable, uint64_t seed,
                                        uint64_t &stream) {
  auto type = cast<RankedTensorType>(variable.getType());
  ElementType element = *toElementType(type.getElementType());
  std::vector<int64_t> shape(type.getShape().begin(), type.getShape().end());
  if (std::optional<Interval> range = rangeOf(variable))
    return draw(*range, std::move(shape), element, seed, stream++);
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
  // No two variables have one name, so that nothing needs to be looked up once
  // all that were there before have been found.
  size_t toBeFound = store.size();
  auto exists = [&](VariableOp variable) {
    bool isFound = toBeFound != 0 && store.lookup(variable.getSymName());
    toBeFound -= isFound;
    return isFound;
  };
  if (valueless) {
    for (auto variable : module.getOps<VariableOp>())
      if (!exists(variable) &&
          failed(create(variable, untouchedValue(variable))))
        return failure();
    return success();
  }
  uint64_t stream = 0;
  SmallVector<VariableOp> copies;
  for (auto variable : module.getOps<VariableOp>()) {
    if (variable.getCastOfAttr())
      copies.push_back(variable);
    else if (exists(variable))
      stream += rangeOf(variable).has_value();
    else if (failed(create(variable, initialValue(variable, seed, stream))))
      return failure();
  }
  for (VariableOp variable : copies)
    if (!exists(variable) &&
        failed(create(variable, copiedValue(variable, store))))
      return failure();
  return success();
}
