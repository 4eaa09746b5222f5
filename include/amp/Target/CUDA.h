// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA target's public side beside the engine: its options, text of the
// kernels it would compile, and assertions on a device.

#ifndef AMP_TARGET_CUDA_H
#define AMP_TARGET_CUDA_H

#include "amp/Target/Program.h"

#include <functional>

namespace amp::cuda {

/// How programs run on a device.
struct TargetOptions {
  /// The device's number.
  int device = 0;
  /// The compute capability to compile for without a device, 90 for sm_90;
  /// nothing runs then. 0 for the device's own.
  int capability = 0;
  /// Without a device, the compute capabilities for which kernels are compiled
  /// to see what they take.
  std::vector<int> planCapabilities;
  /// Where cubins, and the algorithms of products that were timed, are kept for
  /// other processes; empty for nowhere.
  std::string cacheFolder;
  /// Threads that compile kernels; 0 means one per CPU.
  unsigned threads = 0;
  /// Whether a run replays a captured graph or enqueues step by step, after
  /// which an error names the step.
  bool useGraph = true;
  /// Whether each step of a run is timed by itself, which takes the place of
  /// the graph; the times are ProgramStatistics::stepMilliseconds.
  bool profile = false;
  /// Whether products of f32 may round their operands to TF32 (P14).
  bool allowTF32 = false;
  /// Whether the library's algorithms for a product are timed and the fastest
  /// is taken, in place of the one that the library expects to be.
  bool autotune = false;
  /// Whether every buffer gets an allocation of its own in place of a part of
  /// the arena, so that an access outside of it is seen by what checks
  /// accesses.
  bool separateBuffers = false;
};

/// Runs a function without arguments whose assertions decide on success, as
/// cpu::runChecks does. Keeps the device for the runs to come.
using CheckRunner = std::function<mlir::LogicalResult(
    mlir::ModuleOp module, mlir::func::FuncOp function,
    const VariableStore &variables, const cpu::ProgramOptions &options)>;

/// Takes a device. Fails, saying what is missing, where there is no driver, no
/// device or no library.
Result<CheckRunner> createCheckRunner(const TargetOptions &options);

/// The kernels that the device programs of `module` launch, as one CUDA C++
/// text. Needs no device. Fails with a diagnostic at an op that cannot be
/// printed.
mlir::FailureOr<std::string> printKernels(mlir::ModuleOp module);

/// The same text compiled for a device of `capability` (90 for sm_90): a cubin,
/// or with `ptx` the text of its PTX. Needs NVRTC, but no device.
mlir::FailureOr<std::string> compileKernels(mlir::ModuleOp module,
                                            int capability, bool ptx);

} // namespace amp::cuda

#endif // AMP_TARGET_CUDA_H
