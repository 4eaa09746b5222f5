// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only f32 and fixed vectors of f32 have bodies of ours, and an exp of a constant
// is expanded like any other instead of being folded by the host's library.

// RUN: math-bodies-test --expand %s | FileCheck %s

// CHECK-LABEL: func @others
func.func @others(%a: f64, %b: vector<4xf64>, %c: f16, %d: vector<[4]xf32>)
    -> (f64, vector<4xf64>, f16, vector<[4]xf32>) {
  // CHECK-NEXT: math.exp %{{.*}} : f64
  %0 = math.exp %a : f64
  // CHECK-NEXT: math.tanh %{{.*}} : vector<4xf64>
  %1 = math.tanh %b : vector<4xf64>
  // CHECK-NEXT: math.log %{{.*}} : f16
  %2 = math.log %c : f16
  // CHECK-NEXT: math.erf %{{.*}} : vector<[4]xf32>
  %3 = math.erf %d : vector<[4]xf32>
  // CHECK-NEXT: return
  return %0, %1, %2, %3 : f64, vector<4xf64>, f16, vector<[4]xf32>
}

// CHECK-LABEL: func @constant
func.func @constant() -> f32 {
  // CHECK: math.fma
  // CHECK-NOT: math.exp
  %one = arith.constant 1.0 : f32
  %0 = math.exp %one : f32
  return %0 : f32
}
