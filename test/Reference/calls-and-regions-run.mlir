// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// Calls, precision scopes and fused regions are run where they stand; dynamic
// extents take the sizes of the values.

func.func private @double(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %y = amp.add %x, %x : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

func.func private @twice(%x: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %y = call @double(%x) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %z = call @double(%y) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %z, %y : tensor<?x2xf32>, tensor<?x2xf32>
}

func.func @calls_with_two_batch_sizes() {
  %a = amp.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %da = amp.reshape %a : (tensor<1x2xf32>) -> tensor<?x2xf32>
  %z, %y = call @twice(%da) : (tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>)
  %s = amp.add %z, %y : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %t = amp.reshape %s : (tensor<?x2xf32>) -> tensor<1x2xf32>
  %e = amp.constant dense<[[6.0, 12.0]]> : tensor<1x2xf32>
  check.expect_eq %t, %e : tensor<1x2xf32>
  %b = amp.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %db = amp.reshape %b : (tensor<2x2xf32>) -> tensor<?x2xf32>
  %u = call @double(%db) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %v = amp.reshape %u : (tensor<?x2xf32>) -> tensor<2x2xf32>
  %f = amp.constant dense<[[2.0, 4.0], [6.0, 8.0]]> : tensor<2x2xf32>
  check.expect_eq %v, %f : tensor<2x2xf32>
  return
}

func.func @scopes_nest_and_capture() {
  %x = amp.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y, %z = amp.autocast enabled(true) dtype(bf16) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = amp.mul %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %1 = amp.autocast enabled(false) -> (tensor<2xf32>) {
      %2 = amp.add %0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      amp.yield %2 : tensor<2xf32>
    }
    amp.yield %1, %0 : tensor<2xf32>, tensor<2xf32>
  }
  %ey = amp.constant dense<[2.0, 6.0]> : tensor<2xf32>
  %ez = amp.constant dense<[1.0, 4.0]> : tensor<2xf32>
  check.expect_eq %y, %ey : tensor<2xf32>
  check.expect_eq %z, %ez : tensor<2xf32>
  return
}

func.func @fused_regions_take_their_operands() {
  %x = amp.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = amp.fused elementwise (%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %1 = amp.mul %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    amp.yield %1 : tensor<2xf32>
  }
  %e = amp.constant dense<[1.0, 4.0]> : tensor<2xf32>
  check.expect_eq %y, %e : tensor<2xf32>
  return
}
