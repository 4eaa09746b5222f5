// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Painting comes from the roles in a table: a user's file moves an op to
// another list, by kind or by name, or brings lists of its own. Remarks say which
// role an op has and what became of it.

// RUN: echo "extends tensorflow" > %t.1
// RUN: echo "gelu infer" >> %t.1
// RUN: echo "exp clear    no longer denied" >> %t.1
// RUN: echo "name:head.* deny" >> %t.1
// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=%t.1 keep-io=false remarks" \
// RUN:   --amp-verify-autocast 2>&1 | FileCheck %s
// RUN: echo "linear allow" > %t.2
// RUN: echo "matmul infer" >> %t.2
// RUN: echo "add low" >> %t.2
// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=%t.2 keep-io=false" --amp-verify-autocast | FileCheck %s --check-prefix=OWN

// CHECK-DAG: remark: class low, low type 'bf16': tensorflow:{{[0-9]+}} gives allow to matmul, which paints
// CHECK-DAG: remark: class low, low type 'bf16': {{.*}}:2 gives infer to gelu, which stands between allowed ops
// CHECK-DAG: remark: class low, low type 'bf16': {{.*}}:3 gives clear to exp, through which paint spreads
// CHECK-DAG: remark: loc("head.0"): class full, low type 'bf16': {{.*}}:4 gives deny to names like 'head.*', which is denied or stands behind a denied op

// CHECK-LABEL: func.func @f(
// OWN-LABEL: func.func @f(
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // OWN: amp.matmul {{.*}}<full, bf16>{{.*}} -> tensor<4x4xf32>
  %0 = amp.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.gelu {{.*}}<low, bf16>{{.*}} -> tensor<4x4xbf16>
  // OWN: amp.gelu {{.*}}<inherit, bf16>{{.*}} -> tensor<4x4xf32>
  %1 = amp.gelu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = amp.matmul %1, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.exp {{.*}}<low, bf16>{{.*}} -> tensor<4x4xbf16>
  %3 = amp.exp %2 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.matmul {{.*}}<full, bf16>{{.*}} -> tensor<4x4xf32>
  %4 = amp.matmul %3, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("head.0")
  // CHECK: amp.add {{.*}}<full, bf16>{{.*}} -> tensor<4x4xf32>
  // OWN: amp.add {{.*}}<low, bf16>{{.*}} -> tensor<4x4xbf16>
  %5 = amp.add %4, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}
