// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mistakes about roles and low types in a policy are reported where they stand.

// RUN: echo "matmul allow" > %t.1
// RUN: echo "reshape infer" >> %t.1
// RUN: not amp-opt %s --amp-autocast=policy=%t.1 2>&1 | FileCheck %s --check-prefix=ROLE
// ROLE: .1:2:1: error: expects a class that reshape permits (inherit, clear, follow), got infer

// RUN: echo "read allow" > %t.2
// RUN: not amp-opt %s --amp-autocast=policy=%t.2 2>&1 | FileCheck %s --check-prefix=FIXED
// FIXED: .2:1:1: error: expects a class that read permits (inherit), got allow

// RUN: echo "bf16:paint through_all" > %t.3
// RUN: not amp-opt %s --amp-autocast=policy=%t.3 2>&1 | FileCheck %s --check-prefix=PAINT
// PAINT: .3:1:1: error: expects behind_allow after 'paint', got 'through_all'

// RUN: echo "f8:matmul allow" > %t.4
// RUN: not amp-opt %s --amp-autocast=policy=%t.4 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: .4:1:1: error: expects the name of an amp op, got 'f8:matmul'

// RUN: echo "bf16:matmull allow" > %t.5
// RUN: not amp-opt %s --amp-autocast=policy=%t.5 2>&1 | FileCheck %s --check-prefix=OP
// OP: .5:1:1: error: expects the name of an amp op, got 'matmull'

// A pattern meets ops of every kind; the one that it does not suit is named.
// RUN: echo "name:view deny" > %t.6
// RUN: not amp-opt %s --amp-autocast="precision=bf16 policy=%t.6" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: {{.*}}'amp.reshape' op does not permit class deny, which {{.*}}.6:1 gives to the name 'view'
func.func @f(%a: tensor<2xf32>) {
  %0 = amp.reshape %a : (tensor<2xf32>) -> tensor<1x2xf32> loc("view")
  return
}
