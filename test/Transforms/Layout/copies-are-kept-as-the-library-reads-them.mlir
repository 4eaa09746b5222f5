// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy in f16, which the library does not multiply, is kept as f32 with the
// values rounded to f16, if products alone read it; other readers keep it low.
// RUN: amp-opt %s --amp-layout=native=f32,bf16 | FileCheck %s
// RUN: amp-opt %s --amp-layout="native=f32 packed=f32" | FileCheck %s --check-prefix=PACKED

// CHECK: amp.variable @w.f16.wide : tensor<64x32xf32> init(#amp.zeros) {cast_of = @w, trainable = false}
// CHECK-NOT: @w.f16 :
// CHECK: amp.variable @b.f16.wide : tensor<64xf32>
// CHECK: amp.variable @c.f16 : tensor<64xf16>
// PACKED: amp.variable @w.f16.wide.packed_t : tensor<1x2x16x64xf32> init(#amp.zeros) {cast_of = @w, trainable = false}
amp.variable @w : tensor<64x32xf32> init(#amp.ones)
amp.variable @w.f16 : tensor<64x32xf16> init(#amp.zeros) {cast_of = @w, trainable = false}
amp.variable @b : tensor<64xf32> init(#amp.ones)
amp.variable @b.f16 : tensor<64xf16> init(#amp.zeros) {cast_of = @b, trainable = false}
amp.variable @c : tensor<64xf32> init(#amp.ones)
amp.variable @c.f16 : tensor<64xf16> init(#amp.zeros) {cast_of = @c, trainable = false}

// CHECK-LABEL: func.func @forward
// CHECK-SAME: (%[[X:.*]]: tensor<4x32xf16>)
func.func @forward(%x: tensor<4x32xf16>) -> tensor<4x64xf16> {
  // CHECK-DAG: %[[W:.*]] = amp.read @w.f16.wide
  // CHECK-DAG: %[[B:.*]] = amp.read @b.f16.wide
  // CHECK-DAG: %[[WIDE:.*]] = amp.cast %[[X]] {origin = #amp.origin<lowering>}
  // CHECK: %[[Y:.*]] = amp.linear %[[WIDE]], %[[W]], %[[B]] {accumulate = f32}
  // CHECK: %[[LOW:.*]] = amp.cast %[[Y]] {{.*}} -> tensor<4x64xf16>
  // CHECK: amp.add %[[LOW]]
  // PACKED: amp.packed_linear
  %w = amp.read @w.f16 : tensor<64x32xf16>
  %b = amp.read @b.f16 : tensor<64xf16>
  %y = amp.linear %x, %w, %b {accumulate = f32} : (tensor<4x32xf16>, tensor<64x32xf16>, tensor<64xf16>) -> tensor<4x64xf16>
  %c = amp.read @c.f16 : tensor<64xf16>
  %z = amp.add %y, %c : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<4x64xf16>
  return %z : tensor<4x64xf16>
}

// The rounding stays where it was.
// CHECK-LABEL: func.func @refresh
// CHECK: %[[CAST:.*]] = amp.cast %{{.*}} {origin = #amp.origin<autocast>} : (tensor<64x32xf32>) -> tensor<64x32xf16>
// CHECK: %[[BACK:.*]] = amp.cast %[[CAST]] {origin = #amp.origin<lowering>}
// CHECK: amp.write @w.f16.wide, %[[BACK]]
func.func @refresh() {
  %w = amp.read @w : tensor<64x32xf32>
  %0 = amp.cast %w {origin = #amp.origin<autocast>} : (tensor<64x32xf32>) -> tensor<64x32xf16>
  amp.write @w.f16, %0 : tensor<64x32xf16>
  %b = amp.read @b : tensor<64xf32>
  %1 = amp.cast %b {origin = #amp.origin<autocast>} : (tensor<64xf32>) -> tensor<64xf16>
  amp.write @b.f16, %1 : tensor<64xf16>
  %c = amp.read @c : tensor<64xf32>
  %2 = amp.cast %c {origin = #amp.origin<autocast>} : (tensor<64xf32>) -> tensor<64xf16>
  amp.write @c.f16, %2 : tensor<64xf16>
  return
}
