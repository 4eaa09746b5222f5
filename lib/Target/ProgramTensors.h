// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs of every compiled target ask of the tensors they are given.
// Private.

#ifndef AMP_LIB_TARGET_PROGRAMTENSORS_H
#define AMP_LIB_TARGET_PROGRAMTENSORS_H

#include "amp/Target/Program.h"

namespace amp {

/// Checks that inputs and outputs have the program's number, shapes and types;
/// an output without storage is allocated.
Status prepareTensors(std::span<const cpu::ProgramTensor> inputs,
                      std::span<const cpu::ProgramTensor> outputs,
                      std::span<const Tensor> givenInputs,
                      std::span<Tensor> givenOutputs);

/// The variable `name` of `store`; fails if there is none or if it has another
/// size or type.
Result<const Tensor *> findVariable(const VariableStore &store,
                                    const std::string &name, size_t bytes,
                                    ElementType type);

} // namespace amp

#endif // AMP_LIB_TARGET_PROGRAMTENSORS_H
