// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With verification after each stage, a module that a stage broke is an error at
// the op and one that names the stage; without, the next one finds it.

// RUN: not amp-test-opt --verify-each=false --test-amp-broken-stage="verify-each=true" %s 2>&1 | FileCheck %s
// RUN: amp-test-opt --verify-each=false --mlir-print-op-generic --test-amp-broken-stage %s | FileCheck %s --check-prefix=UNSEEN

// CHECK: a-broken-stage-is-named.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: 'amp.tanh' op
// CHECK: error: does not verify after fuse
// UNSEEN: "amp.tanh"{{.*}} -> tensor<4xf16>
func.func @loss(%x: tensor<4xf32> {amp.name = "x"}) -> tensor<4xf32> {
  %y = amp.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
