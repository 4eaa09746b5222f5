// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions nest: the innermost decides, a missing setting is inherited, and all
// of them are gone afterwards (P11).
//
// RUN: amp-opt %s --amp-autocast=precision=bf16 --amp-verify-autocast | FileCheck %s


// CHECK-LABEL: func.func @nested
// CHECK-NOT: amp.autocast
func.func @nested(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: %[[C1:.+]] = amp.matmul {{.*}}#amp.rule<low, bf16>{{.*}} -> tensor<2x2xbf16>
  %c1 = amp.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %off = amp.autocast enabled(false) -> (tensor<2x2xf32>) {
    // No rule, no cast.
    // CHECK: %[[C2:.+]] = amp.matmul %arg0, %arg1 {accumulate = f32} : {{.*}} -> tensor<2x2xf32>
    %c2 = amp.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %on = amp.autocast enabled(true) dtype(f16) -> (tensor<2x2xf32>) {
      // CHECK: %[[C3:.+]] = amp.matmul {{.*}}#amp.rule<low, f16>{{.*}} -> tensor<2x2xf16>
      %c3 = amp.matmul %c2, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      amp.yield %c3 : tensor<2x2xf32>
    }
    %again = amp.autocast enabled(true) -> (tensor<2x2xf32>) {
      // The low type comes from outside of the disabled region.
      // CHECK: amp.matmul {{.*}}#amp.rule<low, bf16>{{.*}} -> tensor<2x2xbf16>
      %c4 = amp.matmul %on, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      amp.yield %c4 : tensor<2x2xf32>
    }
    // CHECK: %[[C3F:.+]] = amp.cast %[[C3]] {origin = #amp.origin<promotion>} : (tensor<2x2xf16>) -> tensor<2x2xf32>
    // CHECK: amp.add %[[C3F]], %{{.+}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %m = amp.add %on, %again : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    amp.yield %m : tensor<2x2xf32>
  }
  %r = amp.add %c1, %off : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
