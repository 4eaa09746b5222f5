// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.if: the region chosen runs and the other does not, values from outside
// and block arguments are seen alike, branches nest.

func.func @one_region_runs() {
  %t = amp.constant dense<true> : tensor<i1>
  %f = amp.constant dense<false> : tensor<i1>
  %x = amp.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = amp.constant dense<[-1.0, 5.0]> : tensor<2xf32>
  %a:2 = amp.if %t -> (tensor<2xf32>, tensor<2xf32>) {
    %s = amp.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    amp.yield %s, %x : tensor<2xf32>, tensor<2xf32>
  } else {
    check.expect_eq %x, %y : tensor<2xf32>
    amp.yield %y, %y : tensor<2xf32>, tensor<2xf32>
  }
  %sum = amp.constant dense<[0.0, 7.0]> : tensor<2xf32>
  check.expect_eq %a#0, %sum : tensor<2xf32>
  check.expect_eq %a#1, %x : tensor<2xf32>
  %b = amp.if %f (%x, %y : tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>) {
  ^bb0(%p: tensor<2xf32>, %q: tensor<2xf32>):
    amp.yield %p : tensor<2xf32>
  } else {
  ^bb0(%p: tensor<2xf32>, %q: tensor<2xf32>):
    %in = amp.if %t -> (tensor<2xf32>) {
      %d = amp.sub %q, %p : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      amp.yield %d : tensor<2xf32>
    } else {
      amp.yield %p : tensor<2xf32>
    }
    amp.yield %in : tensor<2xf32>
  }
  %difference = amp.constant dense<[-2.0, 3.0]> : tensor<2xf32>
  check.expect_eq %b, %difference : tensor<2xf32>
  return
}
