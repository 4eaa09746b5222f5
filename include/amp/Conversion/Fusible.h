// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The implementations of Fusible: how each amp op takes part in a kernel.

#ifndef AMP_CONVERSION_FUSIBLE_H
#define AMP_CONVERSION_FUSIBLE_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace amp {

/// Makes every context that loads the amp dialect attach Fusible to its ops.
/// Scalar bodies and decompositions use arith, math and amp, which such a
/// context must have loaded when they are asked for.
void registerFusibleModels(mlir::DialectRegistry &registry);

} // namespace amp

#endif // AMP_CONVERSION_FUSIBLE_H
