// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage and shape arithmetic of the runtime tensor. Sizes come from
// untrusted files, so every product is checked before memory is asked for.

#include "amp/Runtime/Tensor.h"

#include <cstdlib>

#include <sys/sysinfo.h>

using namespace amp;

Result<int64_t> amp::countElements(std::span<const int64_t> shape) {
  // A zero extent must not hide an overflow of the others: strides are
  // computed from them.
  int64_t product = 1;
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return Failure{"expects extents of at least 0, got " +
                     std::to_string(extent)};
    if (extent == 0)
      empty = true;
    else if (__builtin_mul_overflow(product, extent, &product))
      return Failure{"expects a shape whose number of elements fits 64 bits"};
  }
  return empty ? 0 : product;
}

Result<size_t> amp::tensorBytes(std::span<const int64_t> shape,
                                ElementType type) {
  Result<int64_t> count = countElements(shape);
  if (!count.ok())
    return count.takeFailure();
  int64_t bytes;
  if (__builtin_mul_overflow(*count, int64_t(byteSize(type)), &bytes))
    return Failure{"expects a shape whose size in bytes fits 64 bits"};
  return size_t(bytes);
}

std::string amp::describeType(std::span<const int64_t> shape,
                              ElementType type) {
  std::string text;
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text += elementTypeName(type);
}

/// Whether a tensor of so many bytes is more than the machine has. Some
/// allocators promise any size, and the process is killed when it is used.
static bool exceedsMachine(size_t bytes) {
  struct sysinfo machine;
  return bytes > (size_t(1) << 30) && ::sysinfo(&machine) == 0 &&
         bytes / machine.mem_unit >=
             size_t(machine.totalram) + size_t(machine.totalswap);
}

Result<Tensor> Tensor::create(std::vector<int64_t> shape, ElementType type) {
  Result<size_t> bytes = tensorBytes(shape, type);
  if (!bytes.ok())
    return bytes.takeFailure();
  // At least one line, so that a tensor without elements has an address too.
  size_t padded = (*bytes / alignment + 1) * alignment;
  void *memory =
      exceedsMachine(padded) ? nullptr : std::aligned_alloc(alignment, padded);
  if (!memory)
    return Failure{"out of memory for a tensor of " + std::to_string(*bytes) +
                   " bytes"};
  Tensor tensor;
  tensor.extents = std::move(shape);
  tensor.type = type;
  tensor.count = int64_t(*bytes / byteSize(type));
  tensor.storage = std::shared_ptr<void>(memory, std::free);
  return tensor;
}

Result<Tensor> Tensor::zeros(std::vector<int64_t> shape, ElementType type) {
  Result<Tensor> tensor = create(std::move(shape), type);
  if (tensor.ok())
    std::memset(tensor->rawData(), 0, tensor->bytes());
  return tensor;
}

Result<Tensor> Tensor::fromBytes(std::vector<int64_t> shape, ElementType type,
                                 const void *data, size_t bytes) {
  Result<size_t> expected = tensorBytes(shape, type);
  if (!expected.ok())
    return expected.takeFailure();
  if (*expected != bytes)
    return Failure{"expects " + std::to_string(*expected) +
                   " bytes for a tensor of type " + describeType(shape, type) +
                   ", got " + std::to_string(bytes)};
  Result<Tensor> tensor = create(std::move(shape), type);
  if (tensor.ok() && bytes)
    std::memcpy(tensor->rawData(), data, bytes);
  return tensor;
}

Result<Tensor> Tensor::wrap(std::vector<int64_t> shape, ElementType type,
                            void *data, std::function<void(void *)> release) {
  // Owned from here on, so that every way out releases it.
  std::shared_ptr<void> storage(data, [release](void *memory) {
    if (release)
      release(memory);
  });
  Result<size_t> bytes = tensorBytes(shape, type);
  if (!bytes.ok())
    return bytes.takeFailure();
  if (!data)
    return Failure{"expects memory to wrap, got a null pointer"};
  if (reinterpret_cast<uintptr_t>(data) % byteSize(type))
    return Failure{"expects memory aligned to " +
                   std::to_string(byteSize(type)) + " bytes"};
  Tensor tensor;
  tensor.extents = std::move(shape);
  tensor.type = type;
  tensor.count = int64_t(*bytes / byteSize(type));
  tensor.storage = std::move(storage);
  return tensor;
}

Result<Tensor> Tensor::clone() const {
  return fromBytes(extents, type, rawData(), bytes());
}

Result<Tensor> Tensor::reshaped(std::vector<int64_t> shape) const {
  Result<int64_t> wanted = countElements(shape);
  if (!wanted.ok())
    return wanted.takeFailure();
  if (*wanted != count)
    return Failure{"expects a shape of " + std::to_string(count) +
                   " elements, got " + std::to_string(*wanted)};
  Tensor tensor = *this;
  tensor.extents = std::move(shape);
  return tensor;
}
