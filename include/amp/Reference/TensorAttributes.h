// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the compiler's types and attributes and the runtime's tensors.

#ifndef AMP_REFERENCE_TENSORATTRIBUTES_H
#define AMP_REFERENCE_TENSORATTRIBUTES_H

#include "amp/Runtime/Tensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace amp {

/// The run-time element type of a builtin element type: the floats of the
/// library, i1 as Bool, signless integers as I8 to I64, ui8 as U8; nothing for
/// any other type.
std::optional<ElementType> toElementType(mlir::Type element);

/// The builtin element type of a run-time element type; U8 gives ui8.
mlir::Type toBuiltinType(ElementType element, mlir::MLIRContext *context);

/// Returns whether a tensor has the element type of `type` and an extent equal
/// to each static extent of it.
bool fitsType(const Tensor &tensor, mlir::RankedTensorType type);

/// Copies the elements of a dense attribute (splat, dense, resource) into a
/// tensor. Fails on other kinds of attributes, on element types that tensors
/// lack, and when there is no memory.
Result<Tensor> toTensor(mlir::ElementsAttr attribute);

/// The inverse: a dense attribute that holds a copy of the elements.
mlir::DenseElementsAttr toAttribute(const Tensor &tensor,
                                    mlir::MLIRContext *context);

} // namespace amp

#endif // AMP_REFERENCE_TENSORATTRIBUTES_H
