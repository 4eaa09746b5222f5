// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First values of a module's variables.

#ifndef AMP_REFERENCE_INITIALIZEVARIABLES_H
#define AMP_REFERENCE_INITIALIZEVARIABLES_H

#include "amp/Runtime/VariableStore.h"

#include "mlir/IR/BuiltinOps.h"

namespace amp {

/// Creates every amp.variable of `module` that `store` does not hold yet, in
/// the order of the module, from its initialiser; variables that are there
/// already (loaded from a file) keep their values. Random numbers are Philox's
/// with key `seed`; the stream is the variable's position among the randomly
/// initialised ones of the module, so that added state does not change them and
/// neither does a loaded weight. A variable marked `cast_of` gets the converted
/// value of the variable that it copies. With `valueless`, values are
/// indeterminate and no memory is touched, for programs that never run. Emits a
/// located error where a value cannot be made.
llvm::LogicalResult initializeVariables(mlir::ModuleOp module,
                                        VariableStore &store, uint64_t seed,
                                        bool valueless = false);

} // namespace amp

#endif // AMP_REFERENCE_INITIALIZEVARIABLES_H
