// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constant that a low type cannot hold keeps its op in f32, with a remark that
// names element, value and limit (P12).
//
// RUN: echo "extends torch-cuda" > %t.policy
// RUN: echo "add low" >> %t.policy
// RUN: amp-opt %s --amp-autocast="precision=f16 policy=%t.policy" \
// RUN:   --amp-verify-autocast -verify-diagnostics -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-run check %t

// CHECK-LABEL: func.func @class_low
func.func @class_low() {
  %x = amp.constant dense<0.0> : tensor<2xf32>
  %c = amp.constant dense<[20000.0, 70000.0]> : tensor<2xf32>
  // CHECK: amp.add {{.*}}#amp.rule<full, f16>{{.*}} -> tensor<2xf32>
  // expected-remark @+1 {{kept in f32: element 1 of the constant, 70000, would become inf in f16, whose largest value is 65504}}
  %y = amp.add %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %y, %c : tensor<2xf32>
  return
}

// The mask of attention: 0-d, so promotion would narrow it.
// CHECK-LABEL: func.func @promotion
func.func @promotion() {
  %a = amp.constant dense<[[0.0, 1.0]]> : tensor<1x2xf32>
  %i = amp.constant dense<0.0> : tensor<2x4xf32>
  %scores = amp.matmul %a, %i : (tensor<1x2xf32>, tensor<2x4xf32>) -> tensor<1x4xf32>
  %hide = amp.constant dense<-1.0e9> : tensor<f32>
  %keep = amp.constant dense<[[false, false, true, true]]> : tensor<1x4xi1>
  // CHECK: amp.add {{.*}}#amp.rule<full, f16>{{.*}} -> tensor<1x4xf32>
  // expected-remark @+1 {{kept in f32: element 0 of the constant, -1e+09, would become -inf in f16, whose largest value is 65504}}
  %masked = amp.add %scores, %hide : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x4xf32>
  %logits = amp.select %keep, %scores, %masked : (tensor<1x4xi1>, tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  %p = amp.softmax %logits {axis = 1 : i64} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %expected = amp.constant dense<[[0.0, 0.0, 0.5, 0.5]]> : tensor<1x4xf32>
  check.expect_eq %p, %expected : tensor<1x4xf32>
  return
}

// A tensor constant does not narrow, so nothing needs to be said; nor does
// infinity lose anything.
// CHECK-LABEL: func.func @legal
func.func @legal(%h: tensor<2xf16>) {
  %c = amp.constant dense<[1.0, 70000.0]> : tensor<2xf32>
  // CHECK: amp.mul {{.*}}#amp.rule<inherit, f16>{{.*}} -> tensor<2xf32>
  %0 = amp.mul %h, %c : (tensor<2xf16>, tensor<2xf32>) -> tensor<2xf32>
  %inf = amp.constant dense<0x7F800000> : tensor<f32>
  // CHECK: amp.mul {{.*}}#amp.rule<inherit, f16>{{.*}} -> tensor<2xf16>
  %1 = amp.mul %h, %inf : (tensor<2xf16>, tensor<f32>) -> tensor<2xf16>
  // expected-remark @+2 {{kept in f32: element 0 of the constant, 1e-08, would become 0 in f16, whose smallest value is 5.96046e-08}}
  %tiny = amp.constant dense<1.0e-8> : tensor<f32>
  %2 = amp.mul %h, %tiny : (tensor<2xf16>, tensor<f32>) -> tensor<2xf16>
  return
}
