// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The executor: binds memory and walks the flat list of steps. Launches are cut
// into chunks that follow from the shape only, so that the number of threads
// changes no bit (P16).

#include "amp/Target/Program.h"

#include "amp/Runtime/FloatMode.h"

#include "Target/CPU/ProgramState.h"
#include "Target/ProgramTensors.h"

#include <chrono>

using namespace amp;
using namespace amp::cpu;

Program::Program(std::unique_ptr<State> state) : state(std::move(state)) {}
Program::~Program() = default;

const std::vector<ProgramTensor> &Program::getInputs() const {
  return state->inputs;
}
const std::vector<ProgramTensor> &Program::getOutputs() const {
  return state->outputs;
}
const ProgramStatistics &Program::getStatistics() const {
  return state->statistics;
}
void Program::setProfiling(bool enabled) { state->isProfiling = enabled; }

std::vector<StepTime> Program::getStepTimes() const {
  std::vector<StepTime> times;
  for (const Step &step : state->steps)
    times.push_back({step.name, step.nanoseconds});
  return times;
}

Status Program::bind(const VariableStore &store) {
  state->isBound = false;
  for (BoundBuffer &variable : state->variables) {
    Result<const Tensor *> tensor =
        findVariable(store, variable.name, variable.bytes, variable.type);
    if (!tensor.ok())
      return tensor.takeFailure();
    variable.tensor = *tensor;
  }
  state->isBound = true;
  return Status::success();
}

void Program::State::runLaunch(const Step &step) {
  const Instance *first = &instances[step.firstInstance];
  auto runRange = [&](const Instance &instance, int64_t begin, int64_t end) {
    step.function(&arguments[instance.firstArgument],
                  &parameters[instance.firstParameter], begin, end);
  };
  ThreadPool &pool = *target->pool;
  if (step.isInline || pool.size() == 1) {
    for (size_t index = 0; index < step.instanceCount; ++index)
      runRange(first[index], 0, first[index].units);
    return;
  }
  pool.parallelFor(step.chunks, [&](int64_t chunk, unsigned) {
    // The last instance that starts at or before this chunk.
    const Instance *instance =
        std::upper_bound(first, first + step.instanceCount, chunk,
                         [](int64_t chunk, const Instance &instance) {
                           return chunk < instance.firstChunk;
                         }) -
        1;
    int64_t begin = (chunk - instance->firstChunk) * instance->unitsPerChunk;
    int64_t end = std::min(begin + instance->unitsPerChunk, instance->units);
    runRange(*instance, begin, end);
  });
}

void Program::State::runPack(const Step &step) {
  void *const *operands = arguments.data() + step.firstArgument;
  auto pack = [&](int64_t begin, int64_t end) {
    packColumns(step.packing, step.packsTransposed, operands[0], operands[1],
                begin, end);
  };
  int64_t blocks = step.packing.columnBlocks();
  // A fork-join costs what the packing of some kilobytes does.
  constexpr int64_t leastBytes = 1 << 16;
  ThreadPool &pool = *target->pool;
  if (pool.size() == 1 || step.packing.byteSize() < leastBytes)
    return pack(0, blocks);
  pool.parallelFor(blocks,
                   [&](int64_t block, unsigned) { pack(block, block + 1); });
}

Status Program::State::runStep(Step &step) {
  void *const *operands = arguments.data() + step.firstArgument;
  switch (step.kind) {
  case Step::Launch:
    runLaunch(step);
    return Status::success();
  case Step::Product: {
    ThreadPool *pool = target->pool->size() > 1 ? target->pool.get() : nullptr;
    if (step.batchedGemm)
      return step.batchedGemm->run(pool, operands[0], operands[1], operands[2],
                                   operands[3], step.scratch);
    return step.gemm->run(pool, operands[0], operands[1], operands[2],
                          operands[3], step.scratch);
  }
  case Step::Scatter: {
    ThreadPool *pool = target->pool->size() > 1 ? target->pool.get() : nullptr;
    step.scatter.run(pool, operands[0], operands[1], operands[2], step.scratch);
    return Status::success();
  }
  case Step::Pack:
    runPack(step);
    return Status::success();
  case Step::Copy:
    std::memcpy(operands[1], operands[0], step.bytes);
    return Status::success();
  case Step::Branch:
  case Step::Jump:
    return Status::success();
  }
  return Failure{"expects a known kind of step"};
}

size_t Program::State::getNext(size_t index) const {
  const Step &step = steps[index];
  if (step.kind == Step::Jump)
    return step.target;
  if (step.kind != Step::Branch)
    return index + 1;
  // A boolean takes one byte.
  bool isTaken =
      *static_cast<const unsigned char *>(arguments[step.firstArgument]) != 0;
  return isTaken ? index + 1 : step.target;
}

Status Program::run(std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  State &program = *state;
  if (!program.isBound && !program.variables.empty())
    return Failure{"expects the variables to be bound before a run"};
  if (Status status =
          prepareTensors(program.inputs, program.outputs, inputs, outputs);
      !status.ok())
    return status;
  bool changed = false;
  for (size_t index = 0; index < inputs.size(); ++index)
    changed |= program.setAddress(program.inputBuffers[index],
                                  inputs[index].rawData());
  for (size_t index = 0; index < outputs.size(); ++index)
    changed |= program.setAddress(program.outputBuffers[index],
                                  outputs[index].rawData());
  for (const BoundBuffer &variable : program.variables)
    changed |= program.setAddress(variable.buffer, variable.tensor->rawData());
  if (changed || program.arguments.empty() || !program.arguments.front())
    for (size_t index = 0; index < program.arguments.size(); ++index)
      program.arguments[index] =
          program.addresses[program.argumentBuffers[index]];

  ScopedFloatMode mode;
  for (size_t index = 0; index < program.steps.size();
       index = program.getNext(index)) {
    Step &step = program.steps[index];
    if (!program.isProfiling) {
      if (Status status = program.runStep(step); !status.ok())
        return status;
      continue;
    }
    auto start = std::chrono::steady_clock::now();
    if (Status status = program.runStep(step); !status.ok())
      return status;
    step.nanoseconds += std::chrono::duration_cast<std::chrono::nanoseconds>(
                            std::chrono::steady_clock::now() - start)
                            .count();
  }
  return Status::success();
}
