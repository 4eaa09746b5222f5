// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs to try a model with: from files, or made up from the declared types.

#ifndef AMP_TOOLS_AMP_RUN_SAMPLEINPUTS_H
#define AMP_TOOLS_AMP_RUN_SAMPLEINPUTS_H

#include "amp/Engine/Model.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

namespace amp::run {

/// Where the inputs come from, as the command line says.
struct SampleInputs {
  /// NAME=FILE[:KEY].
  std::vector<std::string> files;
  /// A .npz file with entries named like the inputs.
  std::string data;
  /// NAME=AxBxC.
  std::vector<std::string> shapes;
  int64_t batch = 32;

  /// Declares the options on `command`, which must not outlive this object.
  void declare(CLI::App &command);

  /// A tensor for each of `infos`: from its file, of which the first samples
  /// are taken where the input has a dynamic first extent; else made up from
  /// `seed` and the input's name, floats uniform in [-1, 1) and class indices
  /// uniform among the classes, other integers 0. Fails on files that do not
  /// fit, on names that are none of `infos` and on an input whose shape nothing
  /// says.
  Result<std::vector<Tensor>> make(std::span<const TensorInfo> infos,
                                   uint64_t seed) const;

private:
  Result<Tensor> makeUp(const TensorInfo &info, std::vector<int64_t> shape,
                        uint64_t seed) const;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_SAMPLEINPUTS_H
