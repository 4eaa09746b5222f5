// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code for this process's CPU: device kernels in, function pointers
// out. Kernels of the same structure are compiled once.

#ifndef AMP_TARGET_CPU_H
#define AMP_TARGET_CPU_H

#include "amp/IR/Device.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace amp {
class ThreadPool;
} // namespace amp

namespace amp::cpu {

/// A compiled kernel: computes the work units from `begin` to `end` (see
/// amp::getKernelWork). `buffers` are the kernel's buffers in order, each
/// aligned to its element; `params` are the extent of dimension 0 and the
/// kernel's sizes. Touches nothing else, allocates nothing, never throws; may
/// run on several threads at once on ranges that do not overlap.
using KernelFunction = void (*)(void *const *buffers, const int64_t *params,
                                int64_t begin, int64_t end);

/// What became of one kernel.
struct CompiledKernel {
  KernelFunction function = nullptr;
  /// The kernel's own name.
  std::string name;
  /// The text of the kernel without its name: equal keys share one function.
  std::string key;
};

/// Which CPU to generate code for.
struct TargetOptions {
  /// LLVM's name of a CPU; empty for the one this process runs on. Code for
  /// another CPU runs only if this one has all its features.
  std::string cpu;
  /// Where object code is kept for other processes; empty for nowhere. A folder
  /// that cannot be used makes no call fail; see
  /// CompilerStatistics::cacheProblem.
  std::string cacheFolder = {};
  /// The size of that folder, in bytes, above which its oldest entries go.
  uint64_t cacheLimit = uint64_t(256) << 20;
  /// The library that the kernels stand beside; code is kept for each one.
  std::string provider = {};
};

/// What the compiler has done so far.
struct CompilerStatistics {
  int64_t compiled = 0;
  int64_t reused = 0;
  /// Kernels whose object code was in the cache folder.
  int64_t loaded = 0;
  int64_t objectBytes = 0;
  /// Seconds spent in emitting and lowering, in LLVM's passes and code
  /// generation, both summed over threads, and in linking.
  double lowerSeconds = 0;
  double generateSeconds = 0;
  double linkSeconds = 0;
  /// The first thing that went wrong with the cache folder; empty if nothing.
  std::string cacheProblem;
};

/// Compiles kernels and owns their code. Not for use by several threads at
/// once; the functions it returns are.
class KernelCompiler {
public:
  /// A compiler for `options`. On failure returns null and sets `error`, for
  /// example if the CPU is unknown or lacks the fused multiply-add and f16
  /// conversions that the kernels are defined by.
  static std::unique_ptr<KernelCompiler> create(const TargetOptions &options,
                                                std::string &error);
  ~KernelCompiler();

  /// Loads or compiles those of `kernels` (valid, all of one context) whose
  /// structure has not been seen, and returns one entry for each, in order. The
  /// functions live as long as the compiler. Fails with a diagnostic at the
  /// first kernel that cannot be compiled; then no kernel of this call is
  /// added. Kernels are compiled side by side on the threads of `pool`, if
  /// there is one; the code does not depend on it.
  mlir::FailureOr<std::vector<CompiledKernel>>
  compile(llvm::ArrayRef<device::KernelOp> kernels, ThreadPool *pool = nullptr);

  const CompilerStatistics &getStatistics() const;
  /// The CPU that code is generated for, and its features in LLVM's notation.
  llvm::StringRef getCPU() const;
  llvm::StringRef getFeatures() const;

private:
  struct State;
  explicit KernelCompiler(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace amp::cpu

#endif // AMP_TARGET_CPU_H
