// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What derivative rules share: a builder that works in the compute type of the
// forward op, and the way a rule becomes a model of Differentiable.

#ifndef AMP_LIB_TRANSFORMS_AUTODIFF_RULES_H
#define AMP_LIB_TRANSFORMS_AUTODIFF_RULES_H

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

namespace amp::autodiff {

/// Returns the type in which `op` computes and its gradients are computed
/// (P10): that of its first operand if it accumulates, else of its result.
mlir::Type computeTypeOf(mlir::Operation *op);

/// The derivative of one op in the making. Values that a rule computes with are
/// in the compute type of the op; `give` rounds each gradient once.
class Rule {
public:
  Rule(mlir::OpBuilder &builder, mlir::Operation *op,
       mlir::ArrayRef<mlir::Value> resultGradients, mlir::ArrayRef<bool> wanted,
       mlir::MutableArrayRef<mlir::Value> operandGradients)
      : builder(builder), op(op), resultGradients(resultGradients),
        wanted(wanted), operandGradients(operandGradients),
        compute(computeTypeOf(op)) {}

  bool wants(unsigned index) const { return wanted[index]; }
  mlir::Type computeType() const { return compute; }

  /// Returns the gradient of the first result in that result's type; rules
  /// whose arithmetic is a library call or moves elements only start here.
  mlir::Value gradient() const { return resultGradients.front(); }

  /// Returns the same in the compute type.
  mlir::Value wideGradient() { return wide(gradient()); }

  /// Returns a value of the forward graph or a gradient in the compute type;
  /// the cast of one value is made once.
  mlir::Value wide(mlir::Value value);

  /// Returns a 0-d constant of the compute type.
  mlir::Value constant(double value);

  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs);
  mlir::Value neg(mlir::Value value);
  mlir::Value exp(mlir::Value value);
  mlir::Value compare(Predicate predicate, mlir::Value lhs, mlir::Value rhs);
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no);

  /// Returns `value` where the gradient of the result is not 0, else 0: for
  /// derivatives with poles, so that an element nobody uses makes no NaN.
  mlir::Value guarded(mlir::Value value);

  /// Returns the sum over `axes`, of the same element type unless `element` is
  /// given.
  mlir::Value sum(mlir::Value value, mlir::ArrayRef<int64_t> axes,
                  bool keepdims, mlir::Type element = {});

  /// Returns the mean over `axes`, which stay with extent 1.
  mlir::Value mean(mlir::Value value, mlir::ArrayRef<int64_t> axes);

  /// Returns the product of two matrices, accumulated in the compute type.
  mlir::Value matmul(mlir::Value lhs, bool transposeLhs, mlir::Value rhs,
                     bool transposeRhs);

  /// Returns the number of elements along axes of `value`, in the compute type.
  mlir::Value size(mlir::Value value, mlir::ArrayRef<int64_t> axes);

  /// Returns the value under another shape, or repeated to it.
  mlir::Value reshape(mlir::Value value, mlir::ArrayRef<int64_t> shape);
  mlir::Value broadcast(mlir::Value value, mlir::ArrayRef<int64_t> shape);

  /// Returns the value with its dimensions permuted; itself if none moves.
  mlir::Value transpose(mlir::Value value, mlir::ArrayRef<int64_t> permutation);

  /// Undoes a reduction over `axes`: repeats `value`, which has the shape of
  /// the reduction's result, to the shape of operand 0.
  mlir::Value spread(mlir::Value value, mlir::ArrayRef<int64_t> axes);

  /// Checks that the shapes of the op's operands and results are known, as a
  /// rule that changes shapes needs; emits a located error.
  llvm::LogicalResult requireStatic();

  /// Hands over the gradient of an operand: sums over the axes along which the
  /// operand was broadcast and rounds to the operand's type, once.
  void give(unsigned index, mlir::Value value);

  mlir::OpBuilder &builder;

private:
  mlir::Location loc() const { return op->getLoc(); }

  mlir::Operation *op;
  mlir::ArrayRef<mlir::Value> resultGradients;
  mlir::ArrayRef<bool> wanted;
  mlir::MutableArrayRef<mlir::Value> operandGradients;
  mlir::Type compute;
  llvm::SmallDenseMap<mlir::Value, mlir::Value> widened;
};

/// Implements Differentiable for an op with one result by a function.
template <typename ConcreteOp,
          llvm::LogicalResult (*buildRule)(ConcreteOp, Rule &)>
struct RuleModel
    : Differentiable::ExternalModel<RuleModel<ConcreteOp, buildRule>,
                                    ConcreteOp> {
  llvm::LogicalResult
  buildGradients(mlir::Operation *op, mlir::OpBuilder &builder,
                 mlir::ArrayRef<mlir::Value> resultGradients,
                 mlir::ArrayRef<bool> wanted,
                 mlir::MutableArrayRef<mlir::Value> operandGradients) const {
    Rule rule(builder, op, resultGradients, wanted, operandGradients);
    return buildRule(mlir::cast<ConcreteOp>(op), rule);
  }
};

/// Attaches `buildRule` as the derivative of ConcreteOp.
template <typename ConcreteOp,
          llvm::LogicalResult (*buildRule)(ConcreteOp, Rule &)>
void attachRule(mlir::MLIRContext *context) {
  ConcreteOp::template attachInterface<RuleModel<ConcreteOp, buildRule>>(
      *context);
}

/// The rules, a family each.
void attachElementwiseRules(mlir::MLIRContext *context);
void attachMathRules(mlir::MLIRContext *context);
void attachContractionRules(mlir::MLIRContext *context);
void attachReductionRules(mlir::MLIRContext *context);
void attachNormalizationRules(mlir::MLIRContext *context);
void attachLossRules(mlir::MLIRContext *context);
void attachShapeRules(mlir::MLIRContext *context);
void attachIndexRules(mlir::MLIRContext *context);
void attachRandomRules(mlir::MLIRContext *context);

} // namespace amp::autodiff

#endif // AMP_LIB_TRANSFORMS_AUTODIFF_RULES_H
