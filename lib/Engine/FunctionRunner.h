// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one function of a typed module for whatever shapes come: what inference
// and evaluation share. Private.

#ifndef AMP_LIB_ENGINE_FUNCTIONRUNNER_H
#define AMP_LIB_ENGINE_FUNCTIONRUNNER_H

#include "Backend.h"
#include "PlanCache.h"

#include <chrono>

namespace amp {

/// Adds the time that it lives to what compilation took.
class CompileTimer {
public:
  explicit CompileTimer(CompileStatistics &statistics)
      : statistics(statistics), start(std::chrono::steady_clock::now()) {}
  CompileTimer(const CompileTimer &) = delete;
  ~CompileTimer() {
    statistics.compileSeconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
  }

private:
  CompileStatistics &statistics;
  std::chrono::steady_clock::time_point start;
};

/// Names of the low-precision copies that `module` declares.
std::vector<std::string> findCopies(mlir::ModuleOp module);

/// Plans a function for each combination of input shapes and keeps the weight
/// copies that it reads fresh.
class FunctionRunner {
public:
  /// The references must outlive the runner. `module` is typed and holds a
  /// function `name`, whose dynamic shapes it keeps.
  FunctionRunner(mlir::OwningOpRef<mlir::ModuleOp> module, std::string name,
                 ModelState &state, Backend &backend,
                 const CompileOptions &options, CompileStatistics &statistics);

  const InputChecks &getChecks() const { return checks; }
  mlir::func::FuncOp getFunction();

  /// Checks the inputs and compiles for their shapes unless that was done.
  Status prepare(std::span<const Tensor> inputs);

  /// The number of plans that are kept.
  size_t countPlans() const { return plans.size(); }

  /// Checks the inputs and runs; the tensors returned are new.
  Result<std::vector<Tensor>> run(std::span<const Tensor> inputs);

private:
  struct Entry {
    std::unique_ptr<Plan> plan;
    std::unique_ptr<Plan> refresh;
    std::vector<std::string> copies;
    mlir::OwningOpRef<mlir::ModuleOp> module;
  };

  Result<Entry> compile(std::span<const Tensor> inputs);
  /// The entry for checked inputs, made if there is none.
  Result<Entry *> findEntry(std::span<const Tensor> inputs);

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string name;
  ModelState &state;
  Backend &backend;
  const CompileOptions &options;
  CompileStatistics &statistics;
  InputChecks checks;
  PlanCache<Entry> plans;
};

} // namespace amp

#endif // AMP_LIB_ENGINE_FUNCTIONRUNNER_H
