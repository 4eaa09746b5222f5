// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The element types that tensors have at run time and in data files, with
// their sizes, names and kinds. Relies on the standard library only.

#ifndef AMP_RUNTIME_ELEMENTTYPE_H
#define AMP_RUNTIME_ELEMENTTYPE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace amp {

/// Element types, stored in the machine's byte order. A Bool takes one byte
/// that holds 0 or 1.
enum class ElementType : uint8_t {
  F16,
  BF16,
  F32,
  F64,
  Bool,
  I8,
  U8,
  I16,
  I32,
  I64
};

/// The size of one element in bytes.
size_t byteSize(ElementType type);

/// The name in MLIR's spelling: "f32", "bf16", "i1" for Bool, "ui8" for U8.
std::string_view elementTypeName(ElementType type);

/// The inverse of elementTypeName; nothing for any other text.
std::optional<ElementType> parseElementType(std::string_view name);

/// F16, BF16, F32 or F64.
inline bool isFloat(ElementType type) { return type <= ElementType::F64; }

/// F16 or BF16.
inline bool isLowPrecision(ElementType type) {
  return type <= ElementType::BF16;
}

/// Any integer type; Bool is not one.
inline bool isInteger(ElementType type) { return type >= ElementType::I8; }

} // namespace amp

#endif // AMP_RUNTIME_ELEMENTTYPE_H
