// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds of single ops. u is the unit roundoff of the compute type: f64 for f64
// operands, else f32. The sum of n terms in any order is within (n - 1) u times
// the sum of their magnitudes (Higham, Accuracy and Stability, 4.2), so two
// orders are within twice that of each other.

#include "OpBounds.h"

#include "CompareTensors.h"

#include "amp/IR/Amp.h"

#include <cmath>

using namespace mlir;
using namespace amp;

ArrayRef<OpBound> getOpBounds() {
  static const OpBound table[] = {
      // The own bodies' errors are tested over all exponents; the interpreter's
      // library is within half a ULP.
      {"amp.exp", 1.4, Slack::None, "a body within 0.9 ULP"},
      {"amp.log", 1.38, Slack::None, "a body within 0.88 ULP"},
      {"amp.tanh", 2.35, Slack::None, "a body within 1.85 ULP"},
      {"amp.erf", 2.1, Slack::None, "a body within 1.6 ULP"},
      {"amp.erfc", 4, Slack::None, "a body within 3.8 ULP"},
      {"amp.rsqrt", 2, Slack::None, "a body within 1.5 ULP"},
      {"amp.sin", 2.1, Slack::None, "a body within 1.6 ULP"},
      {"amp.cos", 2.1, Slack::None, "a body within 1.6 ULP"},
      {"amp.log2", 1.47, Slack::None, "a body within 0.97 ULP"},
      {"amp.log1p", 2, Slack::None, "a body within 1.5 ULP"},
      {"amp.expm1", 2, Slack::None, "a body within 1.5 ULP"},
      {"amp.silu", 5, Slack::None, "exp, a sum, a quotient and a product"},
      {"amp.softplus", 4, Slack::None, "exp, log1p and a sum"},
      {"amp.sigmoid", 4, Slack::None, "exp, a sum and a quotient"},
      {"amp.pow", 1, Slack::None, "the C library's in f64, then one rounding"},
      {"amp.gelu", 4, Slack::Operand, "1 + erf(x) cancels at the lower tail"},
      {"amp.sum", 0, Slack::Sum, "another order of the terms"},
      {"amp.mean", 1, Slack::Sum, "another order of the terms, a quotient"},
      {"amp.matmul", 0, Slack::Sum, "the library's order of the terms"},
      {"amp.linear", 0, Slack::Sum, "the library's order of the terms"},
      {"amp.softmax", 10, Slack::RelativeSum, "two exp, their sum, a quotient"},
      {"amp.log_softmax", 4, Slack::LogSum, "log of a sum of exp, cancels"},
      {"amp.cross_entropy", 4, Slack::Loss,
       "log of a sum of exp, summed again"},
      {"amp.nll", 1, Slack::Loss, "another order of the samples"},
      {"amp.mse", 1, Slack::RelativeSum, "another order of the squares"},
      {"amp.var", 2, Slack::Variance, "a mean and squares in another order"},
      {"amp.layer_norm", 4, Slack::Normalized,
       "mean and variance in another order, a root, a quotient"},
      {"amp.clip_by_norm", 8, Slack::RelativeSum,
       "a norm in another order, its root, a quotient, a product"},
  };
  return table;
}

const OpBound *findOpBound(StringRef op) {
  for (const OpBound &bound : getOpBounds())
    if (bound.op == op)
      return &bound;
  return nullptr;
}

static double largestOf(const Tensor &tensor) {
  double result = 0.0;
  for (int64_t i = 0; i < tensor.elementCount(); ++i)
    if (std::isfinite(tensor.getDouble(i)))
      result = std::max(result, std::abs(tensor.getDouble(i)));
  return result;
}

/// How many terms a result is the sum of, at most.
static double countTerms(Slack slack, ArrayRef<Tensor> operands,
                         const Tensor &result) {
  double input = double(operands[0].elementCount());
  double results = std::max(1.0, double(result.elementCount()));
  if (slack == Slack::RelativeSum || slack == Slack::Loss) {
    for (const Tensor &operand : operands.drop_front())
      input += double(operand.elementCount());
    return input;
  }
  if (slack != Slack::Sum || operands.size() == 1)
    return slack == Slack::Sum ? input / results : input;
  // Products: (m k) (k n) / (m n) = k², and a bias.
  return std::sqrt(input * double(operands[1].elementCount()) / results) + 1;
}

Tolerance::Tolerance(const OpBound &bound, Operation &op,
                     ArrayRef<Tensor> operands, const Tensor &expected,
                     const Tensor &magnitudes)
    : bound(bound), operands(operands), expected(expected),
      magnitudes(magnitudes),
      isDouble(operands[0].elementType() == ElementType::F64) {
  double roundoff = std::ldexp(1.0, isDouble ? -53 : -24);
  sums = 2 * roundoff * (countTerms(bound.slack, operands, expected) + 1);
  // The CPU's own products of bf16 take subnormal operands for zero, and what
  // is below the normal numbers in a sum of them becomes zero.
  if (bound.slack == Slack::Sum && operands.size() > 1 &&
      operands[0].elementType() == ElementType::BF16)
    flushed = std::ldexp(1.0, -126) *
              (countTerms(bound.slack, operands, expected) + 1) *
              (1 + largestOf(operands[0]) + largestOf(operands[1]));
  if (bound.slack != Slack::None && bound.slack != Slack::Sum)
    for (const Tensor &operand : operands)
      largest = std::max(largest, largestOf(operand));
  if (bound.slack == Slack::Normalized)
    findRowFactors(op);
  auto reduction = op.getAttrOfType<LossReductionAttr>("reduction");
  if (reduction && reduction.getValue() == LossReduction::Sum)
    // One operand stands for both where the same value is given twice.
    factor = double(operands.back().elementCount());
}

/// What a normalisation multiplies the differences from each row's mean by.
void Tolerance::findRowFactors(Operation &op) {
  const Tensor &input = operands[0];
  for (size_t axis = size_t(op.getAttrOfType<IntegerAttr>("axis").getInt());
       axis < input.rank(); ++axis)
    rowSize *= input.extent(axis);
  double epsilon = op.getAttrOfType<FloatAttr>("epsilon").getValueAsDouble();
  double weight = operands.size() > 1 ? largestOf(operands[1]) : 1.0;
  for (int64_t first = 0; first < input.elementCount(); first += rowSize) {
    double mean = 0.0, squares = 0.0;
    for (int64_t i = first; i < first + rowSize; ++i)
      mean += input.getDouble(i) / double(rowSize);
    for (int64_t i = first; i < first + rowSize; ++i)
      squares += (input.getDouble(i) - mean) * (input.getDouble(i) - mean);
    rowFactors.push_back(weight /
                         std::sqrt(squares / double(rowSize) + epsilon));
  }
}

double Tolerance::at(int64_t index) const {
  Format result = formatOf(expected.elementType());
  Format compute = formatOf(isDouble ? ElementType::F64 : ElementType::F32);
  double y = finiteOf(expected.getDouble(index), result);
  double tolerance = bound.ulps * ulpOf(y, compute);
  switch (bound.slack) {
  case Slack::None:
    break;
  case Slack::Operand:
    tolerance += bound.ulps * ulpOf(operands[0].getDouble(index), compute);
    break;
  case Slack::Sum:
    tolerance += sums * magnitudes.getDouble(index) + flushed;
    break;
  case Slack::RelativeSum:
    tolerance += sums * std::abs(y);
    break;
  case Slack::Variance:
    // The error of the mean enters squared.
    tolerance += sums * std::abs(y) + sums * largest * sums * largest;
    break;
  case Slack::Normalized:
    tolerance +=
        (sums + 8 * ulpOf(1.0, compute)) *
        (std::abs(y) + largest + rowFactors[size_t(index / rowSize)] * largest);
    break;
  case Slack::LogSum:
  case Slack::Loss:
    tolerance += (sums + 16 * ulpOf(1.0, compute)) *
                 (factor * (1 + largest) + std::abs(y));
    break;
  }
  // Around a rounding to fewer digits, close numbers are neighbours.
  if (tolerance > 0.0 && result.digits <= compute.digits)
    tolerance += ulpOf(y, result);
  return tolerance;
}

int64_t Tolerance::findOutlier(const Tensor &actual) const {
  Format format = formatOf(expected.elementType());
  for (int64_t i = 0; i < expected.elementCount(); ++i) {
    double x = actual.getDouble(i), y = expected.getDouble(i);
    if (std::isnan(x) && std::isnan(y))
      continue;
    double tolerance = at(i);
    if (!std::isfinite(tolerance))
      continue;
    if (!(std::abs(finiteOf(x, format) - finiteOf(y, format)) <= tolerance))
      return i;
  }
  return -1;
}
