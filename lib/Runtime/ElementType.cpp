// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and names of the run-time element types, from one table in the order
// of the enumeration.

#include "amp/Runtime/ElementType.h"

#include <iterator>

using namespace amp;

namespace {
struct TypeInfo {
  std::string_view name;
  uint8_t bytes;
};
} // namespace

static constexpr TypeInfo table[] = {
    {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"i1", 1},
    {"i8", 1},  {"ui8", 1},  {"i16", 2}, {"i32", 4}, {"i64", 8}};

size_t amp::byteSize(ElementType type) {
  return table[static_cast<size_t>(type)].bytes;
}

std::string_view amp::elementTypeName(ElementType type) {
  return table[static_cast<size_t>(type)].name;
}

std::optional<ElementType> amp::parseElementType(std::string_view name) {
  for (size_t i = 0; i < std::size(table); ++i)
    if (table[i].name == name)
      return static_cast<ElementType>(i);
  return std::nullopt;
}
