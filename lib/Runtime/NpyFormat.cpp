// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a .npy array: read in one go when the file has them the way
// a tensor does, otherwise swapped, reordered or widened on the way.

#include "NpyFormat.h"

#include <algorithm>
#include <bit>

using namespace amp;

/// The longest header accepted; NumPy itself stops at 10000 characters.
static constexpr uint32_t maximumHeader = 1 << 16;

/// The type of the tensor that holds the elements as they are in the file.
/// Unsigned types without a counterpart get the signed one of their width;
/// widenUnsigned corrects them.
static ElementType storedType(const NpyHeader &header) {
  switch (header.kind) {
  case 'b':
    return ElementType::Bool;
  case 'f':
    return header.width == 2   ? ElementType::F16
           : header.width == 4 ? ElementType::F32
                               : ElementType::F64;
  default:
    if (header.width == 1)
      return header.kind == 'u' ? ElementType::U8 : ElementType::I8;
    return header.width == 2   ? ElementType::I16
           : header.width == 4 ? ElementType::I32
                               : ElementType::I64;
  }
}

template <typename T> static void swapAll(void *data, size_t count) {
  unsigned char *bytes = static_cast<unsigned char *>(data);
  for (size_t i = 0; i < count; ++i)
    std::reverse(bytes + i * sizeof(T), bytes + (i + 1) * sizeof(T));
}

static void swapBytes(const Tensor &tensor) {
  switch (byteSize(tensor.elementType())) {
  case 2:
    return swapAll<uint16_t>(tensor.rawData(), tensor.elementCount());
  case 4:
    return swapAll<uint32_t>(tensor.rawData(), tensor.elementCount());
  case 8:
    return swapAll<uint64_t>(tensor.rawData(), tensor.elementCount());
  }
}

/// Copies elements whose first axis varies fastest to row-major order.
static void reorder(const Tensor &from, const Tensor &to) {
  size_t size = byteSize(from.elementType());
  const char *source = static_cast<const char *>(from.rawData());
  char *target = static_cast<char *>(to.rawData());
  size_t rank = from.rank();
  std::vector<int64_t> index(rank), stride(rank);
  int64_t step = 1;
  for (size_t axis = 0; axis < rank; ++axis) {
    stride[axis] = step;
    step *= from.extent(axis);
  }
  int64_t position = 0;
  for (int64_t i = 0; i < from.elementCount(); ++i) {
    std::memcpy(target + i * size, source + position * size, size);
    for (size_t axis = rank; axis-- > 0;) {
      position += stride[axis];
      if (++index[axis] < from.extent(axis))
        break;
      position -= stride[axis] * from.extent(axis);
      index[axis] = 0;
    }
  }
}

template <typename Unsigned, typename Wide>
static Result<Tensor> widenTo(const Tensor &tensor) {
  Result<Tensor> wide =
      Tensor::create(tensor.shape(), ElementTypeOf<Wide>::value);
  if (!wide.ok())
    return wide;
  const Unsigned *from = static_cast<const Unsigned *>(tensor.rawData());
  Wide *to = wide->data<Wide>();
  for (int64_t i = 0; i < tensor.elementCount(); ++i)
    to[i] = from[i];
  return wide;
}

static Result<Tensor> widenUnsigned(const Tensor &tensor, unsigned width) {
  if (width == 2)
    return widenTo<uint16_t, int32_t>(tensor);
  if (width == 4)
    return widenTo<uint32_t, int64_t>(tensor);
  for (int64_t value : tensor.elements<int64_t>())
    if (value < 0)
      return Failure{"expects unsigned values below 2^63, got " +
                     std::to_string(uint64_t(value))};
  return tensor;
}

Result<Tensor> amp::readNpy(const ReadFunction &read, uint64_t bytes) {
  unsigned char magic[12];
  if (bytes < 10)
    return Failure{"expects a .npy array, got " + std::to_string(bytes) +
                   " bytes"};
  if (Status status = read(magic, 10); !status.ok())
    return status;
  if (std::memcmp(magic, "\x93NUMPY", 6) != 0)
    return Failure{"expects a .npy array, got something else"};
  if (magic[6] < 1 || magic[6] > 3 || magic[7] != 0)
    return Failure{"expects .npy version 1.0, 2.0 or 3.0, got " +
                   std::to_string(magic[6]) + "." + std::to_string(magic[7])};
  uint64_t length = magic[8] | magic[9] << 8;
  uint64_t rest = bytes - 10;
  if (magic[6] > 1) {
    if (rest < 2)
      return Failure{"array header is cut off"};
    if (Status status = read(magic + 10, 2); !status.ok())
      return status;
    length |= uint64_t(magic[10]) << 16 | uint64_t(magic[11]) << 24;
    rest -= 2;
  }
  if (length > maximumHeader)
    return Failure{"expects an array header of at most " +
                   std::to_string(maximumHeader) + " bytes, got " +
                   std::to_string(length)};
  if (length > rest)
    return Failure{"array header is cut off"};
  std::string text(length, 0);
  if (Status status = read(text.data(), length); !status.ok())
    return status;
  rest -= length;

  Result<NpyHeader> header = parseNpyHeader(text);
  if (!header.ok())
    return header.takeFailure();
  ElementType type = storedType(*header);
  Result<size_t> wanted = tensorBytes(header->shape, type);
  if (!wanted.ok())
    return wanted.takeFailure();
  if (*wanted != rest)
    return Failure{
        "expects " + std::to_string(*wanted) + " bytes of elements for " +
        describeType(header->shape, type) + ", got " + std::to_string(rest)};
  Result<Tensor> tensor = Tensor::create(header->shape, type);
  if (!tensor.ok())
    return tensor;
  if (Status status = read(tensor->rawData(), *wanted); !status.ok())
    return status;

  if (header->bigEndian != (std::endian::native == std::endian::big))
    swapBytes(*tensor);
  if (type == ElementType::Bool)
    for (char &byte :
         std::span(static_cast<char *>(tensor->rawData()), tensor->bytes()))
      byte = byte != 0;
  if (header->fortranOrder && tensor->rank() > 1) {
    Result<Tensor> ordered = Tensor::create(header->shape, type);
    if (!ordered.ok())
      return ordered;
    reorder(*tensor, *ordered);
    tensor = std::move(ordered);
  }
  if (header->kind == 'u' && header->width > 1)
    return widenUnsigned(*tensor, header->width);
  return tensor;
}

Result<Tensor> amp::toNumpyType(const Tensor &tensor) {
  if (!tensor.isValid())
    return Failure{"expects a tensor to write, got nothing"};
  return tensor.convertTo(tensor.elementType() == ElementType::BF16
                              ? ElementType::F32
                              : tensor.elementType());
}
