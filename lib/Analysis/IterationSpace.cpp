// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inference of iteration spaces by unification: every dimension of every use is
// a variable, ops equate the variables of what they read and write, and the
// classes that remain are the dimensions of the space.

#include "Analysis/IterationSpace.h"

using namespace mlir;
using namespace amp;

SmallVector<int64_t> amp::stridesAlong(ArrayRef<int64_t> shape,
                                       ArrayRef<int> dims, unsigned rank) {
  SmallVector<int64_t> strides(rank, 0);
  for (auto [dim, stride] : llvm::zip_equal(dims, rowMajorStrides(shape)))
    if (dim >= 0)
      strides[dim] += stride;
  return strides;
}

FusionForm IterationSpace::getForm() const {
  if (reducedBegin == reducedEnd)
    return FusionForm::Elementwise;
  return reducedEnd == extents.size() ? FusionForm::Row : FusionForm::Column;
}

const Source &IterationSpace::getSource(Operation *op, unsigned index) const {
  auto it = sources.find({op, index});
  assert(it != sources.end() && "the op is not of this set");
  return it->second;
}

ArrayRef<int> IterationSpace::getDims(Value result) const {
  auto it = results.find(result);
  assert(it != results.end() && "the value is not computed by this set");
  return it->second;
}

namespace amp {

/// One inference; holds the variables and their classes.
class SpaceInference {
public:
  explicit SpaceInference(ArrayRef<Operation *> ops)
      : ops(ops), members(ops.begin(), ops.end()) {}
  std::optional<IterationSpace> run();

private:
  using Variables = SmallVector<int, 4>;

  int makeVariable(int64_t extent) {
    parents.push_back(parents.size());
    variableExtents.push_back(extent);
    return parents.size() - 1;
  }
  int find(int variable) {
    while (parents[variable] != variable)
      variable = parents[variable] = parents[parents[variable]];
    return variable;
  }
  Variables makeVariables(ArrayRef<int64_t> shape) {
    Variables variables;
    for (int64_t extent : shape)
      variables.push_back(extent == 1 ? -1 : makeVariable(extent));
    return variables;
  }

  /// The variables of `value` at one use of it, through views.
  Variables resolve(Value value, Source &source);
  Variables applyView(Operation *view, Variables operand);
  bool visit(Operation *op);
  /// The last steps: dimensions, their order, the checks.
  bool findDimensions();
  /// Lets ops that no data connect to the reduction, such as another reduction
  /// of the same tensor, run along with it: any two loops of one extent may be
  /// one.
  void linkToReduced(ArrayRef<int> gone);
  bool checkLevels();
  bool checkReducedAreAdjacent();
  /// Replaces variables by dimensions; false if two of one value are the same.
  bool number(Variables &variables);

  ArrayRef<Operation *> ops;
  llvm::SmallPtrSet<Operation *, 16> members;
  SmallVector<int> parents;
  SmallVector<int64_t> variableExtents;
  /// For each op the variables it runs over: those of the operand for a
  /// reduction, else those of the result.
  DenseMap<Operation *, Variables> domains;
  DenseMap<Operation *, Variables> reduced;
  DenseMap<int, int> dimensionOf;
  IterationSpace space;
};

} // namespace amp

SpaceInference::Variables SpaceInference::applyView(Operation *view,
                                                    Variables operand) {
  ArrayRef<int64_t> from = shapeOf(view->getOperand(0));
  ArrayRef<int64_t> to = shapeOf(view->getResult(0));
  Variables result(to.size(), -1);
  TypeSwitch<Operation *>(view)
      .Case<BroadcastOp>([&](auto) {
        size_t added = to.size() - from.size();
        for (auto [dim, extent] : llvm::enumerate(to)) {
          if (dim >= added && from[dim - added] == extent)
            result[dim] = operand[dim - added];
          else if (extent != 1)
            result[dim] = makeVariable(extent);
        }
      })
      .Case<TransposeOp>([&](TransposeOp transpose) {
        for (auto [dim, source] : llvm::enumerate(transpose.getPermutation()))
          result[dim] = operand[source];
      })
      .Case<ReshapeOp>([&](auto) {
        llvm::erase(operand, -1);
        unsigned next = 0;
        for (auto [dim, extent] : llvm::enumerate(to))
          if (extent != 1)
            result[dim] = operand[next++];
      });
  return result;
}

SpaceInference::Variables SpaceInference::resolve(Value value, Source &source) {
  Operation *op = value.getDefiningOp();
  if (op && getFusionRole(op) == FusionRole::View)
    return applyView(op, resolve(op->getOperand(0), source));
  source.root = value;
  source.isInternal = op && members.contains(op);
  Variables variables = source.isInternal ? space.results.lookup(value)
                                          : makeVariables(shapeOf(value));
  source.dims = variables;
  return variables;
}

bool SpaceInference::visit(Operation *op) {
  FusionRole role = getFusionRole(op);
  if (role == FusionRole::View) {
    // Written out: runs over its own result.
    Source source;
    Variables variables = applyView(op, resolve(op->getOperand(0), source));
    space.sources[{op, 0u}] = source;
    space.results[op->getResult(0)] = variables;
    domains[op] = variables;
    return true;
  }
  if (role == FusionRole::Leaf) {
    Variables variables = makeVariables(shapeOf(op->getResult(0)));
    space.results[op->getResult(0)] = variables;
    domains[op] = variables;
    return true;
  }
  ArrayRef<int64_t> shape = shapeOf(op->getResult(0));
  if (role == FusionRole::Reduction) {
    Source source;
    Variables variables = resolve(op->getOperand(0), source);
    space.sources[{op, 0u}] = source;
    ReductionInfo info = getReductionInfo(op);
    Variables result, gone;
    for (auto [dim, variable] : llvm::enumerate(variables)) {
      if (!llvm::is_contained(info.axes, int64_t(dim))) {
        result.push_back(variable);
        continue;
      }
      if (info.keepdims)
        result.push_back(-1);
      if (variable >= 0)
        gone.push_back(variable);
    }
    space.results[op->getResult(0)] = result;
    domains[op] = variables;
    reduced[op] = gone;
    return true;
  }
  if (role != FusionRole::Elementwise)
    return false;
  Variables result = makeVariables(shape);
  for (OpOperand &operand : op->getOpOperands()) {
    Source source;
    Variables variables = resolve(operand.get(), source);
    space.sources[{op, operand.getOperandNumber()}] = source;
    size_t added = shape.size() - variables.size();
    for (auto [dim, variable] : llvm::enumerate(variables))
      if (variable >= 0)
        parents[find(variable)] = find(result[dim + added]);
  }
  space.results[op->getResult(0)] = result;
  domains[op] = result;
  return true;
}

bool SpaceInference::findDimensions() {
  // The order is that of a reduction's operand, for P4; without one, that of
  // the last result.
  Operation *leader = ops.back();
  for (Operation *op : ops)
    if (reduced.contains(op) && !reduced[op].empty()) {
      leader = op;
      break;
    }
  for (int variable : domains[leader])
    if (variable >= 0) {
      int dimension = dimensionOf.size();
      if (!dimensionOf.insert({find(variable), dimension}).second)
        return false;
      space.extents.push_back(variableExtents[variable]);
    }
  Variables gone = reduced.lookup(leader);
  if (gone.empty())
    return true;
  space.reducedBegin = dimensionOf[find(gone.front())];
  space.reducedEnd = dimensionOf[find(gone.back())] + 1;
  linkToReduced(gone);
  return space.reducedEnd - space.reducedBegin == gone.size();
}

void SpaceInference::linkToReduced(ArrayRef<int> gone) {
  for (Operation *op : ops) {
    Variables free;
    for (int variable : domains[op])
      if (variable >= 0 && !dimensionOf.contains(find(variable)))
        free.push_back(find(variable));
    auto sameExtent = [&](int one, int other) {
      return variableExtents[one] == variableExtents[other];
    };
    if (!llvm::equal(free, gone, sameExtent))
      continue;
    for (auto [variable, reduced] : llvm::zip_equal(free, gone)) {
      int dimension = dimensionOf.lookup(find(reduced));
      dimensionOf[variable] = dimension;
    }
  }
}

bool SpaceInference::number(Variables &variables) {
  uint64_t seen = 0;
  for (int &variable : variables) {
    if (variable < 0)
      continue;
    auto it = dimensionOf.find(find(variable));
    if (it == dimensionOf.end() || seen >> it->second & 1)
      return false;
    variable = it->second;
    seen |= uint64_t(1) << variable;
  }
  return true;
}

bool SpaceInference::checkLevels() {
  unsigned begin = space.reducedBegin, end = space.reducedEnd;
  bool isColumn = space.getForm() == FusionForm::Column;
  // Values that need a finished reduction.
  llvm::SmallPtrSet<Operation *, 16> late;
  for (Operation *op : ops) {
    Variables &domain = domains[op];
    if (!number(domain))
      return false;
    unsigned inside = 0, outside = 0;
    for (int dim : domain)
      if (dim >= 0)
        ++(unsigned(dim) >= begin && unsigned(dim) < end ? inside : outside);
    bool isElementLevel = inside == end - begin;
    if (outside != space.extents.size() - (end - begin) ||
        (inside != 0 && !isElementLevel))
      return false;
    if (auto it = reduced.find(op);
        it != reduced.end() && !it->second.empty()) {
      // The same dimensions as all others, in the same order.
      if (!isElementLevel || it->second.size() != end - begin)
        return false;
      for (auto [at, variable] : llvm::enumerate(it->second))
        if (dimensionOf.lookup(find(variable)) != int(begin + at))
          return false;
      if (!llvm::is_sorted(llvm::make_filter_range(
              domain, [](int dim) { return dim >= 0; })))
        return false;
      late.insert(op);
    }
    for (OpOperand &operand : op->getOpOperands()) {
      auto it = space.sources.find({op, operand.getOperandNumber()});
      if (it == space.sources.end())
        continue;
      Source &source = it->second;
      Operation *definition = source.root.getDefiningOp();
      if (source.isInternal && late.contains(definition)) {
        if (isColumn && isElementLevel)
          return false;
        late.insert(op);
      }
      bool isTensor =
          llvm::any_of(source.dims, [](int variable) { return variable >= 0; });
      bool isLeaf = definition && getFusionRole(definition) == FusionRole::Leaf;
      if (isColumn && !isElementLevel && !source.isInternal && isTensor &&
          !isLeaf)
        return false;
    }
  }
  return true;
}

/// Whether several reduced dimensions can be walked as one in every access.
bool SpaceInference::checkReducedAreAdjacent() {
  unsigned begin = space.reducedBegin, end = space.reducedEnd;
  if (end - begin < 2)
    return true;
  auto adjacent = [&](Value value, ArrayRef<int> dims) {
    SmallVector<int64_t> strides =
        stridesAlong(shapeOf(value), dims, space.extents.size());
    for (unsigned dim = begin; dim + 1 < end; ++dim)
      if (strides[dim] !=
          strides[dim + 1] * std::max<int64_t>(space.extents[dim + 1], 1))
        return false;
    return true;
  };
  auto isIndex = [](Value value) {
    return bool(value.getDefiningOp<IotaOp>());
  };
  for (auto &[key, source] : space.sources)
    if (!adjacent(source.root, source.dims) || isIndex(source.root))
      return false;
  for (auto &[value, dims] : space.results)
    if (!adjacent(value, dims))
      return false;
  return true;
}

std::optional<IterationSpace> SpaceInference::run() {
  for (Operation *op : ops)
    if (!visit(op))
      return std::nullopt;
  if (!findDimensions() || space.extents.size() > 60 || !checkLevels())
    return std::nullopt;
  for (auto &[key, source] : space.sources)
    if (!number(source.dims))
      return std::nullopt;
  for (auto &[value, dims] : space.results)
    if (!number(dims))
      return std::nullopt;
  if (!checkReducedAreAdjacent())
    return std::nullopt;
  return std::move(space);
}

std::optional<IterationSpace> IterationSpace::infer(ArrayRef<Operation *> ops) {
  return SpaceInference(ops).run();
}
