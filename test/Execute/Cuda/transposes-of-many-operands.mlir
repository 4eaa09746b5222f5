// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More transposed operands than tiles find room in shared memory, booleans
// among them, give the CPU's bits on the emulated CUDA device.
// REQUIRES: cuda
// RUN: %emulated same-bits --cuda %s | FileCheck %s
// RUN: %emulated env AMP_EMU_ORDER=reverse same-bits --cuda %s | FileCheck %s

// CHECK-NOT: other bits
// CHECK: many: 1 kernels
// CHECK: masked: 2 kernels

func.func @many(%a: tensor<40x70xf64>, %b: tensor<40x70xf64>, %c: tensor<40x70xf64>, %d: tensor<40x70xf64>, %e: tensor<40x70xf64>)
    -> (tensor<70x40xf64>, tensor<40x70xf64>) attributes {test.ulps = 0} {
  %0 = amp.sub %a, %b : (tensor<40x70xf64>, tensor<40x70xf64>) -> tensor<40x70xf64>
  %1 = amp.mul %0, %c : (tensor<40x70xf64>, tensor<40x70xf64>) -> tensor<40x70xf64>
  %2 = amp.div %1, %d : (tensor<40x70xf64>, tensor<40x70xf64>) -> tensor<40x70xf64>
  %3 = amp.add %2, %e : (tensor<40x70xf64>, tensor<40x70xf64>) -> tensor<40x70xf64>
  %4 = amp.transpose %3 {permutation = array<i64: 1, 0>} : (tensor<40x70xf64>) -> tensor<70x40xf64>
  %5 = amp.transpose %e {permutation = array<i64: 1, 0>} : (tensor<40x70xf64>) -> tensor<70x40xf64>
  %6 = amp.mul %4, %5 : (tensor<70x40xf64>, tensor<70x40xf64>) -> tensor<70x40xf64>
  return %6, %3 : tensor<70x40xf64>, tensor<40x70xf64>
}

func.func @masked(%on: tensor<2x33x65xi1>, %x: tensor<2x65x33xf16>, %y: tensor<2x33x65xi32>)
    -> (tensor<2x65x33xf16>, tensor<2x65x33xi32>) attributes {test.ulps = 0} {
  %0 = amp.transpose %on {permutation = array<i64: 0, 2, 1>} : (tensor<2x33x65xi1>) -> tensor<2x65x33xi1>
  %1 = amp.neg %x : (tensor<2x65x33xf16>) -> tensor<2x65x33xf16>
  %2 = amp.select %0, %x, %1 : (tensor<2x65x33xi1>, tensor<2x65x33xf16>, tensor<2x65x33xf16>) -> tensor<2x65x33xf16>
  %3 = amp.transpose %y {permutation = array<i64: 0, 2, 1>} : (tensor<2x33x65xi32>) -> tensor<2x65x33xi32>
  return %2, %3 : tensor<2x65x33xf16>, tensor<2x65x33xi32>
}
