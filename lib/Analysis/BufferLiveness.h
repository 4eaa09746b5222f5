// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When the arena buffers of a device program are live, and where a launch may
// write over one of its inputs. The planner and its verifier ask the same.

#ifndef AMP_LIB_ANALYSIS_BUFFERLIVENESS_H
#define AMP_LIB_ANALYSIS_BUFFERLIVENESS_H

#include "amp/IR/Device.h"

#include <vector>

namespace amp {

/// Offsets and sizes of arena buffers are multiples of this many bytes.
inline constexpr int64_t arenaAlignment = 64;

/// One arena buffer: the positions of the first and the last op that uses it.
struct BufferLife {
  static constexpr unsigned severalOperands = ~0u - 1, noOperand = ~0u;

  device::BufferOp buffer;
  int64_t first = 0, last = 0;
  /// The size, rounded up to the alignment.
  int64_t bytes = 0;
  /// The number of the operand that it is to these ops, or `severalOperands`.
  unsigned firstOperand = noOperand, lastOperand = noOperand;
};

/// How a kernel accesses one argument.
struct ArgumentAccess {
  static ArgumentAccess get(mlir::BlockArgument argument);

  /// Whether both are accessed at the same element in every iteration.
  bool isAlike(const ArgumentAccess &other) const;

  /// Whether all loads and stores are alike.
  bool isUniform = true;
  llvm::ArrayRef<int64_t> strides;
  int64_t offset = 0;
};

/// What a target writes on an op whose library call needs scratch memory: its
/// bytes, before planning; and what the planner answers: its offset.
inline constexpr const char *scratchBytesName = "scratch_bytes";
inline constexpr const char *scratchOffsetName = "scratch_offset";

/// Scratch memory of one op, in use at its position only.
struct ScratchLife {
  mlir::Operation *op;
  int64_t position = 0;
  /// The size, rounded up to the alignment.
  int64_t bytes = 0;
};

/// Whether a kernel loads and stores two of its arguments at the same element
/// in every iteration, so that one buffer can be both.
bool areAccessedAlike(device::KernelOp kernel, unsigned input, unsigned output);

class BufferLiveness {
public:
  explicit BufferLiveness(device::ProgramOp program);

  /// Arena buffers that are used, in the order of their first use.
  llvm::ArrayRef<BufferLife> getLives() const { return lives; }

  /// All launches, in order.
  llvm::ArrayRef<device::LaunchOp> getLaunches() const { return launches; }

  /// The arena buffers that nothing uses, for the caller to erase: they are
  /// forgotten.
  std::vector<device::BufferOp> takeUnused() { return std::move(unused); }

  /// Scratch memory, in the order of the ops.
  llvm::ArrayRef<ScratchLife> getScratches() const { return scratches; }

  /// Whether the op at which `input` dies and `output` is born may keep both in
  /// the same memory: a launch that, in one instance, accesses both at the same
  /// element, and no other instance or argument uses either.
  bool mayShare(const BufferLife &input, const BufferLife &output) const;

  /// The numbers of the lives that may share with `output`, ascending.
  llvm::SmallVector<size_t> findShareable(const BufferLife &output) const;

private:
  /// A kernel and, once one was asked for, the accesses of its arguments.
  struct KernelAccesses {
    device::KernelOp kernel;
    std::vector<ArgumentAccess> arguments;
  };

  /// The accesses of the kernel of a launch, or null if there is none.
  const KernelAccesses *findAccesses(device::LaunchOp launch) const;

  mutable llvm::DenseMap<mlir::StringAttr, KernelAccesses> kernels;
  std::vector<mlir::Operation *> ops;
  std::vector<BufferLife> lives;
  std::vector<device::LaunchOp> launches;
  std::vector<device::BufferOp> unused;
  std::vector<ScratchLife> scratches;
  /// Of each operand of each op the number of its life, or `noLife`; and where
  /// those of the op at a position begin.
  static constexpr unsigned noLife = ~0u;
  std::vector<unsigned> livesOfOperands, firstOperands;
};

} // namespace amp

#endif // AMP_LIB_ANALYSIS_BUFFERLIVENESS_H
