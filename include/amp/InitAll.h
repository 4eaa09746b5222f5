// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of dialects, interface implementations and passes.

#ifndef AMP_INITALL_H
#define AMP_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace amp {

/// Adds our dialects, the upstream dialects they are lowered through and all
/// interface implementations to `registry`.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers our passes and pipelines with MLIR's global pass registry; for
/// tools only, the library itself builds pipelines through functions.
void registerAllPasses();

} // namespace amp

#endif // AMP_INITALL_H
