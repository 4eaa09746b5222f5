// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits, distances and words for tensors that should agree.

#include "CompareTensors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

using namespace amp;

bool isFloatType(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16 ||
         type == ElementType::F32 || type == ElementType::F64;
}

static std::string describeElement(const Tensor &tensor, int64_t index) {
  char text[64];
  if (isFloatType(tensor.elementType()))
    std::snprintf(text, sizeof(text), "%.17g", tensor.getDouble(index));
  else
    std::snprintf(text, sizeof(text), "%lld",
                  static_cast<long long>(tensor.getInteger(index)));
  return text;
}

std::string describeDifference(const Tensor &a, const Tensor &b,
                               int64_t index) {
  return "element " + std::to_string(index) + " of " +
         describeType(a.shape(), a.elementType()) + ": " +
         describeElement(a, index) + " and " + describeElement(b, index);
}

std::string findDifference(const Tensor &a, const Tensor &b) {
  if (a.shape() != b.shape() || a.elementType() != b.elementType())
    return describeType(a.shape(), a.elementType()) + " and " +
           describeType(b.shape(), b.elementType());
  if (std::memcmp(a.rawData(), b.rawData(), a.bytes()) == 0)
    return {};
  size_t size = byteSize(a.elementType());
  for (int64_t i = 0; i < a.elementCount(); ++i) {
    const char *x = static_cast<const char *>(a.rawData()) + size_t(i) * size;
    const char *y = static_cast<const char *>(b.rawData()) + size_t(i) * size;
    if (std::memcmp(x, y, size) == 0)
      continue;
    if (isFloatType(a.elementType()) && std::isnan(a.getDouble(i)) &&
        std::isnan(b.getDouble(i)))
      continue;
    return describeDifference(a, b, i);
  }
  return {};
}

Format formatOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return {11, -14, 15};
  case ElementType::BF16:
    return {8, -126, 127};
  case ElementType::F64:
    return {53, -1022, 1023};
  default:
    return {24, -126, 127};
  }
}

double ulpOf(double value, const Format &format) {
  int exponent = value == 0.0 ? format.minimum
                              : std::max(std::ilogb(value), format.minimum);
  return std::ldexp(1.0, exponent - format.digits + 1);
}

double finiteOf(double value, const Format &format) {
  if (!std::isinf(value))
    return value;
  return std::copysign(std::ldexp(1.0, std::min(format.maximum + 1, 1023)),
                       value);
}

double findDistance(const Tensor &a, const Tensor &b) {
  Format format = formatOf(a.elementType());
  double distance = 0.0;
  for (int64_t i = 0; i < a.elementCount(); ++i) {
    double x = a.getDouble(i), y = b.getDouble(i);
    if (std::isnan(x) != std::isnan(y))
      return std::numeric_limits<double>::infinity();
    if (!std::isnan(x))
      distance = std::max(distance,
                          std::abs(finiteOf(x, format) - finiteOf(y, format)));
  }
  return distance;
}
