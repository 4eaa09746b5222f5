// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of a model, compiled for inference.

#ifndef AMP_ENGINE_EXECUTABLE_H
#define AMP_ENGINE_EXECUTABLE_H

#include "amp/Engine/CompileOptions.h"
#include "amp/Engine/Model.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace amp {

/// One function of a model, run on whatever shapes its declaration allows. A
/// combination of shapes is planned when it first occurs; kernels are compiled
/// once whatever the outermost extent.
class Executable {
public:
  /// Types `function` under the options' precision and policy. Code for a
  /// combination of shapes is made by the first run with it.
  static Result<Executable> create(const Model &model,
                                   std::string_view function,
                                   const CompileOptions &options = {});
  Executable(Executable &&);
  Executable &operator=(Executable &&);
  ~Executable();

  const std::vector<TensorInfo> &inputs() const;
  const std::vector<TensorInfo> &outputs() const;

  /// Makes the code for the shapes of `inputs` without running it, so that a
  /// later run with these shapes compiles nothing. Fails as run() does.
  Status prepare(std::span<const Tensor> inputs);

  /// Runs on `inputs`, in the order and with the element types of inputs(), and
  /// returns new tensors in the order of outputs(). Class indices out of range
  /// are errors; non-finite numbers are not.
  Result<std::vector<Tensor>> run(std::span<const Tensor> inputs);

  CompileStatistics statistics() const;

private:
  struct Impl;
  explicit Executable(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace amp

#endif // AMP_ENGINE_EXECUTABLE_H
