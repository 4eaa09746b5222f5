// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A packed copy that is refreshed with every update must pay for that. One
// product of a step does so where the library is slow (bf16 stored [k, n]) and
// not where it turns results round instead (f32 stored [n, k]); the products of
// several micro-batches do for both if there are enough of them.
// RUN: amp-opt %s --amp-layout=packed=f32,bf16 | FileCheck %s --implicit-check-not=@w.packed
// RUN: amp-opt %s --amp-layout="packed=f32,bf16 micro-batches=8" | FileCheck %s --check-prefix=MANY
// RUN: amp-opt %s --amp-layout | FileCheck %s --check-prefix=NONE --implicit-check-not=packed

// CHECK: amp.variable @v.bf16.packed
// MANY-DAG: amp.variable @w.packed_t
// MANY-DAG: amp.variable @v.bf16.packed
// NONE: amp.linear
amp.variable @w : tensor<128x64xf32> init(#amp.ones)
amp.variable @v : tensor<128x64xf32> init(#amp.ones)
amp.variable @v.bf16 : tensor<128x64xbf16> init(#amp.zeros) {cast_of = @v, trainable = false}

// CHECK-LABEL: func.func @step
// MANY-LABEL: func.func @step
func.func @step(%x: tensor<4x64xf32>, %g: tensor<128x64xf32>) -> tensor<4x64xbf16> {
  // CHECK: amp.linear
  // CHECK: amp.read @v.bf16.packed
  // CHECK: amp.packed_linear
  // MANY: amp.packed_linear
  // MANY: amp.packed_linear
  %w = amp.read @w : tensor<128x64xf32>
  %y = amp.linear %x, %w : (tensor<4x64xf32>, tensor<128x64xf32>) -> tensor<4x128xf32>
  %l = amp.cast %y {origin = #amp.origin<autocast>} : (tensor<4x128xf32>) -> tensor<4x128xbf16>
  %v = amp.read @v.bf16 : tensor<128x64xbf16>
  %z = amp.matmul %l, %v : (tensor<4x128xbf16>, tensor<128x64xbf16>) -> tensor<4x64xbf16>
  // Every function that writes an original writes the packed copy as well.
  // CHECK: amp.write @v, %[[NEW:.*]] :
  // CHECK: %[[LOW:.*]] = amp.cast %[[NEW]]
  // CHECK: %[[PACKED:.*]] = amp.pack %[[LOW]]
  // CHECK-NEXT: amp.write @v.bf16.packed, %[[PACKED]]
  // MANY: amp.pack %{{.*}} {transpose}
  // MANY-NEXT: amp.write @w.packed_t
  %w2 = amp.sub %w, %g : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
  amp.write @w, %w2 : tensor<128x64xf32>
  amp.write @v, %g : tensor<128x64xf32>
  %c = amp.cast %g {origin = #amp.origin<autocast>} : (tensor<128x64xf32>) -> tensor<128x64xbf16>
  amp.write @v.bf16, %c : tensor<128x64xbf16>
  return %z : tensor<4x64xbf16>
}

func.func @accumulate(%x: tensor<4x64xf32>) -> tensor<4x128xf32> {
  %w = amp.read @w : tensor<128x64xf32>
  %y = amp.linear %x, %w : (tensor<4x64xf32>, tensor<128x64xf32>) -> tensor<4x128xf32>
  return %y : tensor<4x128xf32>
}
