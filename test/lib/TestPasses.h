// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that only tests run, linked into amp-test-opt.

#ifndef AMP_TEST_LIB_TEST_PASSES_H
#define AMP_TEST_LIB_TEST_PASSES_H

namespace amp::test {

/// Registers `test-amp-mutate`.
void registerMutatePass();

/// Registers `test-amp-planted-fault`.
void registerPlantedFaultPass();

/// Registers `test-amp-broken-stage`.
void registerBrokenStagePass();

} // namespace amp::test

#endif // AMP_TEST_LIB_TEST_PASSES_H
