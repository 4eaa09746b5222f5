// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element access and conversion between all pairs of element types. Every pair
// rounds at most once (P8): the 16-bit formats are widened exactly first, and
// narrowed from the widest exact value last.

#include "amp/Runtime/Tensor.h"

#include <limits>

using namespace amp;

/// Calls function with a null pointer of the C++ type of `type`.
template <typename Function>
static decltype(auto) withType(ElementType type, Function function) {
  switch (type) {
  case ElementType::F16:
    return function((Float16 *)nullptr);
  case ElementType::BF16:
    return function((BFloat16 *)nullptr);
  case ElementType::F32:
    return function((float *)nullptr);
  case ElementType::F64:
    return function((double *)nullptr);
  case ElementType::Bool:
    return function((bool *)nullptr);
  case ElementType::I8:
    return function((int8_t *)nullptr);
  case ElementType::U8:
    return function((uint8_t *)nullptr);
  case ElementType::I16:
    return function((int16_t *)nullptr);
  case ElementType::I32:
    return function((int32_t *)nullptr);
  case ElementType::I64:
    return function((int64_t *)nullptr);
  }
  __builtin_unreachable();
}

template <typename T>
static constexpr bool isLow =
    std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>;

/// The value in a type of the C++ language that holds it exactly.
template <typename T> static auto widen(T value) {
  if constexpr (isLow<T>)
    return toFloat(value);
  else if constexpr (std::is_integral_v<T>)
    return int64_t(value);
  else
    return value;
}

/// Truncation towards zero that is defined for every input: saturating, and 0
/// for NaN.
template <typename To, typename From> static To truncateTo(From value) {
  if (value != value)
    return 0;
  // Both bounds are powers of two or small, hence exact in From: the upper one
  // is the first value that does not fit.
  constexpr From lowest = From(std::numeric_limits<To>::min());
  constexpr From beyond = From(uint64_t(1) << std::numeric_limits<To>::digits);
  if (value >= beyond)
    return std::numeric_limits<To>::max();
  if (value <= lowest)
    return std::numeric_limits<To>::min();
  return To(value);
}

template <typename To, typename From> static To convertElement(From from) {
  auto value = widen(from);
  if constexpr (std::is_same_v<To, Float16>)
    return toFloat16(value);
  else if constexpr (std::is_same_v<To, BFloat16>)
    return toBFloat16(value);
  else if constexpr (std::is_same_v<To, bool>)
    return value != 0;
  else if constexpr (std::is_integral_v<To> &&
                     std::is_floating_point_v<decltype(value)>)
    return truncateTo<To>(value);
  else
    return To(value);
}

double Tensor::getDouble(int64_t index) const {
  assert(index >= 0 && index < count && "index out of range");
  return withType(type, [&](auto *null) {
    using T = std::remove_pointer_t<decltype(null)>;
    return convertElement<double>(data<T>()[index]);
  });
}

int64_t Tensor::getInteger(int64_t index) const {
  assert(index >= 0 && index < count && "index out of range");
  assert(!isFloat(type) && "tensor of integers expected");
  return withType(type, [&](auto *null) {
    using T = std::remove_pointer_t<decltype(null)>;
    return convertElement<int64_t>(data<T>()[index]);
  });
}

Result<Tensor> Tensor::convertTo(ElementType target) const {
  if (!isValid())
    return Failure{"expects a tensor to convert, got nothing"};
  if (target == type)
    return *this;
  Result<Tensor> result = create(extents, target);
  if (!result.ok())
    return result;
  withType(type, [&](auto *fromNull) {
    withType(target, [&](auto *toNull) {
      using From = std::remove_pointer_t<decltype(fromNull)>;
      using To = std::remove_pointer_t<decltype(toNull)>;
      const From *from = data<From>();
      To *to = result->template data<To>();
      for (int64_t i = 0; i < count; ++i)
        to[i] = convertElement<To>(from[i]);
    });
  });
  return result;
}
