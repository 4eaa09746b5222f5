// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the assertions of the check dialect mean.

#include "amp/Reference/Assertions.h"

#include "amp/IR/Check.h"

#include "llvm/Support/Format.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace amp;

bool amp::isAssertion(Operation *op) {
  return isa_and_nonnull<check::CheckDialect>(op->getDialect());
}

/// Mantissa bits, without the hidden one, and exponent of the smallest normal
/// number of a float format.
static std::pair<int, int> formatOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return {10, -14};
  case ElementType::BF16:
    return {7, -126};
  case ElementType::F32:
    return {23, -126};
  default:
    return {52, -1022};
  }
}

double amp::ulpDistance(double actual, double expected, ElementType type) {
  if (actual == expected || (std::isnan(actual) && std::isnan(expected)))
    return 0;
  if (!std::isfinite(actual) || !std::isfinite(expected))
    return std::numeric_limits<double>::infinity();
  auto [mantissa, lowest] = formatOf(type);
  int exponent = expected == 0 ? lowest : std::ilogb(expected);
  // Divided in two exact steps: the ulp itself can be below the smallest
  // double, and the distance of large doubles can overflow.
  int scale = mantissa - std::max(exponent, lowest);
  double difference = actual / 2 - expected / 2;
  return std::scalbn(std::fabs(difference), scale + 1);
}

/// The place of an element as text: "[1, 2]".
static std::string describeIndex(int64_t linear, const Tensor &tensor) {
  SmallVector<int64_t> index(tensor.rank());
  for (size_t axis = tensor.rank(); axis-- > 0;) {
    index[axis] = linear % tensor.extent(axis);
    linear /= tensor.extent(axis);
  }
  std::string text = "[";
  for (auto [axis, value] : llvm::enumerate(index))
    text += (axis ? ", " : "") + std::to_string(value);
  return text + "]";
}

/// An element as text: decimal digits that determine it, then its bits as a
/// hexadecimal float; integers and booleans in decimal.
static std::string describeElement(const Tensor &tensor, int64_t index) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!isFloat(tensor.elementType())) {
    stream << tensor.getInteger(index);
    return text;
  }
  double value = tensor.getDouble(index);
  int digits = tensor.elementType() == ElementType::F64 ? 17 : 9;
  char decimal[64], hex[64];
  std::snprintf(decimal, sizeof(decimal), "%.*g", digits, value);
  std::snprintf(hex, sizeof(hex), "%a", value);
  stream << decimal;
  if (std::isfinite(value))
    stream << " (" << hex << ")";
  return text;
}

/// Whether two elements have the same bits, any NaN being like any other.
static bool sameElement(const Tensor &actual, const Tensor &expected,
                        int64_t index) {
  if (isFloat(actual.elementType()) && std::isnan(actual.getDouble(index)) &&
      std::isnan(expected.getDouble(index)))
    return true;
  size_t size = byteSize(actual.elementType());
  return !std::memcmp(static_cast<char *>(actual.rawData()) + index * size,
                      static_cast<char *>(expected.rawData()) + index * size,
                      size);
}

static LogicalResult checkShapes(Operation *op, const Tensor &actual,
                                 const Tensor &expected) {
  if (actual.shape() == expected.shape())
    return success();
  return op->emitOpError("expects equal shapes, got ")
         << describeType(actual.shape(), actual.elementType()) << " and "
         << describeType(expected.shape(), expected.elementType());
}

static LogicalResult decide(check::ExpectEqOp op, const Tensor &actual,
                            const Tensor &expected) {
  if (failed(checkShapes(op, actual, expected)))
    return failure();
  int64_t differing = 0, first = 0;
  for (int64_t i = actual.elementCount(); i-- > 0;)
    if (!sameElement(actual, expected, i)) {
      ++differing;
      first = i;
    }
  if (!differing)
    return success();
  return op.emitOpError("expects equal elements, got ")
         << describeElement(actual, first) << " instead of "
         << describeElement(expected, first) << " at "
         << describeIndex(first, actual) << "; " << differing << " of "
         << actual.elementCount() << " differ";
}

static LogicalResult decide(check::ExpectCloseOp op, const Tensor &actual,
                            const Tensor &expected) {
  if (failed(checkShapes(op, actual, expected)))
    return failure();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  bool hasMagnitudeBound = op.getRelative() || op.getAbsolute();
  double relative =
      op.getRelative() ? op.getRelativeAttr().getValueAsDouble() : 0;
  double absolute =
      op.getAbsolute() ? op.getAbsoluteAttr().getValueAsDouble() : 0;

  int64_t differing = 0, worst = 0;
  double worstMiss = -1, largest = 0;
  for (int64_t i = 0; i < actual.elementCount(); ++i) {
    double a = actual.getDouble(i), e = expected.getDouble(i);
    double ulps = ulpDistance(a, e, actual.elementType());
    largest = std::max(largest, ulps);
    if (ulps == 0 || (op.getUlps() && ulps <= double(*op.getUlps())))
      continue;
    // Where a value is not finite there is no difference to bound.
    bool comparable = std::isfinite(a) && std::isfinite(e);
    double allowed = relative * std::fabs(e) + absolute;
    if (comparable && hasMagnitudeBound && std::fabs(a - e) <= allowed)
      continue;
    ++differing;
    double miss = !comparable         ? infinity
                  : hasMagnitudeBound ? std::fabs(a - e) - allowed
                                      : ulps;
    if (miss > worstMiss) {
      worstMiss = miss;
      worst = i;
    }
  }
  auto describeUlps = [](double ulps) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.4g", ulps);
    return std::string(text);
  };
  if (differing) {
    double ulps = ulpDistance(actual.getDouble(worst),
                              expected.getDouble(worst), actual.elementType());
    return op.emitOpError("expects close elements, got ")
           << describeElement(actual, worst) << " instead of "
           << describeElement(expected, worst) << " at "
           << describeIndex(worst, actual) << ", " << describeUlps(ulps)
           << " ulps off; " << differing << " of " << actual.elementCount()
           << " differ";
  }
  if (op.getAtLeastUlps() && largest < double(*op.getAtLeastUlps()))
    return op.emitOpError("expects a largest difference of at least ")
           << *op.getAtLeastUlps() << " ulps, got " << describeUlps(largest);
  return success();
}

static LogicalResult decide(check::ExpectFiniteOp op, const Tensor &value) {
  for (int64_t i = 0; i < value.elementCount(); ++i)
    if (!std::isfinite(value.getDouble(i)))
      return op.emitOpError("expects finite elements, got ")
             << describeElement(value, i) << " at " << describeIndex(i, value);
  return success();
}

LogicalResult amp::checkAssertion(Operation *op, ArrayRef<Tensor> operands) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](check::ExpectEqOp op) {
        return decide(op, operands[0], operands[1]);
      })
      .Case([&](check::ExpectCloseOp op) {
        return decide(op, operands[0], operands[1]);
      })
      .Case([&](check::ExpectFiniteOp op) { return decide(op, operands[0]); })
      .Default(
          [](Operation *op) { return op->emitOpError("is not an assertion"); });
}
