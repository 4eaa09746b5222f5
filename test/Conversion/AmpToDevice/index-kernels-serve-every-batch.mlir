// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of gathers, pads, concatenations, slices and positions are the same
// text for two batch sizes: what depends on the batch is a run-time size.

// DEFINE: %{kernels} = amp-opt - --pass-pipeline='builtin.module(amp-decompose,amp-simplify,func.func(amp-fuse,amp-schedule),amp-to-device)' | sed -n '/device.kernel/,/^  }/p'
// RUN: sed 's/BATCH/7/g; s/BOTH/14/g; s/MORE/9/g' %s | %{kernels} > %t.7
// RUN: sed 's/BATCH/12/g; s/BOTH/24/g; s/MORE/14/g' %s | %{kernels} > %t.12
// RUN: diff %t.7 %t.12
// RUN: FileCheck %s --input-file=%t.7

// CHECK-DAG: device.gather %{{.*}} at
// CHECK-DAG: device.size
amp.variable @v : tensor<6x5xf32> init(#amp.ones)
func.func @index(%x: tensor<BATCHx5xf32>, %i: tensor<BATCHxi64>, %w: tensor<40x6xf32>, %j: tensor<BATCHx3xi32>)
    -> (tensor<BATCHx5xf32>, tensor<BATCHx3x6xf32>, tensor<MOREx7xf32>, tensor<BOTHx5xf32>, tensor<5xi64>, tensor<BATCHxi64>, tensor<BATCHx2xf32>, tensor<3x5xf32>, tensor<BATCHx5xf32>, tensor<5xf32>, tensor<3x5xi64>) {
  %0 = amp.gather %x, %i {axis = 0 : i64} : (tensor<BATCHx5xf32>, tensor<BATCHxi64>) -> tensor<BATCHx5xf32>
  %1 = amp.embedding %w, %j : (tensor<40x6xf32>, tensor<BATCHx3xi32>) -> tensor<BATCHx3x6xf32>
  %2 = amp.pad %x {high = array<i64: 1, 1>, interior = array<i64: 0, 0>, low = array<i64: 1, 1>} : (tensor<BATCHx5xf32>) -> tensor<MOREx7xf32>
  %3 = amp.concat %x, %x {axis = 0 : i64} : (tensor<BATCHx5xf32>, tensor<BATCHx5xf32>) -> tensor<BOTHx5xf32>
  %4 = amp.argmax %x {axis = 0 : i64} : (tensor<BATCHx5xf32>) -> tensor<5xi64>
  %5 = amp.argmax %x {axis = 1 : i64} : (tensor<BATCHx5xf32>) -> tensor<BATCHxi64>
  %6 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: 4>, starts = array<i64: 1>, steps = array<i64: 2>} : (tensor<BATCHx5xf32>) -> tensor<BATCHx2xf32>
  // Where these start depends on the batch; a variable's rows do not.
  // CHECK-DAG: %[[ALWAYS:.*]] = arith.constant true
  // CHECK-DAG: device.gather %{{.*}} at %{{.*}} where %[[ALWAYS]] strides [5, 1]
  // CHECK-DAG: device.gather %{{.*}} at %{{.*}} where %[[ALWAYS]] strides [-5, 1]
  // CHECK-DAG: device.load %{{.*}} strides [1] offset 10
  %7 = amp.slice %x {axes = array<i64: 0>, ends = array<i64: 99>, starts = array<i64: -3>} : (tensor<BATCHx5xf32>) -> tensor<3x5xf32>
  %8 = amp.neg %7 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %9 = amp.slice %x {axes = array<i64: 0>, ends = array<i64: -99>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<BATCHx5xf32>) -> tensor<BATCHx5xf32>
  %10 = amp.add %9, %x : (tensor<BATCHx5xf32>, tensor<BATCHx5xf32>) -> tensor<BATCHx5xf32>
  %11 = amp.sum %7 {axes = array<i64: 0>} : (tensor<3x5xf32>) -> tensor<5xf32>
  %12 = amp.iota {axis = 0 : i64} : () -> tensor<BATCHx5xi64>
  %13 = amp.slice %12 {axes = array<i64: 0>, ends = array<i64: 99>, starts = array<i64: -3>} : (tensor<BATCHx5xi64>) -> tensor<3x5xi64>
  %v = amp.read @v : tensor<6x5xf32>
  %14 = amp.slice %v {axes = array<i64: 0>, ends = array<i64: 5>, starts = array<i64: 2>} : (tensor<6x5xf32>) -> tensor<3x5xf32>
  %15 = amp.mul %8, %14 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %15, %10, %11, %13 : tensor<BATCHx5xf32>, tensor<BATCHx3x6xf32>, tensor<MOREx7xf32>, tensor<BOTHx5xf32>, tensor<5xi64>, tensor<BATCHxi64>, tensor<BATCHx2xf32>, tensor<3x5xf32>, tensor<BATCHx5xf32>, tensor<5xf32>, tensor<3x5xi64>
}

// The same ops as one region above, but no variable.
// CHECK-DAG: device.kernel @neg_mul{{.*}} sizes 2 {
func.func @rows(%x: tensor<BATCHx5xf32>, %y: tensor<6x5xf32>) -> tensor<3x5xf32> {
  %0 = amp.slice %x {axes = array<i64: 0>, ends = array<i64: 99>, starts = array<i64: -3>} : (tensor<BATCHx5xf32>) -> tensor<3x5xf32>
  %1 = amp.neg %0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %2 = amp.slice %y {axes = array<i64: 0>, ends = array<i64: 5>, starts = array<i64: 2>} : (tensor<6x5xf32>) -> tensor<3x5xf32>
  %3 = amp.mul %1, %2 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  return %3 : tensor<3x5xf32>
}
