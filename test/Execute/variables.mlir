// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function sees the old values of variables wherever it reads, and leaves the
// new ones, in place or by copies, whatever else it does with them. The results
// of three runs and the variables after them are compared.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

amp.variable @w : tensor<3x3xf32> init(dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>)
amp.variable @v : tensor<3x3xf32> init(#amp.ones)
amp.variable @t : tensor<3x3xf32> init(#amp.zeros)

func.func @in_place(%x: tensor<3x3xf32>)
    -> (tensor<3x3xf32>, tensor<3x3xf32>)
    attributes {test.ulps = 64 : i64} {
  %w = amp.read @w : tensor<3x3xf32>
  %v = amp.read @v : tensor<3x3xf32>

  %0 = amp.sub %w, %x : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = amp.matmul %x, %w {accumulate = f32} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  amp.write @w, %0 : tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

func.func @at_other_elements(%x: tensor<3x3xf32>)
    -> (tensor<3x3xf32>)
    attributes {test.ulps = 0 : i64} {
  %w = amp.read @w : tensor<3x3xf32>
  %v = amp.read @v : tensor<3x3xf32>

  %0 = amp.transpose %w {permutation = array<i64: 1, 0>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = amp.add %0, %x : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  amp.write @w, %1 : tensor<3x3xf32>
  amp.write @t, %0 : tensor<3x3xf32>
  return %w : tensor<3x3xf32>
}

func.func @swap()
    -> (tensor<3x3xf32>, tensor<3x3xf32>)
    attributes {test.ulps = 0 : i64} {
  %w = amp.read @w : tensor<3x3xf32>
  %v = amp.read @v : tensor<3x3xf32>

  amp.write @w, %v : tensor<3x3xf32>
  amp.write @v, %w : tensor<3x3xf32>
  return %v, %w : tensor<3x3xf32>, tensor<3x3xf32>
}

func.func @one_value_twice(%x: tensor<3x3xf32>)
    -> (tensor<3x3xf32>)
    attributes {test.ulps = 0 : i64} {
  %w = amp.read @w : tensor<3x3xf32>
  %v = amp.read @v : tensor<3x3xf32>

  %0 = amp.add %w, %v : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  amp.write @w, %0 : tensor<3x3xf32>
  amp.write @v, %0 : tensor<3x3xf32>
  amp.write @t, %x : tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @product_as_new_value(%x: tensor<3x3xf32>)
    -> (tensor<3x3xf32>)
    attributes {test.ulps = 4096 : i64} {
  %w = amp.read @w : tensor<3x3xf32>
  %v = amp.read @v : tensor<3x3xf32>

  %0 = amp.matmul %w, %x {accumulate = f32} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = amp.matmul %0, %w {accumulate = f32} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  amp.write @w, %0 : tensor<3x3xf32>
  amp.write @v, %1 : tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}
