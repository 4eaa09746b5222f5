// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Native traits of amp ops: the cast classes they permit, accumulate and result
// types, and the type inference shared by whole families.

#ifndef AMP_IR_TRAITS_H
#define AMP_IR_TRAITS_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace amp {
namespace detail {

/// Checks the attribute `accumulate` of `op` against its first operand (P3,
/// P4).
llvm::LogicalResult verifyAccumulate(mlir::Operation *op);

/// Infers the result types of `op`, if it can infer them, and compares them
/// with those it has; emits one error.
llvm::LogicalResult verifyInference(mlir::Operation *op);

/// The inference rules behind the traits below; each appends one type or emits
/// an error at `location` and fails.
llvm::LogicalResult inferPromoted(std::optional<mlir::Location> location,
                                  mlir::ValueRange operands,
                                  llvm::SmallVectorImpl<mlir::Type> &types);
llvm::LogicalResult inferFloat(std::optional<mlir::Location> location,
                               mlir::ValueRange operands,
                               llvm::SmallVectorImpl<mlir::Type> &types);
llvm::LogicalResult inferPredicate(std::optional<mlir::Location> location,
                                   mlir::ValueRange operands,
                                   llvm::SmallVectorImpl<mlir::Type> &types);
llvm::LogicalResult inferReduction(std::optional<mlir::Location> location,
                                   mlir::Type input,
                                   llvm::ArrayRef<int64_t> axes, bool keepdims,
                                   mlir::Type dtype,
                                   llvm::SmallVectorImpl<mlir::Type> &types);
llvm::LogicalResult
inferNormalization(std::optional<mlir::Location> location, mlir::Type input,
                   int64_t axis, mlir::Type dtype,
                   llvm::SmallVectorImpl<mlir::Type> &types);

} // namespace detail

/// The cast classes a policy may choose for the op, the default first.
template <CastClass... Classes> struct Permits {
  template <typename ConcreteOp>
  class Impl : public mlir::OpTrait::TraitBase<ConcreteOp, Impl> {
  public:
    static llvm::ArrayRef<CastClass> getPermittedCastClasses() {
      static constexpr CastClass classes[] = {Classes...};
      return classes;
    }
  };
};

/// The op's types are what it infers.
template <typename ConcreteOp>
class VerifiesInference
    : public mlir::OpTrait::TraitBase<ConcreteOp, VerifiesInference> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyInference(op);
  }
};

/// The op sums or scans; its attribute `accumulate` names the type.
template <typename ConcreteOp>
class Accumulates : public mlir::OpTrait::TraitBase<ConcreteOp, Accumulates> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyAccumulate(op);
  }
};

/// The op's attribute `dtype` names the element type of its result.
template <typename ConcreteOp>
class AcceptsDtype : public mlir::OpTrait::TraitBase<ConcreteOp, AcceptsDtype> {
};

/// Autocast casts no operand of the op.
template <typename ConcreteOp>
class FixedPrecision
    : public mlir::OpTrait::TraitBase<ConcreteOp, FixedPrecision> {};

/// Autocast promotes all operands of the op to one element type.
template <typename ConcreteOp>
class PromotesOperands
    : public mlir::OpTrait::TraitBase<ConcreteOp, PromotesOperands> {};

#define AMP_INFER_FROM_OPERANDS(TRAIT, FUNCTION)                               \
  template <typename ConcreteOp>                                               \
  class TRAIT : public mlir::OpTrait::TraitBase<ConcreteOp, TRAIT> {           \
  public:                                                                      \
    static llvm::LogicalResult                                                 \
    inferReturnTypes(mlir::MLIRContext *,                                      \
                     std::optional<mlir::Location> location,                   \
                     mlir::ValueRange operands, mlir::DictionaryAttr,          \
                     mlir::OpaqueProperties, mlir::RegionRange,                \
                     llvm::SmallVectorImpl<mlir::Type> &types) {               \
      return detail::FUNCTION(location, operands, types);                      \
    }                                                                          \
  };

AMP_INFER_FROM_OPERANDS(InferPromoted, inferPromoted)
AMP_INFER_FROM_OPERANDS(InferFloat, inferFloat)
AMP_INFER_FROM_OPERANDS(InferPredicate, inferPredicate)

#undef AMP_INFER_FROM_OPERANDS

/// Result type of a reduction, from its axes, `keepdims` and `dtype`.
template <typename ConcreteOp>
class InferReduction
    : public mlir::OpTrait::TraitBase<ConcreteOp, InferReduction> {
public:
  static llvm::LogicalResult
  inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> location,
                   mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                   mlir::OpaqueProperties properties, mlir::RegionRange regions,
                   llvm::SmallVectorImpl<mlir::Type> &types) {
    typename ConcreteOp::Adaptor op(
        operands, attributes,
        *properties.as<typename ConcreteOp::Properties *>(), regions);
    return detail::inferReduction(location, operands[0].getType(), op.getAxes(),
                                  op.getKeepdims(),
                                  op.getDtype().value_or(mlir::Type()), types);
  }
};

/// Result type of a normalisation along one axis, from `axis` and `dtype`.
template <typename ConcreteOp>
class InferNormalization
    : public mlir::OpTrait::TraitBase<ConcreteOp, InferNormalization> {
public:
  static llvm::LogicalResult
  inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> location,
                   mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                   mlir::OpaqueProperties properties, mlir::RegionRange regions,
                   llvm::SmallVectorImpl<mlir::Type> &types) {
    typename ConcreteOp::Adaptor op(
        operands, attributes,
        *properties.as<typename ConcreteOp::Properties *>(), regions);
    return detail::inferNormalization(
        location, operands[0].getType(), op.getAxis(),
        op.getDtype().value_or(mlir::Type()), types);
  }
};

} // namespace amp

#endif // AMP_IR_TRAITS_H
