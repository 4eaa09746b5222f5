// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the steps of a program move, compute and hold, from the planned device
// program. Relies on the steps being in the order of its ops.

#include "Analysis/BufferLiveness.h"
#include "Analysis/LaunchTraffic.h"
#include "Target/CPU/ProgramState.h"
#include "amp/Reference/TensorAttributes.h"

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

static int64_t sizeOf(Value buffer) {
  return buffer.getDefiningOp<device::BufferOp>().getByteSize();
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
      Traffic traffic = countTraffic(launch, kernel);
      step.bytes = traffic.read + traffic.written;
      step.writtenBytes = traffic.written;
    } else if (auto gemm = dyn_cast<device::GemmOp>(op)) {
      step.kind = PlanStep::Product;
      for (Value operand : gemm->getOperands())
        step.bytes += sizeOf(operand);
      step.writtenBytes = sizeOf(gemm.getResult());
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
