// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device dialect: kernels as flat scalar bodies over an iteration domain,
// and programs that launch them on buffers. Relies on arith and math for the
// scalar work; both targets print the same body.

#ifndef AMP_DEVICE_DEVICEOPS_TD
#define AMP_DEVICE_DEVICEOPS_TD

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

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def Device_KernelOp : Device_Op<"kernel", [
    IsolatedFromAbove, NoTerminator, SingleBlock, Symbol]> {
  let summary = "a scalar body evaluated at every point of a domain";
  let description = [{
    The domain has one extent a dimension; the first is known only at run time
    (printed `?`), the others are static. A kernel of rank 0 is one iteration.
    Each block argument is one buffer; `sizes` counts further run-time integers
    that the body reads with `device.size`.

    Iterations are independent except for `device.reduce`, which combines the
    values along the dimension named by `reduces`. The form follows from it and
    from the strides:

    - `elementwise`: no reduction dimension;
    - `transpose`: no reduction dimension, and some access is contiguous along
      another dimension than the last one. It means what `elementwise` means;
      targets compute it tile by tile;
    - `row`: the last dimension is reduced. Values after a reduction may be used
      by element-level operations again;
    - `column`: another dimension is reduced; the last one is the columns.

    A value is *element level* if it changes along the reduction dimension,
    otherwise *reduced level*.

    Order of reductions (P4), the same on every target. Every accumulator starts
    from the neutral element: +0 for a floating-point sum (so a sum of negative
    zeros is +0), 1 for a product, -inf/+inf for max/min.

    - `row`: 64 accumulators; element i goes to accumulator i mod 64 in order;
      then accumulators 0..31 are combined with 32..63, and the 32 results by
      halves (16, 8, 4, 2, 1 apart). Extents above 4096 are cut in chunks of
      4096 that are each reduced so, and combined in order.
    - `column`: each column is combined in order of the rows, in chunks of 256
      rows; chunk results are combined in order.

    A reduction with few results can be done by two kernels, which have more
    independent work and give the same bits. The first has the stage `partial`:
    every chunk is reduced by itself. A store of a reduced value is done for
    each chunk, and its stride along the reduction dimension counts chunks. The
    second, `combine`, runs over the chunk results and combines them in order,
    without further chunks.

    All loads of a launch's iteration happen before its stores: an output may
    be the same buffer as an input if both are accessed at the same element
    (for a reduced-level store: of the same row or column).

    Constraints:
    - C1: the first extent is `?`, the others are not negative;
    - C2: the reduction dimension is a dimension of the domain;
    - C3: block arguments are `memref<?xT>`, T one of f16, bf16, f32, f64, i1
      (stored as a byte, 0 or 1), i8, i16, i32, i64;
    - C4: the body holds device ops and elementwise arith and math ops on
      scalars of these types;
    - C5: f16 and bf16 values are only loaded, stored, converted, selected and
      bit-cast: arithmetic is done in f32 or f64 (rule P6 wants the rounding in
      the text);
    - C6: no fast-math flags (P7);
    - C7: the form named is the one that follows from the reduction dimension
      and the strides;
    - C8: in column form and in stage partial an element-level operation does
      not use the result of a reduction;
    - C9: a kernel with a stage has a reduction dimension, and one of stage
      combine the column form.

    Example:

    ```mlir
    device.kernel @softmax row [?, 256] reduces 1
        (%x: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [256, 1] : memref<?xf32>
      %1 = device.reduce max %0 : f32
      %2 = arith.subf %0, %1 : f32
      %3 = math.exp %2 : f32
      %4 = device.reduce add %3 : f32
      %5 = arith.divf %3, %4 : f32
      device.store %5, %y strides [256, 1] : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       DenseI64ArrayAttr:$extents,
                       OptionalAttr<I64Attr>:$reduction_dim,
                       OptionalAttr<Device_ReduceStage>:$stage,
                       DefaultValuedAttr<I64Attr, "0">:$num_sizes);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::llvm::ArrayRef<int64_t>":$extents,
                                 "::std::optional<int64_t>":$reductionDim,
                                 "::llvm::ArrayRef<::mlir::Type>":$elementTypes,
                                 CArg<"int64_t", "0">:$numSizes)>];
  let extraClassDeclaration = [{
    /// The number of dimensions of the domain.
    int64_t getRank() { return getExtents().size(); }
    /// The form that follows from the reduction dimension and the strides.
    KernelForm getForm();
    /// Whether the kernel has this stage.
    bool isStage(ReduceStage stage) { return getStage() == stage; }
    /// The number of chunks (P4) that a reduction extent is cut into;
    /// runTimeExtent for that.
    int64_t getNumChunks(int64_t reductionExtent);
    /// Whether the kernel reduces dimension `dim`.
    bool reducesDim(int64_t dim) {
      return getReductionDim() && int64_t(*getReductionDim()) == dim;
    }
  }];
}

class Device_BodyOp<string mnemonic, list<Trait> traits = []>
    : Device_Op<mnemonic, traits # [HasParent<"KernelOp">]>;

def Device_LoadOp : Device_BodyOp<"load", [Pure, TypesMatchWith<
    "result has the buffer's element type", "buffer", "result",
    "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "the buffer element that belongs to this iteration";
  let description = [{
    Reads element `offset + sum(index_d * strides_d)`. A stride of 0 broadcasts
    along that dimension. It is free of side effects because all loads of an
    iteration happen before its stores.

    Constraints:
    - C1: one stride for each dimension of the domain;
    - C2: the buffer is an argument of the kernel.

    Example:

    ```mlir
    device.kernel @add_bias elementwise [?, 10]
        (%x: memref<?xf32>, %b: memref<?xf32>) {
      %0 = device.load %x strides [10, 1] : memref<?xf32>
      %1 = device.load %b strides [0, 1] offset 20 : memref<?xf32>
      %2 = arith.addf %0, %1 : f32
      device.store %2, %x strides [10, 1] : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins Device_Buffer:$buffer, DenseI64ArrayAttr:$strides,
                       DefaultValuedAttr<I64Attr, "0">:$offset);
  let results = (outs Device_Scalar:$result);
  let assemblyFormat = [{
    $buffer `strides` $strides (`offset` $offset^)? attr-dict `:` type($buffer)
  }];
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$buffer,
                                 "::llvm::ArrayRef<int64_t>":$strides,
                                 CArg<"int64_t", "0">:$offset)>];
}

def Device_GatherOp : Device_BodyOp<"gather", [Pure, TypesMatchWith<
    "result has the buffer's element type", "buffer", "result",
    "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "the buffer element at a computed place, where there is one";
  let description = [{
    Reads element `index + offset + sum(index_d * strides_d)` where the condition
    holds; elsewhere the result is 0 and no memory is touched. Without an index
    only the condition is computed: what a border needs.

    Constraints:
    - C1: one stride for each dimension of the domain;
    - C2: the buffer is an argument of the kernel;
    - C3: where the condition holds, the element lies in the buffer (the body
      sees to it: no launch can check it).

    Example:

    ```mlir
    device.kernel @embedding elementwise [?, 16]
        (%i: memref<?xi64>, %w: memref<?xf32>, %y: memref<?xf32>) sizes 1 {
      %0 = device.load %i strides [1, 0] : memref<?xi64>
      %1 = device.size 0 : i64
      %2 = arith.cmpi ult, %0, %1 : i64
      %c16 = arith.constant 16 : i64
      %3 = arith.muli %0, %c16 : i64
      %4 = device.gather %w at %3 where %2 strides [0, 1] : memref<?xf32>
      device.store %4, %y strides [16, 1] : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins Device_Buffer:$buffer, Optional<I64>:$index,
                       I1:$condition, DenseI64ArrayAttr:$strides,
                       DefaultValuedAttr<I64Attr, "0">:$offset);
  let results = (outs Device_Scalar:$result);
  let assemblyFormat = [{
    $buffer (`at` $index^)? `where` $condition `strides` $strides
    (`offset` $offset^)? attr-dict `:` type($buffer)
  }];
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$buffer, "::mlir::Value":$index,
                                 "::mlir::Value":$condition,
                                 "::llvm::ArrayRef<int64_t>":$strides,
                                 CArg<"int64_t", "0">:$offset)>];
}

def Device_StoreOp : Device_BodyOp<"store", [TypesMatchWith<
    "value has the buffer's element type", "buffer", "value",
    "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "write of the buffer element that belongs to this iteration";
  let description = [{
    Writes element `offset + sum(index_d * strides_d)` after all loads of the
    iteration. With stride 0 along the reduction dimension it is a reduced-level
    store, done once for each row or column; otherwise a reduced-level value is
    written to every element.

    Constraints:
    - C1: one stride for each dimension of the domain;
    - C2: the buffer is an argument of the kernel;
    - C3: a store with stride 0 along the reduction dimension takes a
      reduced-level value; in stage partial, a value that needs a reduction is
      stored with another stride;
    - C4: along every other dimension whose extent is not 1 the stride is not
      0, so that no two iterations write the same element.

    Example:

    ```mlir
    device.kernel @row_sum row [?, 10] reduces 1
        (%x: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [10, 1] : memref<?xf32>
      %1 = device.reduce add %0 : f32
      device.store %1, %y strides [1, 0] : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins Device_Scalar:$value,
                       Arg<Device_Buffer, "", [MemWrite]>:$buffer,
                       DenseI64ArrayAttr:$strides,
                       DefaultValuedAttr<I64Attr, "0">:$offset);
  let assemblyFormat = [{
    $value `,` $buffer `strides` $strides (`offset` $offset^)? attr-dict
    `:` type($buffer)
  }];
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$value,
                                 "::mlir::Value":$buffer,
                                 "::llvm::ArrayRef<int64_t>":$strides,
                                 CArg<"int64_t", "0">:$offset)>];
}

def Device_ReduceOp : Device_BodyOp<"reduce",
    [Pure, SameOperandsAndResultType]> {
  let summary = "combination of a value along the reduction dimension";
  let description = [{
    Combines the values of all iterations that differ only in the reduction
    dimension, in the fixed order of `device.kernel` and in the operand's type,
    which is therefore the accumulate type. Integers wrap and compare signed.
    `max` and `min` return NaN if any value is NaN and order -0 below +0. Over
    an empty extent the result is the neutral element.

    Constraints:
    - C1: the kernel has a reduction dimension;
    - C2: i1 values are combined by `and` and `or` only, floating-point values
      by `add`, `mul`, `max` and `min` only.

    Example:

    ```mlir
    device.kernel @column_max column [?, 10] reduces 0
        (%x: memref<?xf32>, %y: memref<?xf32>) {
      %0 = device.load %x strides [10, 1] : memref<?xf32>
      %1 = device.reduce max %0 : f32
      device.store %1, %y strides [0, 1] : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins Device_ReduceKind:$kind, Device_Accumulator:$value);
  let results = (outs Device_Accumulator:$result);
  let assemblyFormat = "$kind $value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def Device_IndexOp : Device_BodyOp<"index", [Pure]> {
  let summary = "this iteration's position along a dimension";
  let description = [{
    Counts from 0.

    Constraints:
    - C1: the dimension is one of the domain.

    Example:

    ```mlir
    device.kernel @iota elementwise [?] (%x: memref<?xi64>) {
      %0 = device.index 0 : i64
      device.store %0, %x strides [1] : memref<?xi64>
    }
    ```
  }];
  let arguments = (ins I64Attr:$dim);
  let results = (outs I64:$result);
  let assemblyFormat = "$dim attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Device_ExtentOp : Device_BodyOp<"extent", [Pure]> {
  let summary = "the length of a dimension, known at run time at the latest";
  let description = [{
    Keeps a body independent of the batch size: a mean divides by it.

    Constraints:
    - C1: the dimension is one of the domain.

    Example:

    ```mlir
    device.kernel @last elementwise [?] (%x: memref<?xi64>) {
      %0 = device.extent 0 : i64
      device.store %0, %x strides [1] : memref<?xi64>
    }
    ```
  }];
  let arguments = (ins I64Attr:$dim);
  let results = (outs I64:$result);
  let assemblyFormat = "$dim attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Device_SizeOp : Device_BodyOp<"size", [Pure]> {
  let summary = "a further run-time integer given by the launch";
  let description = [{
    Sizes that depend on the batch but are no extent of this domain.

    Constraints:
    - C1: the number is below the kernel's `sizes`.

    Example:

    ```mlir
    device.kernel @fill elementwise [?] (%x: memref<?xi64>) sizes 1 {
      %0 = device.size 0 : i64
      device.store %0, %x strides [1] : memref<?xi64>
    }
    ```
  }];
  let arguments = (ins I64Attr:$number);
  let results = (outs I64:$result);
  let assemblyFormat = "$number attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

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

def Device_GemmOp : Device_ProgramBodyOp<"gemm"> {
  let summary = "matrix product by a library";
  let description = [{
    `result[m, n] = round(sum_k a[m, k] * b[k, n] + bias[n])`, all row major and
    dense, accumulated in f32 (f64 for f64) and rounded once (P3). `trans_a`
    says that `a` is stored [k, m], `trans_b` that `b` is stored [n, k];
    `packed_b` that `b` is what `device.pack` made.

    `batch` lists extents; the product is done for every index into them, the
    last one fastest. Results follow one another; `a` and `b` start at element
    `sum(index_d * strides_d)`, where a stride of 0 repeats a matrix. The bias is
    the same for all.

    Constraints:
    - C1: m, n, k and the extents of the batch are not negative;
    - C2: every buffer holds the matrices that are read from or written to it,
      and no more elements where there is no batch;
    - C3: `a` and `b` have the same floating-point type; the result has that
      type or f32; the bias has the result's type or f32 (f64 with f64);
    - C4: the batch has one stride of `a` and one of `b` for each extent, none
      of them negative.
    - C5: a packed `b` is one matrix, not transposed.

    Example:

    ```mlir
    device.program @p {
      %x = device.buffer input "x" : memref<2048xf32>
      %w = device.buffer variable "w" : memref<640xf32>
      %y = device.buffer output "y" : memref<320xf32>
      device.gemm %x, %w into %y m 32 n 10 k 64 {trans_b}
          : memref<2048xf32>, memref<640xf32>, memref<320xf32>
    }
    ```
  }];
  let arguments = (ins Arg<Device_Buffer, "", [MemRead]>:$a,
                       Arg<Device_Buffer, "", [MemRead]>:$b,
                       Arg<Optional<Device_Buffer>, "", [MemRead]>:$bias,
                       Arg<Device_Buffer, "", [MemWrite]>:$result,
                       I64Attr:$m, I64Attr:$n, I64Attr:$k,
                       OptionalAttr<DenseI64ArrayAttr>:$batch,
                       OptionalAttr<DenseI64ArrayAttr>:$strides_a,
                       OptionalAttr<DenseI64ArrayAttr>:$strides_b,
                       UnitAttr:$trans_a, UnitAttr:$trans_b,
                       UnitAttr:$packed_b);
  let assemblyFormat = [{
    $a `,` $b (`bias` $bias^ `:` type($bias))? `into` $result
    `m` $m `n` $n `k` $k
    (`batch` $batch^ `strides` $strides_a `,` $strides_b)? attr-dict
    `:` type($a) `,` type($b) `,` type($result)
  }];
  let hasVerifier = 1;
}

def Device_ScatterAddOp : Device_ProgramBodyOp<"scatter_add"> {
  let summary = "sum of the rows that carry the same index";
  let description = [{
    The updates are `outer` matrices of `rows` x `inner` elements, the result
    `outer` matrices of `extent` x `inner`, all row major and dense. Row r of an
    update is added to row `indices[r]` of the result; with `elements`, where
    each element has an index of its own, element [r, c] to element
    [indices[r, c], c]. What shares an index is added in the order of r, from +0,
    in f32 (f64 for f64, the type itself for integers), and the sum is rounded
    once. An index outside of [0, extent) adds nothing.

    Constraints:
    - C1: outer, rows, extent and inner are not negative;
    - C2: every buffer holds as many elements as that;
    - C3: updates and result have one element type, f16, bf16, f32, f64, i32 or
      i64, under `elements` none of 16 bits; the indices are i32 or i64.

    Example:

    ```mlir
    device.program @p {
      %u = device.buffer input "u" : memref<64xf32>
      %i = device.buffer input "i" : memref<4xi64>
      %y = device.buffer output "y" : memref<144xf32>
      device.scatter_add %u, %i into %y outer 1 rows 4 extent 9 inner 16
          : memref<64xf32>, memref<4xi64>, memref<144xf32>
    }
    ```
  }];
  let arguments = (ins Arg<Device_Buffer, "", [MemRead]>:$updates,
                       Arg<Device_Buffer, "", [MemRead]>:$indices,
                       Arg<Device_Buffer, "", [MemWrite]>:$result,
                       I64Attr:$outer, I64Attr:$rows, I64Attr:$extent,
                       I64Attr:$inner, UnitAttr:$elements);
  let assemblyFormat = [{
    $updates `,` $indices `into` $result `outer` $outer `rows` $rows
    `extent` $extent `inner` $inner attr-dict
    `:` type($updates) `,` type($indices) `,` type($result)
  }];
  let hasVerifier = 1;
}

def Device_PackOp : Device_ProgramBodyOp<"pack"> {
  let summary = "right operand of a product in the order a library reads it";
  let description = [{
    Moves the elements of a dense row-major [k, n] matrix, stored [n, k] with
    `trans`, into the blocks that `amp.pack` describes, and fills their places
    beyond the edges with zeros.

    Constraints:
    - C1: k and n are not negative;
    - C2: the source holds k * n elements, the target as many as the blocks have;
    - C3: both have elements of one type, f32 or bf16.

    Example:

    ```mlir
    device.program @p {
      %w = device.buffer variable "w" : memref<640xf32>
      %p = device.buffer variable "w.packed" : memref<4096xf32>
      device.pack %w to %p k 64 n 10 {trans} : memref<640xf32>, memref<4096xf32>
    }
    ```
  }];
  let arguments = (ins Arg<Device_Buffer, "", [MemRead]>:$source,
                       Arg<Device_Buffer, "", [MemWrite]>:$target,
                       I64Attr:$k, I64Attr:$n, UnitAttr:$trans);
  let assemblyFormat = [{
    $source `to` $target `k` $k `n` $n attr-dict
    `:` type($source) `,` type($target)
  }];
  let hasVerifier = 1;
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

#endif // AMP_DEVICE_DEVICEOPS_TD
