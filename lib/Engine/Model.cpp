// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model in memory: loading, variables, weight files.

#include "amp/Engine/Model.h"

#include "ModelState.h"
#include "TrainingState.h"
#include "amp/IR/Amp.h"
#include "amp/Reference/TensorAttributes.h"
#include "amp/Runtime/NumpyFile.h"
#include "amp/Runtime/Safetensors.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>

using namespace mlir;
using namespace amp;

Result<Model> Model::parse(std::string_view text, const std::string &name,
                           uint64_t seed) {
  Result<std::shared_ptr<ModelState>> state =
      ModelState::create(text, name, seed);
  if (!state.ok())
    return state.takeFailure();
  return Model(state.take());
}

/// The text of a model file.
static Result<std::unique_ptr<llvm::MemoryBuffer>>
readFile(const std::string &path) {
  if (!llvm::StringRef(path).ends_with(".mlir") &&
      !llvm::StringRef(path).ends_with(".mlirbc"))
    return Failure{path + ": error: expects a .mlir or .mlirbc file"};
  // Others may have no end, or wait for a writer.
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) &&
      !llvm::sys::fs::is_regular_file(status) &&
      !llvm::sys::fs::is_directory(status))
    return Failure{path + ": error: expects a regular file"};
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
      llvm::MemoryBuffer::getFile(path);
  if (!file)
    return Failure{path + ": error: " + file.getError().message()};
  return std::move(*file);
}

Result<Model> Model::load(const std::string &path, uint64_t seed) {
  Result<std::unique_ptr<llvm::MemoryBuffer>> file = readFile(path);
  if (!file.ok())
    return file.takeFailure();
  llvm::StringRef text = (*file)->getBuffer();
  return parse(std::string_view(text.data(), text.size()), path, seed);
}

Result<Model> Model::loadStructure(const std::string &path) {
  Result<std::unique_ptr<llvm::MemoryBuffer>> file = readFile(path);
  if (!file.ok())
    return file.takeFailure();
  llvm::StringRef text = (*file)->getBuffer();
  Result<std::shared_ptr<ModelState>> state =
      ModelState::create(std::string_view(text.data(), text.size()), path,
                         /*seed=*/0, /*valueless=*/true);
  if (!state.ok())
    return state.takeFailure();
  return Model(state.take());
}

static Result<func::FuncOp> findFunction(ModelState &state,
                                         std::string_view name) {
  auto function = state.getModule().lookupSymbol<func::FuncOp>(
      StringRef(name.data(), name.size()));
  if (!function)
    return Failure{"expects a function named " + std::string(name)};
  return function;
}

Result<std::vector<TensorInfo>> Model::inputs(std::string_view function) const {
  Result<func::FuncOp> found = findFunction(*shared, function);
  if (!found.ok())
    return found.takeFailure();
  return describeInputs(*found);
}

Result<std::vector<TensorInfo>>
Model::outputs(std::string_view function) const {
  Result<func::FuncOp> found = findFunction(*shared, function);
  if (!found.ok())
    return found.takeFailure();
  return describeOutputs(*found);
}

std::vector<TensorInfo> Model::variables() const {
  std::vector<TensorInfo> infos;
  for (auto variable : shared->getModule().getOps<VariableOp>()) {
    auto type = cast<RankedTensorType>(variable.getType());
    infos.push_back(
        {variable.getSymName().str(),
         std::vector<int64_t>(type.getShape().begin(), type.getShape().end()),
         toElementType(type.getElementType()).value_or(ElementType::F32)});
  }
  return infos;
}

Result<Tensor> Model::variable(std::string_view name) const {
  const Tensor *tensor = shared->variables.lookup(name);
  if (!tensor)
    return Failure{"expects a variable, got " + std::string(name)};
  if (VariableMirror *mirror = shared->variables.getMirror())
    if (Status taken = mirror->takeStatus(); !taken.ok())
      return taken.takeFailure();
  return *tensor;
}

Status Model::setVariable(std::string_view name, const Tensor &value) {
  const Tensor *current = shared->variables.lookup(name);
  if (!current)
    return Failure{"expects a variable, got " + std::string(name)};
  if (!value.isValid())
    return Failure{"variable " + std::string(name) + " expects " +
                   describeType(current->shape(), current->elementType()) +
                   ", got nothing"};
  if (current->shape() != value.shape() ||
      (current->elementType() != value.elementType() &&
       !(isFloat(current->elementType()) && isFloat(value.elementType()))))
    return Failure{"variable " + std::string(name) + " expects " +
                   describeType(current->shape(), current->elementType()) +
                   ", got " + describeType(value.shape(), value.elementType())};
  Result<Tensor> converted = value.convertTo(current->elementType());
  if (!converted.ok())
    return converted.takeFailure();
  // In place: compiled programs hold the address of the storage.
  std::memcpy(current->rawData(), converted->rawData(), current->bytes());
  shared->noteWrite();
  return Status::success();
}

/// The tensors of a weight file, whichever its format.
static Result<NamedTensors> loadTensors(const std::string &path) {
  llvm::StringRef name(path);
  if (name.ends_with(".npz"))
    return loadNpz(path);
  if (!name.ends_with(".safetensors"))
    return Failure{path + ": error: expects a .safetensors or .npz file"};
  Result<SafetensorsFile> file = loadSafetensors(path);
  if (!file.ok())
    return file.takeFailure();
  if (Status dropped = dropTrainerVariables(*file); !dropped.ok())
    return Failure{path + ": error: " + dropped.message()};
  return std::move(file->tensors);
}

Status Model::loadWeights(const std::string &path) {
  Result<NamedTensors> tensors = loadTensors(path);
  if (!tensors.ok())
    return tensors.takeFailure();
  std::unordered_map<std::string, const Tensor *> byName;
  for (auto &[name, tensor] : *tensors)
    byName[name] = &tensor;

  // All checks come before the first change.
  std::vector<std::pair<std::string, const Tensor *>> found;
  for (auto variable : shared->getModule().getOps<VariableOp>()) {
    std::string name = variable.getSymName().str();
    auto entry = byName.find(name);
    if (entry == byName.end()) {
      if (variable.getTrainable())
        return Failure{path + ": error: expects an entry for variable " + name};
      continue;
    }
    const Tensor *current = shared->variables.lookup(name);
    const Tensor &value = *entry->second;
    if (current->shape() != value.shape() ||
        isFloat(current->elementType()) != isFloat(value.elementType()))
      return Failure{path + ": error: entry " + name + " expects " +
                     describeType(current->shape(), current->elementType()) +
                     ", got " +
                     describeType(value.shape(), value.elementType())};
    found.push_back({name, &value});
    byName.erase(entry);
  }
  for (auto &[name, tensor] : *tensors)
    if (byName.count(name))
      return Failure{path + ": error: entry " + name +
                     " names no variable of the model"};
  for (auto &[name, value] : found)
    if (Status set = setVariable(name, *value); !set.ok())
      return set;
  return Status::success();
}

Status Model::saveWeights(const std::string &path) const {
  if (Status taken = shared->variables.takeAllToHost(); !taken.ok())
    return taken;
  NamedTensors tensors;
  for (const TensorInfo &info : variables())
    tensors.push_back({info.name, *shared->variables.lookup(info.name)});
  llvm::StringRef name(path);
  if (name.ends_with(".npz"))
    return saveNpz(path, tensors);
  if (!name.ends_with(".safetensors"))
    return Failure{path + ": error: expects a .safetensors or .npz file"};
  return saveSafetensors(path, {std::move(tensors), {}});
}

Status Model::initialize(uint64_t seed) {
  shared->seed = seed;
  VariableStore fresh;
  std::swap(fresh, shared->variables);
  Status created = shared->createVariables(shared->getModule());
  std::swap(fresh, shared->variables);
  if (!created.ok())
    return created;
  for (const std::string &name : fresh.names())
    if (Status set = setVariable(name, *fresh.lookup(name)); !set.ok())
      return set;
  return Status::success();
}
