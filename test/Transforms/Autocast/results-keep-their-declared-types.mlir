// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions keep their declared result types (P15), or change them when asked.
//
// RUN: amp-opt %s --amp-autocast=precision=bf16 --amp-verify-autocast | FileCheck %s --check-prefix=KEEP
// RUN: amp-opt %s --amp-autocast="precision=bf16 keep-io=false" --amp-verify-autocast | FileCheck %s --check-prefix=CHANGE

// KEEP-LABEL: func.func @f(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32>
// KEEP: %[[R:.+]] = amp.cast %{{.+}} {origin = #amp.origin<autocast>} : (tensor<2x2xbf16>) -> tensor<2x2xf32>
// KEEP-NEXT: return %[[R]]
// CHANGE-LABEL: func.func @f(%arg0: tensor<2x2xf32>) -> tensor<2x2xbf16>
// CHANGE: %[[R:.+]] = amp.matmul
// CHANGE-NEXT: return %[[R]]
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = amp.matmul %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// A variable keeps its type in any case.
amp.variable @v : tensor<2x2xf32> init(#amp.zeros)
// CHANGE-LABEL: func.func @g
// CHANGE: %[[V:.+]] = amp.cast {{.*}} -> tensor<2x2xf32>
// CHANGE: amp.write @v, %[[V]]
func.func @g(%a: tensor<2x2xf32>) {
  %0 = amp.matmul %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  amp.write @v, %0 : tensor<2x2xf32>
  return
}
