// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor of the runtime: a shape, an element type and contiguous row-major
// storage with shared ownership. Relies on the standard library only.

#ifndef AMP_RUNTIME_TENSOR_H
#define AMP_RUNTIME_TENSOR_H

#include "amp/Runtime/ElementType.h"
#include "amp/Runtime/Float16.h"
#include "amp/Runtime/Status.h"

#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace amp {

/// The ElementType that stores a C++ type; not defined for other types.
template <typename T> struct ElementTypeOf;
// clang-format off
template <> struct ElementTypeOf<Float16> { static constexpr ElementType value = ElementType::F16; };
template <> struct ElementTypeOf<BFloat16> { static constexpr ElementType value = ElementType::BF16; };
template <> struct ElementTypeOf<float> { static constexpr ElementType value = ElementType::F32; };
template <> struct ElementTypeOf<double> { static constexpr ElementType value = ElementType::F64; };
template <> struct ElementTypeOf<bool> { static constexpr ElementType value = ElementType::Bool; };
template <> struct ElementTypeOf<int8_t> { static constexpr ElementType value = ElementType::I8; };
template <> struct ElementTypeOf<uint8_t> { static constexpr ElementType value = ElementType::U8; };
template <> struct ElementTypeOf<int16_t> { static constexpr ElementType value = ElementType::I16; };
template <> struct ElementTypeOf<int32_t> { static constexpr ElementType value = ElementType::I32; };
template <> struct ElementTypeOf<int64_t> { static constexpr ElementType value = ElementType::I64; };
// clang-format on

/// A dense tensor. Copying one copies a reference: both see the same elements;
/// clone() copies the elements. An empty shape is a scalar; extents of 0 are
/// allowed. A default-constructed tensor has no storage and is only good for
/// being assigned to.
class Tensor {
public:
  /// Storage that create() allocates starts at a multiple of this many bytes.
  static constexpr size_t alignment = 64;

  Tensor() = default;

  /// Allocates a tensor whose elements are indeterminate. Fails on a negative
  /// extent, on a size that overflows and when there is no memory.
  static Result<Tensor> create(std::vector<int64_t> shape, ElementType type);

  /// Allocates a tensor of zeros; fails as create() does.
  static Result<Tensor> zeros(std::vector<int64_t> shape, ElementType type);

  /// Allocates a tensor and copies `values`, in row-major order, into it.
  /// Fails as create() does and when the number of values is not that of the
  /// shape.
  template <typename T>
  static Result<Tensor> fromData(std::vector<int64_t> shape,
                                 std::span<const T> values) {
    return fromBytes(std::move(shape), ElementTypeOf<T>::value, values.data(),
                     values.size_bytes());
  }
  template <typename T>
  static Result<Tensor> fromData(std::vector<int64_t> shape,
                                 const std::vector<T> &values) {
    return fromData(std::move(shape), std::span<const T>(values));
  }

  /// The same from untyped memory of `bytes` bytes.
  static Result<Tensor> fromBytes(std::vector<int64_t> shape, ElementType type,
                                  const void *data, size_t bytes);

  /// Wraps memory of the caller's, contiguous and row-major, aligned to the
  /// element size, without copying it. `release` is called once, with `data`,
  /// when the last reference goes away, or before this returns if it fails
  /// (as create() does, or on misaligned memory); it may be empty for memory
  /// that outlives every reference.
  static Result<Tensor> wrap(std::vector<int64_t> shape, ElementType type,
                             void *data, std::function<void(void *)> release);

  /// Whether this refers to storage, i.e. is not default-constructed.
  bool isValid() const { return storage != nullptr; }

  const std::vector<int64_t> &shape() const { return extents; }
  size_t rank() const { return extents.size(); }
  int64_t extent(size_t axis) const { return extents[axis]; }
  ElementType elementType() const { return type; }
  int64_t elementCount() const { return count; }
  size_t bytes() const { return size_t(count) * byteSize(type); }

  /// The first byte of the storage; never null for a valid tensor, even one
  /// without elements. Writable through a const tensor as through a pointer.
  void *rawData() const { return storage.get(); }

  /// The elements as T, which must be the C++ type of the element type.
  template <typename T> T *data() const {
    assert(ElementTypeOf<T>::value == type && "tensor holds another type");
    return static_cast<T *>(rawData());
  }

  /// The elements as a span; T as for data().
  template <typename T> std::span<T> elements() const {
    return {data<T>(), size_t(count)};
  }

  /// Element `index` in row-major order as a double: exact for floating-point
  /// types and integers below 2^53, else rounded to nearest.
  double getDouble(int64_t index) const;

  /// Element `index` of an integer or Bool tensor.
  int64_t getInteger(int64_t index) const;

  /// The number of references to the storage, for callers that want to write
  /// in place.
  long useCount() const { return storage.use_count(); }

  /// A copy with storage of its own; fails only when there is no memory.
  Result<Tensor> clone() const;

  /// The same storage seen with another shape of as many elements; fails when
  /// the numbers differ.
  Result<Tensor> reshaped(std::vector<int64_t> shape) const;

  /// The elements converted to another type; shares storage when the type is
  /// this tensor's own. Conversions between floating-point types and from
  /// integers round once, to nearest even (P8). Floating point to integer
  /// truncates towards zero, saturates, and makes NaN 0; integer to a narrower
  /// integer keeps the low bits; to Bool tests for difference from zero.
  Result<Tensor> convertTo(ElementType target) const;

private:
  std::vector<int64_t> extents;
  ElementType type = ElementType::F32;
  int64_t count = 0;
  std::shared_ptr<void> storage;
};

/// The number of elements of a shape; fails on a negative extent and when the
/// product of the extents other than 0 overflows.
Result<int64_t> countElements(std::span<const int64_t> shape);

/// The number of bytes of a contiguous tensor; fails as countElements, and
/// when the bytes do not fit a signed 64-bit integer.
Result<size_t> tensorBytes(std::span<const int64_t> shape, ElementType type);

/// A shape and type in MLIR's spelling, "32x10xf32", for messages.
std::string describeType(std::span<const int64_t> shape, ElementType type);

} // namespace amp

#endif // AMP_RUNTIME_TENSOR_H
