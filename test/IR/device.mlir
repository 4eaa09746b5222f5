// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels and programs print as they were read.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: device.kernel @softmax row [?, 256] reduces 1 (
// CHECK-SAME: %[[X:[^ ]+]]: memref<?xf32>, %[[Y:[^ ]+]]: memref<?xbf16>) {
device.kernel @softmax row [?, 256] reduces 1
    (%x: memref<?xf32>, %y: memref<?xbf16>) {
  // CHECK: %[[E:.+]] = device.load %[[X]] strides [256, 1] : memref<?xf32>
  %0 = device.load %x strides [256, 1] : memref<?xf32>
  // CHECK: device.reduce max %[[E]] : f32
  %1 = device.reduce max %0 : f32
  %2 = arith.subf %0, %1 : f32
  %3 = math.exp %2 : f32
  %4 = device.reduce add %3 : f32
  %5 = arith.divf %3, %4 : f32
  // CHECK: %[[R:.+]] = arith.truncf
  %6 = arith.truncf %5 : f32 to bf16
  // CHECK: device.store %[[R]], %[[Y]] strides [256, 1] offset 3 : memref<?xbf16>
  device.store %6, %y strides [256, 1] offset 3 : memref<?xbf16>
}

// CHECK-LABEL: device.kernel @scalar elementwise [] (%{{.*}}: memref<?xi64>) sizes 2 {
device.kernel @scalar elementwise [] (%x: memref<?xi64>) sizes 2 {
  // CHECK: device.size 1 : i64
  %0 = device.size 1 : i64
  device.store %0, %x strides [] : memref<?xi64>
}

// CHECK-LABEL: device.kernel @column column [?, 4, 10] reduces 0
device.kernel @column column [?, 4, 10] reduces 0
    (%x: memref<?xf32>, %y: memref<?xf32>, %n: memref<?xi64>) {
  %0 = device.load %x strides [40, 10, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [0, 10, 1] : memref<?xf32>
  // CHECK: device.index 2 : i64
  %2 = device.index 2 : i64
  // CHECK: device.extent 0 : i64
  %3 = device.extent 0 : i64
  %4 = arith.addi %2, %3 : i64
  device.store %4, %n strides [40, 10, 1] : memref<?xi64>
}

// CHECK-LABEL: device.kernel @empty elementwise [?] () {
device.kernel @empty elementwise [?] () {
}

// CHECK-LABEL: device.program @forward {
device.program @forward {
  // CHECK: %[[IN:.+]] = device.buffer input "x" : memref<512xf32>
  %x = device.buffer input "x" : memref<512xf32>
  // CHECK: device.buffer variable "w" : memref<512xbf16>
  %w = device.buffer variable "w" : memref<512xbf16>
  // CHECK: %[[A:.+]] = device.buffer arena offset 64 : memref<600xbf16>
  %a = device.buffer arena offset 64 : memref<600xbf16>
  // CHECK: device.buffer arena : memref<4xf32>
  %b = device.buffer arena : memref<4xf32>
  // CHECK: device.buffer constant value dense<[1, 2]> : tensor<2xi64> : memref<2xi64>
  %c = device.buffer constant value dense<[1, 2]> : tensor<2xi64> : memref<2xi64>
  // CHECK: device.launch @softmax (%[[IN]] : memref<512xf32>, %[[A]] : memref<600xbf16>) extent 2{{$}}
  device.launch @softmax (%x : memref<512xf32>, %a : memref<600xbf16>) extent 2
  // CHECK: device.launch @scalar (%{{.+}} : memref<2xi64>) extent 1 sizes [3, 4],
  // CHECK-NEXT: (%{{.+}} : memref<2xi64>) extent 1 sizes [5, 6]
  device.launch @scalar (%c : memref<2xi64>) extent 1 sizes [3, 4],
                        (%c : memref<2xi64>) extent 1 sizes [5, 6]
  // CHECK: device.gemm %{{.+}}, %{{.+}} bias %{{.+}} : memref<4xf32> into
  // CHECK-SAME: m 2 n 4 k 128 batch [2] strides [256], [0] {trans_b}
  %g = device.buffer output "y" : memref<16xf32>
  device.gemm %x, %x bias %b : memref<4xf32> into %g m 2 n 4 k 128
      batch [2] strides [256], [0] {trans_b} : memref<512xf32>, memref<512xf32>, memref<16xf32>
  // CHECK: device.if %[[COND:.+]] : memref<1xi1> {
  // CHECK-NEXT: device.copy
  // CHECK-NEXT: } else {
  // CHECK-NEXT: }
  %d = device.buffer input "c" : memref<1xi1>
  device.if %d : memref<1xi1> {
    device.copy %b to %b : memref<4xf32>
  } else {
  }
  // CHECK: device.copy %[[IN]] to %{{.+}} : memref<512xf32>
  %t = device.buffer arena : memref<512xf32>
  device.copy %x to %t : memref<512xf32>
}

// CHECK-LABEL: device.kernel @transpose transpose [?, 16]
device.kernel @transpose transpose [?, 16] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1, 8] : memref<?xf32>
  device.store %0, %y strides [16, 1] : memref<?xf32>
}

// CHECK-LABEL: device.kernel @partial row partial [?] reduces 0
device.kernel @partial row partial [?] reduces 0 (%x: memref<?xf32>, %p: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %p strides [1] : memref<?xf32>
}

// CHECK-LABEL: device.kernel @combine column combine [?, 1] reduces 0
device.kernel @combine column combine [?, 1] reduces 0 (%p: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %p strides [1, 0] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [0, 1] : memref<?xf32>
}
