// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A policy file extends a built-in one, by kind of op and by the names that the
// model gives to ops; remarks say which line decided.
//
// RUN: echo "# ours" > %t.policy
// RUN: echo "extends torch-cuda   # start from theirs" >> %t.policy
// RUN: echo "gelu full" >> %t.policy
// RUN: echo "add promote  a note" >> %t.policy
// RUN: echo "name:head.* full" >> %t.policy
// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=%t.policy remarks" \
// RUN:   --amp-verify-autocast 2>&1 | FileCheck %s

// CHECK-DAG: remark: loc("body.0"): class low, low type 'bf16': torch-cuda:{{[0-9]+}} gives low to matmul
// CHECK-DAG: remark: class full, low type 'bf16': {{.*}}.policy:3 gives full to gelu
// CHECK-DAG: remark: class promote, low type 'bf16': {{.*}}.policy:4 gives promote to add
// CHECK-DAG: remark: loc("head.0"): class full, low type 'bf16': {{.*}}.policy:5 gives full to names like 'head.*'
// CHECK-LABEL: func.func @f
func.func @f(%a: tensor<2x2xf32>) {
  // CHECK: amp.matmul {{.*}} -> tensor<2x2xbf16>
  %0 = amp.matmul %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32> loc("body.0")
  // CHECK: amp.gelu {{.*}} -> tensor<2x2xf32>
  %1 = amp.gelu %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: amp.add {{.*}}<promote, bf16>{{.*}} -> tensor<2x2xf32>
  %2 = amp.add %0, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: amp.add {{.*}}<promote, bf16>{{.*}} -> tensor<2x2xbf16>
  %3 = amp.add %0, %0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: amp.matmul {{.*}} -> tensor<2x2xf32>
  %4 = amp.matmul %0, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32> loc("head.0")
  return
}
