// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.dropout: the words of the generator decide (Philox 4x32-10 of counter
// {0, 0, 0, 0} under key {0, 0} starts with 0x6627e8d5 of the paper's
// known-answer tests), seed, counter, number and position choose other words,
// p = 0 and p = 1 are exact, evaluation changes nothing, the mask is the same in
// all types.

func.func @first_word_is_the_known_answer() {
  %s = amp.constant dense<0> : tensor<i64>
  %x = amp.constant dense<3.0> : tensor<1xf64>
  // 0x6627e8d5 / 2^32 = 0.39905...
  %kept = amp.dropout %x, %s, %s {p = 0.399 : f64, number = 0 : i64} : (tensor<1xf64>, tensor<i64>, tensor<i64>) -> tensor<1xf64>
  %e = amp.constant dense<4.9916805324459235> : tensor<1xf64>
  check.expect_eq %kept, %e : tensor<1xf64>
  %gone = amp.dropout %x, %s, %s {p = 0.3991 : f64, number = 0 : i64} : (tensor<1xf64>, tensor<i64>, tensor<i64>) -> tensor<1xf64>
  %zero = amp.constant dense<0.0> : tensor<1xf64>
  check.expect_eq %gone, %zero : tensor<1xf64>
  return
}

func.func @borders_and_modes() {
  %s = amp.constant dense<7> : tensor<i64>
  %x = amp.constant dense<[1.0, -2.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %all = amp.dropout %x, %s, %s {p = 0.0 : f64} : (tensor<4xf32>, tensor<i64>, tensor<i64>) -> tensor<4xf32>
  check.expect_eq %all, %x : tensor<4xf32>
  %none = amp.dropout %x, %s, %s {p = 1.0 : f64} : (tensor<4xf32>, tensor<i64>, tensor<i64>) -> tensor<4xf32>
  %zeros = amp.constant dense<0.0> : tensor<4xf32>
  check.expect_eq %none, %zeros : tensor<4xf32>
  %eval = amp.dropout %x, %s, %s {p = 1.0 : f64, mode = #amp.mode<eval>} : (tensor<4xf32>, tensor<i64>, tensor<i64>) -> tensor<4xf32>
  check.expect_eq %eval, %x : tensor<4xf32>
  %auto = amp.dropout %x {p = 1.0 : f64} : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq %auto, %x : tensor<4xf32>
  return
}

func.func @types_share_the_mask() {
  %s = amp.constant dense<-2> : tensor<i64>
  %c = amp.constant dense<5> : tensor<i64>
  %x = amp.constant dense<1.0> : tensor<64x3xf32>
  %d = amp.dropout %x, %s, %c {p = 0.5 : f64, number = 2 : i64} : (tensor<64x3xf32>, tensor<i64>, tensor<i64>) -> tensor<64x3xf32>
  %xb = amp.cast %x : (tensor<64x3xf32>) -> tensor<64x3xbf16>
  %db = amp.dropout %xb, %s, %c {p = 0.5 : f64, number = 2 : i64} : (tensor<64x3xbf16>, tensor<i64>, tensor<i64>) -> tensor<64x3xbf16>
  %wide = amp.cast %db : (tensor<64x3xbf16>) -> tensor<64x3xf32>
  check.expect_eq %d, %wide : tensor<64x3xf32>
  // Another number is another mask; their product is not one of them.
  %o = amp.dropout %d, %s, %c {p = 0.5 : f64, number = 3 : i64} : (tensor<64x3xf32>, tensor<i64>, tensor<i64>) -> tensor<64x3xf32>
  %n = amp.constant dense<4.0> : tensor<f32>
  %both = amp.compare eq %o, %n : (tensor<64x3xf32>, tensor<f32>) -> tensor<64x3xi1>
  %one = amp.cast %both : (tensor<64x3xi1>) -> tensor<64x3xf32>
  %count = amp.sum %one {axes = array<i64: 0, 1>} : (tensor<64x3xf32>) -> tensor<f32>
  %lo = amp.constant dense<30.0> : tensor<f32>
  %hi = amp.constant dense<66.0> : tensor<f32>
  %enough = amp.compare ge %count, %lo : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %few = amp.compare le %count, %hi : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %t = amp.constant dense<true> : tensor<i1>
  check.expect_eq %enough, %t : tensor<i1>
  check.expect_eq %few, %t : tensor<i1>
  return
}
