// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads NAME=FILE[:KEY] and the tensors that such arguments stand for.

#include "FileArguments.h"

#include "Report.h"
#include "amp/Engine/Dataset.h"
#include "amp/Runtime/NumpyFile.h"

#include <algorithm>

using namespace amp;
using namespace amp::run;

Result<FileArgument> amp::run::parseFileArgument(const std::string &text) {
  size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return Failure{"expects NAME=FILE, got " + text};
  FileArgument result{text.substr(0, equals), text.substr(equals + 1), ""};
  // A colon may be part of a file's name, too.
  size_t colon = result.file.rfind(".npz:");
  if (colon != std::string::npos) {
    result.key = result.file.substr(colon + 5);
    result.file.resize(colon + 4);
  }
  if (!result.file.ends_with(".npy") && !result.file.ends_with(".npz"))
    return Failure{"expects a .npy or .npz file, got " + result.file};
  return result;
}

std::string amp::run::checkFileArgument(const std::string &text) {
  Result<FileArgument> argument = parseFileArgument(text);
  return argument.ok() ? std::string() : argument.message();
}

Result<std::vector<FileArgument>>
amp::run::matchArguments(const std::vector<std::string> &texts,
                         const std::vector<TensorInfo> &infos,
                         const char *option) {
  std::vector<FileArgument> result(infos.size());
  for (const std::string &text : texts) {
    Result<FileArgument> argument = parseFileArgument(text);
    if (!argument.ok())
      return argument.takeFailure();
    auto info =
        std::find_if(infos.begin(), infos.end(), [&](const TensorInfo &info) {
          return info.name == argument->name;
        });
    if (info == infos.end()) {
      std::string names;
      for (const TensorInfo &known : infos)
        names += (names.empty() ? "" : ", ") + known.name;
      return Failure{std::string(option) + " expects a name of the function (" +
                     names + "), got " + argument->name};
    }
    FileArgument &slot = result[info - infos.begin()];
    if (!slot.name.empty())
      return Failure{std::string(option) + " names " + slot.name + " twice"};
    slot = argument.take();
  }
  return result;
}

Result<Tensor> amp::run::loadInput(const FileArgument &argument,
                                   const TensorInfo &info, bool anySamples) {
  if (argument.name.empty())
    return Failure{"expects --input " + info.name + "=FILE"};
  const std::string &key = argument.key.empty() ? info.name : argument.key;
  bool archive = argument.file.ends_with(".npz");
  Result<Tensor> tensor =
      archive ? loadNpzEntry(argument.file, key) : loadNpy(argument.file);
  if (!tensor.ok())
    return inFile(argument.file, tensor.message());
  Result<Tensor> converted = convertInput(*tensor, info, anySamples);
  if (!converted.ok())
    return inFile(argument.file,
                  "input " + info.name + " " + converted.message());
  return converted;
}
