// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compiled CUDA program is made of, for its builder and its executor.

#ifndef AMP_LIB_TARGET_CUDA_CUDAPROGRAMSTATE_H
#define AMP_LIB_TARGET_CUDA_CUDAPROGRAMSTATE_H

#include "CapturedGraph.h"
#include "CudaProgram.h"

namespace amp::cuda {

/// One entry of the list.
struct Step {
  enum Kind {
    Launch,
    Product,
    Copy,
    Clear,
    Branch,
    Upload,
    Download
  } kind = Launch;
  /// What errors call it.
  std::string name;
  /// Buffers: of a launch, those of all instances in order; of a product a, b,
  /// bias, result; of a copy source and target; of a clear the target; of a
  /// branch the condition; of an upload or a download the first port.
  std::vector<unsigned> buffers;

  // A launch.
  api::Function function = nullptr;
  bool isMultiple = false;
  unsigned blocks = 0;
  int instances = 0;
  /// The argument records, in words; the buffers' addresses are filled in when
  /// they are known. `pointerWords` are the positions of those.
  std::vector<uint64_t> records;
  std::vector<unsigned> pointerWords;
  /// Where the records of several instances lie in the table on the device.
  size_t tableOffset = 0;

  // A branch: what is done if the condition holds, and otherwise.
  std::vector<Step> taken, otherwise;

  // An upload or a download: where the pinned memory for it starts.
  size_t stagingOffset = 0;

  // A product; the size of a copy of any kind or of a clear.
  std::shared_ptr<cuda::Product> product;
  /// By how many bytes the operands of a product start behind their buffers'
  /// first; of no other step.
  std::vector<int64_t> offsets;
  size_t bytes = 0;

  /// The captured piece that starts with this step; -1 before it was captured.
  int piece = -1;
};

struct CudaProgram::State {
  TargetOptions options;
  std::shared_ptr<Driver> driver;
  std::shared_ptr<Blas> blas;
  /// Owns the code.
  std::shared_ptr<Kernels> kernels;

  std::vector<cpu::ProgramTensor> inputs, outputs;
  std::vector<unsigned> inputBuffers, outputBuffers;
  std::vector<size_t> inputSizes, outputSizes;
  /// Buffer and name of each variable, and its copies once bound.
  struct Variable {
    unsigned buffer;
    std::string name;
    size_t bytes;
    ElementType type;
    DeviceVariables::Entry *entry;
  };
  std::vector<Variable> variables;
  DeviceVariables *residence = nullptr;

  /// The address of each buffer; 0 stands for an absent one.
  std::vector<api::Address> addresses;
  std::vector<Step> steps;

  Memory arena, constants, transfers, workspace, table;
  /// With separate buffers, the memory of each.
  std::vector<Memory> separate;
  /// Pinned memory for inputs, then outputs, and the offset of each there and
  /// in `transfers`.
  Memory staging;
  std::vector<size_t> inputOffsets, outputOffsets;
  /// The bytes of all inputs and of all outputs.
  size_t inputBytes = 0, outputBytes = 0;
  size_t tableBytes = 0;
  bool isBound = false;

  /// What was captured so far, each the steps between two decisions of the
  /// host; a branch that no run took is not.
  std::vector<CapturedGraph> pieces;

  cpu::ProgramStatistics statistics;
  /// What memory is needed for, for errors.
  std::string memoryReport;

  /// Pinned memory for the condition of a branch.
  Memory decision;

  /// With profiling: what times a step, and for each step of the list the one
  /// of the plan.
  Stopwatch watch;
  std::shared_ptr<std::vector<double>> times;
  std::vector<size_t> planned;

  /// Prepares the times of steps.
  Status startProfile();
  Status enqueue(Step &step);
  /// Enqueues what lies between branches as captured pieces, or, without
  /// graphs, waits after each step and names the one that failed.
  Status enqueue(std::vector<Step> &list);
  Status enqueueBranch(Step &branch);
  Status enqueueAndWait(Step &step);
  Status replay(std::span<Step> steps);
  /// Fills in the addresses that the records of `list` hold and forgets what
  /// was captured of it.
  Status fillRecords(std::vector<Step> &list);
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_CUDAPROGRAMSTATE_H
