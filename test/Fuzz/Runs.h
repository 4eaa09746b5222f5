// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of one model under the options that its seed draws: inference and three
// steps of training, as errors or tensors and numbers that can be compared.

#ifndef AMP_TEST_FUZZ_RUNS_H
#define AMP_TEST_FUZZ_RUNS_H

#include "Random.h"

#include "amp/Engine/Engine.h"

#include <string>
#include <vector>

/// What a run gave: an error, or tensors and numbers.
struct Outcome {
  std::string error;
  std::vector<amp::Tensor> tensors;
  std::vector<double> numbers;
  amp::CompileStatistics statistics;
};

/// Everything about a seed but its model.
struct Case {
  uint64_t seed = 0;
  std::string text;
  /// What `?` stands for, and what else in the last training step.
  int64_t batch = 0, lastBatch = 0;
  amp::CompileOptions compile;
  amp::TrainOptions train;
  int64_t microBatches = 1;
  /// Infinities, NaN and subnormals among the inputs of a run.
  bool anyBits = false;
};

/// The name that models have in messages.
extern const char *const modelName;

/// Draws everything but the model. It does not depend on the model, so that a
/// reduced one runs under the same options.
Case drawCase(uint64_t seed);

/// The options of a case in words, for the one who reads a failure.
std::string describe(const Case &test);

/// `options` that keep the module after a stage in `text`, which must be empty.
amp::CompileOptions observe(amp::CompileOptions options, const char *stage,
                            std::string &text);

/// Inputs of the case: each depends on its name, not on which others there are.
/// Those of training are finite.
std::vector<amp::Tensor> makeInputs(const std::vector<amp::TensorInfo> &infos,
                                    const Case &test, int64_t batch,
                                    bool anyBits, uint64_t stream);

/// Runs a function twice, if `twice`; a difference is an error. The last inputs
/// are `given`.
Outcome infer(const Case &test, const amp::CompileOptions &options,
              const char *function, bool twice = false,
              const std::vector<amp::Tensor> &given = {});

/// Three optimizer steps; with micro-batches, through accumulate and apply, and
/// the gradients are part of the outcome.
Outcome train(const Case &test, const amp::CompileOptions &options);

/// The first difference of two outcomes, in words; empty if there is none.
std::string compare(const Outcome &a, const Outcome &b);

#endif // AMP_TEST_FUZZ_RUNS_H
