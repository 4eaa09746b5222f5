// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live ranges from one walk over a program's flat list, and the rule for
// writing in place.

#include "Analysis/BufferLiveness.h"

using namespace mlir;
using namespace amp;
using namespace amp::device;

BufferLiveness::BufferLiveness(ProgramOp program)
    : symbols(program->getParentOp()) {
  // Positions go through the regions of a branch one after the other, so that
  // memory that only one of them uses is free for the other.
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<BufferOp, ProgramOp>(op))
      return;
    int64_t position = ops.size();
    ops.push_back(op);
    if (auto scratch = op->getAttrOfType<IntegerAttr>(scratchBytesName))
      scratches.push_back(
          {op, position,
           int64_t(llvm::alignTo(scratch.getInt(), arenaAlignment))});
    bool isLaunch = isa<LaunchOp>(op);
    for (OpOperand &use : op->getOpOperands()) {
      Value operand = use.get();
      auto buffer = operand.getDefiningOp<BufferOp>();
      if (buffer.getSpace() != BufferSpace::Arena)
        continue;
      if (isLaunch) {
        auto [it, isNew] =
            operandOf.try_emplace({position, operand}, use.getOperandNumber());
        if (!isNew)
          it->second = severalOperands;
      }
      auto [it, isNew] = numberOf.insert({operand, lives.size()});
      if (isNew)
        lives.push_back(
            {buffer, position, position,
             int64_t(llvm::alignTo(buffer.getByteSize(), arenaAlignment))});
      lives[it->second].last = position;
    }
  });
}

namespace {

/// How a kernel accesses one argument: all loads and stores alike or not.
struct ArgumentAccess {
  bool isUniform = true;
  ArrayRef<int64_t> strides;
  int64_t offset = 0;
};

} // namespace

static ArgumentAccess getAccess(BlockArgument argument) {
  ArgumentAccess access;
  bool isFirst = true;
  auto add = [&](ArrayRef<int64_t> strides, int64_t offset) {
    if (!isFirst && (strides != access.strides || offset != access.offset))
      access.isUniform = false;
    access.strides = strides;
    access.offset = offset;
    isFirst = false;
  };
  for (Operation *user : argument.getUsers()) {
    if (auto load = dyn_cast<LoadOp>(user))
      add(load.getStrides(), load.getOffset());
    else if (auto store = dyn_cast<StoreOp>(user))
      add(store.getStrides(), store.getOffset());
    else
      access.isUniform = false;
  }
  access.isUniform &= !isFirst;
  return access;
}

bool amp::areAccessedAlike(KernelOp kernel, unsigned input, unsigned output) {
  ArgumentAccess read = getAccess(kernel.getBody().getArgument(input));
  ArgumentAccess written = getAccess(kernel.getBody().getArgument(output));
  return read.isUniform && written.isUniform &&
         read.strides == written.strides && read.offset == written.offset;
}

std::optional<unsigned> BufferLiveness::findOperand(const BufferLife &life,
                                                    int64_t position) const {
  BufferOp buffer = life.buffer;
  auto it = operandOf.find({position, buffer.getResult()});
  if (it == operandOf.end() || it->second == severalOperands)
    return std::nullopt;
  return it->second;
}

bool BufferLiveness::mayShare(const BufferLife &input,
                              const BufferLife &output) const {
  auto launch = dyn_cast<LaunchOp>(ops[output.first]);
  if (!launch || input.last != output.first || input.first == input.last ||
      input.buffer->getResult(0).getType() !=
          output.buffer->getResult(0).getType())
    return false;
  std::optional<unsigned> from = findOperand(input, output.first);
  std::optional<unsigned> to = findOperand(output, output.first);
  auto kernel = symbols.lookup<KernelOp>(launch.getKernel());
  if (!from || !to || !kernel)
    return false;
  unsigned arguments = kernel.getBody().getNumArguments();
  return *from / arguments == *to / arguments &&
         areAccessedAlike(kernel, *from % arguments, *to % arguments);
}

SmallVector<size_t>
BufferLiveness::findShareable(const BufferLife &output) const {
  SmallVector<size_t> found;
  auto launch = dyn_cast<LaunchOp>(ops[output.first]);
  std::optional<unsigned> to = findOperand(output, output.first);
  auto kernel =
      launch && to ? symbols.lookup<KernelOp>(launch.getKernel()) : KernelOp();
  if (!kernel)
    return found;
  // Both are of one instance, so that no other one needs to be searched.
  unsigned arguments = kernel.getBody().getNumArguments();
  for (Value buffer :
       launch.getBuffers().slice(*to / arguments * arguments, arguments))
    if (auto it = numberOf.find(buffer);
        it != numberOf.end() && mayShare(lives[it->second], output))
      found.push_back(it->second);
  llvm::sort(found);
  return found;
}
