// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device dialect: kernels, launches and library calls on buffers.

#ifndef AMP_DEVICE_OPS_TD
#define AMP_DEVICE_OPS_TD

include "mlir/IR/OpBase.td"

def Device_Dialect : Dialect {
  let name = "device";
  let cppNamespace = "::amp::device";
  let summary = "Kernels, launches and library calls on buffers";
}

#endif // AMP_DEVICE_OPS_TD
