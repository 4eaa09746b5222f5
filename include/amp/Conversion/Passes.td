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
    reduction is the one that `device.kernel` defines. Programs and variables are dropped:
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

def AmpToDevicePass : Pass<"amp-to-device", "::mlir::ModuleOp"> {
  let summary = "functions of regions and library calls to device programs (stage 11)";
  let description = [{
    Replaces each function by a `device.program` of the same name. Each
    `amp.fused` region becomes a launch of a `device.kernel`; regions of the same
    structure share one, and those that do not depend on each other also one
    launch. Variables are renewed in place where the kernel that computes their
    new value allows it. Arguments and results are matched by `amp.name`, or
    `arg0`, `arg1`, `result0` where there is none. Reductions with too few
    results for all threads become two kernels, of the stages partial and
    combine, by the rule of `split-reductions`: `threads` for the threads of a
    CPU, `blocks` for those of a GPU, or `never`.
  }];
  let options = [
    Option<"splitReductions", "split-reductions", "::amp::SplitRule",
           /*default=*/"::amp::SplitRule::Threads",
           "When reductions with few results become two kernels",
           [{::llvm::cl::values(
             clEnumValN(::amp::SplitRule::Never, "never", "never"),
             clEnumValN(::amp::SplitRule::Threads, "threads",
                        "where a CPU's threads would find no work"),
             clEnumValN(::amp::SplitRule::Blocks, "blocks",
                        "where a GPU's blocks would"))}]>];
  let dependentDialects = ["::amp::device::DeviceDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

#endif // AMP_CONVERSION_PASSES_TD
