// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of a program's tensors, and what they say.

#include "Target/ProgramTensors.h"

using namespace amp;

/// Whether `tensor` is what the program declares; else what it should be.
static Status checkTensor(const cpu::ProgramTensor &expected,
                          const Tensor &tensor) {
  if (!tensor.isValid() || tensor.elementType() != expected.type ||
      tensor.shape() != expected.shape)
    return Failure{"expects '" + expected.name + "' to be " +
                   describeType(expected.shape, expected.type) + ", got " +
                   (tensor.isValid()
                        ? describeType(tensor.shape(), tensor.elementType())
                        : std::string("nothing"))};
  return Status::success();
}

Status amp::prepareTensors(std::span<const cpu::ProgramTensor> inputs,
                           std::span<const cpu::ProgramTensor> outputs,
                           std::span<const Tensor> givenInputs,
                           std::span<Tensor> givenOutputs) {
  if (givenInputs.size() != inputs.size() ||
      givenOutputs.size() != outputs.size())
    return Failure{"expects " + std::to_string(inputs.size()) + " inputs and " +
                   std::to_string(outputs.size()) + " outputs, got " +
                   std::to_string(givenInputs.size()) + " and " +
                   std::to_string(givenOutputs.size())};
  for (size_t i = 0; i < inputs.size(); ++i)
    if (Status status = checkTensor(inputs[i], givenInputs[i]); !status.ok())
      return status;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!givenOutputs[i].isValid()) {
      Result<Tensor> created =
          Tensor::create(outputs[i].shape, outputs[i].type);
      if (!created.ok())
        return created.takeFailure();
      givenOutputs[i] = created.take();
    }
    if (Status status = checkTensor(outputs[i], givenOutputs[i]); !status.ok())
      return status;
  }
  return Status::success();
}

Result<const Tensor *> amp::findVariable(const VariableStore &store,
                                         const std::string &name, size_t bytes,
                                         ElementType type) {
  const Tensor *tensor = store.lookup(name);
  if (!tensor)
    return Failure{"expects a variable '" + name + "'"};
  if (tensor->elementType() != type || tensor->bytes() != bytes)
    return Failure{"expects variable '" + name + "' to have " +
                   std::to_string(bytes) + " bytes of " +
                   std::string(elementTypeName(type)) + ", got " +
                   describeType(tensor->shape(), tensor->elementType())};
  return tensor;
}
