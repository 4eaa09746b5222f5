// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model in memory: a module of functions and the values of its variables.

#ifndef AMP_ENGINE_MODEL_H
#define AMP_ENGINE_MODEL_H

#include "amp/Runtime/Status.h"
#include "amp/Runtime/Tensor.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace amp {

class ModelState;

/// A named input, output or variable. An extent of -1 is dynamic.
struct TensorInfo {
  std::string name;
  std::vector<int64_t> shape;
  ElementType type = ElementType::F32;
  /// Of an input that picks classes, rows of an embedding or the like: how many
  /// there are, so that its elements must lie in [0, classes). 0 for any other
  /// tensor.
  int64_t classes = 0;
};

/// A loaded model. Copies refer to the same model; executables and trainers
/// made from it share its variables. One model and what was made from it belong
/// to one thread at a time; several models may be used in several threads.
class Model {
public:
  /// Reads a model from a .mlir or .mlirbc file. Variables start from their
  /// initialisers, random ones drawn from `seed`.
  static Result<Model> load(const std::string &path, uint64_t seed = 0);

  /// The same from MLIR text or bytecode in memory; `name` stands for the file
  /// in messages.
  static Result<Model> parse(std::string_view text, const std::string &name,
                             uint64_t seed = 0);

  /// Reads a model from a file for a look at its plan: variables, also those of
  /// a trainer, take addresses but no memory, and their values are
  /// indeterminate. Nothing may run.
  static Result<Model> loadStructure(const std::string &path);

  /// Inputs and outputs of a function, by their `amp.name` or, without one,
  /// "input0", "output0" and so on. Fails if there is no such function.
  Result<std::vector<TensorInfo>> inputs(std::string_view function) const;
  Result<std::vector<TensorInfo>> outputs(std::string_view function) const;

  /// The model's own variables, in the order of the file.
  std::vector<TensorInfo> variables() const;

  /// The value of a variable, also of an optimizer's state once a trainer was
  /// made. The tensor shares the variable's storage until it is next written.
  Result<Tensor> variable(std::string_view name) const;

  /// Replaces a variable's value by a copy of `value`, converted from another
  /// float type where needed. Fails if the name or shape does not fit.
  Status setVariable(std::string_view name, const Tensor &value);

  /// Reads variables by name from a .safetensors or .npz file. Every trainable
  /// variable must be there, with its shape; entries that name nothing are an
  /// error, except those that a training state says are the trainer's. Nothing
  /// is changed if it fails.
  Status loadWeights(const std::string &path);

  /// Writes the model's own variables to a .safetensors or .npz file, through a
  /// temporary file that replaces the old one when it is complete.
  Status saveWeights(const std::string &path) const;

  /// Drawn from `seed`, as load() does.
  Status initialize(uint64_t seed);

  /// For the library's own use.
  const std::shared_ptr<ModelState> &state() const { return shared; }

private:
  explicit Model(std::shared_ptr<ModelState> state)
      : shared(std::move(state)) {}
  std::shared_ptr<ModelState> shared;
};

} // namespace amp

#endif // AMP_ENGINE_MODEL_H
