// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of gathers, pads, concatenations and positions are the same text for
// two batch sizes: what depends on the batch is a run-time size.

// DEFINE: %{kernels} = amp-opt - --pass-pipeline='builtin.module(amp-decompose,amp-simplify,func.func(amp-fuse,amp-schedule),amp-to-device)' | sed -n '/device.kernel/,/^  }/p'
// RUN: sed 's/BATCH/7/g; s/BOTH/14/g; s/MORE/9/g' %s | %{kernels} > %t.7
// RUN: sed 's/BATCH/12/g; s/BOTH/24/g; s/MORE/14/g' %s | %{kernels} > %t.12
// RUN: diff %t.7 %t.12
// RUN: FileCheck %s --input-file=%t.7

// CHECK-DAG: device.gather %{{.*}} at
// CHECK-DAG: device.size
func.func @index(%x: tensor<BATCHx5xf32>, %i: tensor<BATCHxi64>, %w: tensor<40x6xf32>, %j: tensor<BATCHx3xi32>)
    -> (tensor<BATCHx5xf32>, tensor<BATCHx3x6xf32>, tensor<MOREx7xf32>, tensor<BOTHx5xf32>, tensor<5xi64>, tensor<BATCHxi64>, tensor<BATCHx2xf32>) {
  %0 = amp.gather %x, %i {axis = 0 : i64} : (tensor<BATCHx5xf32>, tensor<BATCHxi64>) -> tensor<BATCHx5xf32>
  %1 = amp.embedding %w, %j : (tensor<40x6xf32>, tensor<BATCHx3xi32>) -> tensor<BATCHx3x6xf32>
  %2 = amp.pad %x {high = array<i64: 1, 1>, interior = array<i64: 0, 0>, low = array<i64: 1, 1>} : (tensor<BATCHx5xf32>) -> tensor<MOREx7xf32>
  %3 = amp.concat %x, %x {axis = 0 : i64} : (tensor<BATCHx5xf32>, tensor<BATCHx5xf32>) -> tensor<BOTHx5xf32>
  %4 = amp.argmax %x {axis = 0 : i64} : (tensor<BATCHx5xf32>) -> tensor<5xi64>
  %5 = amp.argmax %x {axis = 1 : i64} : (tensor<BATCHx5xf32>) -> tensor<BATCHxi64>
  %6 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: 4>, starts = array<i64: 1>, steps = array<i64: 2>} : (tensor<BATCHx5xf32>) -> tensor<BATCHx2xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<BATCHx5xf32>, tensor<BATCHx3x6xf32>, tensor<MOREx7xf32>, tensor<BOTHx5xf32>, tensor<5xi64>, tensor<BATCHxi64>, tensor<BATCHx2xf32>
}
