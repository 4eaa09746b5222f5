// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.constant: splats, lists, raw bytes and booleans keep their values.

func.func @forms() {
  %s = amp.constant dense<1.5> : tensor<2xbf16>
  %l = amp.constant dense<[1.5, 1.5]> : tensor<2xbf16>
  %h = amp.constant dense<"0xC03FC03F"> : tensor<2xbf16>
  check.expect_eq %s, %l : tensor<2xbf16>
  check.expect_eq %h, %l : tensor<2xbf16>
  %b = amp.constant dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>
  %i = amp.cast %b : (tensor<9xi1>) -> tensor<9xi64>
  %e = amp.constant dense<[1, 0, 1, 1, 0, 0, 1, 0, 1]> : tensor<9xi64>
  check.expect_eq %i, %e : tensor<9xi64>
  %t = amp.constant dense<true> : tensor<3xi1>
  %j = amp.cast %t : (tensor<3xi1>) -> tensor<3xi32>
  %ej = amp.constant dense<1> : tensor<3xi32>
  check.expect_eq %j, %ej : tensor<3xi32>
  return
}

func.func @resources() {
  %r = amp.constant dense_resource<pair> : tensor<2xf32>
  %e = amp.constant dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq %r, %e : tensor<2xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      pair: "0x040000000000803F00000040"
    }
  }
#-}
