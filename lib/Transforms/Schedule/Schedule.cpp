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
  struct Memory {
    int64_t bytes = 0;
    unsigned users = 0;
  };

  void build();
  void addVariableOrder();
  void place(Operation *op);

  Block &block;
  OrderedGraph graph;
  std::vector<Operation *> ops;
  SmallVector<IfOp> branches;
  /// Ops that are no nodes, in order: those that read nothing, and those that
  /// give nothing, without the terminator.
  SmallVector<Operation *> sources, sinks;
  /// Nodes that read a variable, with what they read, in order.
  std::vector<std::pair<OrderedGraph::Node, ReadOp>> readings;
  DenseMap<Operation *, OrderedGraph::Node> nodeOf;
  /// For each node the values it makes and the distinct ones it reads.
  std::vector<SmallVector<unsigned, 2>> made, read;
  std::vector<Memory> values;
  std::vector<SmallVector<OrderedGraph::Node, 2>> readers;
  llvm::SmallPtrSet<Operation *, 16> placed;
};

} // namespace

void Scheduler::build() {
  DenseMap<Value, unsigned> numberOf;
  // What leaves the function lives in the caller's or a variable's memory.
  DenseSet<Value> leaving;
  for (Operation &op : block)
    if (op.getNumResults() == 0) {
      for (Value operand : op.getOperands())
        leaving.insert(getRoot(operand));
      if (&op != block.getTerminator())
        sinks.push_back(&op);
    }
  for (Operation &op : block) {
    if (auto branch = dyn_cast<IfOp>(op))
      branches.push_back(branch);
    bool isSource = op.getNumOperands() == 0 && !isa<FusedOp>(op);
    if (isSource && op.getNumResults() != 0)
      sources.push_back(&op);
    if (isSource || op.getNumResults() == 0 || isTopLevelView(&op))
      continue;
    OrderedGraph::Node node = graph.addNode();
    ops.push_back(&op);
    nodeOf[&op] = node;
    made.emplace_back();
    read.emplace_back();
    for (Value result : op.getResults()) {
      numberOf[result] = values.size();
      made[node].push_back(values.size());
      values.push_back({leaving.contains(result) ? 0 : bytesOf(result), 0});
      readers.emplace_back();
    }
    for (Value operand : op.getOperands()) {
      Value root = getRoot(operand);
      auto it = numberOf.find(root);
      if (it == numberOf.end()) {
        if (auto variable = root.getDefiningOp<ReadOp>())
          readings.push_back({node, variable});
        continue;
      }
      if (llvm::is_contained(read[node], it->second))
        continue;
      read[node].push_back(it->second);
      ++values[it->second].users;
      readers[it->second].push_back(node);
      bool added = graph.addEdge(nodeOf[root.getDefiningOp()], node);
      assert(added && "the block is in topological order");
    }
  }
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
    left.push_back(value.users);
  int64_t live = 0, peak = 0;
  for (OrderedGraph::Node node : order) {
    for (unsigned value : made[node])
      live += values[value].bytes;
    peak = std::max(peak, live);
    for (unsigned value : made[node])
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
    left.push_back(value.users);
  std::vector<SmallVector<OrderedGraph::Node, 4>> following(ops.size());
  for (OrderedGraph::Node node = 0; node < ops.size(); ++node)
    for (OrderedGraph::Node before : graph.getPredecessors(node)) {
      following[before].push_back(node);
      ++waiting[node];
    }
  auto growth = [&](OrderedGraph::Node node) {
    int64_t sum = 0;
    for (unsigned value : made[node])
      sum += values[value].bytes;
    for (unsigned value : read[node])
      if (left[value] == 1)
        sum -= values[value].bytes;
    return sum;
  };
  // Equal growth goes by the given order.
  std::set<std::pair<int64_t, OrderedGraph::Node>> ready;
  for (OrderedGraph::Node node = 0; node < ops.size(); ++node)
    if (waiting[node] == 0)
      ready.insert({growth(node), node});
  Order order;
  while (!ready.empty()) {
    OrderedGraph::Node node = ready.begin()->second;
    ready.erase(ready.begin());
    order.push_back(node);
    for (unsigned value : read[node]) {
      if (left[value] != 2) {
        --left[value];
        continue;
      }
      // The last reader frees the value from now on: its key changes.
      OrderedGraph::Node last = node;
      for (OrderedGraph::Node reader : readers[value])
        if (ready.erase({growth(reader), reader}))
          last = reader;
      --left[value];
      if (last != node)
        ready.insert({growth(last), last});
    }
    for (OrderedGraph::Node next : following[node])
      if (--waiting[next] == 0)
        ready.insert({growth(next), next});
  }
  return order;
}

void Scheduler::place(Operation *op) {
  if (!op || op->getBlock() != &block || nodeOf.contains(op) ||
      !placed.insert(op).second)
    return;
  for (Value operand : op->getOperands())
    place(operand.getDefiningOp());
  op->moveBefore(block.getTerminator());
}

void Scheduler::apply(const Order &order) {
  for (Operation *op : sources)
    place(op);
  for (OrderedGraph::Node node : order) {
    for (Value operand : ops[node]->getOperands())
      place(operand.getDefiningOp());
    ops[node]->moveBefore(block.getTerminator());
  }
  for (Operation *op : sinks)
    place(op);
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
