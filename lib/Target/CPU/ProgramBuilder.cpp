// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a planned device program to flat arrays that the executor walks.

#include "Analysis/BufferLiveness.h"
#include "Analysis/ValueMap.h"
#include "Target/CPU/ProgramState.h"

#include "amp/Conversion/DeviceToLLVM.h"
#include "amp/Reference/TensorAttributes.h"

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

namespace {

class StateBuilder {
public:
  StateBuilder(std::shared_ptr<CpuTarget::State> target,
               device::ProgramOp program, PreparedProducts &products)
      : program(program), symbols(program->getParentOp()), products(products),
        state(std::make_unique<Program::State>()) {
    state->target = std::move(target);
  }
  FailureOr<std::unique_ptr<Program::State>> run();

private:
  LogicalResult compileKernels();
  LogicalResult addBuffers();
  LogicalResult addBuffer(device::BufferOp buffer, unsigned number,
                          int64_t &constantBytes);
  LogicalResult addStep(Operation *op);
  void addLaunch(device::LaunchOp launch);
  LogicalResult addProduct(device::GemmOp gemm);
  void addScatter(device::ScatterAddOp scatter);
  LogicalResult addBranch(device::IfOp branch);
  void addArgument(Value buffer) {
    state->argumentBuffers.push_back(buffer ? numberOf.lookup(buffer) : 0);
  }
  /// The planned scratch memory of an op; null without any.
  void *findScratch(Operation *op);
  /// Memory of the program's own; emits an error where there is none.
  LogicalResult allocate(Tensor &tensor, int64_t bytes);

  device::ProgramOp program;
  SymbolTable symbols;
  PreparedProducts &products;
  std::unique_ptr<Program::State> state;
  ValueMap<unsigned> numberOf;
  llvm::DenseMap<Operation *, CompiledKernel> compiled;
};

} // namespace

LogicalResult StateBuilder::compileKernels() {
  llvm::SetVector<Operation *> used;
  program.walk([&](device::LaunchOp launch) {
    used.insert(symbols.lookup(launch.getKernel()));
  });
  SmallVector<device::KernelOp> kernels;
  for (Operation *kernel : used)
    kernels.push_back(cast<device::KernelOp>(kernel));
  KernelCompiler &compiler = *state->target->compiler;
  const CompilerStatistics before = compiler.getStatistics();
  FailureOr<std::vector<CompiledKernel>> functions =
      compiler.compile(kernels, state->target->pool.get());
  if (failed(functions))
    return failure();
  for (auto [kernel, function] : llvm::zip_equal(kernels, *functions))
    compiled[kernel] = function;
  state->statistics.kernels = kernels.size();
  const CompilerStatistics &after = compiler.getStatistics();
  state->statistics.kernelsCompiled = after.compiled - before.compiled;
  state->statistics.kernelsLoaded = after.loaded - before.loaded;
  state->statistics.cacheProblem = after.cacheProblem;
  return success();
}

LogicalResult StateBuilder::allocate(Tensor &tensor, int64_t bytes) {
  Result<Tensor> memory = Tensor::create({bytes}, ElementType::U8);
  if (!memory.ok())
    return program.emitError(memory.message());
  tensor = memory.take();
  return success();
}

LogicalResult StateBuilder::addBuffer(device::BufferOp buffer, unsigned number,
                                      int64_t &constantBytes) {
  std::optional<ElementType> type =
      toElementType(buffer.getType().getElementType());
  if (!type)
    return buffer.emitError("expects an element type that tensors have");
  auto describe = [&] {
    auto shape = buffer->getAttrOfType<DenseI64ArrayAttr>("shape");
    ProgramTensor tensor{buffer.getName()->str(), {}, *type};
    if (shape)
      tensor.shape.assign(shape.asArrayRef().begin(), shape.asArrayRef().end());
    else
      tensor.shape = {buffer.getCount()};
    return tensor;
  };
  auto *arena = static_cast<char *>(state->arena.rawData());
  switch (buffer.getSpace()) {
  case device::BufferSpace::Arena:
    if (int64_t(buffer.getOffset()) < 0)
      return buffer.emitError("expects a planned buffer");
    state->addresses[number] = arena + buffer.getOffset();
    break;
  case device::BufferSpace::Variable:
    state->variables.push_back({number, buffer.getName()->str(),
                                buffer.getByteSize(), *type, nullptr});
    break;
  case device::BufferSpace::Input:
    state->inputs.push_back(describe());
    state->inputBuffers.push_back(number);
    break;
  case device::BufferSpace::Output:
    state->outputs.push_back(describe());
    state->outputBuffers.push_back(number);
    break;
  case device::BufferSpace::Constant:
    constantBytes += llvm::alignTo(buffer.getByteSize(), 64);
    break;
  }
  return success();
}

LogicalResult StateBuilder::addBuffers() {
  auto number = [&](StringRef name) -> int64_t {
    auto attribute = program->getAttrOfType<IntegerAttr>(name);
    return attribute ? attribute.getInt() : -1;
  };
  ProgramStatistics &statistics = state->statistics;
  statistics.peakBytes = number("peak_bytes");
  statistics.lowerBoundBytes = number("lower_bound_bytes");
  if (statistics.peakBytes < 0)
    return program.emitError("expects a planned program");
  if (failed(allocate(state->arena, statistics.peakBytes)))
    return failure();
  SmallVector<device::BufferOp> buffers(
      program.getBody().front().getOps<device::BufferOp>());
  // Number 0 stands for an operand that is absent.
  state->addresses.assign(buffers.size() + 1, nullptr);
  int64_t constantBytes = 0;
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    numberOf[buffer.getResult()] = index + 1;
    if (failed(addBuffer(buffer, index + 1, constantBytes)))
      return failure();
  }
  if (failed(allocate(state->constants, constantBytes)))
    return failure();
  auto *memory = static_cast<char *>(state->constants.rawData());
  for (device::BufferOp buffer : buffers) {
    if (buffer.getSpace() != device::BufferSpace::Constant)
      continue;
    Result<Tensor> value = toTensor(*buffer.getValue());
    if (!value.ok())
      return buffer.emitError(value.message());
    std::memcpy(memory, value->rawData(), value->bytes());
    state->addresses[numberOf.lookup(buffer.getResult())] = memory;
    memory += llvm::alignTo(buffer.getByteSize(), 64);
  }
  return success();
}

void StateBuilder::addLaunch(device::LaunchOp launch) {
  // Work of this many iterations is worth a chunk; less than two chunks in all
  // are done by the calling thread. Both follow from the shapes only (P16).
  constexpr int64_t iterationsPerChunk = 16384;
  auto kernel = symbols.lookup<device::KernelOp>(launch.getKernel());
  Step &step = state->steps.emplace_back();
  step.name = launch.getKernel().str();
  step.function = compiled.lookup(kernel).function;
  step.firstInstance = state->instances.size();
  step.instanceCount = launch.getNumInstances();
  int64_t iterations = 0;
  for (int64_t index = 0; index < launch.getNumInstances(); ++index) {
    int64_t extent = launch.getExtents()[index];
    KernelWork work = getKernelWork(kernel, extent);
    int64_t perUnit = std::max<int64_t>(work.iterationsPerUnit, 1);
    int64_t perChunk = llvm::divideCeil(iterationsPerChunk, perUnit);
    perChunk = llvm::alignTo(perChunk, std::max<int64_t>(work.granularity, 1));
    state->instances.push_back({state->argumentBuffers.size(),
                                state->parameters.size(), work.units, perChunk,
                                step.chunks});
    step.chunks += llvm::divideCeil(work.units, perChunk);
    iterations += work.units * perUnit;
    for (Value buffer : launch.getInstance(index))
      addArgument(buffer);
    state->parameters.push_back(extent);
    llvm::append_range(state->parameters, launch.getInstanceSizes(index));
  }
  step.isInline = step.chunks < 2 || iterations < 2 * iterationsPerChunk;
  ++state->statistics.launches;
}

void *StateBuilder::findScratch(Operation *op) {
  auto offset = op->getAttrOfType<IntegerAttr>(scratchOffsetName);
  assert(bool(offset) == op->hasAttr(scratchBytesName) &&
         "scratch memory is planned");
  return offset ? static_cast<char *>(state->arena.rawData()) + offset.getInt()
                : nullptr;
}

LogicalResult StateBuilder::addProduct(device::GemmOp gemm) {
  PreparedProduct prepared = std::move(products[gemm]);
  if (!prepared.gemm && !prepared.batched) {
    Result<PreparedProduct> made = prepareProduct(*state->target, gemm);
    if (!made.ok())
      return gemm.emitError(made.message());
    prepared = made.take();
  }
  Step &step = state->steps.emplace_back();
  step.kind = Step::Product;
  step.name = ("gemm " + llvm::Twine(gemm.getM()) + "x" +
               llvm::Twine(gemm.getN()) + "x" + llvm::Twine(gemm.getK()))
                  .str();
  if (std::optional<ArrayRef<int64_t>> extents = gemm.getBatch())
    for (int64_t extent : *extents)
      step.name += " x" + std::to_string(extent);
  step.gemm = std::move(prepared.gemm);
  step.batchedGemm = std::move(prepared.batched);
  step.scratch = findScratch(gemm);
  step.firstArgument = state->argumentBuffers.size();
  addArgument(gemm.getA());
  addArgument(gemm.getB());
  addArgument(gemm.getBias());
  addArgument(gemm.getResult());
  ++state->statistics.products;
  return success();
}

void StateBuilder::addScatter(device::ScatterAddOp scatter) {
  Step &step = state->steps.emplace_back();
  step.kind = Step::Scatter;
  step.name = "scatter_add";
  step.scatter = describeScatter(scatter);
  step.scratch = findScratch(scatter);
  step.firstArgument = state->argumentBuffers.size();
  addArgument(scatter.getUpdates());
  addArgument(scatter.getIndices());
  addArgument(scatter.getResult());
  ++state->statistics.launches;
}

/// In the list the first region follows the branch, the second one the jump
/// that ends the first.
LogicalResult StateBuilder::addBranch(device::IfOp branch) {
  auto addControl = [&](Step::Kind kind, StringRef name) {
    Step &step = state->steps.emplace_back();
    step.kind = kind;
    step.name = name.str();
    step.firstArgument = state->argumentBuffers.size();
    return state->steps.size() - 1;
  };
  auto addSteps = [&](Region &region) -> LogicalResult {
    for (Operation &op : region.getOps())
      if (failed(addStep(&op)))
        return failure();
    return success();
  };
  size_t test = addControl(Step::Branch, "if");
  addArgument(branch.getCondition());
  if (failed(addSteps(branch.getThenBody())))
    return failure();
  size_t skip = addControl(Step::Jump, "else");
  state->steps[test].target = state->steps.size();
  if (failed(addSteps(branch.getElseBody())))
    return failure();
  state->steps[skip].target = state->steps.size();
  return success();
}

LogicalResult StateBuilder::addStep(Operation *op) {
  if (auto launch = dyn_cast<device::LaunchOp>(op)) {
    addLaunch(launch);
  } else if (auto gemm = dyn_cast<device::GemmOp>(op)) {
    return addProduct(gemm);
  } else if (auto scatter = dyn_cast<device::ScatterAddOp>(op)) {
    addScatter(scatter);
  } else if (auto pack = dyn_cast<device::PackOp>(op)) {
    Step &step = state->steps.emplace_back();
    step.kind = Step::Pack;
    step.name = "pack";
    step.firstArgument = state->argumentBuffers.size();
    auto type = cast<MemRefType>(pack.getSource().getType());
    step.packing = {int64_t(pack.getK()), int64_t(pack.getN()),
                    *toElementType(type.getElementType())};
    step.packsTransposed = pack.getTrans();
    addArgument(pack.getSource());
    addArgument(pack.getTarget());
    ++state->statistics.launches;
  } else if (auto branch = dyn_cast<device::IfOp>(op)) {
    return addBranch(branch);
  } else if (auto copy = dyn_cast<device::CopyOp>(op)) {
    Step &step = state->steps.emplace_back();
    step.kind = Step::Copy;
    step.name = "copy";
    step.firstArgument = state->argumentBuffers.size();
    step.bytes =
        copy.getSource().getDefiningOp<device::BufferOp>().getByteSize();
    addArgument(copy.getSource());
    addArgument(copy.getTarget());
    ++state->statistics.copies;
  }
  return success();
}

FailureOr<std::unique_ptr<Program::State>> StateBuilder::run() {
  if (failed(compileKernels()) || failed(addBuffers()))
    return failure();
  for (Operation &op : program.getBody().front())
    if (failed(addStep(&op)))
      return failure();
  state->arguments.resize(state->argumentBuffers.size());
  const GemmCapabilities &library = state->target->provider->capabilities();
  state->statistics.provider =
      library.provider + " " + library.version + " (" + library.isa + ")";
  describeSteps(program, *state);
  return std::move(state);
}

FailureOr<std::unique_ptr<Program::State>>
amp::cpu::buildProgram(std::shared_ptr<CpuTarget::State> target,
                       device::ProgramOp program, PreparedProducts &products) {
  return StateBuilder(std::move(target), program, products).run();
}
