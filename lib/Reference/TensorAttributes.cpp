// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between attributes and tensors, byte by byte: MLIR keeps dense
// elements in the machine's byte order. Booleans go one by one, as MLIR may
// pack them.

#include "amp/Reference/TensorAttributes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

std::optional<amp::ElementType> amp::toElementType(Type element) {
  if (element.isF16())
    return ElementType::F16;
  if (element.isBF16())
    return ElementType::BF16;
  if (element.isF32())
    return ElementType::F32;
  if (element.isF64())
    return ElementType::F64;
  if (element.isUnsignedInteger(8))
    return ElementType::U8;
  if (!element.isSignlessInteger())
    return std::nullopt;
  switch (element.getIntOrFloatBitWidth()) {
  case 1:
    return ElementType::Bool;
  case 8:
    return ElementType::I8;
  case 16:
    return ElementType::I16;
  case 32:
    return ElementType::I32;
  case 64:
    return ElementType::I64;
  default:
    return std::nullopt;
  }
}

Type amp::toBuiltinType(ElementType element, MLIRContext *context) {
  Builder builder(context);
  switch (element) {
  case ElementType::F16:
    return builder.getF16Type();
  case ElementType::BF16:
    return builder.getBF16Type();
  case ElementType::F32:
    return builder.getF32Type();
  case ElementType::F64:
    return builder.getF64Type();
  case ElementType::U8:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case ElementType::Bool:
    return builder.getI1Type();
  case ElementType::I8:
    return builder.getI8Type();
  case ElementType::I16:
    return builder.getI16Type();
  case ElementType::I32:
    return builder.getI32Type();
  case ElementType::I64:
    return builder.getI64Type();
  }
  llvm_unreachable("not an element type");
}

bool amp::fitsType(const Tensor &tensor, RankedTensorType type) {
  if (!tensor.isValid() || int64_t(tensor.rank()) != type.getRank() ||
      toElementType(type.getElementType()) != tensor.elementType())
    return false;
  for (auto [actual, declared] :
       llvm::zip_equal(tensor.shape(), type.getShape()))
    if (!ShapedType::isDynamic(declared) && actual != declared)
      return false;
  return true;
}

amp::Result<amp::Tensor> amp::toTensor(ElementsAttr attribute) {
  ShapedType type = attribute.getShapedType();
  std::optional<ElementType> element = toElementType(type.getElementType());
  if (!element)
    return Failure{"expects elements of a supported type"};
  std::vector<int64_t> shape(type.getShape().begin(), type.getShape().end());

  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return Failure{"expects the data of resource '" +
                     resource.getRawHandle().getKey().str() + "'"};
    return Tensor::fromBytes(shape, *element, blob->getData().data(),
                             blob->getData().size());
  }
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (!dense)
    return Failure{"expects dense elements"};
  Result<Tensor> result = Tensor::create(shape, *element);
  if (!result.ok())
    return result;
  if (*element == ElementType::Bool) {
    llvm::copy(dense.getValues<bool>(), result->data<bool>());
    return result;
  }
  ArrayRef<char> raw = dense.getRawData();
  size_t size = byteSize(*element);
  char *to = static_cast<char *>(result->rawData());
  if (!dense.isSplat()) {
    if (raw.size() != result->bytes())
      return Failure{"expects as many elements as the shape has"};
    std::copy_n(raw.data(), raw.size(), to); // No elements: no pointer.
  } else {
    for (int64_t i = 0; i < result->elementCount(); ++i)
      std::memcpy(to + i * size, raw.data(), size);
  }
  return result;
}

DenseElementsAttr amp::toAttribute(const Tensor &tensor, MLIRContext *context) {
  auto type = RankedTensorType::get(
      tensor.shape(), toBuiltinType(tensor.elementType(), context));
  if (tensor.elementType() == ElementType::Bool)
    return DenseElementsAttr::get(
        type, ArrayRef<bool>(tensor.data<bool>(), tensor.elementCount()));
  return DenseElementsAttr::getFromRawBuffer(
      type,
      ArrayRef<char>(static_cast<char *>(tensor.rawData()), tensor.bytes()));
}
