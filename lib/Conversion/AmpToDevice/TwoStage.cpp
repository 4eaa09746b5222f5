// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The split of a reducing kernel: each phase of reductions becomes a kernel of
// stage partial and one of stage combine; what a row kernel stores of its
// elements afterwards becomes an elementwise kernel. Every kernel computes anew
// what it needs of the loads, and takes earlier reductions from a buffer.

#include "Conversion/AmpToDevice/TwoStage.h"

#include "amp/Conversion/DeviceToCuda.h"
#include "amp/Conversion/DeviceToLLVM.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace amp;
using device::ReduceStage;

/// Whether the threads of a CPU would find too few pieces of work.
static bool hasFewPieces(device::KernelOp kernel, ArrayRef<int64_t> extents) {
  // A piece of work is worth handing to a thread from some 16k iterations on.
  constexpr int64_t iterationsPerPiece = 16384;
  constexpr int64_t enoughPieces = 8, leastIterations = 8 * iterationsPerPiece;
  int64_t pieces = 0, iterations = 0;
  for (int64_t extent : extents) {
    KernelWork work = getKernelWork(kernel, extent);
    int64_t perUnit = std::max<int64_t>(work.iterationsPerUnit, 1);
    int64_t perPiece =
        llvm::alignTo(llvm::divideCeil(iterationsPerPiece, perUnit),
                      std::max<int64_t>(work.granularity, 1));
    pieces += llvm::divideCeil(work.units, perPiece);
    iterations += work.units * perUnit;
  }
  return pieces < enoughPieces && iterations >= leastIterations;
}

/// The number of chunks along the reduction dimension.
static int64_t getNumChunks(device::KernelOp kernel, int64_t runTimeExtent) {
  int64_t dim = *kernel.getReductionDim();
  return kernel.getNumChunks(dim == 0 ? runTimeExtent
                                      : kernel.getExtents()[dim]);
}

/// Whether one block of a GPU would work longer than half a wave of blocks that
/// share all work: as there are few blocks, or as one row is far longer than
/// the others.
static bool isUneven(device::KernelOp kernel, ArrayRef<int64_t> extents) {
  // A block reduces as many chunks side by side as it has warps.
  constexpr int64_t sideBySide = cudaBlockThreads / device::rowLanes;
  constexpr int64_t halfWave = 64;
  int64_t all = 0, longest = 0;
  for (int64_t extent : extents) {
    int64_t chunks = getNumChunks(kernel, extent);
    all += getCudaBlocks(kernel, extent) * chunks;
    longest = std::max(longest, chunks);
  }
  return longest > sideBySide && longest * halfWave > all;
}

bool amp::shouldSplit(device::KernelOp kernel, ArrayRef<int64_t> extents,
                      SplitRule rule) {
  if (rule == SplitRule::Never || !kernel.getReductionDim() ||
      kernel.getStage())
    return false;
  if (rule == SplitRule::Blocks)
    return isUneven(kernel, extents);
  bool hasChunks = llvm::any_of(extents, [&](int64_t extent) {
    return getNumChunks(kernel, extent) > 1;
  });
  return hasChunks && hasFewPieces(kernel, extents);
}

int64_t amp::getScratchCount(device::KernelOp kernel,
                             const StageScratch &scratch, int64_t extent) {
  int64_t count = 1;
  for (auto [dim, length] : llvm::enumerate(kernel.getExtents())) {
    int64_t known = dim == 0 ? extent : length;
    if (!kernel.reducesDim(dim))
      count *= known;
    else if (scratch.perChunk)
      count *= kernel.getNumChunks(known);
  }
  return count;
}

namespace {

/// How the dimensions of the split kernel appear in a new one.
struct NewDomain {
  SmallVector<int64_t> extents;
  /// The new number of each dimension; -1 for none.
  SmallVector<int64_t> dimOf;
  std::optional<int64_t> reductionDim;
};

class Splitter {
public:
  explicit Splitter(device::KernelOp kernel)
      : kernel(kernel), levels(kernel), builder(kernel->getContext()),
        reducedDim(*kernel.getReductionDim()),
        isRow(kernel.getForm() == device::KernelForm::Row) {}
  SplitKernel run();

private:
  /// One kernel in the making.
  struct Part {
    StageLaunch launch;
    NewDomain domain;
    IRMapping values;
    DenseMap<unsigned, BlockArgument> arguments;
  };

  Part start(StringRef suffix, const NewDomain &domain,
             std::optional<ReduceStage> stage);
  void finish(Part &part);
  /// The part's argument for a buffer of the split kernel or a scratch.
  Value getBuffer(Part &part, unsigned number, Type elementType);
  unsigned addScratch(Type elementType, bool perChunk);
  /// Strides of the split kernel in the part's domain.
  SmallVector<int64_t> mapStrides(const Part &part, ArrayRef<int64_t> strides);
  /// Dense strides of a scratch along the split kernel's dimensions; the
  /// outermost extent is never asked for.
  SmallVector<int64_t> scratchStrides(bool perChunk);
  /// The value in the part, with everything it needs.
  Value clone(Part &part, Value value);
  void store(Part &part, device::StoreOp store);

  NewDomain sameDomain(bool reduces);
  NewDomain combineDomain();
  NewDomain resultDomain();

  void emitPhase(int64_t phase, bool isLast);

  device::KernelOp kernel;
  device::KernelLevels levels;
  OpBuilder builder;
  int64_t reducedDim;
  bool isRow;
  SplitKernel result;
  /// For each finished reduction the buffer of its results.
  DenseMap<Value, unsigned> totals;
  SmallVector<SmallVector<device::ReduceOp>> phases;
  SmallVector<device::StoreOp> elementStores, resultStores;
  bool storesElementsFirst = false, storesResultsLast = false;
};

} // namespace

Splitter::Part Splitter::start(StringRef suffix, const NewDomain &domain,
                               std::optional<ReduceStage> stage) {
  Part part;
  part.domain = domain;
  SmallVector<int64_t> extents(domain.extents);
  if (!extents.empty())
    extents[0] = device::runTimeExtent;
  auto made = device::KernelOp::create(
      builder, kernel.getLoc(), (kernel.getSymName() + suffix).str(), extents,
      domain.reductionDim, ArrayRef<Type>(), kernel.getNumSizes());
  made.setStage(stage);
  part.launch.kernel = made;
  builder.setInsertionPointToEnd(&made.getBody().front());
  return part;
}

void Splitter::finish(Part &part) {
  builder.clearInsertionPoint();
  result.launches.push_back(std::move(part.launch));
}

Value Splitter::getBuffer(Part &part, unsigned number, Type elementType) {
  BlockArgument &argument = part.arguments[number];
  if (!argument) {
    Block &body = part.launch.kernel.getBody().front();
    argument = body.addArgument(
        MemRefType::get({ShapedType::kDynamic}, elementType), kernel.getLoc());
    part.launch.buffers.push_back(number);
  }
  return argument;
}

unsigned Splitter::addScratch(Type elementType, bool perChunk) {
  result.scratch.push_back({elementType, perChunk});
  return kernel.getBody().getNumArguments() + result.scratch.size() - 1;
}

SmallVector<int64_t> Splitter::mapStrides(const Part &part,
                                          ArrayRef<int64_t> strides) {
  SmallVector<int64_t> mapped(part.domain.extents.size(), 0);
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (int64_t to = part.domain.dimOf[dim]; to >= 0)
      mapped[to] = stride;
  return mapped;
}

SmallVector<int64_t> Splitter::scratchStrides(bool perChunk) {
  SmallVector<int64_t> strides(kernel.getRank(), 0);
  int64_t next = 1;
  for (int64_t dim = kernel.getRank() - 1; dim >= 0; --dim) {
    int64_t extent = kernel.getExtents()[dim];
    if (dim == reducedDim) {
      if (!perChunk)
        continue;
      extent = kernel.getNumChunks(extent);
    }
    strides[dim] = next;
    next *= std::max<int64_t>(extent, 1);
  }
  return strides;
}

Value Splitter::clone(Part &part, Value value) {
  if (Value known = part.values.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  Location loc = op->getLoc();
  Value made;
  if (auto it = totals.find(value); it != totals.end()) {
    made = device::LoadOp::create(
        builder, loc, getBuffer(part, it->second, value.getType()),
        mapStrides(part, scratchStrides(/*perChunk=*/false)), int64_t(0));
  } else if (auto load = dyn_cast<device::LoadOp>(op)) {
    unsigned number = cast<BlockArgument>(load.getBuffer()).getArgNumber();
    made = device::LoadOp::create(
        builder, loc, getBuffer(part, number, load.getType()),
        mapStrides(part, load.getStrides()), int64_t(load.getOffset()));
  } else if (auto gather = dyn_cast<device::GatherOp>(op)) {
    unsigned number = cast<BlockArgument>(gather.getBuffer()).getArgNumber();
    Value index = gather.getIndex() ? clone(part, gather.getIndex()) : Value();
    Value condition = clone(part, gather.getCondition());
    made = device::GatherOp::create(
        builder, loc, getBuffer(part, number, gather.getType()), index,
        condition, mapStrides(part, gather.getStrides()),
        int64_t(gather.getOffset()));
  } else if (auto index = dyn_cast<device::IndexOp>(op)) {
    int64_t dim = part.domain.dimOf[index.getDim()];
    assert(dim >= 0 && "an index along a dimension that is gone");
    made = device::IndexOp::create(builder, loc, index.getType(),
                                   builder.getI64IntegerAttr(dim));
  } else if (auto extent = dyn_cast<device::ExtentOp>(op)) {
    int64_t dim = part.domain.dimOf[extent.getDim()];
    bool isChunked = int64_t(extent.getDim()) == reducedDim &&
                     part.domain.extents != kernel.getExtents();
    if (isChunked) {
      part.launch.takesExtent = true;
      part.launch.kernel.setNumSizes(kernel.getNumSizes() + 1);
      made = device::SizeOp::create(
          builder, loc, extent.getType(),
          builder.getI64IntegerAttr(kernel.getNumSizes()));
    } else {
      assert(dim >= 0 && "only the reduction dimension goes");
      made = device::ExtentOp::create(builder, loc, extent.getType(),
                                      builder.getI64IntegerAttr(dim));
    }
  } else {
    assert(!isa<device::ReduceOp>(op) && "reductions come phase by phase");
    for (Value operand : op->getOperands())
      clone(part, operand);
    made = builder.clone(*op, part.values)->getResult(0);
  }
  part.values.map(value, made);
  return made;
}

void Splitter::store(Part &part, device::StoreOp store) {
  unsigned number = cast<BlockArgument>(store.getBuffer()).getArgNumber();
  Value value = clone(part, store.getValue());
  device::StoreOp::create(
      builder, store.getLoc(), value, getBuffer(part, number, value.getType()),
      mapStrides(part, store.getStrides()), int64_t(store.getOffset()));
}

NewDomain Splitter::sameDomain(bool reduces) {
  NewDomain domain;
  llvm::append_range(domain.extents, kernel.getExtents());
  llvm::append_range(domain.dimOf, llvm::seq<int64_t>(kernel.getRank()));
  if (reduces)
    domain.reductionDim = reducedDim;
  return domain;
}

NewDomain Splitter::combineDomain() {
  NewDomain domain;
  ArrayRef<int64_t> extents = kernel.getExtents();
  int64_t rank = kernel.getRank();
  // Chunks stand before the last dimension, which the lanes run along; a row
  // kernel that has no other static one gets one of extent 1.
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim != rank; ++dim)
    order.push_back(dim);
  if (isRow && rank > 2)
    std::swap(order[rank - 2], order[rank - 1]);
  domain.dimOf.assign(rank, -1);
  for (int64_t dim : order) {
    domain.dimOf[dim] = domain.extents.size();
    domain.extents.push_back(
        dim == reducedDim ? kernel.getNumChunks(extents[dim]) : extents[dim]);
  }
  if (isRow && rank <= 2)
    domain.extents.push_back(1);
  domain.reductionDim = domain.dimOf[reducedDim];
  return domain;
}

NewDomain Splitter::resultDomain() {
  NewDomain domain;
  domain.dimOf.assign(kernel.getRank(), -1);
  for (auto [dim, extent] : llvm::enumerate(kernel.getExtents())) {
    if (int64_t(dim) == reducedDim)
      continue;
    domain.dimOf[dim] = domain.extents.size();
    domain.extents.push_back(extent);
  }
  return domain;
}

void Splitter::emitPhase(int64_t phase, bool isLast) {
  Part partial =
      start("_partial", sameDomain(/*reduces=*/true), ReduceStage::Partial);
  SmallVector<unsigned> chunks;
  if (phase == 0 && storesElementsFirst)
    for (device::StoreOp stored : elementStores)
      store(partial, stored);
  for (device::ReduceOp reduce : phases[phase]) {
    Value value = clone(partial, reduce.getValue());
    Value part = device::ReduceOp::create(builder, reduce.getLoc(),
                                          reduce.getKind(), value);
    unsigned scratch = addScratch(reduce.getType(), /*perChunk=*/true);
    chunks.push_back(scratch);
    device::StoreOp::create(builder, reduce.getLoc(), part,
                            getBuffer(partial, scratch, reduce.getType()),
                            scratchStrides(/*perChunk=*/true), int64_t(0));
  }
  finish(partial);

  Part combine = start("_combine", combineDomain(), ReduceStage::Combine);
  combine.launch.countsChunks = reducedDim == 0;
  for (auto [reduce, scratch] : llvm::zip_equal(phases[phase], chunks)) {
    Location loc = reduce.getLoc();
    Value part = device::LoadOp::create(
        builder, loc, getBuffer(combine, scratch, reduce.getType()),
        mapStrides(combine, scratchStrides(/*perChunk=*/true)), int64_t(0));
    Value total =
        device::ReduceOp::create(builder, loc, reduce.getKind(), part);
    combine.values.map(reduce.getResult(), total);
  }
  bool storesResults = isLast && !storesResultsLast;
  if (storesResults)
    for (device::StoreOp stored : resultStores)
      store(combine, stored);
  if (!isLast || !storesElementsFirst || storesResultsLast)
    for (device::ReduceOp reduce : phases[phase]) {
      unsigned scratch = addScratch(reduce.getType(), /*perChunk=*/false);
      device::StoreOp::create(
          builder, reduce.getLoc(), combine.values.lookup(reduce.getResult()),
          getBuffer(combine, scratch, reduce.getType()),
          mapStrides(combine, scratchStrides(/*perChunk=*/false)), int64_t(0));
      totals[reduce.getResult()] = scratch;
    }
  finish(combine);
}

SplitKernel Splitter::run() {
  for (Operation &op : kernel.getBody().front()) {
    if (auto reduce = dyn_cast<device::ReduceOp>(op)) {
      size_t phase = levels.getPhase(reduce.getValue());
      if (phases.size() <= phase)
        phases.resize(phase + 1);
      phases[phase].push_back(reduce);
    } else if (auto store = dyn_cast<device::StoreOp>(op)) {
      (store.getStrides()[reducedDim] == 0 ? resultStores : elementStores)
          .push_back(store);
    }
  }
  // Later kernels must not read what an earlier one has overwritten in place.
  // With one phase, only results are read after the first kernel.
  storesElementsFirst = phases.size() == 1 &&
                        llvm::all_of(elementStores, [&](device::StoreOp store) {
                          return levels.getPhase(store.getValue()) == 0;
                        });
  storesResultsLast =
      !storesElementsFirst && !elementStores.empty() && !resultStores.empty();
  for (size_t phase = 0; phase != phases.size(); ++phase)
    emitPhase(phase, phase + 1 == phases.size());
  if (!storesElementsFirst && !elementStores.empty()) {
    Part elements =
        start("_elements", sameDomain(/*reduces=*/false), std::nullopt);
    for (device::StoreOp stored : elementStores)
      store(elements, stored);
    finish(elements);
  }
  if (storesResultsLast) {
    Part results = start("_results", resultDomain(), std::nullopt);
    for (device::StoreOp stored : resultStores)
      store(results, stored);
    finish(results);
  }
  return std::move(result);
}

SplitKernel amp::splitKernel(device::KernelOp kernel) {
  return Splitter(kernel).run();
}
