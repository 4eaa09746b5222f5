// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that a block takes give the CPU's bits on the emulated CUDA device: kept
// in shared memory, too long for it, with results that lie where operands lay,
// several reductions at once, and with many chunks.
// REQUIRES: cuda
// RUN: %emulated same-bits --cuda %s | FileCheck %s
// RUN: %emulated env AMP_EMU_ORDER=reverse same-bits --cuda %s | FileCheck %s

// CHECK-NOT: other bits
// CHECK: kept: 1 kernels
// CHECK: shortest: 2 kernels
// CHECK: centred: 1 kernels

func.func @kept(%x: tensor<2x1500xf16>) -> tensor<2x1500xf16> {
  %0 = amp.softmax %x {axis = 1} : (tensor<2x1500xf16>) -> tensor<2x1500xf16>
  return %0 : tensor<2x1500xf16>
}

// The shortest rows of a block and the longest of a warp.
func.func @shortest(%x: tensor<3x257xf32>, %y: tensor<3x256xf32>)
    -> (tensor<3x257xf32>, tensor<3x256xf32>) {
  %0 = amp.softmax %x {axis = 1} : (tensor<3x257xf32>) -> tensor<3x257xf32>
  %1 = amp.softmax %y {axis = 1} : (tensor<3x256xf32>) -> tensor<3x256xf32>
  return %0, %1 : tensor<3x257xf32>, tensor<3x256xf32>
}

// Two chunks, the second not whole.
func.func @centred(%x: tensor<2x5001xf32>) -> (tensor<2x5001xf32>, tensor<2x1xf32>) {
  %0 = amp.mean %x {axes = array<i64: 1>, keepdims} : (tensor<2x5001xf32>) -> tensor<2x1xf32>
  %1 = amp.sub %x, %0 : (tensor<2x5001xf32>, tensor<2x1xf32>) -> tensor<2x5001xf32>
  %2 = amp.mul %1, %1 : (tensor<2x5001xf32>, tensor<2x5001xf32>) -> tensor<2x5001xf32>
  %3 = amp.sum %2 {axes = array<i64: 1>, keepdims} : (tensor<2x5001xf32>) -> tensor<2x1xf32>
  %4 = amp.mul %1, %3 : (tensor<2x5001xf32>, tensor<2x1xf32>) -> tensor<2x5001xf32>
  return %4, %3 : tensor<2x5001xf32>, tensor<2x1xf32>
}

// Wider than shared memory: computed anew from memory.
func.func @wide(%x: tensor<2x7000xf64>) -> tensor<2x7000xf64> {
  %0 = amp.max %x {axes = array<i64: 1>, keepdims} : (tensor<2x7000xf64>) -> tensor<2x1xf64>
  %1 = amp.sub %x, %0 : (tensor<2x7000xf64>, tensor<2x1xf64>) -> tensor<2x7000xf64>
  %2 = amp.sum %1 {axes = array<i64: 1>, keepdims} : (tensor<2x7000xf64>) -> tensor<2x1xf64>
  %3 = amp.div %1, %2 : (tensor<2x7000xf64>, tensor<2x1xf64>) -> tensor<2x7000xf64>
  return %3 : tensor<2x7000xf64>
}

// Several reductions side by side, of several types.
func.func @several(%x: tensor<3x1100xf32>, %i: tensor<3x1100xi64>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi64>, tensor<3x1100xf32>) {
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<3x1100xf32>) -> tensor<3xf32>
  %1 = amp.max %x {axes = array<i64: 1>} : (tensor<3x1100xf32>) -> tensor<3xf32>
  %2 = amp.cast %i : (tensor<3x1100xi64>) -> tensor<3x1100xf32>
  %3 = amp.mul %x, %2 : (tensor<3x1100xf32>, tensor<3x1100xf32>) -> tensor<3x1100xf32>
  %4 = amp.min %3 {axes = array<i64: 1>} : (tensor<3x1100xf32>) -> tensor<3xf32>
  %5 = amp.sum %i {axes = array<i64: 1>} : (tensor<3x1100xi64>) -> tensor<3xi64>
  return %0, %1, %4, %5, %3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi64>, tensor<3x1100xf32>
}

// A block of many chunks, and three in two rounds.
func.func @chunks(%x: tensor<70x33000xbf16>) -> tensor<70xf32> {
  %0 = amp.sum %x {axes = array<i64: 1>, dtype = f32} : (tensor<70x33000xbf16>) -> tensor<70xf32>
  return %0 : tensor<70xf32>
}
