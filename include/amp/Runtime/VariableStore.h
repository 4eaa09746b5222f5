// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variables of a model at run time, by name: what functions read at entry
// and write at exit, on every target. Relies on the standard library only.

#ifndef AMP_RUNTIME_VARIABLESTORE_H
#define AMP_RUNTIME_VARIABLESTORE_H

#include "amp/Runtime/Tensor.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace amp {

/// Named tensors in the order of their creation. The store holds a reference to
/// each tensor: assign() replaces the reference and so leaves tensors that
/// others took from lookup() as they were, while a target may also write
/// through the tensor in place. Not safe for writing from several threads.
class VariableStore {
public:
  /// Adds a variable with its first value. Fails if the name is taken or the
  /// tensor has no storage.
  Status create(std::string name, Tensor initial);

  /// Gives a variable a new value, keeping the reference. Fails if there is no
  /// such variable or its shape or element type differs.
  Status assign(std::string_view name, Tensor value);

  /// The value of a variable, or null if there is none of that name. The
  /// pointer stays valid as long as the store: compiled programs keep it.
  const Tensor *lookup(std::string_view name) const;

  /// The names in the order of creation.
  const std::vector<std::string> &names() const { return order; }

  size_t size() const { return order.size(); }

private:
  /// Hashes every kind of string alike, so that a lookup makes no copy.
  struct NameHash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>()(name);
    }
  };

  std::vector<std::string> order;
  /// A deque, so that an entry never moves.
  std::deque<Tensor> values;
  std::unordered_map<std::string, size_t, NameHash, std::equal_to<>> positions;
};

} // namespace amp

#endif // AMP_RUNTIME_VARIABLESTORE_H
