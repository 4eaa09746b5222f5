// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random models for the fuzz test: modules drawn from a seed, and what part of
// the dialect they cover.

#ifndef AMP_TEST_FUZZ_RANDOMGRAPH_H
#define AMP_TEST_FUZZ_RANDOMGRAPH_H

#include "Random.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

struct GraphOptions {
  /// How often an op is tried; about as many are there in the end.
  int64_t size = 16;
  /// What `?` in the types stands for.
  int64_t batch = 1;
};

/// Draws a module with a `@forward` and several results, and a `@loss` that
/// calls it and has trainable variables. The context has our dialects loaded.
mlir::OwningOpRef<mlir::ModuleOp> makeRandomGraph(mlir::MLIRContext &context,
                                                  Random &random,
                                                  const GraphOptions &options);

/// A size for a model's `?`: small, odd, large or, rarely, 0.
int64_t drawBatch(Random &random);

/// What is wrong with the generator's coverage of the registered ops, one line
/// each: an op that `count` graphs do not contain although nothing says why, a
/// reason for an op that they do contain, an entry for no op.
std::vector<std::string> findCoverageGaps(mlir::MLIRContext &context,
                                          uint64_t count);

#endif // AMP_TEST_FUZZ_RANDOMGRAPH_H
