// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter as an oracle, op by op. Bounds of whole graphs would be loose
// or wrong after a few ops; those of one op are known.

#ifndef AMP_TEST_FUZZ_REPLAY_H
#define AMP_TEST_FUZZ_REPLAY_H

#include "Random.h"

#include "amp/Runtime/Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

/// The ops of a function of one block, each on its own in the interpreter.
class Replay {
public:
  /// `values` are what returnEverything() returned on another target. The
  /// function must outlive this.
  Replay(mlir::func::FuncOp function, llvm::ArrayRef<amp::Tensor> values);

  /// Runs each op on operands as the other target computed them. Returns the
  /// first result that is further from the interpreter's than the op allows, in
  /// words.
  std::string compareOps();

  /// How far results may be from `expected`, those of the interpreter: each
  /// operation's error is drawn within its bound, a few times (Monte Carlo
  /// arithmetic, Parker 1997), so that cancellation and decisions on nearly
  /// equal numbers show. One number for each result that `function` had
  /// before: a multiple of the largest distance of any element in any sample.
  std::vector<double> estimateErrors(llvm::ArrayRef<mlir::Value> results,
                                     llvm::ArrayRef<amp::Tensor> expected,
                                     Random &random);

private:
  struct Step {
    mlir::Operation *op;
    mlir::OwningOpRef<mlir::ModuleOp> module;
    llvm::SmallVector<mlir::Value> operands;
  };
  using Tensors = llvm::SmallVector<amp::Tensor>;

  mlir::FailureOr<Tensors> run(const Step &step,
                               llvm::ArrayRef<amp::Tensor> operands);
  Tensors lookup(const Step &step,
                 const llvm::DenseMap<mlir::Value, amp::Tensor> &values);
  std::string compareOp(const Step &step);
  std::string compareBranch(const Step &step,
                            llvm::ArrayRef<amp::Tensor> operands,
                            llvm::ArrayRef<amp::Tensor> expected);
  mlir::FailureOr<Tensors> perturbOp(const Step &step,
                                     llvm::ArrayRef<amp::Tensor> operands,
                                     Random &random);
  llvm::DenseMap<mlir::Value, amp::Tensor> perturb(Random &random);

  std::vector<Step> steps;
  llvm::DenseMap<mlir::Value, amp::Tensor> known;
};

#endif // AMP_TEST_FUZZ_REPLAY_H
