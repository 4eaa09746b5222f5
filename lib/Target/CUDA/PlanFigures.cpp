// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists the steps of a planned program, and compiles its kernels to read what
// they take from the cubins.

#include "PlanFigures.h"

#include "Cubin.h"
#include "Nvrtc.h"
#include "Occupancy.h"
#include "ProgramSource.h"
#include "StepRules.h"

#include "Analysis/LaunchTraffic.h"
#include "amp/Conversion/DeviceToCuda.h"

#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

static int64_t sizeOf(Value buffer) {
  return buffer.getDefiningOp<device::BufferOp>().getByteSize();
}

namespace {

/// The steps of a program.
class StepLister : public StepSink {
public:
  StepLister(device::ProgramOp program, cpu::ProgramStatistics &statistics)
      : symbols(program->getParentOp()), statistics(statistics) {}

  void addPorts(device::ProgramOp program, device::BufferSpace space,
                StringRef name);
  LogicalResult addSteps(Block &block) {
    return forEachStep(block, symbols, *this);
  }

  std::vector<PlanStep> steps;
  bool hasBranches = false;

private:
  PlanStep &add(PlanStep::Kind kind, const Twine &name, int64_t read,
                int64_t written) {
    PlanStep &step = steps.emplace_back();
    step.kind = kind;
    step.name = name.str();
    step.bytes = read + written;
    step.writtenBytes = written;
    return step;
  }
  void addLaunch(device::LaunchOp launch, device::KernelOp kernel,
                 ArrayRef<int64_t> blocks) override;
  void addScatter(device::ScatterAddOp scatter, int64_t blocks) override;
  LogicalResult addProducts(device::GemmOp gemm, const BatchPlan &batch,
                            const ProductDescriptor &product) override;
  void addClear(Value buffer, int64_t bytes) override {
    add(PlanStep::Copy, "clear", 0, bytes);
  }
  void addCopy(device::CopyOp copy, int64_t bytes) override {
    add(PlanStep::Copy, "copy", bytes, bytes);
    ++statistics.copies;
  }
  LogicalResult addBranch(device::IfOp branch) override;

  SymbolTable symbols;
  cpu::ProgramStatistics &statistics;
};

} // namespace

/// All inputs are copied at once, gaps and all, and so are all outputs.
void StepLister::addPorts(device::ProgramOp program, device::BufferSpace space,
                          StringRef name) {
  int64_t bytes = 0;
  for (auto buffer : program.getBody().front().getOps<device::BufferOp>())
    if (buffer.getSpace() == space)
      bytes += llvm::alignTo(buffer.getByteSize(), deviceAlignment);
  bool isInput = space == device::BufferSpace::Input;
  if (bytes != 0)
    add(PlanStep::Copy, name, isInput ? 0 : bytes, isInput ? bytes : 0);
}

void StepLister::addLaunch(device::LaunchOp launch, device::KernelOp kernel,
                           ArrayRef<int64_t> blocks) {
  ++statistics.launches;
  Traffic traffic = countTraffic(launch, kernel);
  KernelUse use = getKernelUse(launch, kernel);
  // The records of several instances lie in memory: addresses, extent, sizes,
  // first block; and the record of each block.
  if (use.isMultiple)
    traffic.read +=
        std::accumulate(blocks.begin(), blocks.end(), int64_t(0)) *
            int64_t(sizeof(int32_t)) +
        llvm::count_if(blocks, [](int64_t own) { return own != 0; }) *
            int64_t(sizeof(uint64_t)) *
            (kernel.getBody().getNumArguments() + 2 +
             int64_t(kernel.getNumSizes()));
  add(PlanStep::Launch, use.name, traffic.read, traffic.written).instances =
      launch.getNumInstances();
}

LogicalResult StepLister::addProducts(device::GemmOp gemm,
                                      const BatchPlan &batch,
                                      const ProductDescriptor &product) {
  // An operand with stride 0 is the same matrix for all products of a call.
  int64_t countA = product.strideA == 0 ? 1 : product.batch;
  int64_t countB = product.strideB == 0 ? 1 : product.batch;
  int64_t read =
      (countA * product.m * product.k + countB * product.k * product.n) *
      int64_t(byteSize(product.operands));
  if (gemm.getBias())
    read += sizeOf(gemm.getBias());
  int64_t results = product.batch * product.m * product.n;
  for (size_t i = 0; i < batch.calls.size(); ++i) {
    PlanStep &step =
        add(PlanStep::Product,
            "gemm " + Twine(product.m) + "x" + Twine(product.n) + "x" +
                Twine(product.k) + (product.usesTF32 ? " in TF32" : ""),
            read, results * int64_t(byteSize(product.output)));
    step.instances = product.batch;
    step.operations = 2 * results * product.k;
    step.type = product.operands;
    step.usesTF32 = product.usesTF32;
    ++statistics.products;
  }
  return success();
}

void StepLister::addScatter(device::ScatterAddOp scatter, int64_t) {
  ++statistics.launches;
  // Every update goes to an element, which is read and written for it.
  int64_t updates = sizeOf(scatter.getUpdates());
  int64_t touched = std::min(updates, sizeOf(scatter.getResult()));
  add(PlanStep::Launch, getCudaScatterName(scatter),
      updates + sizeOf(scatter.getIndices()) + touched, touched);
}

LogicalResult StepLister::addBranch(device::IfOp branch) {
  hasBranches = true;
  for (Region &region : branch->getRegions())
    if (failed(addSteps(region.front())))
      return failure();
  return success();
}

LogicalResult cuda::describeCudaProgram(device::ProgramOp program,
                                        cpu::ProgramStatistics &statistics) {
  auto number = [&](StringRef name) -> int64_t {
    auto attribute = program->getAttrOfType<IntegerAttr>(name);
    return attribute ? attribute.getInt() : -1;
  };
  statistics.peakBytes = number("peak_bytes");
  statistics.lowerBoundBytes = number("lower_bound_bytes");
  if (statistics.peakBytes < 0)
    return program.emitError("expects a planned program");
  for (auto buffer : program.getBody().front().getOps<device::BufferOp>())
    if (buffer.getSpace() != device::BufferSpace::Arena)
      statistics.boundaryBytes += buffer.getByteSize();
  StepLister lister(program, statistics);
  lister.addPorts(program, device::BufferSpace::Input, "inputs");
  if (failed(lister.addSteps(program.getBody().front())))
    return failure();
  lister.addPorts(program, device::BufferSpace::Output, "outputs");
  statistics.kernels =
      getKernelUses(program, SymbolTable(program->getParentOp())).size();
  auto plan = std::make_shared<DevicePlan>();
  plan->graphNodes = lister.hasBranches ? 0 : int64_t(lister.steps.size());
  statistics.devicePlan = std::move(plan);
  statistics.steps =
      std::make_shared<std::vector<PlanStep>>(std::move(lister.steps));
  return success();
}

/// What the kernels of one compiled text take.
static Result<std::vector<KernelResources>>
readResources(const NvrtcOutput &output, ArrayRef<KernelUse> uses,
              int capability) {
  Result<llvm::StringMap<CubinKernel>> kernels = readCubin(output.code);
  if (!kernels.ok())
    return kernels.takeFailure();
  llvm::StringMap<int64_t> spills = readSpills(output.log);
  std::vector<KernelResources> all;
  for (const KernelUse &use : uses) {
    auto found = kernels->find(use.name);
    if (found == kernels->end())
      return Failure{"expects kernel " + use.name + " in the cubin"};
    const CubinKernel &kernel = found->second;
    KernelResources &resources = all.emplace_back();
    resources.capability = capability;
    resources.registers = kernel.registers;
    std::optional<MultiprocessorLimits> limits =
        getMultiprocessorLimits(capability);
    // From sm_90 on the file counts what the system reserves.
    int64_t reserved = capability >= 90 && limits ? limits->reservedBytes : 0;
    resources.sharedBytes = std::max<int64_t>(kernel.sharedBytes - reserved, 0);
    resources.localBytes = kernel.stackBytes;
    resources.spillBytes = spills.lookup(use.name);
    resources.blockThreads = cudaBlockThreads;
    if (limits)
      resources.occupancy =
          getOccupancy(*limits, {cudaBlockThreads, resources.registers,
                                 resources.sharedBytes});
  }
  return all;
}

LogicalResult cuda::addKernelResources(device::ProgramOp program,
                                       ArrayRef<int> capabilities,
                                       cpu::ProgramStatistics &statistics) {
  std::vector<KernelUse> uses =
      getKernelUses(program, SymbolTable(program->getParentOp()));
  if (capabilities.empty() || uses.empty())
    return success();
  FailureOr<std::string> text = printKernelUses(uses);
  if (failed(text))
    return failure();
  Result<std::unique_ptr<Nvrtc>> nvrtc = Nvrtc::load();
  if (!nvrtc.ok())
    return program.emitError(nvrtc.message());
  auto plan = std::make_shared<DevicePlan>(*statistics.devicePlan);
  for (const KernelUse &use : uses)
    plan->kernels.push_back({use.name, {}});
  std::vector<std::optional<Result<NvrtcOutput>>> outputs(capabilities.size());
  {
    llvm::StdThreadPool pool(llvm::hardware_concurrency(capabilities.size()));
    for (size_t i = 0; i < capabilities.size(); ++i)
      pool.async([&, i] {
        NvrtcOptions options;
        options.capability = capabilities[i];
        outputs[i] = (*nvrtc)->compile(*text, "kernels.cu", options);
      });
    pool.wait();
  }
  for (auto [capability, output] : llvm::zip_equal(capabilities, outputs)) {
    if (!output->ok())
      return program.emitError(output->message());
    Result<std::vector<KernelResources>> resources =
        readResources(**output, uses, capability);
    if (!resources.ok())
      return program.emitError(resources.message());
    for (auto [kernel, one] : llvm::zip_equal(plan->kernels, *resources))
      kernel.resources.push_back(one);
  }
  statistics.kernelsCompiled = int64_t(uses.size() * capabilities.size());
  statistics.devicePlan = std::move(plan);
  return success();
}
