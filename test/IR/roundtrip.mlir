// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model survives text and bytecode unchanged.

// RUN: amp-opt %s -o %t.mlir
// RUN: amp-opt %t.mlir | diff %t.mlir -
// RUN: amp-opt %s -o %t.mlirbc
// RUN: head -c 4 %t.mlirbc | grep -q ML
// RUN: amp-opt %t.mlirbc | diff %t.mlir -
// RUN: FileCheck %s --input-file=%t.mlir

// CHECK: amp.variable @w : tensor<10x8xf32> init(#amp.kaiming_uniform)
amp.variable @w : tensor<10x8xf32> init(#amp.kaiming_uniform)
// CHECK: amp.variable @b : tensor<10xf32> init(#amp.uniform<-1.000000e-01 : f64, 1.000000e-01 : f64>)
amp.variable @b : tensor<10xf32> init(#amp.uniform<-0.1 : f64, 0.1 : f64>)
// CHECK: amp.variable @steps : tensor<i64> init(dense<0> : tensor<i64>) {trainable = false}
amp.variable @steps : tensor<i64> init(dense<0> : tensor<i64>) {trainable = false}

// CHECK-LABEL: func.func @loss
func.func @loss(%x: tensor<?x8xf32> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"}) -> tensor<f32> {
  %w = amp.read @w : tensor<10x8xf32>
  %b = amp.read @b : tensor<10xf32>
  // CHECK: amp.linear {{.*}} -> tensor<?x10xf32>
  %0 = amp.linear %x, %w, %b : (tensor<?x8xf32>, tensor<10x8xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  // CHECK: amp.autocast enabled(false) dtype(bf16) -> (tensor<?x10xf32>) {
  %1 = amp.autocast enabled(false) dtype(bf16) -> (tensor<?x10xf32>) {
    %2 = amp.relu %0 : (tensor<?x10xf32>) -> tensor<?x10xf32>
    amp.yield %2 : tensor<?x10xf32>
  }
  // CHECK: amp.compare lt
  %3 = amp.compare lt %1, %0 : (tensor<?x10xf32>, tensor<?x10xf32>) -> tensor<?x10xi1>
  %4 = amp.select %3, %0, %1 : (tensor<?x10xi1>, tensor<?x10xf32>, tensor<?x10xf32>) -> tensor<?x10xf32>
  // CHECK: amp.cross_entropy {{.*}} {accumulate = f32, reduction = #amp.loss_reduction<sum>}
  %5 = amp.cross_entropy %4, %y {accumulate = f32, reduction = #amp.loss_reduction<sum>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %5 : tensor<f32>
}
