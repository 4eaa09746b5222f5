// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device dialect itself, its enumerations and the types that its ops take.

#ifndef AMP_DEVICE_DEVICEBASE_TD
#define AMP_DEVICE_DEVICEBASE_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Device_Dialect : Dialect {
  let name = "device";
  let cppNamespace = "::amp::device";
  let summary = "kernels, launches and library calls on buffers";
  let description = [{
    One level above the targets and shared by all of them. A `device.kernel` is
    a scalar body over a domain of iterations; which element each iteration
    reads and writes is said by strides, how its reductions are ordered by the
    form (rule P4). A `device.program` is the flat list of launches, matrix
    products and copies that one call of a compiled function performs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

//===----------------------------------------------------------------------===//
// Enumerations and constraints
//===----------------------------------------------------------------------===//

def Device_KernelForm
    : I32EnumAttr<"KernelForm", "who computes what in a kernel", [
        I32EnumAttrCase<"Elementwise", 0, "elementwise">,
        I32EnumAttrCase<"Row", 1, "row">,
        I32EnumAttrCase<"Column", 2, "column">,
        I32EnumAttrCase<"Transpose", 3, "transpose">]> {
  let cppNamespace = "::amp::device";
}

def Device_ReduceStage
    : I32EnumAttr<"ReduceStage", "which half of a reduction a kernel does", [
        I32EnumAttrCase<"Partial", 0, "partial">,
        I32EnumAttrCase<"Combine", 1, "combine">]> {
  let cppNamespace = "::amp::device";
}

def Device_ReduceKind
    : I32EnumAttr<"ReduceKind", "what a reduction combines with", [
        I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Mul", 1, "mul">,
        I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"Min", 3, "min">,
        I32EnumAttrCase<"And", 4, "and">, I32EnumAttrCase<"Or", 5, "or">]> {
  let cppNamespace = "::amp::device";
}

def Device_BufferSpace
    : I32EnumAttr<"BufferSpace", "who owns a buffer's memory", [
        I32EnumAttrCase<"Arena", 0, "arena">,
        I32EnumAttrCase<"Variable", 1, "variable">,
        I32EnumAttrCase<"Input", 2, "input">,
        I32EnumAttrCase<"Output", 3, "output">,
        I32EnumAttrCase<"Constant", 4, "constant">]> {
  let cppNamespace = "::amp::device";
}

def Device_Scalar
    : AnyTypeOf<[F16, BF16, F32, F64, I1, I8, I16, I32, I64]>;
def Device_Accumulator : AnyTypeOf<[F32, F64, I1, I32, I64]>;
def Device_Buffer
    : MemRefRankOf<[F16, BF16, F32, F64, I1, I8, I16, I32, I64], [1]>;

class Device_Op<string mnemonic, list<Trait> traits = []>
    : Op<Device_Dialect, mnemonic, traits>;

#endif // AMP_DEVICE_DEVICEBASE_TD
