// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of input tensors by shape and by value. They run on the host before a
// program, which then needs none.

#include "Backend.h"

#include "amp/IR/Amp.h"

#include "llvm/ADT/TypeSwitch.h"

#include <bit>

using namespace mlir;
using namespace amp;

/// The limit below which `user` takes the indices in its operand `operand`; 0
/// if it has none or it is not known before a run.
static int64_t getIndexLimit(OpOperand &operand) {
  auto extent = [](Value value, int64_t axis) -> int64_t {
    int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(axis);
    return ShapedType::isDynamic(size) ? 0 : size;
  };
  // Indices are the second operand of every op that takes some.
  if (operand.getOperandNumber() != 1)
    return 0;
  return llvm::TypeSwitch<Operation *, int64_t>(operand.getOwner())
      .Case([&](CrossEntropyOp op) { return extent(op.getLogits(), 1); })
      .Case([&](NllOp op) { return extent(op.getLogProbabilities(), 1); })
      .Case([&](EmbeddingOp op) { return extent(op.getWeight(), 0); })
      .Case<GatherOp, GatherElementsOp>(
          [&](auto op) { return extent(op.getInput(), op.getAxis()); })
      .Case<ScatterAddOp, ScatterAddElementsOp>(
          [&](auto op) { return extent(op.getResult(), op.getAxis()); })
      .Default([](Operation *) { return 0; });
}

/// The least limit of all uses of `value` as indices, also behind ops that
/// leave its elements as they are; 0 if there is none.
static int64_t getIndexLimit(Value value) {
  int64_t limit = 0;
  llvm::SetVector<Value> same;
  same.insert(value);
  for (size_t i = 0; i < same.size(); ++i)
    for (OpOperand &use : same[i].getUses()) {
      Operation *user = use.getOwner();
      if (isa<ReshapeOp, TransposeOp, BroadcastOp>(user))
        same.insert(user->getResult(0));
      if (int64_t found = getIndexLimit(use); found != 0)
        limit = limit == 0 ? found : std::min(limit, found);
    }
  return limit;
}

InputChecks::InputChecks(func::FuncOp function)
    : infos(describeInputs(function)) {
  for (auto [argument, info] : llvm::zip_equal(function.getArguments(), infos))
    if (isa<IntegerType>(
            cast<RankedTensorType>(argument.getType()).getElementType()))
      info.classes = getIndexLimit(argument);
}

Status InputChecks::checkShape(size_t index, const Tensor &tensor) const {
  const TensorInfo &info = infos[index];
  bool fits = tensor.isValid() && tensor.elementType() == info.type &&
              tensor.rank() == info.shape.size();
  for (size_t i = 0; fits && i < info.shape.size(); ++i)
    fits = info.shape[i] < 0 || info.shape[i] == tensor.extent(i);
  if (fits)
    return Status::success();
  std::string declared;
  for (int64_t extent : info.shape)
    declared += (extent < 0 ? "?" : std::to_string(extent)) + "x";
  declared += std::string(elementTypeName(info.type));
  std::string actual = tensor.isValid()
                           ? describeType(tensor.shape(), tensor.elementType())
                           : std::string("nothing");
  return Failure{"input " + info.name + " expects " + declared + ", got " +
                 actual};
}

Status InputChecks::check(std::span<const Tensor> inputs, bool finite) const {
  if (inputs.size() != infos.size())
    return Failure{"expects " + std::to_string(infos.size()) + " inputs, got " +
                   std::to_string(inputs.size())};
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (Status shape = checkShape(i, inputs[i]); !shape.ok())
      return shape;
    int64_t index = 0;
    if (finite && !allFinite(inputs[i], index))
      return Failure{"input " + infos[i].name +
                     " expects finite numbers, got " +
                     std::to_string(inputs[i].getDouble(index)) +
                     " at element " + std::to_string(index)};
    if (infos[i].classes == 0)
      continue;
    for (int64_t k = 0; k < inputs[i].elementCount(); ++k) {
      int64_t label = inputs[i].getInteger(k);
      if (label < 0 || label >= infos[i].classes)
        return Failure{"input " + infos[i].name + " expects indices in [0, " +
                       std::to_string(infos[i].classes) + "), got " +
                       std::to_string(label) + " at element " +
                       std::to_string(k)};
    }
  }
  return Status::success();
}

/// Whether all exponents of IEEE bit patterns are below `infinity`'s.
template <typename Bits>
static bool allBelow(std::span<const Bits> values, Bits infinity,
                     int64_t &index) {
  // One pass without branches first: nearly all tensors are finite.
  Bits found = 0;
  for (Bits value : values)
    found |= static_cast<Bits>((value & infinity) == infinity);
  if (!found)
    return true;
  for (index = 0; (values[index] & infinity) != infinity;)
    ++index;
  return false;
}

template <typename Bits>
static std::span<const Bits> asBits(const Tensor &tensor) {
  return {static_cast<const Bits *>(tensor.rawData()),
          static_cast<size_t>(tensor.elementCount())};
}

bool amp::allFinite(const Tensor &tensor, int64_t &index) {
  switch (tensor.elementType()) {
  case ElementType::F16:
    return allBelow<uint16_t>(asBits<uint16_t>(tensor), 0x7c00, index);
  case ElementType::BF16:
    return allBelow<uint16_t>(asBits<uint16_t>(tensor), 0x7f80, index);
  case ElementType::F32:
    return allBelow<uint32_t>(asBits<uint32_t>(tensor), 0x7f800000, index);
  case ElementType::F64:
    return allBelow<uint64_t>(asBits<uint64_t>(tensor), 0x7ff0000000000000,
                              index);
  default:
    return true;
  }
}
