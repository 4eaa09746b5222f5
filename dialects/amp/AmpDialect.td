// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The amp dialect itself: name, purpose and the dialects its ops build on.

#ifndef AMP_DIALECT_TD
#define AMP_DIALECT_TD

include "mlir/IR/OpBase.td"

def Amp_Dialect : Dialect {
  let name = "amp";
  let cppNamespace = "::amp";
  let summary = "A neural network graph on tensors, with its precision rules";
  let description = [{
    A model is a module of `amp.variable` symbols and functions over ranked
    tensors. Ops are pure: variables are read once at entry and written once at
    exit, so that every transformation sees plain SSA values. README.md beside
    this file states the precision rules P1 to P16 that ops refer to.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

#endif // AMP_DIALECT_TD
