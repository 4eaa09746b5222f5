// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a caller chooses about compilation: target, precision, policy, fusion,
// threads. Relies on the standard library only.

#ifndef AMP_ENGINE_COMPILEOPTIONS_H
#define AMP_ENGINE_COMPILEOPTIONS_H

#include "amp/Runtime/PlanFigures.h"
#include "amp/Runtime/Precision.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace amp {

/// Where a compiled program runs: the interpreter, the CPU through LLVM, or an
/// NVIDIA GPU through NVRTC and cuBLASLt.
enum class Target { Ref, Cpu, Cuda };

/// Called after each compiler stage with its name ("autocast", "fuse", …), the
/// function being compiled and a callback that prints the module. Returning
/// false stops the compilation, which then fails with the message "stopped
/// after STAGE".
using StageObserver =
    std::function<bool(std::string_view stage, std::string_view function,
                       const std::function<std::string()> &print)>;

struct CompileOptions {
  Target target = Target::Cpu;
  Precision precision = Precision::F32;
  /// The name of a policy that ships with the library, or the path of a file.
  std::string policy = "torch-cuda";
  /// One kernel per op if false; the results are the same, bit for bit.
  bool fuse = true;
  /// Workers of the pool, the calling thread included; 0 means one per CPU.
  /// Results do not depend on it (P16).
  unsigned threads = 0;
  /// How many plans (one per combination of input shapes) are kept.
  unsigned planCacheSize = 16;
  /// The folder that keeps compiled code for other processes, made when needed;
  /// empty for none. Entries are found by content, CPU and versions and give
  /// the same bits as fresh code. Several processes may share it, it stays
  /// below 256 MiB, and one that cannot be used is as good as none.
  std::string cacheDirectory;
  /// Target cuda: whether products of f32 may round their operands to TF32 (10
  /// bits after the point, f32's exponents) on devices that have it; sums stay
  /// in f32. With another target it is an error.
  bool allowTF32 = false;
  /// Target cuda: whether the algorithm of each product is the fastest of those
  /// that the library proposes, by timing them on the device when a plan is
  /// made, in place of the library's own estimate. The choice is kept in
  /// `cacheDirectory` and found there by product, device and version of the
  /// library. Algorithms sum in orders of their own: results repeat bit for bit
  /// as long as the choice is kept, and may differ in the last bits of products
  /// between machines, caches and from runs without it. With another target it
  /// is an error.
  bool autotune = false;
  /// Target cuda: whether a run replays a captured graph, or enqueues its steps
  /// one by one, so that an error names the step.
  bool useGraph = true;
  /// Target cuda: whether each step of a run is timed by itself, with no graph.
  bool profileSteps = false;
  /// Target cuda: whether every buffer gets an allocation of its own, so that
  /// tools which check accesses see one that leaves its buffer. For debugging.
  bool separateBuffers = false;
  /// Target cuda: the compute capability to compile for (90 is sm_90) where no
  /// device is at hand: the stages can be observed, nothing runs. 0 for the
  /// device's own.
  int cudaCapability = 0;
  /// Target cuda: without a device, the compute capabilities for which kernels
  /// are compiled so that CompileStatistics::devicePlan can say what they take;
  /// NVRTC is needed then. None of them: kernels are not compiled.
  std::vector<int> planCapabilities;
  StageObserver observer;
  /// Whether all ops are verified after each stage, before `observer` is
  /// called, and a module that does not verify is an error that names the
  /// stage. For those who work on the compiler: stages check what they promise
  /// in any case, and this takes about as long as a stage each time.
  bool verifyEach = false;
  /// Called with each warning and remark, one or more lines of text.
  std::function<void(std::string_view)> log;
};

/// What compiling cost and produced, over the lifetime of an object, and the
/// figures of the plan that was used last.
struct CompileStatistics : PlanFigures {
  double compileSeconds = 0.0;
  int64_t kernelsCompiled = 0;
  /// Kernels taken from the cache directory, and what was wrong with it if
  /// something was.
  int64_t kernelsLoaded = 0;
  std::string cacheProblem;
  /// Plans that are kept now, at most CompileOptions::planCacheSize a function.
  int64_t plans = 0;
  /// Launches and library calls of the plan that was used last.
  int64_t kernels = 0;
  int64_t libraryCalls = 0;
  /// Workers that plans run on, and LLVM's name of the CPU they are made for;
  /// empty on the target ref.
  unsigned threads = 1;
  std::string cpu;
};

} // namespace amp

#endif // AMP_ENGINE_COMPILEOPTIONS_H
