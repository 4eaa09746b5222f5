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

SmallVector<int64_t> Source::getStrides(unsigned rank) const {
  SmallVector<int64_t> strides(rank, 0);
  for (auto [dim, step, stride] :
       llvm::zip_equal(dims, steps, rowMajorStrides(shapeOf(root))))
    if (dim >= 0)
      strides[dim] += step * stride;
  return strides;
}

int64_t Source::getOffset() const {
  int64_t offset = 0;
  for (auto [start, stride] :
       llvm::zip_equal(starts, rowMajorStrides(shapeOf(root))))
    offset += start * stride;
  return offset;
}

int64_t Source::getOuterOffset() const {
  return starts.empty() ? 0 : starts[0] * rowMajorStrides(shapeOf(root))[0];
}

int64_t Source::getComputedStride(unsigned dim) const {
  return steps[dim] * rowMajorStrides(shapeOf(root))[dim];
}

FusionForm IterationSpace::getForm() const {
  if (reducedBegin == reducedEnd)
    return FusionForm::Elementwise;
  return reducedEnd == extents.size() ? FusionForm::Row : FusionForm::Column;
}

const Source &IterationSpace::getSource(Operation *op, unsigned index) const {
  auto it = numbers.find(op);
  assert(it != numbers.end() && index < members[it->second].numSources &&
         "the op is not of this set");
  return sources[members[it->second].firstSource + index];
}

ArrayRef<int> IterationSpace::getDims(Value result) const {
  auto it = numbers.find(result.getDefiningOp());
  assert(it != numbers.end() && "the value is not computed by this set");
  return members[it->second].dims;
}

namespace amp {

/// One inference; holds the variables and their classes.
class SpaceInference {
public:
  explicit SpaceInference(ArrayRef<Operation *> ops) : ops(ops) {
    space.numbers.reserve(ops.size());
    for (auto [number, op] : llvm::enumerate(ops))
      space.numbers[op] = number;
    space.members.resize(ops.size());
    space.sources.reserve(2 * ops.size());
    domains.resize(ops.size());
    reduced.resize(ops.size());
    for (auto [op, member] : llvm::zip_equal(ops, space.members))
      member.role = getFusionRole(op);
  }
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

  /// The op's number in the set, or -1.
  int numberOf(Operation *op) const {
    auto it = space.numbers.find(op);
    return it == space.numbers.end() ? -1 : int(it->second);
  }
  /// Adds what the next operand of op `number` reads.
  void addSource(unsigned number, Source source) {
    IterationSpace::Member &member = space.members[number];
    if (member.numSources++ == 0)
      member.firstSource = space.sources.size();
    space.sources.push_back(std::move(source));
  }

  /// The variables of `value` at one use of it, through views.
  Variables resolve(Value value, Source &source);
  Variables applyView(Operation *view, Variables operand, Source &source);
  Variables applySlice(SliceOp slice, const Variables &operand, Source &source);
  /// Lets the access to the root move along `to` instead of `from`, which no
  /// other access knows: from `start`, in steps.
  void rebind(Source &source, int from, int to, int64_t start, int64_t step);
  bool visit(unsigned number);
  bool visitReduction(unsigned number);
  bool visitGather(unsigned number);
  /// Equates the dimensions of an operand with those of the result.
  bool visitElementwise(unsigned number, unsigned index,
                        const Variables &result);
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
  SmallVector<int> parents;
  SmallVector<int64_t> variableExtents;
  /// For each op the variables it runs over: those of the operand for a
  /// reduction, else those of the result; and those that it reduces.
  std::vector<Variables> domains, reduced;
  /// Variables whose value, not only the memory at it, an op asks for.
  Variables asked;
  /// The dimension of each class's representative, -1 where it has none.
  SmallVector<int> dimensionOf;
  IterationSpace space;
};

} // namespace amp

void SpaceInference::rebind(Source &source, int from, int to, int64_t start,
                            int64_t step) {
  for (size_t dim = 0; dim < source.dims.size(); ++dim) {
    if (source.dims[dim] != from)
      continue;
    source.starts[dim] += start * source.steps[dim];
    source.steps[dim] *= step;
    source.dims[dim] = to;
  }
}

SpaceInference::Variables SpaceInference::applySlice(SliceOp slice,
                                                     const Variables &operand,
                                                     Source &source) {
  ArrayRef<int64_t> from = shapeOf(slice.getInput());
  ArrayRef<int64_t> to = shapeOf(slice.getResult());
  SmallVector<int64_t> starts, steps;
  slice.getOffsetsAndSteps(from, starts, steps);
  Variables result(operand);
  for (auto [dim, extent] : llvm::enumerate(to)) {
    if (from[dim] == extent && (steps[dim] > 0 || extent <= 1))
      continue;
    // A single element needs no step, which might be too large to multiply.
    result[dim] = extent == 1 ? -1 : makeVariable(extent);
    if (operand[dim] >= 0)
      rebind(source, operand[dim], result[dim], starts[dim],
             extent > 1 ? steps[dim] : 1);
    source.isSliced = true;
  }
  return result;
}

SpaceInference::Variables
SpaceInference::applyView(Operation *view, Variables operand, Source &source) {
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
      .Case<SliceOp>(
          [&](SliceOp slice) { result = applySlice(slice, operand, source); })
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
  int member = op ? numberOf(op) : -1;
  if (op && (member < 0 ? getFusionRole(op) : space.members[member].role) ==
                FusionRole::View)
    return applyView(op, resolve(op->getOperand(0), source), source);
  source.root = value;
  source.isInternal = member >= 0;
  source.number = source.isInternal ? member : 0;
  Variables variables = source.isInternal ? space.members[member].dims
                                          : makeVariables(shapeOf(value));
  source.dims = variables;
  source.starts.assign(variables.size(), 0);
  source.steps.assign(variables.size(), 1);
  source.computed.assign(variables.size(), -1);
  return variables;
}

bool SpaceInference::visitReduction(unsigned number) {
  Operation *op = ops[number];
  Source source;
  Variables variables = resolve(op->getOperand(0), source);
  bool isMissing = source.isInternal && source.isSliced;
  addSource(number, std::move(source));
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
  space.members[number].dims = std::move(result);
  domains[number] = std::move(variables);
  reduced[number] = std::move(gone);
  return !isMissing;
}

bool SpaceInference::visitElementwise(unsigned number, unsigned index,
                                      const Variables &result) {
  Operation *op = ops[number];
  Source source;
  Variables variables = resolve(op->getOperand(index), source);
  int64_t offset = cast<Fusible>(op).getOperandOffset(index);
  for (auto [dim, variable] : llvm::enumerate(variables))
    if (variable >= 0)
      parents[find(variable)] = find(result[dim + offset]);
  bool isMissing = source.isInternal && source.isSliced;
  addSource(number, std::move(source));
  return !isMissing;
}

bool SpaceInference::visitGather(unsigned number) {
  Operation *op = ops[number];
  Variables result = makeVariables(shapeOf(op->getResult(0)));
  space.members[number].dims = result;
  domains[number] = result;
  Source source;
  Variables variables = resolve(op->getOperand(0), source);
  if (source.isInternal)
    return false;
  for (auto [position, dim] :
       llvm::enumerate(cast<Fusible>(op).getGatherDims())) {
    if (dim.checkedDim >= 0 && result[dim.checkedDim] >= 0)
      asked.push_back(result[dim.checkedDim]);
    int variable = variables[position];
    if (variable < 0)
      continue;
    for (size_t root = 0; root < source.dims.size(); ++root)
      if (dim.isComputed && source.dims[root] == variable)
        source.computed[root] = position;
    if (dim.resultDim < 0) {
      rebind(source, variable, -1, 0, 1);
    } else if (dim.checkedDim >= 0) {
      rebind(source, variable, result[dim.resultDim], -dim.shift, 1);
    } else {
      parents[find(variable)] = find(result[dim.resultDim]);
    }
  }
  addSource(number, std::move(source));
  for (unsigned index = 1; index < op->getNumOperands(); ++index)
    if (!visitElementwise(number, index, result))
      return false;
  return true;
}

bool SpaceInference::visit(unsigned number) {
  Operation *op = ops[number];
  FusionRole role = space.members[number].role;
  if (role == FusionRole::View) {
    // Written out: runs over its own result.
    Source source;
    Variables variables =
        applyView(op, resolve(op->getOperand(0), source), source);
    bool isMissing = source.isInternal && source.isSliced;
    addSource(number, std::move(source));
    space.members[number].dims = variables;
    domains[number] = std::move(variables);
    return !isMissing;
  }
  if (role == FusionRole::Reduction)
    return visitReduction(number);
  if (role == FusionRole::Gather)
    return visitGather(number);
  if (role != FusionRole::Leaf && role != FusionRole::Elementwise)
    return false;
  Variables variables = makeVariables(shapeOf(op->getResult(0)));
  space.members[number].dims = variables;
  domains[number] = variables;
  for (unsigned index = 0;
       role == FusionRole::Elementwise && index < op->getNumOperands(); ++index)
    if (!visitElementwise(number, index, variables))
      return false;
  return true;
}

bool SpaceInference::findDimensions() {
  // The order is that of a reduction's operand, for P4; without one, that of
  // the last result.
  auto reduces = [](const Variables &gone) { return !gone.empty(); };
  auto first = llvm::find_if(reduced, reduces);
  size_t leader =
      first == reduced.end() ? ops.size() - 1 : first - reduced.begin();
  dimensionOf.assign(parents.size(), -1);
  for (int variable : domains[leader])
    if (variable >= 0) {
      int &dimension = dimensionOf[find(variable)];
      if (dimension >= 0)
        return false;
      dimension = space.extents.size();
      space.extents.push_back(variableExtents[variable]);
    }
  const Variables &gone = reduced[leader];
  if (gone.empty())
    return true;
  space.reducedBegin = dimensionOf[find(gone.front())];
  space.reducedEnd = dimensionOf[find(gone.back())] + 1;
  linkToReduced(gone);
  return space.reducedEnd - space.reducedBegin == gone.size();
}

void SpaceInference::linkToReduced(ArrayRef<int> gone) {
  for (const Variables &domain : domains) {
    Variables free;
    for (int variable : domain)
      if (variable >= 0 && dimensionOf[find(variable)] < 0)
        free.push_back(find(variable));
    auto sameExtent = [&](int one, int other) {
      return variableExtents[one] == variableExtents[other];
    };
    if (!llvm::equal(free, gone, sameExtent))
      continue;
    for (auto [variable, reduced] : llvm::zip_equal(free, gone))
      dimensionOf[variable] = dimensionOf[find(reduced)];
  }
}

bool SpaceInference::number(Variables &variables) {
  uint64_t seen = 0;
  for (int &variable : variables) {
    if (variable < 0)
      continue;
    int dimension = dimensionOf[find(variable)];
    if (dimension < 0 || seen >> dimension & 1)
      return false;
    variable = dimension;
    seen |= uint64_t(1) << variable;
  }
  return true;
}

bool SpaceInference::checkLevels() {
  unsigned begin = space.reducedBegin, end = space.reducedEnd;
  bool isColumn = space.getForm() == FusionForm::Column;
  // Values that need a finished reduction.
  std::vector<bool> late(ops.size());
  for (size_t number = 0; number < ops.size(); ++number) {
    Variables &domain = domains[number];
    if (!this->number(domain))
      return false;
    unsigned inside = 0, outside = 0;
    for (int dim : domain)
      if (dim >= 0)
        ++(unsigned(dim) >= begin && unsigned(dim) < end ? inside : outside);
    bool isElementLevel = inside == end - begin;
    if (outside != space.extents.size() - (end - begin) ||
        (inside != 0 && !isElementLevel))
      return false;
    if (const Variables &gone = reduced[number]; !gone.empty()) {
      // The same dimensions as all others, in the same order.
      if (!isElementLevel || gone.size() != end - begin)
        return false;
      for (auto [at, variable] : llvm::enumerate(gone))
        if (dimensionOf[find(variable)] != int(begin + at))
          return false;
      if (!llvm::is_sorted(llvm::make_filter_range(
              domain, [](int dim) { return dim >= 0; })))
        return false;
      late[number] = true;
    }
    for (const Source &source : space.getSources(number)) {
      if (source.isInternal) {
        if (!late[source.number])
          continue;
        if (isColumn && isElementLevel)
          return false;
        late[number] = true;
      } else if (isColumn && !isElementLevel) {
        auto moves = [](int dim) { return dim >= 0; };
        bool isTensor = llvm::any_of(source.dims, moves) ||
                        llvm::any_of(source.computed, moves);
        Operation *definition = source.root.getDefiningOp();
        if (isTensor &&
            !(definition && getFusionRole(definition) == FusionRole::Leaf))
          return false;
      }
    }
  }
  return true;
}

/// Whether several reduced dimensions can be walked as one in every access.
bool SpaceInference::checkReducedAreAdjacent() {
  unsigned begin = space.reducedBegin, end = space.reducedEnd;
  if (end - begin < 2)
    return true;
  auto adjacent = [&](ArrayRef<int64_t> strides) {
    for (unsigned dim = begin; dim + 1 < end; ++dim)
      if (strides[dim] !=
          strides[dim + 1] * std::max<int64_t>(space.extents[dim + 1], 1))
        return false;
    return true;
  };
  auto isIndex = [](Value value) {
    return bool(value.getDefiningOp<IotaOp>());
  };
  unsigned rank = space.extents.size();
  for (const Source &source : space.sources)
    if (!adjacent(source.getStrides(rank)) || isIndex(source.root))
      return false;
  for (auto [op, member] : llvm::zip_equal(ops, space.members))
    if (!adjacent(stridesAlong(shapeOf(op->getResult(0)), member.dims, rank)))
      return false;
  return llvm::none_of(asked, [&](int variable) {
    int dimension = dimensionOf[find(variable)];
    return dimension < 0 ||
           (unsigned(dimension) >= begin && unsigned(dimension) < end);
  });
}

std::optional<IterationSpace> SpaceInference::run() {
  for (size_t number = 0; number < ops.size(); ++number)
    if (!visit(number))
      return std::nullopt;
  if (!findDimensions() || space.extents.size() > 60 || !checkLevels())
    return std::nullopt;
  for (Source &source : space.sources)
    if (!number(source.dims))
      return std::nullopt;
  for (IterationSpace::Member &member : space.members)
    if (!number(member.dims))
      return std::nullopt;
  if (!checkReducedAreAdjacent())
    return std::nullopt;
  return std::move(space);
}

std::optional<IterationSpace> IterationSpace::infer(ArrayRef<Operation *> ops) {
  return SpaceInference(ops).run();
}
