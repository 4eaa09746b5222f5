// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes that implementations of Fusible take: an elementwise op is a
// function from scalars to a scalar, a composite one a function that builds its
// replacements, and the rest only have a role.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_FUSIBLEMODELS_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_FUSIBLEMODELS_H

#include "Primitives.h"
#include "Scalars.h"

#include "amp/IR/Amp.h"

namespace amp::lowering {

// Each attaches Fusible to the ops of one family.
void registerElementwise(mlir::MLIRContext *context);
void registerActivations(mlir::MLIRContext *context);
void registerMath(mlir::MLIRContext *context);
void registerContraction(mlir::MLIRContext *context);
void registerReduction(mlir::MLIRContext *context);
void registerNormalization(mlir::MLIRContext *context);
void registerLoss(mlir::MLIRContext *context);
void registerShape(mlir::MLIRContext *context);
void registerIndex(mlir::MLIRContext *context);
void registerControl(mlir::MLIRContext *context);
void registerOptimizer(mlir::MLIRContext *context);
void registerScaling(mlir::MLIRContext *context);
void registerRandom(mlir::MLIRContext *context);
void registerLayout(mlir::MLIRContext *context);

/// On a constant of one value: it is a buffer, where a kernel could hold the
/// value, so that kernels that differ in nothing else are one.
constexpr llvm::StringLiteral inMemory = "amp.in_memory";

/// An op of which fusion need only know its role.
template <typename ConcreteOp, FusionKind kind>
struct RoleModel
    : Fusible::ExternalModel<RoleModel<ConcreteOp, kind>, ConcreteOp> {
  FusionKind getFusionKind(mlir::Operation *) const { return kind; }
};

/// An elementwise op: `emit` computes one element.
template <typename ConcreteOp,
          mlir::Value (*emit)(ConcreteOp, Scalars &, mlir::ValueRange)>
struct ElementwiseModel
    : Fusible::ExternalModel<ElementwiseModel<ConcreteOp, emit>, ConcreteOp> {
  FusionKind getFusionKind(mlir::Operation *) const {
    return FusionKind::Elementwise;
  }
  mlir::Value emitScalar(mlir::Operation *op, mlir::OpBuilder &builder,
                         mlir::ValueRange operands) const {
    Scalars scalars(op->getLoc(), builder);
    return emit(mlir::cast<ConcreteOp>(op), scalars, operands);
  }
};

/// What an elementwise op with one float operand emits whose function is one of
/// MathBodies: for use as the `emit` of ElementwiseModel.
template <mlir::Value (*body)(mlir::OpBuilder &, mlir::Location, mlir::Value),
          typename ConcreteOp>
mlir::Value emitBody(ConcreteOp op, Scalars &b, mlir::ValueRange operands) {
  mlir::Type result =
      mlir::cast<mlir::RankedTensorType>(op.getResult().getType())
          .getElementType();
  mlir::Value value = b.convert(operands[0], scalarComputeType(result));
  return b.convert(body(b, b.getLoc(), value), result);
}

/// Values that replace the results of a composite op, in order; empty where an
/// error has been emitted.
using Replacements = llvm::SmallVector<mlir::Value>;

/// An op of role `kind` that `build` turns into primitive ops, all of them
/// elementwise if it is `pointwise`.
template <typename ConcreteOp, Replacements (*build)(ConcreteOp, Primitives &),
          FusionKind kind = FusionKind::Composite, bool pointwise = false>
struct CompositeModel
    : Fusible::ExternalModel<CompositeModel<ConcreteOp, build, kind, pointwise>,
                             ConcreteOp> {
  FusionKind getFusionKind(mlir::Operation *) const { return kind; }
  bool isPointwise(mlir::Operation *) const { return pointwise; }
  mlir::LogicalResult decompose(mlir::Operation *op,
                                mlir::RewriterBase &rewriter) const {
    Primitives primitives(op->getLoc(), rewriter);
    Replacements results = build(mlir::cast<ConcreteOp>(op), primitives);
    if (results.size() != op->getNumResults())
      return mlir::failure();
    rewriter.replaceOp(op, results);
    return mlir::success();
  }
};

/// The same for a pointwise op.
template <typename ConcreteOp, Replacements (*build)(ConcreteOp, Primitives &)>
using PointwiseModel = CompositeModel<ConcreteOp, build, FusionKind::Composite,
                                      /*pointwise=*/true>;

} // namespace amp::lowering

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_FUSIBLEMODELS_H
