// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// P12 and P13: what is known about a value where autocast would narrow it.
// Relies on constants and integer sources standing in front of the op, possibly
// behind ops that only move elements.

#include "Transforms/Autocast/Constants.h"

#include "Transforms/Autocast/Operands.h"
#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

#include "llvm/Support/Format.h"

using namespace mlir;
using namespace amp;

static Value sourceOf(Value value) {
  while (Operation *producer = value.getDefiningOp()) {
    if (!movesElements(producer))
      break;
    value = producer->getOperand(0);
  }
  return value;
}

static std::string print(const llvm::APFloat &value) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.6g", value.convertToDouble());
  return text;
}

static std::string nameOf(Type element) {
  std::string text;
  llvm::raw_string_ostream(text) << element;
  return text;
}

/// Says why one element would not survive the cast to `low`, if so (P12).
static std::string damageTo(const llvm::APFloat &element, size_t index,
                            FloatType low) {
  if (!element.isFinite() || element.isZero())
    return {};
  const llvm::fltSemantics &semantics = low.getFloatSemantics();
  llvm::APFloat narrowed = element;
  bool inexact;
  narrowed.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &inexact);
  std::string subject = "element " + std::to_string(index) +
                        " of the constant, " + print(element) +
                        ", would become ";
  if (narrowed.isInfinity())
    return subject + (narrowed.isNegative() ? "-inf" : "inf") + " in " +
           nameOf(low) + ", whose largest value is " +
           print(llvm::APFloat::getLargest(semantics));
  if (narrowed.isZero())
    return subject + "0 in " + nameOf(low) + ", whose smallest value is " +
           print(llvm::APFloat::getSmallest(semantics));
  return {};
}

/// Largest integer up to which `low` holds every integer.
static uint64_t exactIntegers(FloatType low) {
  return uint64_t(1) << low.getFPMantissaWidth();
}

/// Returns a bound of the magnitude of an integer value; the largest number
/// when nothing is known.
static uint64_t magnitudeOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  unsigned width = type.getElementTypeBitWidth();
  if (auto iota = value.getDefiningOp<IotaOp>())
    return type.getDimSize(iota.getAxis());
  DenseIntElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements))) {
    uint64_t bound = 0;
    for (const llvm::APInt &element : elements.getValues<llvm::APInt>())
      bound = std::max(bound,
                       (width == 1 ? element : element.abs()).getZExtValue());
    return bound;
  }
  return width == 1 ? 1 : uint64_t(1) << (width - 1);
}

std::string amp::reasonAgainstNarrowing(Value value, Type low) {
  auto type = cast<FloatType>(low);
  value = sourceOf(value);
  DenseFPElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements))) {
    if (elements.isSplat())
      return damageTo(elements.getSplatValue<llvm::APFloat>(), 0, type);
    size_t index = 0;
    for (const llvm::APFloat &element : elements.getValues<llvm::APFloat>())
      if (std::string damage = damageTo(element, index++, type);
          !damage.empty())
        return damage;
    return {};
  }
  auto conversion = value.getDefiningOp<CastOp>();
  if (!conversion)
    return {};
  Value integer = sourceOf(conversion.getInput());
  if (!isa<IntegerType>(elementType(integer)) ||
      magnitudeOf(integer) <= exactIntegers(type))
    return {};
  return "its operand holds integers, and " + nameOf(low) +
         " holds them exactly only up to " +
         std::to_string(exactIntegers(type));
}
