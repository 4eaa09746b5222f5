// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An optimizer's step that stays whole through fusion is one op of its region,
// and the scalars of its own are another. All variables share one kernel, as
// instances of one launch, and its body is that of a step that was decomposed
// before fusion, named by the op that was written.

// DEFINE: %{passes} = amp-specialize,amp-differentiate,amp-build-step{optimizer=adam},amp-simplify
// DEFINE: %{fuse} = amp-simplify,func.func(amp-fuse,amp-verify-fuse)
// DEFINE: %{rest} = func.func(amp-schedule),amp-to-device
// RUN: amp-opt %s --pass-pipeline='builtin.module(%{passes},amp-decompose{late},%{fuse})' | FileCheck %s --check-prefix=FUSED
// RUN: amp-opt %s --pass-pipeline='builtin.module(%{passes},amp-decompose{late},%{fuse},%{rest})' | FileCheck %s
// RUN: amp-opt %s --pass-pipeline='builtin.module(%{passes},amp-decompose,%{fuse},%{rest})' | FileCheck %s

// FUSED-LABEL: func.func @step
// FUSED: amp.fused elementwise
// FUSED-COUNT-2: amp.apply @adam.scalars({{.*}}) : (tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f32>, tensor<f32>)
// FUSED: amp.fused elementwise
// FUSED: amp.mul
// FUSED-NEXT: %[[A:.*]]:3 = amp.apply @adam.elements(
// FUSED-NEXT: amp.yield %[[A]]#0, %[[A]]#1, %[[A]]#2 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
// FUSED: amp.fused elementwise
// FUSED: %[[B:.*]]:3 = amp.apply @adam.elements(
// FUSED-NEXT: amp.yield %[[B]]#0, %[[B]]#1, %[[B]]#2 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>

// CHECK-NOT: amp.formula
// CHECK: device.kernel @mul_adam elementwise [?]
// CHECK: %[[SUM:.*]] = arith.addf %[[G:.*]], %{{.*}} : f32
// CHECK: %[[USED:.*]] = arith.select %{{.*}}, %[[SUM]], %[[G]] : f32
// CHECK: %[[LESS:.*]] = arith.subf %[[USED]], %[[M:.*]] : f32
// CHECK: %[[TENTH:.*]] = arith.mulf %[[LESS]], %{{.*}} : f32
// CHECK-NEXT: %[[M1:.*]] = arith.addf %[[M]], %[[TENTH]] : f32
// CHECK: arith.mulf %[[USED]], %{{.*}} : f32
// CHECK-NEXT: %[[SQUARE:.*]] = arith.mulf %{{.*}}, %[[USED]] : f32
// CHECK: %[[V1:.*]] = arith.addf %{{.*}}, %[[SQUARE]] : f32
// CHECK-NEXT: %[[ROOT:.*]] = math.sqrt %[[V1]] : f32
// CHECK: arith.divf %[[ROOT]], %{{.*}} : f32
// CHECK: %[[MOVE:.*]] = arith.mulf %{{.*}}, %[[M1]] : f32
// CHECK-NEXT: arith.divf %[[MOVE]], %{{.*}} : f32
// CHECK-COUNT-3: device.store {{.*}} strides [1]
// CHECK-NOT: device.store
// CHECK: device.program @step
// CHECK-NOT: adam{{.*}} elementwise
// CHECK: device.launch @mul_adam ({{.*}}) extent 64,
// CHECK-NEXT: ({{.*}}) extent 128

amp.variable @a : tensor<64xf32> init(#amp.ones)
amp.variable @b : tensor<8x16xf32> init(#amp.ones)
func.func @loss(%x: tensor<64xf32> {amp.name = "x"}, %y: tensor<8x16xf32> {amp.name = "y"}) -> (tensor<f32> {amp.name = "loss"}) {
  %a = amp.read @a : tensor<64xf32>
  %b = amp.read @b : tensor<8x16xf32>
  %0 = amp.mul %a, %x : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = amp.mul %b, %y : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = amp.sum %0 {axes = array<i64: 0>} : (tensor<64xf32>) -> tensor<f32>
  %3 = amp.sum %1 {axes = array<i64: 0, 1>} : (tensor<8x16xf32>) -> tensor<f32>
  %loss = amp.add %2, %3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %loss : tensor<f32>
}
