// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named tensors: a list in creation order and an index by name.

#include "amp/Runtime/VariableStore.h"

using namespace amp;

Status VariableStore::create(std::string name, Tensor initial) {
  if (!initial.isValid())
    return Failure{"expects a value for variable '" + name + "'"};
  if (!positions.try_emplace(name, values.size()).second)
    return Failure{"variable '" + name + "' exists already"};
  order.push_back(std::move(name));
  values.push_back(std::move(initial));
  return Status::success();
}

Status VariableStore::assign(std::string_view name, Tensor value) {
  auto found = positions.find(name);
  if (found == positions.end())
    return Failure{"there is no variable '" + std::string(name) + "'"};
  if (mirror)
    mirror->takeToHost(order[found->second]);
  Tensor &slot = values[found->second];
  if (!value.isValid() || value.shape() != slot.shape() ||
      value.elementType() != slot.elementType())
    return Failure{"variable '" + std::string(name) + "' expects " +
                   describeType(slot.shape(), slot.elementType()) + ", got " +
                   (value.isValid()
                        ? describeType(value.shape(), value.elementType())
                        : std::string("no value"))};
  slot = std::move(value);
  return Status::success();
}

const Tensor *VariableStore::lookup(std::string_view name) const {
  auto found = positions.find(name);
  if (found == positions.end())
    return nullptr;
  if (mirror)
    mirror->takeToHost(order[found->second]);
  return &values[found->second];
}

Status VariableStore::takeAllToHost() const {
  if (!mirror)
    return Status::success();
  for (const std::string &name : order)
    mirror->takeToHost(name);
  return mirror->takeStatus();
}
