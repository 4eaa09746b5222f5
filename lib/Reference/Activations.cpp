// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The unary elementwise ops of Elementwise.td. Functions of f32 are computed in
// double and rounded, so that they are right to the last place in all but a few
// cases per billion; functions of f64 are the C++ library's.

#include "Reference/Unary.h"

#include <numbers>

using namespace mlir;
using namespace amp;
using namespace amp::reference;

struct Neg {
  float operator()(float x) const { return -x; }
  double operator()(double x) const { return -x; }
  int64_t operator()(int64_t x) const { return int64_t(-uint64_t(x)); }
};
struct Abs {
  float operator()(float x) const { return std::fabs(x); }
  double operator()(double x) const { return std::fabs(x); }
  int64_t operator()(int64_t x) const { return x < 0 ? Neg()(x) : x; }
};
struct Relu {
  // Written so that NaN goes through and -0 becomes +0.
  template <typename T> T operator()(T x) const { return x <= 0 ? T(0) : x; }
};

static double exponential(double x) { return std::exp(x); }
static double logarithm(double x) { return std::log(x); }
static double squareRoot(double x) { return std::sqrt(x); }
static double hyperbolicTangent(double x) { return std::tanh(x); }
static double logistic(double x) { return 1 / (1 + std::exp(-x)); }
static double errorFunction(double x) { return std::erf(x); }

/// x (1 + erf(x / sqrt 2)) / 2, in a form that does not cancel for negative x.
static double geluErf(double x) {
  return 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
}

/// x (1 + tanh u) / 2 = x / (1 + exp(-2u)), which does not cancel either.
static double geluTanh(double x) {
  double u = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
  return x / (1 + std::exp(-2 * u));
}

static LogicalResult evaluateGelu(GeluOp op, ArrayRef<Tensor> operands,
                                  SmallVectorImpl<Tensor> &results) {
  if (op.getApproximate() == GeluKind::Tanh)
    return evaluateMath<geluTanh>(op, operands, results);
  return evaluateMath<geluErf>(op, operands, results);
}

void reference::registerActivations(MLIRContext *context) {
  NegOp::attachInterface<Model<NegOp, evaluateExact<Neg>>>(*context);
  AbsOp::attachInterface<Model<AbsOp, evaluateExact<Abs>>>(*context);
  ReluOp::attachInterface<Model<ReluOp, evaluateExact<Relu>>>(*context);
  ExpOp::attachInterface<Model<ExpOp, evaluateMath<exponential>>>(*context);
  LogOp::attachInterface<Model<LogOp, evaluateMath<logarithm>>>(*context);
  SqrtOp::attachInterface<Model<SqrtOp, evaluateMath<squareRoot>>>(*context);
  TanhOp::attachInterface<Model<TanhOp, evaluateMath<hyperbolicTangent>>>(
      *context);
  SigmoidOp::attachInterface<Model<SigmoidOp, evaluateMath<logistic>>>(
      *context);
  ErfOp::attachInterface<Model<ErfOp, evaluateMath<errorFunction>>>(*context);
  GeluOp::attachInterface<Model<GeluOp, evaluateGelu>>(*context);
}
