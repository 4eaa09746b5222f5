// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass amp-schedule (stage 10): a greedy list schedule by the growth of
// live memory, compared with the order that was there. Relies on the form that
// amp-fuse leaves.

#include "amp/Transforms/Passes.h"

#include "Analysis/FusionRoles.h"
#include "Analysis/OrderedGraph.h"
#include "Analysis/StaticShapes.h"
#include "Analysis/ValueMap.h"

#include <numeric>
#include <queue>

using namespace mlir;
using namespace amp;

namespace amp {
#define GEN_PASS_DEF_SCHEDULEPASS
#include "TransformsPasses.h.inc"
} // namespace amp

/// Whether the op renames its operand's elements.
static bool isTopLevelView(Operation *op) {
  // Most ops that are asked.
  if (op->getNumOperands() == 0 || isa<FusedOp>(op))
    return false;
  FusionRole role = getFusionRole(op);
  return role == FusionRole::View || role == FusionRole::Reshape;
}

/// The value whose memory a use of `value` reads.
static Value getRoot(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isTopLevelView(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

static int64_t bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
}

namespace {

/// The graph of one block and its schedules.
class Scheduler {
public:
  explicit Scheduler(Block &block) : block(block) { build(); }

  using Order = SmallVector<OrderedGraph::Node>;
  /// The order that is there, except that readers of variables come early.
  Order getGiven() { return graph.getOrder(); }
  Order getGreedy();
  int64_t getPeak(const Order &order) const;
  void apply(const Order &order);
  ArrayRef<IfOp> getBranches() const { return branches; }

private:
  using Node = OrderedGraph::Node;

  void build();
  void addNode(Operation *op);
  /// The number of the value that is behind `value`, if a node makes it.
  std::optional<unsigned> findMade(Value value) const;
  /// Makes `readers` of what the nodes read.
  void findReaders();
  /// The numbers of the values that a node makes, those that it reads, and the
  /// nodes that read a value, each once.
  auto getMade(Node node) const {
    return llvm::seq(firstMade[node], firstMade[node + 1]);
  }
  ArrayRef<unsigned> getRead(Node node) const {
    return ArrayRef(read).slice(firstRead[node],
                                firstRead[node + 1] - firstRead[node]);
  }
  ArrayRef<Node> getReaders(unsigned value) const {
    return ArrayRef(readers).slice(firstReader[value],
                                   firstReader[value + 1] - firstReader[value]);
  }
  /// How many nodes read each value.
  std::vector<unsigned> countReaders() const;
  void addVariableOrder();
  /// Moves an op that is no node to the end of the sorted part; once.
  void place(Operation *op);
  /// Moves an op there, after what it reads.
  void moveToEnd(Operation *op);
  void moveAlone(Operation *op);

  Block &block;
  OrderedGraph graph;
  std::vector<Operation *> ops;
  SmallVector<IfOp> branches;
  /// Ops that are no nodes, in order: those that read nothing, and those that
  /// give nothing, without the terminator.
  SmallVector<Operation *> sources, sinks;
  /// Nodes that read a variable, with what they read, in order.
  std::vector<std::pair<Node, ReadOp>> readings;
  OperationMap<Node> nodeOf;
  /// For each node the first value it makes and reads, and the end.
  std::vector<unsigned> firstMade{0}, firstRead{0};
  std::vector<unsigned> read;
  /// By value.
  std::vector<int64_t> bytes;
  std::vector<unsigned> firstReader;
  std::vector<Node> readers;
  llvm::SmallPtrSet<Operation *, 16> placed;
  /// The first op behind the sorted part.
  Operation *next = nullptr;
};

} // namespace

std::optional<unsigned> Scheduler::findMade(Value value) const {
  Value root = getRoot(value);
  auto it = nodeOf.find(root.getDefiningOp());
  if (it == nodeOf.end())
    return std::nullopt;
  return firstMade[it->second] + cast<OpResult>(root).getResultNumber();
}

void Scheduler::addNode(Operation *op) {
  Node node = graph.addNode();
  ops.push_back(op);
  nodeOf[op] = node;
  for (Value result : op->getResults())
    bytes.push_back(bytesOf(result));
  firstMade.push_back(bytes.size());
  size_t begin = read.size();
  for (Value operand : op->getOperands()) {
    Value root = getRoot(operand);
    Operation *maker = root.getDefiningOp();
    if (!maker)
      continue;
    auto it = nodeOf.find(maker);
    if (it == nodeOf.end()) {
      if (auto variable = dyn_cast<ReadOp>(maker))
        readings.push_back({node, variable});
      continue;
    }
    unsigned value =
        firstMade[it->second] + cast<OpResult>(root).getResultNumber();
    if (llvm::is_contained(ArrayRef(read).drop_front(begin), value))
      continue;
    read.push_back(value);
    bool added = graph.addEdge(it->second, node);
    assert(added && "the block is in topological order");
  }
  firstRead.push_back(read.size());
}

void Scheduler::build() {
  for (Operation &op : block) {
    if (isa<FusedOp>(op)) {
      addNode(&op);
      continue;
    }
    if (auto branch = dyn_cast<IfOp>(op))
      branches.push_back(branch);
    if (op.getNumResults() == 0) {
      if (&op != block.getTerminator())
        sinks.push_back(&op);
    } else if (op.getNumOperands() == 0) {
      sources.push_back(&op);
    } else if (!isTopLevelView(&op)) {
      addNode(&op);
    }
  }
  // What leaves the function lives in the caller's or a variable's memory.
  auto leave = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (std::optional<unsigned> value = findMade(operand))
        bytes[*value] = 0;
  };
  llvm::for_each(sinks, leave);
  leave(block.getTerminator());
  findReaders();
  addVariableOrder();
}

void Scheduler::findReaders() {
  // Each value's readers end where those of the next begin: counted one place
  // further, as the places move on while they are filled.
  firstReader.assign(bytes.size() + 2, 0);
  for (unsigned value : read)
    ++firstReader[value + 2];
  std::partial_sum(firstReader.begin(), firstReader.end(), firstReader.begin());
  readers.resize(read.size());
  for (Node node = 0; node < ops.size(); ++node)
    for (unsigned value : getRead(node))
      readers[firstReader[value + 1]++] = node;
}

std::vector<unsigned> Scheduler::countReaders() const {
  std::vector<unsigned> counts;
  counts.reserve(bytes.size());
  for (unsigned value = 0; value < bytes.size(); ++value)
    counts.push_back(getReaders(value).size());
  return counts;
}

void Scheduler::addVariableOrder() {
  DenseMap<StringAttr, Operation *> renewing;
  for (Operation *sink : sinks)
    if (auto write = dyn_cast<WriteOp>(sink))
      if (Operation *op = getRoot(write.getValue()).getDefiningOp();
          op && nodeOf.contains(op))
        renewing[write.getVariableAttr().getAttr()] = op;
  for (auto [node, variable] : readings) {
    Operation *last = renewing.lookup(variable.getVariableAttr().getAttr());
    // Where the reader needs the new value as well, the lowering copies.
    if (last && last != ops[node])
      std::ignore = graph.addEdge(node, nodeOf[last]);
  }
}

int64_t Scheduler::getPeak(const Order &order) const {
  std::vector<unsigned> left = countReaders();
  int64_t live = 0, peak = 0;
  for (Node node : order) {
    for (unsigned value : getMade(node))
      live += bytes[value];
    peak = std::max(peak, live);
    for (unsigned value : getMade(node))
      if (left[value] == 0)
        live -= bytes[value];
    for (unsigned value : getRead(node))
      if (--left[value] == 0)
        live -= bytes[value];
  }
  return peak;
}

Scheduler::Order Scheduler::getGreedy() {
  std::vector<unsigned> left = countReaders(), waiting(ops.size(), 0);
  std::vector<SmallVector<Node, 2>> following(ops.size());
  for (Node node = 0; node < ops.size(); ++node)
    for (Node before : graph.getPredecessors(node)) {
      following[before].push_back(node);
      ++waiting[node];
    }
  auto growth = [&](Node node) {
    int64_t sum = 0;
    for (unsigned value : getMade(node))
      sum += bytes[value];
    for (unsigned value : getRead(node))
      if (left[value] == 1)
        sum -= bytes[value];
    return sum;
  };
  // Equal growth goes by the given order. That of a node only falls: what is
  // left behind of it when it does comes out after it, and counts no more.
  using Ready = std::pair<int64_t, Node>;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  for (Node node = 0; node < ops.size(); ++node)
    if (waiting[node] == 0)
      ready.push({growth(node), node});
  std::vector<bool> isDone(ops.size());
  Order order;
  order.reserve(ops.size());
  while (!ready.empty()) {
    Node node = ready.top().second;
    ready.pop();
    if (isDone[node])
      continue;
    isDone[node] = true;
    order.push_back(node);
    for (unsigned value : getRead(node)) {
      if (--left[value] != 1)
        continue;
      // The last reader frees the value from now on.
      const Node *last = llvm::find_if(
          getReaders(value), [&](Node reader) { return !isDone[reader]; });
      if (waiting[*last] == 0)
        ready.push({growth(*last), *last});
    }
    for (Node next : following[node])
      if (--waiting[next] == 0)
        ready.push({growth(next), next});
  }
  return order;
}

void Scheduler::place(Operation *op) {
  // Regions are nodes, and sources come first.
  if (!op || isa<FusedOp>(op) || op->getNumOperands() == 0 ||
      op->getBlock() != &block || nodeOf.contains(op) ||
      !placed.insert(op).second)
    return;
  moveToEnd(op);
}

void Scheduler::moveAlone(Operation *op) {
  // Most stand where they belong.
  if (op == next)
    next = op->getNextNode();
  else
    op->moveBefore(next);
}

void Scheduler::moveToEnd(Operation *op) {
  for (Value operand : op->getOperands())
    place(operand.getDefiningOp());
  moveAlone(op);
}

void Scheduler::apply(const Order &order) {
  next = &block.front();
  for (Operation *op : sources)
    moveAlone(op);
  for (Node node : order)
    moveToEnd(ops[node]);
  for (Operation *op : sinks)
    moveToEnd(op);
  for (Value operand : block.getTerminator()->getOperands())
    place(operand.getDefiningOp());
}

namespace {

struct SchedulePass : amp::impl::SchedulePassBase<SchedulePass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    if (failed(verifyStaticShapes(function, function.getArgumentTypes())) ||
        failed(schedule(function.front())))
      signalPassFailure();
  }

private:
  static LogicalResult schedule(Block &block) {
    for (Operation &op : block)
      if (failed(verifyStaticShapes(&op, op.getResultTypes())))
        return failure();
    Scheduler scheduler(block);
    auto given = scheduler.getGiven(), greedy = scheduler.getGreedy();
    bool improves = scheduler.getPeak(greedy) < scheduler.getPeak(given);
    scheduler.apply(improves ? greedy : given);
    for (IfOp branch : scheduler.getBranches())
      for (Region &region : branch->getRegions())
        if (failed(schedule(region.front())))
          return failure();
    return success();
  }
};

} // namespace
