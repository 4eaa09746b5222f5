// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live ranges from one walk over a program's flat list, and the rule for
// writing in place.

#include "Analysis/BufferLiveness.h"

#include "Analysis/ValueMap.h"

using namespace mlir;
using namespace amp;
using namespace amp::device;

/// The number of an operand in `earlier` or, if there was another, that there
/// are several.
static unsigned joinOperands(unsigned earlier, unsigned operand) {
  return earlier == BufferLife::noOperand ? operand
                                          : BufferLife::severalOperands;
}

BufferLiveness::BufferLiveness(ProgramOp program) {
  for (auto kernel : program->getParentRegion()->front().getOps<KernelOp>())
    kernels[kernel.getSymNameAttr()].kernel = kernel;
  OperationMap<unsigned> numberOf;
  auto scratchName = StringAttr::get(program.getContext(), scratchBytesName);
  // Positions go through the regions of a branch one after the other, so that
  // memory that only one of them uses is free for the other.
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto buffer = dyn_cast<BufferOp>(op)) {
      if (buffer->use_empty() && buffer.getSpace() == BufferSpace::Arena)
        unused.push_back(buffer);
      return;
    }
    if (isa<ProgramOp>(op))
      return;
    int64_t position = ops.size();
    ops.push_back(op);
    if (auto launch = dyn_cast<LaunchOp>(op))
      launches.push_back(launch);
    if (auto scratch =
            dyn_cast_or_null<IntegerAttr>(op->getDiscardableAttr(scratchName)))
      scratches.push_back(
          {op, position,
           int64_t(llvm::alignTo(scratch.getInt(), arenaAlignment))});
    firstOperands.push_back(livesOfOperands.size());
    for (OpOperand &use : op->getOpOperands()) {
      auto buffer = use.get().getDefiningOp<BufferOp>();
      if (buffer.getSpace() != BufferSpace::Arena) {
        livesOfOperands.push_back(noLife);
        continue;
      }
      auto [it, isNew] = numberOf.try_emplace(buffer, lives.size());
      if (isNew)
        lives.push_back(
            {buffer, position, position,
             int64_t(llvm::alignTo(buffer.getByteSize(), arenaAlignment))});
      livesOfOperands.push_back(it->second);
      BufferLife &life = lives[it->second];
      unsigned number = use.getOperandNumber();
      if (life.first == position)
        life.firstOperand = joinOperands(life.firstOperand, number);
      if (life.last != position)
        life.lastOperand = BufferLife::noOperand;
      life.lastOperand = joinOperands(life.lastOperand, number);
      life.last = position;
    }
  });
}

ArgumentAccess ArgumentAccess::get(BlockArgument argument) {
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

bool ArgumentAccess::isAlike(const ArgumentAccess &other) const {
  return isUniform && other.isUniform && strides == other.strides &&
         offset == other.offset;
}

bool amp::areAccessedAlike(KernelOp kernel, unsigned input, unsigned output) {
  return ArgumentAccess::get(kernel.getBody().getArgument(input))
      .isAlike(ArgumentAccess::get(kernel.getBody().getArgument(output)));
}

const BufferLiveness::KernelAccesses *
BufferLiveness::findAccesses(LaunchOp launch) const {
  auto it = kernels.find(launch.getKernelAttr().getAttr());
  if (it == kernels.end())
    return nullptr;
  KernelAccesses &known = it->second;
  if (known.arguments.empty())
    for (BlockArgument argument : known.kernel.getBody().getArguments())
      known.arguments.push_back(ArgumentAccess::get(argument));
  return &known;
}

bool BufferLiveness::mayShare(const BufferLife &input,
                              const BufferLife &output) const {
  if (input.last != output.first || input.first == input.last ||
      input.lastOperand >= BufferLife::severalOperands ||
      output.firstOperand >= BufferLife::severalOperands)
    return false;
  auto launch = dyn_cast<LaunchOp>(ops[output.first]);
  BufferOp from = input.buffer, to = output.buffer;
  const KernelAccesses *kernel = launch ? findAccesses(launch) : nullptr;
  if (!kernel || from.getType() != to.getType())
    return false;
  unsigned count = kernel->arguments.size();
  return input.lastOperand / count == output.firstOperand / count &&
         kernel->arguments[input.lastOperand % count].isAlike(
             kernel->arguments[output.firstOperand % count]);
}

SmallVector<size_t>
BufferLiveness::findShareable(const BufferLife &output) const {
  SmallVector<size_t> found;
  auto launch = dyn_cast<LaunchOp>(ops[output.first]);
  if (!launch || output.firstOperand >= BufferLife::severalOperands)
    return found;
  // Both are of one instance, so that no other one needs to be searched.
  unsigned count = launch.getBuffers().size() / launch.getNumInstances();
  unsigned begin = output.firstOperand / count * count;
  for (unsigned number : ArrayRef(livesOfOperands)
                             .slice(firstOperands[output.first] + begin, count))
    if (number != noLife && mayShare(lives[number], output))
      found.push_back(number);
  llvm::sort(found);
  return found;
}
