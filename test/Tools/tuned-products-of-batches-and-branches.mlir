// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of many matrices, in one call of the library or in several, and those
// in a branch are timed as others are, and the plan names each; the results stay
// right.
// REQUIRES: cuda
// DEFINE: %{emu} = %emulated env AMP_EMU_PRODUCT_MS=8,4,2
// RUN: %{emu} amp-run verify %s --target=cuda --autotune --no-cache | FileCheck %s --check-prefix=RIGHT
// RUN: rm -f %t && %{emu} AMP_EMU_TRAFFIC=%t amp-run bench %s --function forward --target=cuda --autotune --no-cache --iterations 1 --json | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t

// RIGHT: z f32 {{.*}} yes
// RIGHT: u f32 {{.*}} yes
// CHECK-COUNT-4: "algorithm":"timed"
// CHECK-NOT: "algorithm"
// RAN: "replay"
// RAN: "copy to the host"
// RAN-NOT: algorithm {{[^2]}}

func.func @forward(%x: tensor<2x3x5x7xf32> {amp.name = "x"},
                   %y: tensor<3x7x6xf32> {amp.name = "y"})
    -> (tensor<2x3x5x6xf32> {amp.name = "z"}, tensor<2x3x5x5xf32> {amp.name = "u"}) {
  %0 = amp.matmul %x, %y : (tensor<2x3x5x7xf32>, tensor<3x7x6xf32>) -> tensor<2x3x5x6xf32>
  %sum = amp.sum %0 {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x3x5x6xf32>) -> tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %positive = amp.compare gt %sum, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %1 = amp.if %positive -> (tensor<2x3x5x5xf32>) {
    %2 = amp.matmul %x, %x {transpose_rhs} : (tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>) -> tensor<2x3x5x5xf32>
    amp.yield %2 : tensor<2x3x5x5xf32>
  } else {
    %2 = amp.matmul %0, %0 {transpose_rhs} : (tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x5x5xf32>
    amp.yield %2 : tensor<2x3x5x5xf32>
  }
  return %0, %1 : tensor<2x3x5x6xf32>, tensor<2x3x5x5xf32>
}
