// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first half of an inference: variables of what each op reads and writes.

#include "Analysis/SpaceInference.h"

#include "Analysis/ViewDims.h"

using namespace mlir;
using namespace amp;

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

SpaceInference::Variables SpaceInference::applyView(Operation *view,
                                                    const Variables &operand,
                                                    Source &source) {
  Variables result;
  for (auto [dim, extent] :
       llvm::zip_equal(getViewDims(view), shapeOf(view->getResult(0)))) {
    int variable = dim.from < 0 ? -1 : operand[dim.from];
    if (dim.from >= 0 && !dim.isPart) {
      result.push_back(variable);
      continue;
    }
    result.push_back(extent == 1 ? -1 : variables.make(extent));
    if (!dim.isPart)
      continue;
    // What the access to the root moves along is not known behind a reshape.
    hasFailed |= source.isReshaped;
    if (variable >= 0)
      rebind(source, variable, result.back(), dim.start, dim.step);
    source.isSliced = true;
  }
  return result;
}

bool SpaceInference::isInside(Operation *reshape) const {
  return isa<FusedOp>(reshape->getParentOp()) ||
         readsThroughViews(reshape,
                           [&](Operation *op) { return numberOf(op) >= 0; });
}

SpaceInference::Variables SpaceInference::applyReshape(Operation *reshape,
                                                       Variables operand,
                                                       Source &source) {
  ArrayRef<int64_t> to = shapeOf(reshape->getResult(0));
  source.isReshaped = true;
  std::optional<Variables> result = variables.reshape(std::move(operand), to);
  hasFailed |= !result;
  return result ? std::move(*result) : variables.make(to);
}

SpaceInference::Variables SpaceInference::resolve(Value value, Source &source,
                                                  bool isBehindReshape) {
  Operation *op = value.getDefiningOp();
  int member = op ? numberOf(op) : -1;
  FusionRole role = !op          ? FusionRole::Fixed
                    : member < 0 ? getFusionRole(op)
                                 : space.members[member].role;
  // A reshape takes a view that is written out as it lies in memory.
  if (role == FusionRole::View && !(isBehindReshape && member >= 0))
    return applyView(op, resolve(op->getOperand(0), source, isBehindReshape),
                     source);
  if (role == FusionRole::Reshape && isInside(op))
    return applyReshape(
        op, resolve(op->getOperand(0), source, /*isBehindReshape=*/true),
        source);
  source.root = value;
  source.isInternal = member >= 0;
  source.number = source.isInternal ? member : 0;
  source.isLeaf = role == FusionRole::Leaf;
  Variables own = source.isInternal ? space.members[member].dims
                                    : variables.make(shapeOf(value));
  source.dims = own;
  source.starts.assign(own.size(), 0);
  source.steps.assign(own.size(), 1);
  source.computed.assign(own.size(), -1);
  return own;
}

bool SpaceInference::visitReduction(unsigned number) {
  Operation *op = ops[number];
  Source &source = addSource(number);
  Variables domain = resolve(op->getOperand(0), source);
  bool isMissing = source.isInternal && source.isSliced;
  ReductionInfo info = getReductionInfo(op);
  Variables result, gone;
  for (auto [dim, variable] : llvm::enumerate(domain)) {
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
  domains[number] = std::move(domain);
  reduced[number] = std::move(gone);
  return !isMissing;
}

bool SpaceInference::visitElementwise(unsigned number, Fusible op,
                                      unsigned index, const Variables &result) {
  Source &source = addSource(number);
  Variables operand = resolve(op->getOperand(index), source);
  int64_t offset = op.getOperandOffset(index);
  bool fits = !(source.isInternal && source.isSliced);
  for (auto [dim, variable] : llvm::enumerate(operand))
    if (variable >= 0)
      fits = fits && variables.equate(variable, result[dim + offset]);
  return fits;
}

bool SpaceInference::visitGather(unsigned number) {
  Operation *op = ops[number];
  Variables result = variables.make(shapeOf(op->getResult(0)));
  space.members[number].dims = result;
  domains[number] = result;
  Source &source = addSource(number);
  Variables operand = resolve(op->getOperand(0), source);
  if (source.isInternal || source.isReshaped)
    return false;
  for (auto [position, dim] :
       llvm::enumerate(cast<Fusible>(op).getGatherDims())) {
    if (dim.checkedDim >= 0 && result[dim.checkedDim] >= 0)
      asked.push_back(result[dim.checkedDim]);
    int variable = operand[position];
    if (variable < 0)
      continue;
    for (size_t root = 0; root < source.dims.size(); ++root)
      if (dim.isComputed && source.dims[root] == variable)
        source.computed[root] = position;
    if (dim.resultDim < 0) {
      rebind(source, variable, -1, 0, 1);
    } else if (dim.checkedDim >= 0) {
      rebind(source, variable, result[dim.resultDim], -dim.shift, 1);
    } else if (!variables.equate(variable, result[dim.resultDim])) {
      return false;
    }
  }
  for (unsigned index = 1; index < op->getNumOperands(); ++index)
    if (!visitElementwise(number, cast<Fusible>(op), index, result))
      return false;
  return true;
}

bool SpaceInference::visit(unsigned number) {
  Operation *op = ops[number];
  FusionRole role = space.members[number].role;
  if (role == FusionRole::View) {
    // Written out: runs over its own result.
    Source &source = addSource(number);
    Variables result =
        applyView(op, resolve(op->getOperand(0), source), source);
    bool isMissing = source.isInternal && source.isSliced;
    space.members[number].dims = result;
    domains[number] = std::move(result);
    return !isMissing;
  }
  if (role == FusionRole::Reduction)
    return visitReduction(number);
  if (role == FusionRole::Gather)
    return visitGather(number);
  if (role != FusionRole::Leaf && role != FusionRole::Elementwise)
    return false;
  Variables result = variables.make(shapeOf(op->getResult(0)));
  space.members[number].dims = result;
  domains[number] = result;
  if (role == FusionRole::Leaf)
    return true;
  auto fusible = cast<Fusible>(op);
  for (unsigned index = 0; index < op->getNumOperands(); ++index)
    if (!visitElementwise(number, fusible, index, result))
      return false;
  return true;
}

std::optional<IterationSpace> SpaceInference::run() {
  for (size_t number = 0; number < ops.size(); ++number)
    if (!visit(number))
      return std::nullopt;
  if (hasFailed || !findDimensions() || !checkLevels() || !numberAll() ||
      !checkReducedAreAdjacent())
    return std::nullopt;
  return std::move(space);
}

std::optional<IterationSpace> IterationSpace::infer(ArrayRef<Operation *> ops) {
  if (ops.empty())
    return std::nullopt;
  return SpaceInference(ops).run();
}
