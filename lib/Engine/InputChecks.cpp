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

/// The number of classes that `user` picks from by the index tensor `value`; 0
/// if it does not. The class losses are the only ops with such an operand.
static int64_t countClasses(Operation *user, Value value) {
  auto columns = [&](Value scores, Value target) -> int64_t {
    int64_t extent = cast<RankedTensorType>(scores.getType()).getDimSize(1);
    return target == value && !ShapedType::isDynamic(extent) ? extent : 0;
  };
  return llvm::TypeSwitch<Operation *, int64_t>(user)
      .Case<CrossEntropyOp>(
          [&](auto op) { return columns(op.getLogits(), op.getTarget()); })
      .Case<NllOp>([&](auto op) {
        return columns(op.getLogProbabilities(), op.getTarget());
      })
      .Default([](Operation *) { return 0; });
}

InputChecks::InputChecks(func::FuncOp function)
    : infos(describeInputs(function)) {
  for (auto [argument, info] :
       llvm::zip_equal(function.getArguments(), infos)) {
    int64_t &limit = info.classes;
    for (Operation *user : argument.getUsers()) {
      int64_t found = countClasses(user, argument);
      if (found != 0)
        limit = limit == 0 ? found : std::min(limit, found);
    }
  }
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
        return Failure{"input " + infos[i].name + " expects class indices in " +
                       "[0, " + std::to_string(infos[i].classes) + "), got " +
                       std::to_string(label) + " at sample " +
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
