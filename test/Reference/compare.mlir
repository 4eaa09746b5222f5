// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.compare: after promotion; with NaN only `ne` holds.

func.func @every_predicate() {
  %x = amp.constant dense<[1.0, 2.0, 3.0, 0x7FC00000, -0.0]> : tensor<5xf32>
  %y = amp.constant dense<[2.0, 2.0, 2.0, 0x7FC00000, 0.0]> : tensor<5xf32>
  %eq = amp.compare eq %x, %y : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %ne = amp.compare ne %x, %y : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %lt = amp.compare lt %x, %y : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %le = amp.compare le %x, %y : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %gt = amp.compare gt %x, %y : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %ge = amp.compare ge %x, %y : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %eeq = amp.constant dense<[false, true, false, false, true]> : tensor<5xi1>
  %ene = amp.constant dense<[true, false, true, true, false]> : tensor<5xi1>
  %elt = amp.constant dense<[true, false, false, false, false]> : tensor<5xi1>
  %ele = amp.constant dense<[true, true, false, false, true]> : tensor<5xi1>
  %egt = amp.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  %ege = amp.constant dense<[false, true, true, false, true]> : tensor<5xi1>
  check.expect_eq %eq, %eeq : tensor<5xi1>
  check.expect_eq %ne, %ene : tensor<5xi1>
  check.expect_eq %lt, %elt : tensor<5xi1>
  check.expect_eq %le, %ele : tensor<5xi1>
  check.expect_eq %gt, %egt : tensor<5xi1>
  check.expect_eq %ge, %ege : tensor<5xi1>
  return
}

func.func @large_integers_are_compared_exactly() {
  %x = amp.constant dense<9007199254740993> : tensor<i64>
  %y = amp.constant dense<9007199254740992> : tensor<i64>
  %c = amp.compare gt %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %e = amp.constant dense<true> : tensor<i1>
  check.expect_eq %c, %e : tensor<i1>
  return
}

func.func @a_scalar_takes_the_type_of_the_tensor() {
  // 1/3 becomes the f16 that the tensor holds.
  %x = amp.constant dense<[0x3555]> : tensor<1xf16>
  %y = amp.constant dense<0.33333334> : tensor<f32>
  %c = amp.compare eq %x, %y : (tensor<1xf16>, tensor<f32>) -> tensor<1xi1>
  %e = amp.constant dense<true> : tensor<1xi1>
  check.expect_eq %c, %e : tensor<1xi1>
  return
}

func.func @booleans() {
  %x = amp.constant dense<[true, false]> : tensor<2xi1>
  %y = amp.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %c = amp.compare eq %x, %y : (tensor<2xi1>, tensor<2x1xi1>) -> tensor<2x2xi1>
  %e = amp.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  check.expect_eq %c, %e : tensor<2x2xi1>
  return
}
