// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every form of kernel gives the same bits alone and fused, with one thread and
// two, and kernels do not depend on the batch.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: other bits

// The two batch sizes share their kernels: nothing is compiled for the second.
// RUN: same-bits %s | FileCheck %s --check-prefix=BATCH
// BATCH: softmax: 1 kernels, 1 launches, {{.*}}, compiled 1, then 0
// BATCH: softmax_other_batch: 1 kernels, 1 launches, {{.*}}, compiled 0, then 0

func.func @softmax(%x: tensor<4099x37xf32>) -> (tensor<4099x37xf32>, tensor<4099xf32>) {
  %m = amp.max %x {axes = array<i64: 1>, keepdims} : (tensor<4099x37xf32>) -> tensor<4099x1xf32>
  %s = amp.sub %x, %m : (tensor<4099x37xf32>, tensor<4099x1xf32>) -> tensor<4099x37xf32>
  %e = amp.exp %s : (tensor<4099x37xf32>) -> tensor<4099x37xf32>
  %t = amp.sum %e {axes = array<i64: 1>} : (tensor<4099x37xf32>) -> tensor<4099xf32>
  %k = amp.reshape %t : (tensor<4099xf32>) -> tensor<4099x1xf32>
  %d = amp.div %e, %k : (tensor<4099x37xf32>, tensor<4099x1xf32>) -> tensor<4099x37xf32>
  %l = amp.log %t : (tensor<4099xf32>) -> tensor<4099xf32>
  return %d, %l : tensor<4099x37xf32>, tensor<4099xf32>
}

func.func @softmax_other_batch(%x: tensor<8x37xf32>) -> (tensor<8x37xf32>, tensor<8xf32>) {
  %m = amp.max %x {axes = array<i64: 1>, keepdims} : (tensor<8x37xf32>) -> tensor<8x1xf32>
  %s = amp.sub %x, %m : (tensor<8x37xf32>, tensor<8x1xf32>) -> tensor<8x37xf32>
  %e = amp.exp %s : (tensor<8x37xf32>) -> tensor<8x37xf32>
  %t = amp.sum %e {axes = array<i64: 1>} : (tensor<8x37xf32>) -> tensor<8xf32>
  %k = amp.reshape %t : (tensor<8xf32>) -> tensor<8x1xf32>
  %d = amp.div %e, %k : (tensor<8x37xf32>, tensor<8x1xf32>) -> tensor<8x37xf32>
  %l = amp.log %t : (tensor<8xf32>) -> tensor<8xf32>
  return %d, %l : tensor<8x37xf32>, tensor<8xf32>
}

func.func @columns(%x: tensor<5000x33xbf16>) -> (tensor<5000x33xbf16>, tensor<33xbf16>) {
  %0 = amp.relu %x : (tensor<5000x33xbf16>) -> tensor<5000x33xbf16>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<5000x33xbf16>) -> tensor<33xbf16>
  return %0, %1 : tensor<5000x33xbf16>, tensor<33xbf16>
}

func.func @middle_and_mixed(%x: tensor<7x300x5xf32>) -> (tensor<7x5xf32>, tensor<300xf32>) {
  %0 = amp.mul %x, %x : (tensor<7x300x5xf32>, tensor<7x300x5xf32>) -> tensor<7x300x5xf32>
  %1 = amp.sum %0 {axes = array<i64: 1>} : (tensor<7x300x5xf32>) -> tensor<7x5xf32>
  %2 = amp.sum %0 {axes = array<i64: 0, 2>} : (tensor<7x300x5xf32>) -> tensor<300xf32>
  return %1, %2 : tensor<7x5xf32>, tensor<300xf32>
}

func.func @whole(%x: tensor<300x70xf32>, %y: tensor<300x70xf32>) -> (tensor<f32>, tensor<300x70xf32>) {
  %0 = amp.sub %x, %y : (tensor<300x70xf32>, tensor<300x70xf32>) -> tensor<300x70xf32>
  %1 = amp.mul %0, %0 : (tensor<300x70xf32>, tensor<300x70xf32>) -> tensor<300x70xf32>
  %2 = amp.sum %1 {axes = array<i64: 0, 1>} : (tensor<300x70xf32>) -> tensor<f32>
  %3 = amp.size %x {axes = array<i64: 0, 1>} : (tensor<300x70xf32>) -> tensor<f32>
  %4 = amp.div %2, %3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %5 = amp.sqrt %4 : (tensor<f32>) -> tensor<f32>
  %6 = amp.div %0, %5 : (tensor<300x70xf32>, tensor<f32>) -> tensor<300x70xf32>
  return %5, %6 : tensor<f32>, tensor<300x70xf32>
}

func.func @transposed(%x: tensor<130x130xf32>, %b: tensor<130xf16>) -> (tensor<130x130xf32>, tensor<130x130xf32>) {
  %t = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<130x130xf32>) -> tensor<130x130xf32>
  %0 = amp.add %x, %t : (tensor<130x130xf32>, tensor<130x130xf32>) -> tensor<130x130xf32>
  %c = amp.cast %b : (tensor<130xf16>) -> tensor<130xf32>
  %1 = amp.mul %0, %c : (tensor<130x130xf32>, tensor<130xf32>) -> tensor<130x130xf32>
  %2 = amp.transpose %1 {permutation = array<i64: 1, 0>} : (tensor<130x130xf32>) -> tensor<130x130xf32>
  %3 = amp.add %1, %2 : (tensor<130x130xf32>, tensor<130x130xf32>) -> tensor<130x130xf32>
  return %2, %3 : tensor<130x130xf32>, tensor<130x130xf32>
}
