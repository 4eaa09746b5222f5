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
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace amp {

/// Keeper of further copies of variables, as on another device. The store tells
/// it before anybody touches the host's copy.
class VariableMirror {
public:
  virtual ~VariableMirror() = default;

  /// Makes the host's copy of `name` the current one and the only one: the
  /// caller may read and write it.
  virtual void takeToHost(const std::string &name) = 0;
  /// Success, or why a copy could not be brought back since it was asked last.
  virtual Status takeStatus() = 0;
};

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

  /// The value of a variable, or null if there is none of that name. With a
  /// mirror, the host's copy is the current one until the mirror's owner runs
  /// again; what could not be brought back is told by its takeStatus(). The
  /// pointer stays valid as long as the store: compiled programs keep it.
  const Tensor *lookup(std::string_view name) const;

  /// Installs the keeper of copies on another device, at most one for the life
  /// of the store; null if there is none.
  void setMirror(std::shared_ptr<VariableMirror> keeper) {
    mirror = std::move(keeper);
  }
  VariableMirror *getMirror() const { return mirror.get(); }
  /// Makes the host's copies of all variables the current and only ones: for
  /// those that keep pointers from lookup(). Fails if a copy was lost.
  Status takeAllToHost() const;

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

  std::shared_ptr<VariableMirror> mirror;
  std::vector<std::string> order;
  /// A deque, so that an entry never moves.
  std::deque<Tensor> values;
  std::unordered_map<std::string, size_t, NameHash, std::equal_to<>> positions;
};

} // namespace amp

#endif // AMP_RUNTIME_VARIABLESTORE_H
