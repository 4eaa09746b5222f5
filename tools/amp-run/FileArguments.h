// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors on the command line: NAME=FILE[:KEY] for the inputs and outputs of a
// function.

#ifndef AMP_TOOLS_AMP_RUN_FILEARGUMENTS_H
#define AMP_TOOLS_AMP_RUN_FILEARGUMENTS_H

#include "amp/Engine/Model.h"

#include <string>
#include <vector>

namespace amp::run {

/// NAME=FILE[:KEY], taken apart.
struct FileArgument {
  std::string name;
  std::string file;
  std::string key;
};

/// Takes `text` apart; fails if it has another form or names a file that is
/// neither .npy nor .npz.
Result<FileArgument> parseFileArgument(const std::string &text);

/// The same as the text of an error, empty if there is none: a check for the
/// command line.
std::string checkFileArgument(const std::string &text);

/// The argument for each of `infos`, or an empty one; names that occur twice or
/// are none of theirs are errors. `option` is the option's name for messages.
Result<std::vector<FileArgument>>
matchArguments(const std::vector<std::string> &texts,
               const std::vector<TensorInfo> &infos, const char *option);

/// Reads the tensor for the input `info` and converts it as convertInput()
/// does; messages name the file. Fails if the argument is an empty one.
Result<Tensor> loadInput(const FileArgument &argument, const TensorInfo &info,
                         bool anySamples);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_FILEARGUMENTS_H
