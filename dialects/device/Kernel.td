// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels and the ops of their bodies. Relies on arith and math for the scalar
// work; both targets print the same body.

#ifndef AMP_DEVICE_KERNEL_TD
#define AMP_DEVICE_KERNEL_TD

include "device/DeviceBase.td"

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
    along that dimension, a negative one walks it from its end. It is free of side effects because all loads of an
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

#endif // AMP_DEVICE_KERNEL_TD
