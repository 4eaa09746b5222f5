// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a planned device program to steps on fixed addresses: memory first, then
// kernels, then one step for each op.

#include "CudaProgramState.h"
#include "MemoryReport.h"
#include "PlanFigures.h"
#include "StepRules.h"

#include "amp/Conversion/DeviceToCuda.h"
#include "amp/Reference/TensorAttributes.h"

#include <cstring>

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// Products may use this much memory beside their operands, as the library's
/// documentation recommends for the newest devices.
static constexpr size_t workspaceLimit = size_t(32) << 20;

namespace {

class CudaStateBuilder : StepSink {
public:
  CudaStateBuilder(const CudaTarget &target, device::ProgramOp program,
                   cpu::ProgramStatistics statistics)
      : program(program), symbols(program->getParentOp()),
        state(std::make_unique<CudaProgram::State>()) {
    state->options = target.options;
    state->statistics = std::move(statistics);
    state->memoryReport = describeMemory(program);
    state->driver = target.driver;
    state->blas = target.blas;
    state->kernels = target.kernels;
    autotuner = target.autotuner;
  }
  FailureOr<std::unique_ptr<CudaProgram::State>> run();

private:
  LogicalResult compileKernels();
  LogicalResult addBuffers();
  LogicalResult addPort(device::BufferOp buffer, unsigned number);
  LogicalResult placePorts();
  LogicalResult placeConstants(ArrayRef<device::BufferOp> buffers);
  void addTransfers(Step::Kind kind, ArrayRef<unsigned> buffers,
                    ArrayRef<size_t> sizes, ArrayRef<size_t> offsets,
                    size_t allBytes);
  void addLaunch(device::LaunchOp launch, device::KernelOp kernel,
                 ArrayRef<int64_t> blocks) override;
  void addScatter(device::ScatterAddOp scatter, int64_t blocks) override;
  LogicalResult addProducts(device::GemmOp gemm, const BatchPlan &batch,
                            const ProductDescriptor &descriptor) override;
  void addClear(Value buffer, int64_t bytes) override;
  void addCopy(device::CopyOp copy, int64_t bytes) override;
  LogicalResult addBranch(device::IfOp branch) override;
  void noteAlgorithms();
  Step &addStep(Step::Kind kind, const std::string &name) {
    Step &step = list->emplace_back();
    step.kind = kind;
    step.name = name;
    return step;
  }
  unsigned numberOf(Value buffer) {
    return buffer ? numbers.lookup(buffer) : 0;
  }
  LogicalResult allocate(Memory &memory, size_t bytes, bool host,
                         const std::string &what);
  /// Memory of its own for one buffer.
  LogicalResult allocateSeparately(unsigned number, size_t bytes,
                                   const std::string &what);

  device::ProgramOp program;
  SymbolTable symbols;
  std::unique_ptr<CudaProgram::State> state;
  std::shared_ptr<Autotuner> autotuner;
  /// How the algorithm of each product was found, in the plan's order.
  std::vector<PlanStep::Algorithm> algorithms;
  llvm::DenseMap<Value, unsigned> numbers;
  /// Where steps are added: the program's list or a branch's.
  std::vector<Step> *list = &state->steps;
  llvm::StringMap<api::Function> functions;
  size_t workspaceBytes = 0;
};

} // namespace

LogicalResult CudaStateBuilder::allocate(Memory &memory, size_t bytes,
                                         bool host, const std::string &what) {
  Result<Memory> created = Memory::create(state->driver, bytes, host, what);
  if (!created.ok())
    return program.emitError(created.message() + "; " + state->memoryReport);
  memory = created.take();
  return success();
}

LogicalResult CudaStateBuilder::allocateSeparately(unsigned number,
                                                   size_t bytes,
                                                   const std::string &what) {
  Memory &memory = state->separate.emplace_back();
  if (failed(allocate(memory, bytes, false, what)))
    return failure();
  state->addresses[number] = memory.address();
  return success();
}

LogicalResult CudaStateBuilder::compileKernels() {
  std::vector<KernelUse> uses = getKernelUses(program, symbols);
  const KernelStatistics before = state->kernels->getStatistics();
  FailureOr<std::vector<api::Function>> compiled =
      state->kernels->compile(uses);
  if (failed(compiled))
    return failure();
  for (auto [use, function] : llvm::zip_equal(uses, *compiled))
    functions[use.name] = function;
  const KernelStatistics &after = state->kernels->getStatistics();
  cpu::ProgramStatistics &statistics = state->statistics;
  statistics.kernelsCompiled = after.compiled - before.compiled;
  statistics.kernelsLoaded = after.loaded - before.loaded;
  statistics.cacheProblem = after.cacheProblem;
  return success();
}

LogicalResult CudaStateBuilder::addPort(device::BufferOp buffer,
                                        unsigned number) {
  cpu::ProgramTensor tensor{buffer.getName()->str(),
                            {},
                            *toElementType(buffer.getType().getElementType())};
  if (auto shape = buffer->getAttrOfType<DenseI64ArrayAttr>("shape"))
    tensor.shape.assign(shape.asArrayRef().begin(), shape.asArrayRef().end());
  else
    tensor.shape = {buffer.getCount()};
  bool input = buffer.getSpace() == device::BufferSpace::Input;
  (input ? state->inputs : state->outputs).push_back(std::move(tensor));
  (input ? state->inputBuffers : state->outputBuffers).push_back(number);
  (input ? state->inputSizes : state->outputSizes)
      .push_back(buffer.getByteSize());
  return success();
}

/// Inputs, then outputs, side by side: in pinned memory and on the device.
LogicalResult CudaStateBuilder::placePorts() {
  size_t offset = 0;
  for (size_t bytes : state->inputSizes) {
    state->inputOffsets.push_back(offset);
    offset += llvm::alignTo(bytes, deviceAlignment);
  }
  state->inputBytes = offset;
  for (size_t bytes : state->outputSizes) {
    state->outputOffsets.push_back(offset);
    offset += llvm::alignTo(bytes, deviceAlignment);
  }
  state->outputBytes = offset - state->inputBytes;
  if (failed(allocate(state->staging, offset, true, "inputs and outputs")))
    return failure();
  bool apart = state->options.separateBuffers;
  if (!apart &&
      failed(allocate(state->transfers, offset, false, "inputs and outputs")))
    return failure();
  auto place = [&](ArrayRef<unsigned> buffers, ArrayRef<size_t> sizes,
                   ArrayRef<size_t> offsets) -> LogicalResult {
    for (auto [buffer, bytes, start] :
         llvm::zip_equal(buffers, sizes, offsets)) {
      state->addresses[buffer] = state->transfers.address() + start;
      if (apart && failed(allocateSeparately(buffer, bytes, "a tensor")))
        return failure();
    }
    return success();
  };
  return failure(failed(place(state->inputBuffers, state->inputSizes,
                              state->inputOffsets)) ||
                 failed(place(state->outputBuffers, state->outputSizes,
                              state->outputOffsets)));
}

LogicalResult
CudaStateBuilder::placeConstants(ArrayRef<device::BufferOp> buffers) {
  size_t bytes = 0;
  for (device::BufferOp buffer : buffers)
    bytes += llvm::alignTo(buffer.getByteSize(), deviceAlignment);
  if (failed(allocate(state->constants, bytes, false, "constants")))
    return failure();
  size_t offset = 0;
  for (device::BufferOp buffer : buffers) {
    Result<Tensor> value = toTensor(*buffer.getValue());
    if (!value.ok())
      return buffer.emitError(value.message());
    unsigned number = numberOf(buffer.getResult());
    state->addresses[number] = state->constants.address() + offset;
    if (state->options.separateBuffers &&
        failed(allocateSeparately(number, value->bytes(), "a constant")))
      return failure();
    const Driver &driver = *state->driver;
    Status status = Status::success();
    if (value->bytes() != 0)
      status = driver.check(driver.call.memcpyHostToDevice(
                                state->addresses[number], value->rawData(),
                                value->bytes(), driver.stream),
                            "cannot copy a constant");
    // The copy on the host goes away.
    if (status.ok())
      status = driver.synchronize("cannot copy a constant");
    if (!status.ok())
      return buffer.emitError(status.message());
    offset += llvm::alignTo(buffer.getByteSize(), deviceAlignment);
  }
  return success();
}

LogicalResult CudaStateBuilder::addBuffers() {
  const cpu::ProgramStatistics &statistics = state->statistics;
  bool apart = state->options.separateBuffers;
  if (!apart && failed(allocate(state->arena, statistics.peakBytes, false,
                                "intermediate tensors")))
    return failure();
  SmallVector<device::BufferOp> buffers(
      program.getBody().front().getOps<device::BufferOp>()),
      constants;
  state->addresses.assign(buffers.size() + 1, 0);
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    unsigned number = index + 1;
    numbers[buffer.getResult()] = number;
    std::optional<ElementType> type =
        toElementType(buffer.getType().getElementType());
    if (!type)
      return buffer.emitError("expects an element type that tensors have");
    switch (buffer.getSpace()) {
    case device::BufferSpace::Arena:
      if (int64_t(buffer.getOffset()) < 0)
        return buffer.emitError("expects a planned buffer");
      state->addresses[number] = state->arena.address() + buffer.getOffset();
      if (apart && failed(allocateSeparately(number, buffer.getByteSize(),
                                             "an intermediate tensor")))
        return failure();
      break;
    case device::BufferSpace::Variable:
      state->variables.push_back({number, buffer.getName()->str(),
                                  size_t(buffer.getByteSize()), *type,
                                  nullptr});
      break;
    case device::BufferSpace::Input:
    case device::BufferSpace::Output:
      if (failed(addPort(buffer, number)))
        return failure();
      break;
    case device::BufferSpace::Constant:
      constants.push_back(buffer);
      break;
    }
  }
  return failure(failed(placePorts()) || failed(placeConstants(constants)));
}

/// Inputs lie side by side, and so do outputs, unless every buffer has memory
/// of its own: one copy each way.
void CudaStateBuilder::addTransfers(Step::Kind kind, ArrayRef<unsigned> buffers,
                                    ArrayRef<size_t> sizes,
                                    ArrayRef<size_t> offsets, size_t allBytes) {
  auto add = [&](unsigned buffer, size_t offset, size_t bytes) {
    if (bytes == 0)
      return;
    Step &step = addStep(kind, kind == Step::Upload ? "copy of the inputs"
                                                    : "copy of the outputs");
    step.buffers = {buffer};
    step.stagingOffset = offset;
    step.bytes = bytes;
  };
  if (!state->options.separateBuffers && !buffers.empty())
    return add(buffers.front(), offsets.front(), allBytes);
  for (auto [buffer, bytes, offset] : llvm::zip_equal(buffers, sizes, offsets))
    add(buffer, offset, bytes);
}

void CudaStateBuilder::addLaunch(device::LaunchOp launch,
                                 device::KernelOp kernel,
                                 ArrayRef<int64_t> blocksOf) {
  KernelUse use = getKernelUse(launch, kernel);
  Step &step = addStep(Step::Launch, use.name);
  step.function = functions.lookup(use.name);
  step.isMultiple = use.isMultiple;
  int64_t blocks = 0;
  std::vector<int32_t> recordOfBlock;
  for (int64_t index = 0; index < launch.getNumInstances(); ++index) {
    int64_t own = blocksOf[index];
    // An empty instance has no blocks and no record.
    if (own == 0)
      continue;
    for (Value buffer : launch.getInstance(index)) {
      step.pointerWords.push_back(step.records.size());
      step.buffers.push_back(numberOf(buffer));
      step.records.push_back(0);
    }
    step.records.push_back(launch.getExtents()[index]);
    for (int64_t size : launch.getInstanceSizes(index))
      step.records.push_back(size);
    step.records.push_back(blocks);
    blocks += own;
    if (step.isMultiple)
      recordOfBlock.resize(blocks, step.instances);
    ++step.instances;
  }
  step.blocks = blocks;
  if (step.isMultiple) {
    // Behind the records, the one of each block.
    size_t words = step.records.size();
    step.records.resize(words + llvm::divideCeil(blocks, 2));
    std::memcpy(step.records.data() + words, recordOfBlock.data(),
                recordOfBlock.size() * sizeof(int32_t));
    step.tableOffset = state->tableBytes;
    state->tableBytes +=
        llvm::alignTo(step.records.size() * sizeof(uint64_t), deviceAlignment);
  }
}

void CudaStateBuilder::addClear(Value buffer, int64_t bytes) {
  Step &step = addStep(Step::Clear, "clear");
  step.bytes = bytes;
  step.buffers = {numberOf(buffer)};
}

void CudaStateBuilder::addCopy(device::CopyOp copy, int64_t bytes) {
  Step &step = addStep(Step::Copy, "copy");
  step.bytes = bytes;
  step.buffers = {numberOf(copy.getSource()), numberOf(copy.getTarget())};
}

void CudaStateBuilder::addScatter(device::ScatterAddOp scatter,
                                  int64_t blocks) {
  Step &step = addStep(Step::Launch, getCudaScatterName(scatter));
  step.function = functions.lookup(step.name);
  step.blocks = blocks;
  step.instances = 1;
  step.buffers = {numberOf(scatter.getUpdates()),
                  numberOf(scatter.getIndices()),
                  numberOf(scatter.getResult())};
  step.pointerWords = {0, 1, 2};
  uint64_t rows = scatter.getRows(), inner = scatter.getInner();
  step.records = {
      0,    0, 0, scatter.getOuter() * rows * inner, rows, scatter.getExtent(),
      inner};
}

LogicalResult
CudaStateBuilder::addProducts(device::GemmOp gemm, const BatchPlan &batch,
                              const ProductDescriptor &descriptor) {
  auto operandBytes = int64_t(byteSize(descriptor.operands));
  int64_t matrixBytes =
      descriptor.m * descriptor.n * int64_t(byteSize(descriptor.output));
  Result<std::unique_ptr<cuda::Product>> product =
      cuda::Product::create(state->blas, descriptor, workspaceLimit);
  if (!product.ok())
    return gemm.emitError(product.message());
  std::shared_ptr<cuda::Product> shared = product.take();
  PlanStep::Algorithm algorithm =
      autotuner ? autotuner->choose(*shared) : PlanStep::Heuristic;
  algorithms.insert(algorithms.end(), batch.calls.size(), algorithm);
  workspaceBytes = std::max(workspaceBytes, shared->workspaceBytes());
  for (const BatchPlan::Call &call : batch.calls) {
    Step &step = addStep(Step::Product, "gemm");
    step.product = shared;
    step.buffers = {numberOf(gemm.getA()), numberOf(gemm.getB()),
                    numberOf(gemm.getBias()), numberOf(gemm.getResult())};
    step.offsets = {call.a * operandBytes, call.b * operandBytes, 0,
                    call.result * matrixBytes};
  }
  return success();
}

/// Adds to the plan how its products' algorithms were found.
void CudaStateBuilder::noteAlgorithms() {
  cpu::ProgramStatistics &statistics = state->statistics;
  auto steps = std::make_shared<std::vector<PlanStep>>(*statistics.steps);
  auto products = llvm::make_filter_range(*steps, [](const PlanStep &step) {
    return step.kind == PlanStep::Product;
  });
  for (auto [step, algorithm] : llvm::zip_equal(products, algorithms))
    step.algorithm = algorithm;
  statistics.steps = std::move(steps);
  if (!autotuner)
    return;
  autotuner->trim();
  if (statistics.cacheProblem.empty())
    statistics.cacheProblem = autotuner->getCacheProblem().str();
}

LogicalResult CudaStateBuilder::addBranch(device::IfOp branch) {
  if (!state->decision.data() &&
      failed(allocate(state->decision, 1, true, "the condition of a branch")))
    return failure();
  // The lists are built apart: the one around them may move as it grows.
  Step step;
  step.kind = Step::Branch;
  step.name = "if";
  step.buffers = {numberOf(branch.getCondition())};
  std::vector<Step> *around = list;
  for (auto [region, steps] :
       {std::pair{&branch.getThenBody(), &step.taken},
        std::pair{&branch.getElseBody(), &step.otherwise}}) {
    list = steps;
    if (failed(forEachStep(region->front(), symbols, *this)))
      return failure();
  }
  list = around;
  list->push_back(std::move(step));
  return success();
}

FailureOr<std::unique_ptr<CudaProgram::State>> CudaStateBuilder::run() {
  if (Status status = state->driver->makeCurrent(); !status.ok())
    return program.emitError(status.message());
  if (failed(compileKernels()) || failed(addBuffers()))
    return failure();
  addTransfers(Step::Upload, state->inputBuffers, state->inputSizes,
               state->inputOffsets, state->inputBytes);
  if (failed(forEachStep(program.getBody().front(), symbols, *this)))
    return failure();
  addTransfers(Step::Download, state->outputBuffers, state->outputSizes,
               state->outputOffsets, state->outputBytes);
  if (failed(allocate(state->workspace, workspaceBytes, false,
                      "the library's scratch")) ||
      failed(allocate(state->table, state->tableBytes, false,
                      "the arguments of launches")))
    return failure();
  noteAlgorithms();
  state->statistics.provider =
      state->blas->getDescription() + " on " + state->driver->getDescription();
  return std::move(state);
}

FailureOr<std::unique_ptr<CudaProgram::State>>
cuda::buildCudaProgram(const CudaTarget &target, device::ProgramOp program,
                       cpu::ProgramStatistics statistics) {
  return CudaStateBuilder(target, program, std::move(statistics)).run();
}
