// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the steps of a program move, compute and hold, from the planned device
// program. Relies on the steps being in the order of its ops.

#include "Analysis/BufferLiveness.h"
#include "Target/CPU/ProgramState.h"
#include "amp/Conversion/DeviceToLLVM.h"
#include "amp/Reference/TensorAttributes.h"

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

static int64_t sizeOf(Value buffer) {
  return buffer.getDefiningOp<device::BufferOp>().getByteSize();
}

/// The bytes that one launch reads and writes at least.
static int64_t countBytes(device::LaunchOp launch, device::KernelOp kernel) {
  int64_t bytes = 0;
  for (int64_t index = 0; index < launch.getNumInstances(); ++index) {
    KernelWork work = getKernelWork(kernel, launch.getExtents()[index]);
    int64_t iterations = work.units * work.iterationsPerUnit;
    for (auto [argument, buffer] : llvm::zip_equal(
             kernel.getBody().getArguments(), launch.getInstance(index))) {
      int64_t reads = 0, writes = 0;
      for (Operation *user : argument.getUsers())
        ++(isa<device::StoreOp>(user) ? writes : reads);
      int64_t whole = sizeOf(buffer);
      int64_t count = cast<MemRefType>(buffer.getType()).getNumElements();
      int64_t element = count == 0 ? 0 : whole / count;
      for (int64_t accesses : {reads, writes})
        bytes += std::min(whole, accesses * iterations * element);
    }
  }
  return bytes;
}

void amp::cpu::describeSteps(device::ProgramOp program, Program::State &state) {
  SymbolTable symbols(program->getParentOp());
  ProgramStatistics &statistics = state.statistics;
  SmallVector<Operation *> ops;
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto buffer = dyn_cast<device::BufferOp>(op)) {
      if (buffer.getSpace() != device::BufferSpace::Arena)
        statistics.boundaryBytes += buffer.getByteSize();
    } else if (!isa<device::ProgramOp>(op)) {
      ops.push_back(op);
    }
  });
  auto steps = std::make_shared<std::vector<PlanStep>>();
  size_t next = 0;
  for (Operation *op : ops) {
    // The jump over a region that was not taken belongs to no op.
    while (next < state.steps.size() && state.steps[next].kind == Step::Jump)
      ++next;
    if (next == state.steps.size())
      break;
    PlanStep step;
    if (auto launch = dyn_cast<device::LaunchOp>(op)) {
      auto kernel = symbols.lookup<device::KernelOp>(launch.getKernel());
      step.instances = launch.getNumInstances();
      step.bytes = countBytes(launch, kernel);
    } else if (auto gemm = dyn_cast<device::GemmOp>(op)) {
      step.kind = PlanStep::Product;
      for (Value operand : gemm->getOperands())
        step.bytes += sizeOf(operand);
      step.operations = 2 * gemm.getM() * gemm.getN() * gemm.getK();
      for (int64_t extent : gemm.getBatch().value_or(ArrayRef<int64_t>()))
        step.operations *= extent;
      step.type = *toElementType(
          cast<MemRefType>(gemm.getA().getType()).getElementType());
    } else {
      // Copies, packing and the like: each operand once.
      step.kind = PlanStep::Copy;
      for (Value operand : op->getOperands())
        step.bytes += sizeOf(operand);
    }
    if (auto bytes = op->getAttrOfType<IntegerAttr>(scratchBytesName)) {
      step.scratchBytes = bytes.getInt();
      step.scratchOffset =
          op->getAttrOfType<IntegerAttr>(scratchOffsetName).getInt();
    }
    step.name = state.steps[next++].name;
    steps->push_back(std::move(step));
  }
  statistics.steps = std::move(steps);
}
