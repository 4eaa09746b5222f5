// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second half of an inference: the dimensions that the variables leave, and
// whether one kernel can run over them.

#include "Analysis/SpaceInference.h"

using namespace mlir;
using namespace amp;

bool SpaceInference::findDimensions() {
  // The order is that of a reduction's operand, for P4; without one, that of
  // the last result.
  auto reduces = [](const Variables &gone) { return !gone.empty(); };
  auto first = llvm::find_if(reduced, reduces);
  size_t leader =
      first == reduced.end() ? ops.size() - 1 : first - reduced.begin();
  dimensionOf.assign(variables.size(), -1);
  for (int variable : variables.getParts(domains[leader])) {
    int &dimension = dimensionOf[variable];
    if (dimension >= 0)
      return false;
    dimension = space.extents.size();
    space.extents.push_back(variables.getExtent(variable));
  }
  if (space.extents.size() > 60)
    return false;
  Variables gone = variables.getParts(reduced[leader]);
  if (gone.empty())
    return true;
  space.reducedBegin = dimensionOf[gone.front()];
  space.reducedEnd = dimensionOf[gone.back()] + 1;
  linkToReduced(gone);
  return space.reducedEnd - space.reducedBegin == gone.size();
}

void SpaceInference::linkToReduced(ArrayRef<int> gone) {
  for (const Variables &domain : domains) {
    Variables free;
    for (int variable : variables.getParts(domain))
      if (dimensionOf[variable] < 0)
        free.push_back(variable);
    auto sameExtent = [&](int one, int other) {
      return variables.getExtent(one) == variables.getExtent(other);
    };
    if (!llvm::equal(free, gone, sameExtent))
      continue;
    for (auto [variable, reduced] : llvm::zip_equal(free, gone))
      dimensionOf[variable] = dimensionOf[reduced];
  }
}

bool SpaceInference::numberParts(Variables &list) {
  list = variables.getParts(list);
  uint64_t seen = 0;
  for (int &variable : list) {
    int dimension = dimensionOf[variable];
    if (dimension < 0 || seen >> dimension & 1)
      return false;
    variable = dimension;
    seen |= uint64_t(1) << variable;
  }
  return true;
}

bool SpaceInference::number(Variables &list) {
  uint64_t seen = 0;
  auto mark = [&](int part) {
    int dimension = dimensionOf[part];
    if (dimension < 0 || seen >> dimension & 1)
      return false;
    seen |= uint64_t(1) << dimension;
    return true;
  };
  for (int &variable : list) {
    if (variable < 0)
      continue;
    int found = variables.find(variable);
    if (!variables.isSplit(found)) {
      if (!mark(found))
        return false;
      variable = dimensionOf[found];
      continue;
    }
    Variables parts = variables.getParts(found);
    if (!llvm::all_of(parts, mark))
      return false;
    variable = join(found, parts);
  }
  return true;
}

int SpaceInference::join(int variable, ArrayRef<int> parts) {
  int next = IterationSpace::firstJoined + int(space.joined.size());
  auto [it, isNew] = joinedOf.try_emplace(variable, next);
  if (!isNew)
    return it->second;
  auto &joined = space.joined.emplace_back();
  int64_t step = 1;
  for (int part : llvm::reverse(parts)) {
    joined.push_back({dimensionOf[part], step});
    step *= variables.getExtent(part);
  }
  return next;
}

bool SpaceInference::numberAll() {
  return llvm::all_of(space.sources,
                      [&](Source &source) { return number(source.dims); }) &&
         llvm::all_of(space.members, [&](IterationSpace::Member &member) {
           return number(member.dims);
         });
}

bool SpaceInference::checkLevels() {
  unsigned begin = space.reducedBegin, end = space.reducedEnd;
  bool isColumn = space.getForm() == FusionForm::Column;
  // Values that need a finished reduction.
  std::vector<bool> late(ops.size());
  for (size_t number = 0; number < ops.size(); ++number) {
    Variables &domain = domains[number];
    if (!numberParts(domain))
      return false;
    unsigned inside = 0, outside = 0;
    for (int dim : domain)
      ++(unsigned(dim) >= begin && unsigned(dim) < end ? inside : outside);
    bool isElementLevel = inside == end - begin;
    if (outside != space.extents.size() - (end - begin) ||
        (inside != 0 && !isElementLevel))
      return false;
    if (Variables gone = variables.getParts(reduced[number]); !gone.empty()) {
      // The same dimensions as all others, in the same order.
      if (!isElementLevel || gone.size() != end - begin)
        return false;
      for (auto [at, variable] : llvm::enumerate(gone))
        if (dimensionOf[variable] != int(begin + at))
          return false;
      if (!llvm::is_sorted(domain))
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
  for (const Source &source : space.sources)
    if (!adjacent(space.getStrides(source)) || isIndex(source.root))
      return false;
  for (Operation *op : ops)
    if (!adjacent(space.getStrides(op->getResult(0))))
      return false;
  return llvm::none_of(variables.getParts(asked), [&](int variable) {
    int dimension = dimensionOf[variable];
    return dimension < 0 ||
           (unsigned(dimension) >= begin && unsigned(dimension) < end);
  });
}
