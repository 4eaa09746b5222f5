// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from one language to the next: amp to device, device to LLVM.

#ifndef AMP_CONVERSION_PASSES_TD
#define AMP_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def DeviceToVectorPass : Pass<"amp-device-to-vector", "::mlir::ModuleOp"> {
  let summary = "kernels to loops over vectors of 32 lanes";
  let description = [{
    Replaces every `device.kernel` by a function of the same name made of `scf`
    loops and `vector` ops. Its arguments are the buffers, the run-time extent,
    the sizes, and the range of work units to compute; the order of every
    reduction is the one that `device.kernel` defines. Programs are dropped:
    the host walks them, they are no part of the code.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def DeviceToLLVMPass : Pass<"amp-device-to-llvm", "::mlir::ModuleOp"> {
  let summary = "kernels to functions of the LLVM dialect";
  let description = [{
    Runs `amp-device-to-vector` and lowers its result: math functions get our
    own bodies (f64: calls of the C library), every function the calling
    convention `(void **buffers, int64_t *params, int64_t begin, int64_t end)`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // AMP_CONVERSION_PASSES_TD
