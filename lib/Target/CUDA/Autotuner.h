// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algorithms of products chosen by timing them on the device, once for a
// product, device and version of the library. Private.

#ifndef AMP_LIB_TARGET_CUDA_AUTOTUNER_H
#define AMP_LIB_TARGET_CUDA_AUTOTUNER_H

#include "Product.h"

#include "Target/CPU/ObjectCache.h"
#include "amp/Runtime/PlanStep.h"

#include "llvm/ADT/StringMap.h"

namespace amp::cuda {

/// Chooses algorithms and remembers the choice, in this process and on disk.
/// Algorithms differ in the bits of their sums, so a product has one of them
/// for as long as it is remembered.
class Autotuner {
public:
  /// `cacheFolder` keeps choices for other processes; empty for none.
  Autotuner(std::shared_ptr<Blas> blas, const std::string &cacheFolder);

  /// Gives `product` the algorithm that was chosen for equal ones, or times
  /// those that the library proposes and chooses the fastest. What cannot be
  /// timed, for want of memory on the device, keeps the algorithm that it has.
  /// Waits for the device; not to be called while its stream is captured.
  PlanStep::Algorithm choose(Product &product);

  /// Keeps the folder within its limit.
  void trim() { cache.trim(); }
  /// What went wrong with the folder; empty if nothing did.
  llvm::StringRef getCacheProblem() const { return cache.getProblem(); }

private:
  /// What was chosen for a product, and how.
  struct Choice {
    PlanStep::Algorithm origin = PlanStep::Unknown;
    api::MatmulHeuristic algorithm = {};
  };
  std::string makeKey(const Product &product) const;
  Choice find(Product &product, llvm::StringRef key);
  std::optional<api::MatmulHeuristic> load(const Product &product,
                                           llvm::StringRef key);
  std::optional<api::MatmulHeuristic> findFastest(Product &product) const;

  std::shared_ptr<Blas> blas;
  cpu::ObjectCache cache;
  llvm::StringMap<Choice> known;
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_AUTOTUNER_H
