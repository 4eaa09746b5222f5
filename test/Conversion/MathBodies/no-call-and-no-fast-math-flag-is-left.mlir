// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies consist of arith ops, math.fma and math.sqrt only, and the flags of
// the replaced ops do not reach them.

// RUN: math-bodies-test --expand %s | FileCheck %s --implicit-check-not=fastmath --implicit-check-not='math.{{exp|log|tanh|erf|sin|cos|rsqrt}}'

// CHECK-LABEL: func @scalar
// CHECK-SAME: (%[[X:.*]]: f32)
func.func @scalar(%x: f32)
    -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  // CHECK: math.fma %{{.*}} : f32
  %0 = math.exp %x fastmath<fast> : f32
  %1 = math.exp2 %x fastmath<reassoc> : f32
  %2 = math.expm1 %x : f32
  %3 = math.log %x fastmath<contract> : f32
  %4 = math.log2 %x : f32
  %5 = math.log1p %x : f32
  // CHECK: arith.divf
  %6 = math.tanh %x fastmath<afn> : f32
  // CHECK: arith.constant -1.12837923 : f32
  %7 = math.erf %x : f32
  // CHECK: %[[ROOT:.*]] = math.sqrt %[[X]] : f32
  // CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK: arith.divf %[[ONE]], %[[ROOT]] : f32
  %8 = math.rsqrt %x fastmath<arcp> : f32
  %9 = math.sin %x fastmath<fast> : f32
  %10 = math.cos %x : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10
      : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func @vectors
func.func @vectors(%x: vector<4x8xf32>, %y: vector<f32>)
    -> (vector<4x8xf32>, vector<f32>) {
  // CHECK: arith.select %{{.*}} : vector<4x8xi1>, vector<4x8xf32>
  // CHECK: math.fma %{{.*}} : vector<4x8xf32>
  %0 = math.exp %x fastmath<fast> : vector<4x8xf32>
  // CHECK: math.fma %{{.*}} : vector<f32>
  %1 = math.log %y : vector<f32>
  return %0, %1 : vector<4x8xf32>, vector<f32>
}
