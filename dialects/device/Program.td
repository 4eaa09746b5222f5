// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs: buffers, launches, copies and branches.

#ifndef AMP_DEVICE_PROGRAM_TD
#define AMP_DEVICE_PROGRAM_TD

include "device/DeviceBase.td"

def Device_ProgramOp : Device_Op<"program", [
    IsolatedFromAbove, NoTerminator, SingleBlock, Symbol]> {
  let summary = "the flat list of what one call performs";
  let description = [{
    Holds buffers first, then launches, matrix products, copies and branches,
    executed in order. It belongs to one set of input shapes: everything in it is
    static.

    Constraints:
    - C1: the body holds `device.buffer`, `device.launch`, `device.gemm`,
      `device.scatter_add`, `device.copy` and `device.if` only;
    - C2: no two inputs and no two outputs have the same name.

    Example:

    ```mlir
    device.kernel @twice elementwise [?] (%x: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [1] : memref<?xf32>
      %1 = arith.addf %0, %0 : f32
      device.store %1, %y strides [1] : memref<?xf32>
    }
    device.program @forward {
      %x = device.buffer input "x" : memref<320xf32>
      %y = device.buffer output "y" : memref<320xf32>
      device.launch @twice (%x : memref<320xf32>, %y : memref<320xf32>) extent 320
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name)>];
}

// A step of a program or of a branch in one.
class Device_ProgramBodyOp<string mnemonic, list<Trait> traits = []>
    : Device_Op<mnemonic, traits # [ParentOneOf<["ProgramOp", "IfOp"]>]>;

def Device_BufferOp : Device_Op<"buffer", [HasParent<"ProgramOp">]> {
  let summary = "memory that a program reads or writes";
  let description = [{
    Its type carries the element type and the number of elements; booleans take
    one byte each. Where the memory comes from is the space:

    - `arena`: intermediate memory at a planned byte offset, -1 (not printed)
      before planning;
    - `variable`: the persistent tensor `name`;
    - `input`, `output`: the caller's tensor `name`;
    - `constant`: `value`, owned by the program.

    Constraints:
    - C1: the number of elements is static;
    - C2: variables, inputs and outputs have a name, the others have none;
    - C3: exactly the constants have a value, of the same number of elements
      and element type as the buffer;
    - C4: only arena buffers have an offset.

    Example:

    ```mlir
    device.program @p {
      %w = device.buffer variable "fc1.weight" : memref<8192xf32>
      %t = device.buffer arena offset 256 : memref<64xbf16>
      %c = device.buffer constant value dense<1.0> : tensor<4xf32> : memref<4xf32>
    }
    ```
  }];
  let arguments = (ins Device_BufferSpace:$space, OptionalAttr<StrAttr>:$name,
                       DefaultValuedAttr<I64Attr, "-1">:$offset,
                       OptionalAttr<ElementsAttr>:$value);
  let results = (outs Device_Buffer:$result);
  let assemblyFormat = [{
    $space ($name^)? (`offset` $offset^)? (`value` $value^)? attr-dict
    `:` type($result)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "BufferSpace":$space, "::llvm::StringRef":$name,
                   "::mlir::Type":$elementType, "int64_t":$count)>,
    OpBuilder<(ins "::mlir::ElementsAttr":$value)>];
  let extraClassDeclaration = [{
    /// The number of elements.
    int64_t getCount() { return getType().getDimSize(0); }
    /// The size in bytes; a boolean takes one byte.
    int64_t getByteSize();
  }];
}

def Device_LaunchOp : Device_ProgramBodyOp<"launch",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "execution of a kernel on one or more sets of buffers";
  let description = [{
    Each *instance* is one set of buffers with its own run-time extent and
    sizes; instances do not depend on one another and may run at the same time.

    Constraints:
    - C1: the symbol names a `device.kernel`;
    - C2: every instance has one buffer for each argument of the kernel, of its
      element type, and as many sizes as the kernel asks for;
    - C3: the extent is not negative (a kernel of rank 0 takes 1);
    - C4: every access stays inside its buffer.

    Example:

    ```mlir
    device.kernel @fill elementwise [?] (%x: memref<?xi64>) sizes 1 {
      %0 = device.size 0 : i64
      device.store %0, %x strides [1] : memref<?xi64>
    }
    device.program @p {
      %a = device.buffer arena : memref<8xi64>
      %b = device.buffer arena : memref<9xi64>
      device.launch @fill (%a : memref<8xi64>) extent 8 sizes [3],
                          (%b : memref<9xi64>) extent 9 sizes [4]
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       Arg<Variadic<Device_Buffer>, "",
                           [MemRead, MemWrite]>:$buffers,
                       DenseI64ArrayAttr:$extents, DenseI64ArrayAttr:$sizes);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "KernelOp":$kernel, "::mlir::ValueRange":$buffers,
                   "::llvm::ArrayRef<int64_t>":$extents,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$sizes)>];
  let extraClassDeclaration = [{
    /// The number of buffer sets.
    int64_t getNumInstances() { return getExtents().size(); }
    /// The buffers of one instance, in the order of the kernel's arguments.
    ::mlir::OperandRange getInstance(int64_t instance);
    /// The extra sizes of one instance.
    ::llvm::ArrayRef<int64_t> getInstanceSizes(int64_t instance);
  }];
}

def Device_CopyOp : Device_ProgramBodyOp<"copy", [SameTypeOperands]> {
  let summary = "copy of a whole buffer";
  let description = [{
    Copies every element of the source.

    Constraints:
    - C1: both buffers have one type.

    Example:

    ```mlir
    device.program @p {
      %x = device.buffer input "x" : memref<8xf32>
      %y = device.buffer output "y" : memref<8xf32>
      device.copy %x to %y : memref<8xf32>
    }
    ```
  }];
  let arguments = (ins Arg<Device_Buffer, "", [MemRead]>:$source,
                       Arg<Device_Buffer, "", [MemWrite]>:$target);
  let assemblyFormat = "$source `to` $target attr-dict `:` type($source)";
}

def Device_IfOp : Device_ProgramBodyOp<"if",
    [NoTerminator, NoRegionArguments]> {
  let summary = "one of two lists of steps, chosen at run time";
  let description = [{
    Performs the first list if the one element of the condition is not 0, the
    second one otherwise. The program's buffers are those of both lists, which
    never run in one call: memory that only one of them uses may be shared.

    Constraints:
    - C1: the condition is one boolean;
    - C2: the lists hold launches, matrix products, copies and branches only.

    Example:

    ```mlir
    device.program @p {
      %c = device.buffer input "c" : memref<1xi1>
      %x = device.buffer input "x" : memref<8xf32>
      %z = device.buffer input "z" : memref<8xf32>
      %y = device.buffer output "y" : memref<8xf32>
      device.if %c : memref<1xi1> {
        device.copy %x to %y : memref<8xf32>
      } else {
        device.copy %z to %y : memref<8xf32>
      }
    }
    ```
  }];
  let arguments = (ins Arg<Device_Buffer, "", [MemRead]>:$condition);
  let regions = (region MaxSizedRegion<1>:$then_body, MaxSizedRegion<1>:$else_body);
  let assemblyFormat = [{
    $condition `:` type($condition) attr-dict-with-keyword
    $then_body `else` $else_body
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$condition)>];
}

#endif // AMP_DEVICE_PROGRAM_TD
