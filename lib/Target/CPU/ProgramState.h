// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compiled program is made of, for its builder and its executor.

#ifndef AMP_LIB_TARGET_CPU_PROGRAMSTATE_H
#define AMP_LIB_TARGET_CPU_PROGRAMSTATE_H

#include "amp/IR/Device.h"
#include "amp/Runtime/BatchedGemm.h"
#include "amp/Runtime/ScatterAdd.h"
#include "amp/Runtime/ThreadPool.h"
#include "amp/Target/CPU.h"
#include "amp/Target/Program.h"

namespace amp::cpu {

struct CpuTarget::State {
  std::unique_ptr<ThreadPool> pool;
  std::unique_ptr<KernelCompiler> compiler;
  std::unique_ptr<GemmProvider> provider;
};

/// One instance of a launch; indices point into the program's flat arrays.
struct Instance {
  size_t firstArgument = 0;
  size_t firstParameter = 0;
  int64_t units = 0;
  int64_t unitsPerChunk = 1;
  /// The chunks of the instances before this one.
  int64_t firstChunk = 0;
};

/// One entry of the flat list.
struct Step {
  enum Kind {
    Launch,
    Product,
    Scatter,
    Copy,
    Pack,
    Branch,
    Jump
  } kind = Launch;
  std::string name;
  int64_t nanoseconds = 0;

  // A launch.
  KernelFunction function = nullptr;
  size_t firstInstance = 0, instanceCount = 0;
  int64_t chunks = 0;
  bool isInline = false;

  // A product: its operands are a, b, bias, result from `firstArgument` on.
  // A scatter: updates, indices, result.
  // A copy or the packing of a weight: source and target.
  // A branch: the condition.
  // Equal products share what the library needs, as one runs after the other.
  std::shared_ptr<Gemm> gemm;
  /// Instead of that, for many matrices.
  std::unique_ptr<BatchedGemm> batchedGemm;
  ScatterAdd scatter;
  size_t firstArgument = 0;
  int64_t bytes = 0;
  /// Scratch memory in the arena for the time of the step, or null.
  void *scratch = nullptr;
  PackedLayout packing;
  bool packsTransposed = false;

  /// Where a jump, or a branch whose condition is false, goes on.
  size_t target = 0;
};

/// A buffer whose memory is known only at run time.
struct BoundBuffer {
  unsigned buffer = 0;
  std::string name;
  int64_t bytes = 0;
  ElementType type = ElementType::F32;
  const Tensor *tensor = nullptr;
};

struct Program::State {
  std::shared_ptr<CpuTarget::State> target;
  std::vector<ProgramTensor> inputs, outputs;
  /// Buffers of inputs and outputs, in the order of those.
  std::vector<unsigned> inputBuffers, outputBuffers;
  std::vector<BoundBuffer> variables;

  /// The address of every buffer, and for every argument of every step the
  /// buffer and (copied from there when an address changed) its address.
  std::vector<void *> addresses;
  std::vector<unsigned> argumentBuffers;
  std::vector<void *> arguments;
  std::vector<int64_t> parameters;
  std::vector<Instance> instances;
  std::vector<Step> steps;

  Tensor arena, constants;
  bool isBound = false;
  bool isProfiling = false;
  ProgramStatistics statistics;

  /// Sets an address and says whether it is another one.
  bool setAddress(unsigned buffer, void *address) {
    return std::exchange(addresses[buffer], address) != address;
  }
  Status runStep(Step &step);
  /// The step after step `index`.
  size_t getNext(size_t index) const;
  void runLaunch(const Step &step);
  void runPack(const Step &step);
};

/// A call of the library that a product op asks for: one of the two.
struct PreparedProduct {
  std::shared_ptr<Gemm> gemm;
  std::unique_ptr<BatchedGemm> batched;
};

/// Products that were prepared before memory was planned, by their ops.
using PreparedProducts = llvm::DenseMap<mlir::Operation *, PreparedProduct>;

/// Prepares the products of the program `name` of `module` and writes on each
/// op how much scratch memory its call takes. What cannot be prepared is left
/// out.
PreparedProducts prepareCalls(CpuTarget::State &target, mlir::ModuleOp module,
                              llvm::StringRef name);

/// Prepares one; fails as GemmProvider::prepare does.
Result<PreparedProduct> prepareProduct(CpuTarget::State &target,
                                       device::GemmOp gemm);

/// What an op asks of our own routine.
ScatterAdd describeScatter(device::ScatterAddOp scatter);

/// Adds to the statistics of a built program what its steps move, compute and
/// hold.
void describeSteps(device::ProgramOp program, Program::State &state);

/// Prepares a planned device program for execution: compiles kernels, prepares
/// products, allocates memory. Emits errors at the ops in question.
mlir::FailureOr<std::unique_ptr<Program::State>>
buildProgram(std::shared_ptr<CpuTarget::State> target,
             device::ProgramOp program, PreparedProducts &products);

} // namespace amp::cpu

#endif // AMP_LIB_TARGET_CPU_PROGRAMSTATE_H
