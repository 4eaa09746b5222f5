// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost model of fusion. The constants were measured on one thread of a
// server core with 512-bit vectors; only their proportions matter.

#include "Transforms/Fusion/CostModel.h"

#include "amp/IR/Device.h"

#include "Analysis/ValueMap.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace amp;

// Nanoseconds a byte, while all of a kernel's tensors fit into the second-level
// cache and beyond.
constexpr double cachedByte = 0.015, distantByte = 0.05;
constexpr int64_t cachedBytes = 1 << 20;
// Nanoseconds an element: transposed in tiles, gathered from the first cache
// levels, gathered from further away.
constexpr double tiledElement = 0.1, nearElement = 0.7, farElement = 4;
constexpr int64_t nearBytes = 256 << 10;
// Nanoseconds an element and op.
constexpr double simpleOp = 0.02, expensiveOp = 0.25;
// Vectors of 32 lanes that stay in registers, and the cost of one that does
// not, an element.
constexpr int64_t liveVectors = 14;
constexpr double spilledElement = 0.06;
// A launch on the caller's thread and on all of them.
constexpr double inlineLaunch = CostModel::leastCost, sharedLaunch = 1500;
constexpr int64_t iterationsPerPiece = 16384, threads = 4;

namespace amp {

/// One estimate.
class CostEstimate {
public:
  CostEstimate(CostModel &model, ArrayRef<Operation *> ops,
               const IterationSpace &space,
               llvm::function_ref<bool(unsigned)> isStored)
      : model(model), ops(ops), space(space), rank(space.getExtents().size()) {
    this->isStored.reserve(ops.size());
    for (unsigned number = 0; number < ops.size(); ++number)
      this->isStored.push_back(isStored(number));
  }

  double run() {
    addAccesses();
    addComputation();
    addPressure();
    int64_t iterations = count([](unsigned) { return true; });
    double memory = bytes * (bytes <= cachedBytes ? cachedByte : distantByte);
    int64_t pieces = iterations / iterationsPerPiece;
    double share = std::clamp<int64_t>(pieces, 1, threads);
    return (memory + moves + computation) / share +
           (pieces < 2 ? inlineLaunch : sharedLaunch);
  }

private:
  /// The product of the extents that `keep` chooses.
  template <typename Keep> int64_t count(Keep keep) {
    int64_t result = 1;
    for (auto [dim, extent] : llvm::enumerate(space.getExtents()))
      if (keep(unsigned(dim)))
        result *= extent;
    return result;
  }

  void addAccess(ArrayRef<int64_t> strides, Type element) {
    int64_t elements = count([&](unsigned dim) { return strides[dim] != 0; });
    int64_t size = elements * device::getElementBytes(element);
    bytes += size;
    if (rank == 0 || strides[rank - 1] == 0 || strides[rank - 1] == 1)
      return;
    ArrayRef<int64_t> extents = space.getExtents();
    bool isTiled = space.getForm() == FusionForm::Elementwise &&
                   extents.back() >= 16 &&
                   llvm::any_of(llvm::seq<unsigned>(rank - 1), [&](auto dim) {
                     return strides[dim] == 1 && extents[dim] >= 8;
                   });
    // Several iterations may read one element: each gathers it.
    int64_t gathered = count([](unsigned) { return true; });
    moves += isTiled
                 ? elements * tiledElement
                 : gathered * (size <= nearBytes ? nearElement : farElement);
  }

  void addAccesses() {
    // The ways in which each value is walked: of each the first one, and lists
    // of the others.
    constexpr unsigned none = -1;
    struct Way {
      SmallVector<int64_t> strides;
      unsigned next;
    };
    SmallVector<Way, 16> ways;
    SmallValueMap<unsigned, 16> firstWay;
    for (auto [number, op] : llvm::enumerate(ops)) {
      for (const Source &source : space.getSources(number)) {
        if (source.isInternal || source.isLeaf)
          continue;
        SmallVector<int64_t> strides = space.getStrides(source);
        unsigned &first = firstWay.try_emplace(source.root, none).first->second;
        unsigned way = first;
        while (way != none && ways[way].strides != strides)
          way = ways[way].next;
        if (way != none)
          continue;
        addAccess(strides, getElementTypeOrSelf(source.root));
        ways.push_back({std::move(strides), first});
        first = ways.size() - 1;
      }
      if (isStored[number])
        for (Value result : op->getResults())
          addAccess(space.getStrides(space.getDims(number), result),
                    getElementTypeOrSelf(result));
    }
  }

  void addComputation() {
    // How many reductions each value waits for.
    SmallVector<int> phases;
    int last = 0;
    for (unsigned number = 0; number < ops.size(); ++number) {
      int phase = 0;
      for (const Source &source : space.getSources(number))
        if (source.isInternal)
          phase = std::max(phase, phases[source.number]);
      phases.push_back(phase +
                       (space.getRole(number) == FusionRole::Reduction));
      last = std::max(last, phase);
    }
    bool isLongRow = space.getForm() == FusionForm::Row &&
                     count([&](unsigned dim) {
                       return dim >= space.getReducedBegin();
                     }) > device::rowAccumulators;
    int64_t iterations = count([](unsigned) { return true; });
    for (auto [number, op] : llvm::enumerate(ops)) {
      bool reduces = space.getRole(number) == FusionRole::Reduction;
      int64_t elements =
          reduces ? iterations
                  : ShapedType::getNumElements(shapeOf(op->getResult(0)));
      CostModel::Weight weight = model.getWeight(op);
      int passes = 1;
      if (isLongRow && !weight.isExpensive)
        passes += std::max(0, last - phases[number]);
      computation += passes * elements * weight.nanoseconds;
    }
  }

  void addPressure() {
    SmallVector<unsigned> lastUse(ops.size(), 0);
    for (unsigned number = 0; number < ops.size(); ++number)
      for (const Source &source : space.getSources(number))
        if (source.isInternal)
          lastUse[source.number] = number;
    // How many values end at each op.
    SmallVector<int> ending(ops.size() + 1, 0);
    int64_t live = 0, most = 0;
    for (unsigned number = 0; number < ops.size(); ++number) {
      live -= ending[number];
      // What is stored waits for all loads of the iteration.
      unsigned end = isStored[number] ? ops.size() : lastUse[number];
      unsigned results = ops[number]->getNumResults();
      ending[std::max(end, number + 1)] += results;
      live += results;
      most = std::max(most, live);
    }
    if (most > liveVectors)
      computation += (most - liveVectors) * spilledElement *
                     count([](unsigned) { return true; });
  }

  CostModel &model;
  ArrayRef<Operation *> ops;
  const IterationSpace &space;
  SmallVector<bool> isStored;
  unsigned rank;
  int64_t bytes = 0;
  double moves = 0, computation = 0;
};

} // namespace amp

CostModel::Weight CostModel::getWeight(Operation *op) {
  Type type = getElementTypeOrSelf(op->getResult(0));
  auto [it, isNew] = weights.try_emplace({op->getName(), type, getFormula(op)});
  Weight &weight = it->second;
  if (!isNew)
    return weight;
  weight.nanoseconds = simpleOp;
  auto fusible = dyn_cast<Fusible>(op);
  if (!fusible || getFusionRole(op) != FusionRole::Elementwise)
    return weight;
  Block body;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        body.addArgument(getElementTypeOrSelf(operand), op->getLoc()));
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToEnd(&body);
  if (fusible.readsPosition())
    operands.push_back(body.addArgument(builder.getI64Type(), op->getLoc()));
  if (fusible.emitScalars(builder, operands).empty())
    return weight;
  weight.nanoseconds = 0;
  for (Operation &part : body) {
    bool isDivision = isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp>(part);
    bool isFunction = isa_and_present<math::MathDialect>(part.getDialect());
    weight.isExpensive |= isDivision || isFunction;
    weight.nanoseconds += isDivision || isFunction ? expensiveOp : simpleOp;
  }
  return weight;
}

unsigned CostModel::countOps(Operation *op) {
  SymbolRefAttr name = getFormula(op);
  if (!name)
    return 1;
  auto [it, isNew] = opsOf.try_emplace(name);
  if (isNew) {
    auto formula = SymbolTable::lookupNearestSymbolFrom<FormulaOp>(op, name);
    it->second = llvm::count_if(
        formula.getBody().front().without_terminator(), [](Operation &part) {
          return !part.hasTrait<OpTrait::ConstantLike>();
        });
  }
  return it->second;
}

double CostModel::estimate(ArrayRef<Operation *> ops,
                           const IterationSpace &space,
                           llvm::function_ref<bool(unsigned)> isStored) {
  return CostEstimate(*this, ops, space, isStored).run();
}
