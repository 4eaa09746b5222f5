// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// Reads see a variable as it was at entry, also after a write and in functions
// that are called; the next function sees what was written.

amp.variable @count : tensor<i64> init(dense<5> : tensor<i64>) {trainable = false}

func.func private @read_count() -> tensor<i64> {
  %c = amp.read @count : tensor<i64>
  return %c : tensor<i64>
}

func.func @first_increment() {
  %one = amp.constant dense<1> : tensor<i64>
  %c = amp.read @count : tensor<i64>
  %n = amp.add %c, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
  amp.write @count, %n : tensor<i64>
  %again = amp.read @count : tensor<i64>
  %called = call @read_count() : () -> tensor<i64>
  %five = amp.constant dense<5> : tensor<i64>
  check.expect_eq %again, %five : tensor<i64>
  check.expect_eq %called, %five : tensor<i64>
  return
}

func.func @then_the_new_value_is_seen() {
  %c = amp.read @count : tensor<i64>
  %six = amp.constant dense<6> : tensor<i64>
  check.expect_eq %c, %six : tensor<i64>
  return
}
