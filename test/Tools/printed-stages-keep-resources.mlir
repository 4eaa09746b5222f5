// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stage that is printed can be read again: elements that lie behind the ops
// are part of the text.
// RUN: amp-run infer %s --target=ref --stop-after autocast > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: amp-run infer %t.mlir --target=ref | FileCheck %s --check-prefix=VALUE

func.func @forward() -> tensor<2xf32> {
  // CHECK: amp.constant dense_resource<pair> : tensor<2xf32>
  %r = amp.constant dense_resource<pair> : tensor<2xf32>
  // CHECK: amp.add
  %s = amp.add %r, %r : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %s : tensor<2xf32>
}

// CHECK: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: pair: "0x040000000000803F00000040"
// VALUE: 2 4
{-#
  dialect_resources: {
    builtin: {
      pair: "0x040000000000803F00000040"
    }
  }
#-}
