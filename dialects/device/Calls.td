// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of programs that are calls: matrix products by a library, and what the
// runtime's own code computes.

#ifndef AMP_DEVICE_CALLS_TD
#define AMP_DEVICE_CALLS_TD

include "device/Program.td"

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

#endif // AMP_DEVICE_CALLS_TD
