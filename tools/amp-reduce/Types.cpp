// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Smaller shapes and fewer element types. What connects the shapes of a graph
// is that extents are equal, so one is replaced wherever it occurs; what that
// breaks, the verifiers refuse.

#include "Reductions.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// All ranked tensor types of a module, in order.
static llvm::SetVector<RankedTensorType> findTypes(ModuleOp module) {
  llvm::SetVector<RankedTensorType> types;
  AttrTypeWalker walker;
  walker.addWalk([&](RankedTensorType type) { types.insert(type); });
  module.walk([&](Operation *op) {
    walker.walk(op->getAttrDictionary());
    for (Type type : op->getResultTypes())
      walker.walk(type);
  });
  return types;
}

/// The elements of a constant under another type: all equal, or converted one
/// by one and dropped behind the new end.
static DenseElementsAttr convertElements(DenseElementsAttr old,
                                         RankedTensorType type) {
  Type element = type.getElementType();
  auto convert = [&](Attribute value) -> Attribute {
    if (auto number = dyn_cast<FloatAttr>(value)) {
      if (isa<FloatType>(element))
        return FloatAttr::get(element, number.getValueAsDouble());
      return IntegerAttr::get(element, int64_t(number.getValueAsDouble()));
    }
    APInt number = cast<IntegerAttr>(value).getValue();
    if (isa<FloatType>(element))
      return FloatAttr::get(element, double(number.getSExtValue()));
    return IntegerAttr::get(
        element, number.sextOrTrunc(element.getIntOrFloatBitWidth()));
  };
  if (old.isSplat())
    return DenseElementsAttr::get(type,
                                  convert(old.getSplatValue<Attribute>()));
  SmallVector<Attribute> values;
  for (Attribute value : old.getValues<Attribute>())
    if (int64_t(values.size()) < type.getNumElements())
      values.push_back(convert(value));
  if (int64_t(values.size()) < type.getNumElements())
    values.resize(1);
  return DenseElementsAttr::get(type, values);
}

/// Replaces every tensor type of a module by what `change` makes of it.
static void
changeTypes(ModuleOp module,
            std::function<RankedTensorType(RankedTensorType)> change,
            std::function<Type(Type)> changeElement) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](RankedTensorType type) -> std::optional<std::pair<Type, WalkResult>> {
        return std::make_pair(Type(change(type)), WalkResult::skip());
      });
  replacer.addReplacement([&](FloatType type) -> std::optional<Type> {
    return changeElement(type);
  });
  replacer.addReplacement(
      [&](DenseElementsAttr elements)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        auto type = dyn_cast<RankedTensorType>(elements.getType());
        if (!type || !elements.getElementType().isIntOrFloat())
          return std::nullopt;
        return std::make_pair(
            Attribute(convertElements(elements, change(type))),
            WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

static void changeExtent(ModuleOp module, int64_t from, int64_t to) {
  changeTypes(
      module,
      [&](RankedTensorType type) {
        SmallVector<int64_t> shape(type.getShape());
        llvm::replace(shape, from, to);
        return type.clone(ArrayRef(shape));
      },
      [](Type type) { return type; });
}

Edits findExtents(ModuleOp module) {
  llvm::SetVector<int64_t> extents;
  for (RankedTensorType type : findTypes(module))
    extents.insert(type.getShape().begin(), type.getShape().end());
  Edits edits;
  for (int64_t extent : extents)
    for (int64_t smaller : {int64_t(1), int64_t(2), extent / 2})
      if (ShapedType::isDynamic(extent) ? smaller > 0 && smaller <= 2
                                        : smaller < extent)
        edits.push_back([module, extent, smaller] {
          changeExtent(module, extent, smaller);
        });
  return edits;
}

Edits findElementTypes(ModuleOp module) {
  llvm::SetVector<Type> elements;
  for (RankedTensorType type : findTypes(module))
    if (isa<FloatType>(type.getElementType()) && !type.getElementType().isF32())
      elements.insert(type.getElementType());
  Edits edits;
  for (Type element : elements)
    edits.push_back([module, element]() mutable {
      Type full = Float32Type::get(module.getContext());
      changeTypes(
          module,
          [&](RankedTensorType type) -> RankedTensorType {
            return type.getElementType() == element
                       ? RankedTensorType::get(type.getShape(), full,
                                               type.getEncoding())
                       : type;
          },
          [&](Type type) { return type == element ? full : type; });
    });
  return edits;
}
