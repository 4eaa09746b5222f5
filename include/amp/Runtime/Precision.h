// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The precisions that a program can be compiled for. Relies on nothing.

#ifndef AMP_RUNTIME_PRECISION_H
#define AMP_RUNTIME_PRECISION_H

namespace amp {

/// The low type that autocast uses outside of `amp.autocast` regions; F32
/// switches it off.
enum class Precision { F32, F16, BF16 };

} // namespace amp

#endif // AMP_RUNTIME_PRECISION_H
