// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans by input shapes, the least recently used one dropped first. Private.

#ifndef AMP_LIB_ENGINE_PLANCACHE_H
#define AMP_LIB_ENGINE_PLANCACHE_H

#include "amp/Runtime/Tensor.h"

#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>
#include <list>
#include <span>
#include <vector>

namespace amp {

/// Values of type T by the shapes of a list of tensors. Finding one allocates
/// nothing.
template <typename T> class PlanCache {
public:
  explicit PlanCache(size_t capacity)
      : capacity(std::max<size_t>(capacity, 1)) {}

  /// The entry for the shapes of `inputs`, or null; it becomes the latest used.
  T *find(std::span<const Tensor> inputs) {
    for (auto it = entries.begin(); it != entries.end(); ++it)
      if (std::equal(inputs.begin(), inputs.end(), it->shapes.begin(),
                     it->shapes.end(), [](const Tensor &tensor, auto &shape) {
                       return tensor.shape() == shape;
                     })) {
        entries.splice(entries.begin(), entries, it);
        return &entries.front().value;
      }
    return nullptr;
  }

  /// Adds an entry, dropping the one used longest ago if there are too many.
  T &insert(std::span<const Tensor> inputs, T value) {
    if (entries.size() == capacity)
      entries.pop_back();
    std::vector<std::vector<int64_t>> shapes;
    for (const Tensor &tensor : inputs)
      shapes.push_back(tensor.shape());
    entries.push_front({std::move(shapes), std::move(value)});
    return entries.front().value;
  }

  /// Drops the entry that was found or added last, if there is one.
  void dropLatest() {
    if (!entries.empty())
      entries.pop_front();
  }

  /// The number of entries, never above the capacity.
  size_t size() const { return entries.size(); }

private:
  struct Entry {
    std::vector<std::vector<int64_t>> shapes;
    T value;
  };
  std::list<Entry> entries;
  size_t capacity;
};

/// The shapes of `inputs` as specialization takes them.
inline llvm::SmallVector<llvm::SmallVector<int64_t>>
shapesOf(std::span<const Tensor> inputs) {
  llvm::SmallVector<llvm::SmallVector<int64_t>> shapes;
  for (const Tensor &tensor : inputs)
    shapes.push_back(llvm::SmallVector<int64_t>(tensor.shape().begin(),
                                                tensor.shape().end()));
  return shapes;
}

} // namespace amp

#endif // AMP_LIB_ENGINE_PLANCACHE_H
