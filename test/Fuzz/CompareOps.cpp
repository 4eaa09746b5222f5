// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter as an oracle of single ops. Bounds of whole graphs would be
// loose or wrong after a few ops; those of one op are known: exact ops give the
// same bits, math functions are right to a few ULPs, sums to a multiple of the
// sum of magnitudes.

#include "CompareOps.h"

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"
#include "amp/Reference/Interpreter.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace amp;

static bool isFloatType(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16 ||
         type == ElementType::F32 || type == ElementType::F64;
}

static std::string describeElement(const Tensor &tensor, int64_t index) {
  char text[64];
  if (isFloatType(tensor.elementType()))
    std::snprintf(text, sizeof(text), "%.17g", tensor.getDouble(index));
  else
    std::snprintf(text, sizeof(text), "%lld",
                  static_cast<long long>(tensor.getInteger(index)));
  return text;
}

static std::string describeDifference(const Tensor &a, const Tensor &b,
                                      int64_t index) {
  return "element " + std::to_string(index) + " of " +
         describeType(a.shape(), a.elementType()) + ": " +
         describeElement(a, index) + " and " + describeElement(b, index);
}

std::string findDifference(const Tensor &a, const Tensor &b) {
  if (a.shape() != b.shape() || a.elementType() != b.elementType())
    return describeType(a.shape(), a.elementType()) + " and " +
           describeType(b.shape(), b.elementType());
  if (std::memcmp(a.rawData(), b.rawData(), a.bytes()) == 0)
    return {};
  size_t size = byteSize(a.elementType());
  for (int64_t i = 0; i < a.elementCount(); ++i) {
    const char *x = static_cast<const char *>(a.rawData()) + size_t(i) * size;
    const char *y = static_cast<const char *>(b.rawData()) + size_t(i) * size;
    if (std::memcmp(x, y, size) == 0)
      continue;
    if (isFloatType(a.elementType()) && std::isnan(a.getDouble(i)) &&
        std::isnan(b.getDouble(i)))
      continue;
    return describeDifference(a, b, i);
  }
  return {};
}

namespace {

/// How far a result may be from the interpreter's.
enum class Bound { Exact, Ulps, Gelu, Sum, Rows };

struct Format {
  int digits;  // of the significand, the hidden one included
  int minimum; // exponent of the smallest normal number
  int maximum; // exponent of the largest number
};

} // namespace

static Format formatOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return {11, -14, 15};
  case ElementType::BF16:
    return {8, -126, 127};
  case ElementType::F64:
    return {53, -1022, 1023};
  default:
    return {24, -126, 127};
  }
}

/// The distance of neighbours at `value`.
static double ulpOf(double value, const Format &format) {
  int exponent = value == 0.0 ? format.minimum
                              : std::max(std::ilogb(value), format.minimum);
  return std::ldexp(1.0, exponent - format.digits + 1);
}

static Bound boundOf(StringRef name) {
  return llvm::StringSwitch<Bound>(name)
      .Cases({"amp.exp", "amp.log", "amp.tanh", "amp.sigmoid", "amp.erf",
              "amp.pow"},
             Bound::Ulps)
      .Case("amp.gelu", Bound::Gelu)
      .Cases({"amp.sum", "amp.mean", "amp.matmul", "amp.linear"}, Bound::Sum)
      .Cases({"amp.softmax", "amp.log_softmax", "amp.cross_entropy", "amp.nll"},
             Bound::Rows)
      .Default(Bound::Exact);
}

/// The magnitudes of a float tensor; another one as it is.
static Tensor magnitudes(const Tensor &tensor) {
  if (!isFloatType(tensor.elementType()))
    return tensor;
  Tensor wide = tensor.convertTo(ElementType::F64).take().clone().take();
  for (double &value : wide.elements<double>())
    value = std::abs(value);
  return wide.convertTo(tensor.elementType()).take();
}

static double largest(const Tensor &tensor) {
  double result = 0.0;
  for (int64_t i = 0; i < tensor.elementCount(); ++i)
    if (std::isfinite(tensor.getDouble(i)))
      result = std::max(result, std::abs(tensor.getDouble(i)));
  return result;
}

/// The first element of `actual` outside of its bound, or -1. `sums` is the
/// op's result on magnitudes, for sums.
static int64_t findOutlier(Bound bound, const Tensor &actual,
                           const Tensor &expected, const Tensor &sums,
                           ArrayRef<Tensor> operands) {
  Format format = formatOf(expected.elementType());
  bool isDouble = operands.front().elementType() == ElementType::F64;
  double epsilon = std::ldexp(1.0, isDouble ? -53 : -24);
  double overflow = std::ldexp(1.0, format.maximum + 1);
  int64_t terms = 64;
  for (const Tensor &operand : operands)
    terms = std::max(terms, 64 + operand.elementCount());
  double size = largest(operands.front());
  for (int64_t i = 0; i < expected.elementCount(); ++i) {
    double x = actual.getDouble(i), y = expected.getDouble(i);
    if (std::isnan(x) && std::isnan(y))
      continue;
    double slack = 0.0;
    switch (bound) {
    case Bound::Gelu:
      slack = 16 * epsilon * std::abs(operands.front().getDouble(i));
      break;
    case Bound::Sum:
      slack = double(terms) * epsilon * sums.getDouble(i);
      break;
    case Bound::Rows:
      slack = double(terms) * epsilon * (1.0 + size + std::abs(y));
      break;
    default:
      break;
    }
    if (!std::isfinite(slack))
      continue; // the order of the terms decides what overflows
    // An overflow counts as the first number that the type has not.
    if (std::isinf(x))
      x = std::copysign(overflow, x);
    if (std::isinf(y))
      y = std::copysign(overflow, y);
    if (!(std::abs(x - y) <= 4 * ulpOf(y, format) + slack))
      return i;
  }
  return -1;
}

/// A module with the op alone, as the function @op of its operands.
static OwningOpRef<ModuleOp> isolate(Operation &op) {
  OpBuilder builder(op.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, op.getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(
      builder, op.getLoc(), "op",
      builder.getFunctionType(op.getOperandTypes(), op.getResultTypes()));
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping mapping;
  mapping.map(op.getOperands(), function.getArguments());
  Operation *copy = builder.clone(op, mapping);
  func::ReturnOp::create(builder, op.getLoc(), copy->getResults());
  return module;
}

static std::string compareOp(Operation &op, ArrayRef<Tensor> operands,
                             const Tensor &actual) {
  OwningOpRef<ModuleOp> module = isolate(op);
  auto function = module->lookupSymbol<func::FuncOp>("op");
  VariableStore variables;
  Interpreter interpreter(*module, variables);
  FailureOr<SmallVector<Tensor>> expected = interpreter.run(function, operands);
  if (failed(expected))
    return "the interpreter fails";
  Bound bound = boundOf(op.getName().getStringRef());
  const Tensor &reference = expected->front();
  std::string difference = findDifference(actual, reference);
  if (difference.empty() || actual.shape() != reference.shape() ||
      bound == Bound::Exact || !isFloatType(reference.elementType()))
    return difference;
  Tensor sums;
  if (bound == Bound::Sum) {
    SmallVector<Tensor> absolute = llvm::map_to_vector(operands, magnitudes);
    FailureOr<SmallVector<Tensor>> results =
        interpreter.run(function, absolute);
    if (failed(results))
      return "the interpreter fails on magnitudes";
    sums = results->front();
  }
  int64_t outlier = findOutlier(bound, actual, reference, sums, operands);
  return outlier < 0 ? "" : describeDifference(actual, reference, outlier);
}

std::string compareOps(func::FuncOp function, ArrayRef<Tensor> values) {
  DenseMap<Value, Tensor> known;
  size_t next = 0;
  for (Value argument : function.getArguments())
    known[argument] = values[next++];
  for (Operation &op : function.getBody().front().without_terminator()) {
    for (Value result : op.getResults())
      known[result] = values[next++];
    if (op.getNumOperands() == 0)
      continue;
    SmallVector<Tensor> operands;
    for (Value operand : op.getOperands())
      operands.push_back(known[operand]);
    std::string difference = compareOp(op, operands, known[op.getResult(0)]);
    if (difference.empty())
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << op;
    return text + ": " + difference;
  }
  return {};
}
