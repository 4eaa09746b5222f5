// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass amp-schedule (stage 10): a greedy list schedule by the growth of
// live memory, compared with the order that was there. Relies on the form that
// amp-fuse leaves.

#include "amp/Transforms/Passes.h"

#include "Analysis/FusionRoles.h"
#include "Analysis/OrderedGraph.h"

#include <set>

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
  struct Memory {
    int64_t bytes = 0;
    /// The nodes that read it, each once.
    SmallVector<Node, 2> readers;
  };

  void build();
  void reserve(size_t count);
  void addNode(Operation *op, const DenseSet<Value> &leaving);
  /// The numbers of the values that a node makes.
  auto getMade(Node node) const {
    return llvm::seq(firstMade[node], firstMade[node + 1]);
  }
  void addVariableOrder();
  /// Moves an op that is no node to the end of the sorted part; once.
  void place(Operation *op);
  /// Moves an op there, after what it reads.
  void moveToEnd(Operation *op);

  Block &block;
  OrderedGraph graph;
  std::vector<Operation *> ops;
  SmallVector<IfOp> branches;
  /// Ops that are no nodes, in order: those that read nothing, and those that
  /// give nothing, without the terminator.
  SmallVector<Operation *> sources, sinks;
  /// Nodes that read a variable, with what they read, in order.
  std::vector<std::pair<Node, ReadOp>> readings;
  DenseMap<Operation *, Node> nodeOf;
  /// For each node the distinct values it reads.
  std::vector<SmallVector<unsigned, 2>> read;
  /// For each node the first value it makes, and the end.
  std::vector<unsigned> firstMade{0};
  std::vector<Memory> values;
  llvm::SmallPtrSet<Operation *, 16> placed;
};

} // namespace

void Scheduler::reserve(size_t count) {
  graph.reserve(count);
  ops.reserve(count);
  nodeOf.reserve(count);
  read.reserve(count);
  firstMade.reserve(count + 1);
  values.reserve(count);
}

void Scheduler::addNode(Operation *op, const DenseSet<Value> &leaving) {
  Node node = graph.addNode();
  ops.push_back(op);
  nodeOf[op] = node;
  read.emplace_back();
  for (Value result : op->getResults())
    values.push_back({leaving.contains(result) ? 0 : bytesOf(result), {}});
  firstMade.push_back(values.size());
  for (Value operand : op->getOperands()) {
    Value root = getRoot(operand);
    Operation *maker = root.getDefiningOp();
    if (!maker)
      continue;
    if (auto variable = dyn_cast<ReadOp>(maker)) {
      readings.push_back({node, variable});
      continue;
    }
    auto it = nodeOf.find(maker);
    if (it == nodeOf.end())
      continue;
    unsigned value =
        firstMade[it->second] + cast<OpResult>(root).getResultNumber();
    if (llvm::is_contained(read[node], value))
      continue;
    read[node].push_back(value);
    values[value].readers.push_back(node);
    bool added = graph.addEdge(it->second, node);
    assert(added && "the block is in topological order");
  }
}

void Scheduler::build() {
  // What leaves the function lives in the caller's or a variable's memory.
  DenseSet<Value> leaving;
  SmallVector<Operation *> nodes;
  for (Operation &op : block) {
    if (auto branch = dyn_cast<IfOp>(op))
      branches.push_back(branch);
    bool isSource = op.getNumOperands() == 0 && !isa<FusedOp>(op);
    if (op.getNumResults() == 0) {
      for (Value operand : op.getOperands())
        leaving.insert(getRoot(operand));
      if (&op != block.getTerminator())
        sinks.push_back(&op);
    } else if (isSource) {
      sources.push_back(&op);
    } else if (!isTopLevelView(&op)) {
      nodes.push_back(&op);
    }
  }
  reserve(nodes.size());
  for (Operation *op : nodes)
    addNode(op, leaving);
  addVariableOrder();
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
  std::vector<unsigned> left;
  for (const Memory &value : values)
    left.push_back(value.readers.size());
  int64_t live = 0, peak = 0;
  for (Node node : order) {
    for (unsigned value : getMade(node))
      live += values[value].bytes;
    peak = std::max(peak, live);
    for (unsigned value : getMade(node))
      if (left[value] == 0)
        live -= values[value].bytes;
    for (unsigned value : read[node])
      if (--left[value] == 0)
        live -= values[value].bytes;
  }
  return peak;
}

Scheduler::Order Scheduler::getGreedy() {
  std::vector<unsigned> left, waiting(ops.size(), 0);
  for (const Memory &value : values)
    left.push_back(value.readers.size());
  std::vector<SmallVector<Node, 4>> following(ops.size());
  for (Node node = 0; node < ops.size(); ++node)
    for (Node before : graph.getPredecessors(node)) {
      following[before].push_back(node);
      ++waiting[node];
    }
  auto growth = [&](Node node) {
    int64_t sum = 0;
    for (unsigned value : getMade(node))
      sum += values[value].bytes;
    for (unsigned value : read[node])
      if (left[value] == 1)
        sum -= values[value].bytes;
    return sum;
  };
  // Equal growth goes by the given order.
  std::set<std::pair<int64_t, Node>> ready;
  for (Node node = 0; node < ops.size(); ++node)
    if (waiting[node] == 0)
      ready.insert({growth(node), node});
  Order order;
  while (!ready.empty()) {
    Node node = ready.begin()->second;
    ready.erase(ready.begin());
    order.push_back(node);
    for (unsigned value : read[node]) {
      if (left[value] != 2) {
        --left[value];
        continue;
      }
      // The last reader frees the value from now on: its key changes.
      Node last = node;
      for (Node reader : values[value].readers)
        if (ready.erase({growth(reader), reader}))
          last = reader;
      --left[value];
      if (last != node)
        ready.insert({growth(last), last});
    }
    for (Node next : following[node])
      if (--waiting[next] == 0)
        ready.insert({growth(next), next});
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

void Scheduler::moveToEnd(Operation *op) {
  for (Value operand : op->getOperands())
    place(operand.getDefiningOp());
  op->moveBefore(block.getTerminator());
}

void Scheduler::apply(const Order &order) {
  for (Operation *op : sources)
    op->moveBefore(block.getTerminator());
  for (Node node : order) {
    moveToEnd(ops[node]);
  }
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
    schedule(function.front());
  }

private:
  static void schedule(Block &block) {
    Scheduler scheduler(block);
    auto given = scheduler.getGiven(), greedy = scheduler.getGreedy();
    bool improves = scheduler.getPeak(greedy) < scheduler.getPeak(given);
    scheduler.apply(improves ? greedy : given);
    for (IfOp branch : scheduler.getBranches())
      for (Region &region : branch->getRegions())
        schedule(region.front());
  }
};

} // namespace
