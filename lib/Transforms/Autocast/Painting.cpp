// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Painting. The ops that have a role and work on f32 are numbered in program
// order, in which every op stands behind its operands: what is reached along or
// against the edges is then found by one sweep over the numbers.

#include "Transforms/Autocast/Painting.h"

#include "Transforms/Autocast/Constants.h"
#include "Transforms/Autocast/Operands.h"
#include "amp/IR/Types.h"

#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace amp;

namespace {

/// An op with a role, or a result of an amp.if, where two values join.
struct Node {
  Operation *op;
  Value join;
  PaintRole role;
  /// Where the numbers of its operands end among `Graph::inputs`.
  unsigned inputsEnd;
  /// The low type of its scope.
  Type low;
  Shade shade = Shade::Plain;
};

/// What painting sees of a function: edges are values of f32 from one node to
/// another. Anything else, a read, a cast, an op without a role or outside of
/// enabled scopes, has no number and lets no paint through.
class Graph {
public:
  explicit Graph(const Policy &policy) : policy(policy) {}

  LogicalResult collect(func::FuncOp function, const Scope &outer);

  /// Paints all nodes but those that are kept in f32.
  void paint();

  /// Keeps in f32 what painting would take low although a constant or integers
  /// forbid it (P12, P13), with remarks. Returns whether there is such a node.
  bool keepValues();

  std::vector<Node> nodes;

private:
  bool paintSeeds();
  void deny();
  void paintBetween();
  void paintBehind();
  void spread();

  LogicalResult add(Operation *op, const Scope &scope);
  void addJoins(IfOp op, Type low);
  void alias(Value value, Value source);
  ArrayRef<unsigned> inputsOf(unsigned node) const {
    unsigned begin = node == 0 ? 0 : nodes[node - 1].inputsEnd;
    return ArrayRef(inputs).slice(begin, nodes[node].inputsEnd - begin);
  }
  bool isLow(unsigned node) const { return nodes[node].shade >= Shade::Seed; }
  bool isDenied(unsigned node) const {
    return nodes[node].shade == Shade::Denied;
  }
  bool isPlain(unsigned node, PaintRole role) const {
    return nodes[node].shade == Shade::Plain && nodes[node].role == role;
  }

  const Policy &policy;
  std::vector<unsigned> inputs;
  ValueMap<unsigned> numbers;
  /// Results of casts of the user's that only pin a type (P5).
  ValueSet pinned;
};

} // namespace

void Graph::alias(Value value, Value source) {
  if (auto found = numbers.find(source); found != numbers.end())
    numbers[value] = unsigned(found->second);
}

LogicalResult Graph::add(Operation *op, const Scope &scope) {
  if (auto cast = dyn_cast<CastOp>(op)) {
    if (elementType(cast.getInput()) == elementType(cast.getResult()))
      pinned.insert(cast.getResult());
    return success();
  }
  auto castable = dyn_cast<Castable>(op);
  if (!scope.enabled || !scope.low || !castable || !isCovered(op))
    return success();
  FailureOr<Policy::Choice> choice = policy.choose(castable, scope.low);
  if (failed(choice))
    return failure();
  if (!choice->role)
    return success();
  SmallVector<OpOperand *> operands = eligibleOperands(op);
  // The user fixed the type of an op with a pinned operand.
  if (llvm::none_of(operands,
                    [](OpOperand *operand) {
                      return elementType(operand->get()).isF32();
                    }) ||
      llvm::any_of(operands, [&](OpOperand *operand) {
        return pinned.contains(operand->get());
      }))
    return success();
  for (OpOperand *operand : operands)
    if (auto found = numbers.find(operand->get()); found != numbers.end())
      inputs.push_back(found->second);
  for (Value result : op->getResults())
    if (elementType(result).isF32())
      numbers[result] = nodes.size();
  nodes.push_back(
      {op, Value(), *choice->role, unsigned(inputs.size()), scope.low});
  return success();
}

/// Returns what the regions of an amp.if yield for one of its results.
static std::array<Value, 2> yieldedFor(OpResult join) {
  auto op = cast<IfOp>(join.getOwner());
  unsigned number = join.getResultNumber();
  return {op.getThenBody().front().getTerminator()->getOperand(number),
          op.getElseBody().front().getTerminator()->getOperand(number)};
}

void Graph::addJoins(IfOp op, Type low) {
  for (OpResult result : op->getResults()) {
    if (!elementType(result).isF32())
      continue;
    for (Value value : yieldedFor(result))
      if (auto found = numbers.find(value); found != numbers.end())
        inputs.push_back(found->second);
    numbers[result] = nodes.size();
    nodes.push_back(
        {op, result, PaintRole::Clear, unsigned(inputs.size()), low});
  }
}

LogicalResult Graph::collect(func::FuncOp function, const Scope &outer) {
  struct Place {
    Block *block;
    Block::iterator next;
    Scope scope;
  };
  SmallVector<Place> places;
  auto enter = [&](Region &region, const Scope &scope) {
    Block &block = region.front();
    places.push_back({&block, block.begin(), scope});
  };
  enter(function.getBody(), outer);
  while (!places.empty()) {
    Place &place = places.back();
    if (place.next == place.block->end()) {
      places.pop_back();
      continue;
    }
    Operation *op = &*place.next++;
    Scope scope = place.scope;
    if (auto region = dyn_cast<AutocastOp>(op)) {
      enter(op->getRegion(0), scope.inside(region));
    } else if (auto branch = dyn_cast<IfOp>(op)) {
      for (Region &region : llvm::reverse(op->getRegions())) {
        for (auto [argument, input] :
             llvm::zip_equal(region.getArguments(), branch.getInputs()))
          alias(argument, input);
        enter(region, scope);
      }
    } else if (isa<YieldOp>(op)) {
      Operation *parent = op->getParentOp();
      if (isa<AutocastOp>(parent))
        for (auto [result, operand] :
             llvm::zip_equal(parent->getResults(), op->getOperands())) {
          alias(result, operand);
          if (pinned.contains(operand))
            pinned.insert(result);
        }
      else if (auto branch = dyn_cast<IfOp>(parent);
               branch && op->getParentRegion() == &branch.getElseBody() &&
               scope.enabled && scope.low)
        addJoins(branch, scope.low);
    } else if (failed(add(op, scope))) {
      return failure();
    }
  }
  return success();
}

bool Graph::paintSeeds() {
  bool any = false;
  for (Node &node : nodes)
    if (node.role == PaintRole::Allow && node.shade == Shade::Plain) {
      node.shade = Shade::Seed;
      any = true;
    }
  return any;
}

void Graph::deny() {
  // A clear op is denied only where it leads on to a deny or infer op.
  llvm::BitVector leads(nodes.size());
  for (unsigned node = nodes.size(); node-- > 0;) {
    PaintRole role = nodes[node].role;
    if (nodes[node].shade == Shade::Kept)
      continue;
    if (role == PaintRole::Deny || role == PaintRole::Infer)
      leads.set(node);
    if (!leads.test(node))
      continue;
    for (unsigned input : inputsOf(node))
      if (nodes[input].role == PaintRole::Clear)
        leads.set(input);
  }
  for (unsigned node = 0; node < nodes.size(); ++node)
    if (isPlain(node, PaintRole::Deny) ||
        (leads.test(node) && llvm::any_of(inputsOf(node), [&](unsigned input) {
           return isDenied(input);
         })))
      nodes[node].shade = Shade::Denied;
}

void Graph::paintBetween() {
  auto passes = [&](unsigned node) {
    return isPlain(node, PaintRole::Infer) || isPlain(node, PaintRole::Clear);
  };
  llvm::BitVector downstream(nodes.size());
  for (unsigned node = 0; node < nodes.size(); ++node)
    if (passes(node) && llvm::any_of(inputsOf(node), [&](unsigned input) {
          return downstream.test(input) || nodes[input].shade == Shade::Seed;
        }))
      downstream.set(node);
  // Behind each node come those that it feeds, which are painted by then.
  for (unsigned node = nodes.size(); node-- > 0;)
    if (isLow(node))
      for (unsigned input : inputsOf(node))
        if (downstream.test(input))
          nodes[input].shade = Shade::Between;
}

void Graph::paintBehind() {
  // One with a denied operand is denied, and not plain.
  for (unsigned node = 0; node < nodes.size(); ++node)
    if (isPlain(node, PaintRole::Infer) &&
        policy.paintsBehindAllow(nodes[node].low) &&
        llvm::any_of(inputsOf(node),
                     [&](unsigned input) { return isLow(input); }))
      nodes[node].shade = Shade::Behind;
}

void Graph::spread() {
  // Clear ops that touch each other are painted together, if one of them
  // touches a painted op.
  auto takesPaint = [&](unsigned node) {
    return isPlain(node, PaintRole::Clear);
  };
  llvm::IntEqClasses patches(nodes.size());
  for (unsigned node = 0; node < nodes.size(); ++node)
    if (takesPaint(node))
      for (unsigned input : inputsOf(node))
        if (takesPaint(input))
          patches.join(node, input);
  patches.compress();
  llvm::BitVector painted(patches.getNumClasses());
  for (unsigned node = 0; node < nodes.size(); ++node)
    for (unsigned input : inputsOf(node)) {
      if (isLow(node) && takesPaint(input))
        painted.set(patches[input]);
      if (isLow(input) && takesPaint(node))
        painted.set(patches[node]);
    }
  for (unsigned node = 0; node < nodes.size(); ++node)
    if (takesPaint(node) && painted.test(patches[node]))
      nodes[node].shade = Shade::Spread;
}

void Graph::paint() {
  if (!paintSeeds())
    return;
  deny();
  paintBetween();
  paintBehind();
  spread();
}

bool Graph::keepValues() {
  bool any = false;
  for (unsigned node = 0; node < nodes.size(); ++node) {
    if (!isLow(node))
      continue;
    Node &painted = nodes[node];
    SmallVector<Value> values;
    if (painted.join)
      llvm::append_range(values, yieldedFor(cast<OpResult>(painted.join)));
    else
      for (OpOperand *operand : eligibleOperands(painted.op))
        values.push_back(operand->get());
    for (Value value : values) {
      // What another node makes is known to survive, unless that is kept.
      if (auto found = numbers.find(value);
          found != numbers.end() && nodes[found->second].shade != Shade::Kept)
        continue;
      std::string damage = reasonAgainstNarrowing(value, painted.low);
      if (damage.empty())
        continue;
      auto castable = cast<Castable>(painted.op);
      if (!painted.join && permits(castable, CastClass::Full))
        emitRemark(painted.op->getLoc()) << "kept in f32: " << damage;
      painted.shade = Shade::Kept;
      any = true;
      break;
    }
  }
  if (any)
    for (Node &node : nodes)
      if (node.shade != Shade::Kept)
        node.shade = Shade::Plain;
  return any;
}

FailureOr<Painting> Painting::paint(func::FuncOp function, const Policy &policy,
                                    const Scope &outer) {
  Painting painting;
  if (!policy.paints())
    return painting;
  Graph graph(policy);
  if (failed(graph.collect(function, outer)))
    return failure();
  graph.paint();
  // Without some of its nodes there is less paint, never more, so that once
  // more is enough.
  if (graph.keepValues())
    graph.paint();
  painting.shades.reserve(graph.nodes.size());
  for (const Node &node : graph.nodes)
    if (!node.join)
      painting.shades[node.op] = node.shade;
    else if (node.shade >= Shade::Seed)
      painting.joins.insert(node.join);
  return painting;
}

static StringRef reasonOf(Shade shade) {
  switch (shade) {
  case Shade::Plain:
    return "to which no paint comes";
  case Shade::Kept:
    return "which has an operand that the low type cannot hold";
  case Shade::Denied:
    return "which is denied or stands behind a denied op";
  case Shade::Seed:
    return "which paints";
  case Shade::Between:
    return "which stands between allowed ops";
  case Shade::Behind:
    return "which stands right behind a painted op";
  case Shade::Spread:
    return "through which paint spreads";
  }
  llvm_unreachable("every shade is handled");
}

Painting::Outcome Painting::outcomeOf(Castable op, bool isF32) const {
  Shade shade = shades.lookup(op);
  bool low = shade >= Shade::Seed;
  // An op that only moves elements computes in no type: it takes what comes.
  CastClass wanted = low ? CastClass::Low : CastClass::Full;
  if (!isF32)
    return {CastClass::Inherit, low, "which has no operand in f32"};
  return {permits(op, wanted) ? wanted : CastClass::Clear, low,
          reasonOf(shade)};
}
