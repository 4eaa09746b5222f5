// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where no function updates a weight, its products read a packed copy: beside
// an f32 original, in place of a low-precision copy. @refresh makes it.
// RUN: amp-opt %s --amp-layout=packed=f32,bf16 | FileCheck %s

// CHECK: amp.variable @w : tensor<100x40xf32>
// CHECK-NEXT: amp.variable @w.packed_t : tensor<2x3x16x64xf32> init(#amp.zeros) {cast_of = @w, trainable = false}
amp.variable @w : tensor<100x40xf32> init(#amp.ones)
amp.variable @v : tensor<100x48xf32> init(#amp.ones)
// CHECK: amp.variable @v : tensor<100x48xf32>
// CHECK-NEXT: amp.variable @v.bf16.packed : tensor<1x4x16x64x2xbf16> init(#amp.zeros) {cast_of = @v, trainable = false}
// CHECK-NOT: @v.bf16 :
amp.variable @v.bf16 : tensor<100x48xbf16> init(#amp.zeros) {cast_of = @v, trainable = false}

amp.variable @u : tensor<100x24xf32> init(#amp.ones)

// CHECK-LABEL: func.func @forward
// CHECK-SAME: (%[[X:.*]]: tensor<?x40xf32>, %[[B:.*]]: tensor<100xf32>
func.func @forward(%x: tensor<?x40xf32>, %b: tensor<100xf32>) -> tensor<?x48xbf16> {
  // CHECK-NOT: amp.read @w :
  // CHECK: %[[W:.*]] = amp.read @w.packed_t
  // CHECK: %[[Y:.*]] = amp.packed_linear %[[X]], %[[W]], %[[B]] {accumulate = f32, columns = 100 : i64, note = "kept"}
  %w = amp.read @w : tensor<100x40xf32>
  %y = amp.linear %x, %w, %b {accumulate = f32, note = "kept"} : (tensor<?x40xf32>, tensor<100x40xf32>, tensor<100xf32>) -> tensor<?x100xf32>
  %l = amp.cast %y {origin = #amp.origin<autocast>} : (tensor<?x100xf32>) -> tensor<?x100xbf16>
  // CHECK: %[[V:.*]] = amp.read @v.bf16.packed
  // CHECK: amp.packed_linear %{{.*}}, %[[V]] {columns = 48 : i64}
  %v = amp.read @v.bf16 : tensor<100x48xbf16>
  %z = amp.matmul %l, %v : (tensor<?x100xbf16>, tensor<100x48xbf16>) -> tensor<?x48xbf16>
  return %z : tensor<?x48xbf16>
}

// Vectors of any number are rows; one alone is no matrix.
// CHECK-LABEL: func.func @vectors
func.func @vectors(%x: tensor<?x3x40xf32>, %y: tensor<24xf32>) -> (tensor<?x3x100xf32>, tensor<100xf32>) {
  // CHECK: amp.packed_linear %{{.*}} {columns = 100 : i64} : (tensor<?x3x40xf32>,
  %w = amp.read @w : tensor<100x40xf32>
  %0 = amp.linear %x, %w : (tensor<?x3x40xf32>, tensor<100x40xf32>) -> tensor<?x3x100xf32>
  // CHECK: amp.linear %{{.*}} : (tensor<24xf32>,
  %u = amp.read @u : tensor<100x24xf32>
  %1 = amp.linear %y, %u : (tensor<24xf32>, tensor<100x24xf32>) -> tensor<100xf32>
  return %0, %1 : tensor<?x3x100xf32>, tensor<100xf32>
}

// CHECK-LABEL: func.func @refresh
// CHECK: %[[CAST:.*]] = amp.cast
// CHECK: %[[PACK:.*]] = amp.pack %[[CAST]] :
// CHECK: amp.write @v.bf16.packed, %[[PACK]]
// CHECK: %[[READ:.*]] = amp.read @w :
// CHECK: %[[PACK2:.*]] = amp.pack %[[READ]] {transpose}
// CHECK: amp.write @w.packed_t, %[[PACK2]]
func.func @refresh() {
  %v = amp.read @v : tensor<100x48xf32>
  %c = amp.cast %v {origin = #amp.origin<autocast>} : (tensor<100x48xf32>) -> tensor<100x48xbf16>
  amp.write @v.bf16, %c : tensor<100x48xbf16>
  return
}
