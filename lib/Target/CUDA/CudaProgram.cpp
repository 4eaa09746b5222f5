// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The executor: binds variables, fills in addresses, captures the list as a
// graph, or as one graph for each stretch between two branches, and replays it.
// A run waits once, at its end, and where the host decides.

#include "CudaProgramState.h"

#include "Target/ProgramTensors.h"
#include "amp/Conversion/DeviceToCuda.h"

using namespace amp;
using namespace amp::cuda;

CudaProgram::CudaProgram(std::unique_ptr<State> state)
    : state(std::move(state)) {}
CudaProgram::~CudaProgram() = default;

const std::vector<cpu::ProgramTensor> &CudaProgram::getInputs() const {
  return state->inputs;
}
const std::vector<cpu::ProgramTensor> &CudaProgram::getOutputs() const {
  return state->outputs;
}
const cpu::ProgramStatistics &CudaProgram::getStatistics() const {
  return state->statistics;
}

Status CudaProgram::bind(VariableStore &store) {
  State &program = *state;
  program.isBound = false;
  if (Status status = program.driver->makeCurrent(); !status.ok())
    return status;
  program.residence = &DeviceVariables::get(store, program.driver);
  for (State::Variable &variable : program.variables) {
    Result<const Tensor *> tensor =
        findVariable(store, variable.name, variable.bytes, variable.type);
    if (!tensor.ok())
      return tensor.takeFailure();
    Result<DeviceVariables::Entry *> entry =
        program.residence->add(variable.name, *tensor);
    if (!entry.ok())
      return Failure{entry.message() + "; " + program.memoryReport};
    variable.entry = *entry;
    program.addresses[variable.buffer] = (*entry)->device.address();
  }
  // Every address is known now and never changes; what was captured for other
  // variables holds theirs.
  program.pieces.clear();
  if (Status status = program.fillRecords(program.steps); !status.ok())
    return status;
  if (Status status =
          program.driver->synchronize("cannot prepare the arguments");
      !status.ok())
    return status;
  if (program.options.profile && !program.watch.isCreated())
    if (Status status = program.startProfile(); !status.ok())
      return status;
  program.isBound = true;
  return Status::success();
}

Status CudaProgram::State::fillRecords(std::vector<Step> &list) {
  for (Step &step : list) {
    step.piece = -1;
    for (auto [word, buffer] : llvm::zip(step.pointerWords, step.buffers))
      step.records[word] = addresses[buffer];
    if (step.isMultiple)
      if (Status status = driver->check(
              driver->call.memcpyHostToDevice(
                  table.address() + step.tableOffset, step.records.data(),
                  step.records.size() * sizeof(uint64_t), driver->stream),
              "cannot copy the arguments of " + step.name);
          !status.ok())
        return status;
    for (std::vector<Step> *branch : {&step.taken, &step.otherwise})
      if (Status status = fillRecords(*branch); !status.ok())
        return status;
  }
  return Status::success();
}

Status CudaProgram::State::enqueue(std::vector<Step> &list) {
  Status status = Status::success();
  for (size_t begin = 0, end = 0; status.ok() && begin < list.size();
       begin = end) {
    end = begin + 1;
    if (list[begin].kind == Step::Branch) {
      status = enqueueBranch(list[begin]);
    } else if (!options.useGraph || options.profile) {
      status = enqueueAndWait(list[begin]);
    } else {
      while (end < list.size() && list[end].kind != Step::Branch)
        ++end;
      status = replay(std::span(list).subspan(begin, end - begin));
    }
  }
  return status;
}

/// The host waits for the condition and goes on with one of the lists.
Status CudaProgram::State::enqueueBranch(Step &branch) {
  Status status =
      driver->check(driver->call.memcpyDeviceToHost(
                        decision.data(), addresses[branch.buffers.front()], 1,
                        driver->stream),
                    "cannot copy the condition of a branch");
  if (status.ok())
    status = driver->synchronize("the steps before a branch failed");
  if (!status.ok())
    return status;
  return enqueue(*decision.data() ? branch.taken : branch.otherwise);
}

Status CudaProgram::State::enqueueAndWait(Step &step) {
  // A branch's own steps are not those of the plan's list.
  bool isTimed = times && !std::less<>()(&step, steps.data()) &&
                 std::less<>()(&step, steps.data() + steps.size());
  Status status = isTimed ? watch.start() : Status::success();
  if (status.ok())
    status = enqueue(step);
  if (status.ok() && isTimed)
    status = watch.stop();
  if (!status.ok())
    return status;
  status =
      driver->synchronize((step.kind == Step::Launch ? "kernel " : "step ") +
                          step.name + " failed on the device");
  if (!status.ok() || !isTimed)
    return status;
  Result<double> milliseconds = watch.read();
  if (!milliseconds.ok())
    return milliseconds.takeFailure();
  size_t index = planned[&step - steps.data()];
  if (index < times->size())
    (*times)[index] = std::min((*times)[index], *milliseconds);
  return Status::success();
}

Status CudaProgram::State::startProfile() {
  Result<Stopwatch> created = Stopwatch::create(driver);
  if (!created.ok())
    return created.takeFailure();
  watch = created.take();
  // A launch of nothing is no step of the plan.
  size_t next = 0;
  for (const Step &step : steps) {
    bool isEmpty = step.kind == Step::Launch && step.blocks == 0;
    planned.push_back(isEmpty ? size_t(-1) : next++);
  }
  // The plan lists the steps of branches, too; then none is timed.
  if (next != statistics.steps->size())
    return Status::success();
  times = std::make_shared<std::vector<double>>(
      next, std::numeric_limits<double>::infinity());
  statistics.stepMilliseconds = times;
  return Status::success();
}

Status CudaProgram::State::replay(std::span<Step> steps) {
  Step &first = steps.front();
  if (first.piece < 0) {
    Result<CapturedGraph> piece = CapturedGraph::create(driver, [&]() {
      Status status = Status::success();
      for (Step &step : steps)
        if (status.ok())
          status = enqueue(step);
      return status;
    });
    if (!piece.ok())
      return piece.takeFailure();
    first.piece = pieces.size();
    pieces.push_back(piece.take());
  }
  return pieces[first.piece].launch();
}

Status CudaProgram::State::enqueue(Step &step) {
  const DriverFunctions &call = driver->call;
  auto address = [&](size_t number) {
    api::Address start = addresses[step.buffers[number]];
    return step.offsets.empty() ? start : start + step.offsets[number];
  };
  switch (step.kind) {
  case Step::Launch: {
    if (step.blocks == 0)
      return Status::success();
    api::Address records = table.address() + step.tableOffset;
    void *several[] = {&records, &step.instances};
    void *one[] = {step.records.data()};
    return driver->check(
        call.launchKernel(step.function, step.blocks, 1, 1, cudaBlockThreads, 1,
                          1, 0, driver->stream, step.isMultiple ? several : one,
                          nullptr),
        "cannot launch kernel " + step.name);
  }
  case Step::Product:
    return step.product->enqueue(address(0), address(1), address(2), address(3),
                                 workspace.address());
  case Step::Copy:
    return driver->check(call.memcpyDeviceToDevice(address(1), address(0),
                                                   step.bytes, driver->stream),
                         "cannot copy a buffer");
  case Step::Upload:
    return driver->check(
        call.memcpyHostToDevice(address(0), staging.data() + step.stagingOffset,
                                step.bytes, driver->stream),
        "cannot copy the inputs");
  case Step::Download:
    return driver->check(
        call.memcpyDeviceToHost(staging.data() + step.stagingOffset, address(0),
                                step.bytes, driver->stream),
        "cannot copy the outputs");
  case Step::Clear:
    return driver->check(
        call.memset8(address(0), 0, step.bytes, driver->stream),
        "cannot clear a buffer");
  case Step::Branch:
    break;
  }
  return Failure{"expects a step that the device takes"};
}

Status CudaProgram::run(std::span<const Tensor> inputs,
                        std::span<Tensor> outputs) {
  State &program = *state;
  if (!program.isBound)
    return Failure{"expects the variables to be bound before a run"};
  if (Status status =
          prepareTensors(program.inputs, program.outputs, inputs, outputs);
      !status.ok())
    return status;

  Status status = program.driver->makeCurrent();
  for (State::Variable &variable : program.variables)
    if (status.ok())
      status = program.residence->prepare(*variable.entry, *program.driver);
  if (!status.ok())
    return status;
  for (size_t i = 0; i < inputs.size(); ++i)
    std::memcpy(program.staging.data() + program.inputOffsets[i],
                inputs[i].rawData(), inputs[i].bytes());
  status = program.enqueue(program.steps);
  if (status.ok())
    status = program.driver->synchronize(
        "the step failed on the device (without graphs the kernel is named)");
  if (!status.ok())
    return status;
  for (size_t i = 0; i < outputs.size(); ++i)
    std::memcpy(outputs[i].rawData(),
                program.staging.data() + program.outputOffsets[i],
                outputs[i].bytes());
  return Status::success();
}
