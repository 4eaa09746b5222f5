// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Union-find with splits: parts are kept for the variable that stands for all
// that were equated. Lists that are worked off are stacks, the outermost
// variable on top.

#include "Analysis/SpaceVariables.h"

using namespace mlir;
using namespace amp;

int SpaceVariables::make(int64_t extent) {
  parents.push_back(parents.size());
  extents.push_back(extent);
  return parents.size() - 1;
}

SpaceVariables::List SpaceVariables::make(ArrayRef<int64_t> shape) {
  List variables;
  for (int64_t extent : shape)
    variables.push_back(extent == 1 ? -1 : make(extent));
  return variables;
}

int SpaceVariables::find(int variable) {
  while (parents[variable] != variable)
    variable = parents[variable] = parents[parents[variable]];
  return variable;
}

void SpaceVariables::pushParts(int variable, List &stack) const {
  ArrayRef<int> parts = partsOf.find(variable)->second;
  stack.append(parts.rbegin(), parts.rend());
}

SpaceVariables::List SpaceVariables::getParts(ArrayRef<int> variables) {
  List parts;
  if (partsOf.empty()) {
    for (int variable : variables)
      if (variable >= 0)
        parts.push_back(find(variable));
    return parts;
  }
  List stack(variables.rbegin(), variables.rend());
  while (!stack.empty()) {
    int variable = stack.pop_back_val();
    if (variable < 0)
      continue;
    variable = find(variable);
    if (isSplit(variable))
      pushParts(variable, stack);
    else
      parts.push_back(variable);
  }
  return parts;
}

bool SpaceVariables::split(int variable, int64_t outer) {
  if (outer == 0 || extents[variable] % outer != 0)
    return false;
  int first = make(outer), second = make(extents[variable] / outer);
  partsOf[variable] = {first, second};
  return true;
}

/// Splits the parts of both until they are as long, and equates them.
bool SpaceVariables::align(int one, int other) {
  List left, right;
  pushParts(one, left);
  pushParts(other, right);
  while (!left.empty() && !right.empty()) {
    int x = find(left.pop_back_val()), y = find(right.pop_back_val());
    if (extents[x] == extents[y] && !(isSplit(x) && isSplit(y))) {
      if (!equate(x, y))
        return false;
      continue;
    }
    int64_t outer = std::min(extents[x], extents[y]);
    auto shorten = [&](int variable, List &stack) {
      if (extents[variable] == outer && !isSplit(variable)) {
        stack.push_back(variable);
        return true;
      }
      if (!isSplit(variable) && !split(variable, outer))
        return false;
      pushParts(variable, stack);
      return true;
    };
    if (!shorten(x, left) || !shorten(y, right))
      return false;
  }
  return left.empty() && right.empty();
}

bool SpaceVariables::equate(int one, int other) {
  one = find(one);
  other = find(other);
  assert(extents[one] == extents[other] && "extents that are equated agree");
  if (one == other)
    return true;
  if (isSplit(one)) {
    if (!isSplit(other))
      std::swap(one, other);
    else if (!align(one, other))
      return false;
  }
  parents[one] = other;
  return true;
}

std::optional<SpaceVariables::List>
SpaceVariables::reshape(List from, ArrayRef<int64_t> to) {
  llvm::erase(from, -1);
  std::reverse(from.begin(), from.end());
  List result;
  for (int64_t extent : to) {
    List joined;
    int64_t product = 1;
    while (product < extent) {
      if (from.empty() || extent % product != 0)
        return std::nullopt;
      int next = find(from.pop_back_val());
      int64_t rest = extent / product;
      if (extents[next] == 0)
        return std::nullopt;
      if (extents[next] > rest) {
        if (!isSplit(next) && !split(next, rest))
          return std::nullopt;
        pushParts(next, from);
        continue;
      }
      joined.push_back(next);
      product *= extents[next];
    }
    if (product != extent)
      return std::nullopt;
    if (joined.empty()) {
      result.push_back(-1);
    } else if (joined.size() == 1) {
      result.push_back(joined.front());
    } else {
      result.push_back(make(extent));
      partsOf[result.back()] = {joined.begin(), joined.end()};
    }
  }
  if (!from.empty())
    return std::nullopt;
  return result;
}
