// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels to functions on the device: texts are grouped into programs that
// NVRTC compiles side by side, and found again by their text, in this process
// and on disk. Private.

#ifndef AMP_LIB_TARGET_CUDA_KERNELS_H
#define AMP_LIB_TARGET_CUDA_KERNELS_H

#include "Driver.h"
#include "Nvrtc.h"
#include "ProgramSource.h"

#include "Target/CPU/ObjectCache.h"

#include "llvm/ADT/StringMap.h"

namespace amp::cuda {

/// What the compiler has done so far.
struct KernelStatistics {
  int64_t compiled = 0, loaded = 0, reused = 0;
  std::string cacheProblem;
};

/// Compiles kernels and owns their code.
class Kernels {
public:
  /// `cacheFolder` keeps cubins for other processes; empty for none.
  static Result<std::unique_ptr<Kernels>> create(std::shared_ptr<Driver> driver,
                                                 const std::string &cacheFolder,
                                                 unsigned threads);
  ~Kernels();

  /// One function for each of `uses`, in order. Emits an error at the kernel
  /// that cannot be printed, compiled or loaded.
  mlir::FailureOr<std::vector<api::Function>>
  compile(llvm::ArrayRef<KernelUse> uses);

  const KernelStatistics &getStatistics() const { return statistics; }

private:
  /// Kernels that are compiled together.
  struct Batch;
  Status compileBatch(Batch &batch) const;
  Status load(Batch &batch);

  std::shared_ptr<Driver> driver;
  std::unique_ptr<Nvrtc> nvrtc;
  cpu::ObjectCache cache{"", 0};
  unsigned threads = 1;
  std::vector<api::Module> modules;
  llvm::StringMap<api::Function> functions;
  KernelStatistics statistics;
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_KERNELS_H
