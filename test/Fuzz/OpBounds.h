// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far the result of one op may be from the interpreter's on the same
// operands: one table, a reason a line.

#ifndef AMP_TEST_FUZZ_OPBOUNDS_H
#define AMP_TEST_FUZZ_OPBOUNDS_H

#include "amp/Runtime/Tensor.h"

#include "mlir/IR/Operation.h"

/// What a bound adds to its ULPs.
enum class Slack {
  None,
  /// ULPs of the first operand, where a result cancels to less than it.
  Operand,
  /// Orders of summation: 2 n u times the sum of the terms' magnitudes.
  Sum,
  /// The same, relative to the result.
  RelativeSum,
  /// The same, relative to the largest operand and the result.
  LogSum,
  /// The same for classes and then samples.
  Loss,
  /// Relative to the result and, for the error of a mean, to the operand.
  Variance,
  /// The error of mean and variance, multiplied by each row's factor.
  Normalized
};

struct OpBound {
  llvm::StringRef op;
  /// In ULPs of the compute type; a narrower result may then round to a
  /// neighbour.
  double ulps;
  Slack slack;
  const char *reason;
};

/// All bounds. An op that is not listed gives the interpreter's bits.
llvm::ArrayRef<OpBound> getOpBounds();

/// The bound of an op, or null where the bits are the interpreter's.
const OpBound *findOpBound(llvm::StringRef op);

/// The bound of one result, element by element. `expected` is the
/// interpreter's result on `operands` and `magnitudes` its result on their
/// magnitudes, for Slack::Sum alone. All must outlive this.
class Tolerance {
public:
  Tolerance(const OpBound &bound, mlir::Operation &op,
            llvm::ArrayRef<amp::Tensor> operands, const amp::Tensor &expected,
            const amp::Tensor &magnitudes);

  /// The largest distance; infinite where the order of the terms decides what
  /// overflows.
  double at(int64_t index) const;

  /// The first element of `actual` that is too far away, or -1.
  int64_t findOutlier(const amp::Tensor &actual) const;

private:
  void findRowFactors(mlir::Operation &op);

  const OpBound &bound;
  llvm::ArrayRef<amp::Tensor> operands;
  const amp::Tensor &expected;
  const amp::Tensor &magnitudes;
  /// The relative error of the sums, and a factor of its own.
  double sums = 0.0, factor = 1.0;
  double largest = 0.0;
  /// What products lose that flush subnormal numbers.
  double flushed = 0.0;
  bool isDouble = false;
  /// For Slack::Normalized.
  int64_t rowSize = 1;
  std::vector<double> rowFactors;
};

#endif // AMP_TEST_FUZZ_OPBOUNDS_H
