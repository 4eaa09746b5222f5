// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two sums of values that need one tensor save a pass over it and a launch as
// one kernel. The terms of the cost model that speak against it or for it
// decide in turn: values that no register holds cost more than that on one
// thread; with enough iterations for two threads the launch saved is the dearer
// one, and the stack is shared; with enough for more threads than there are, the
// stack is dear again; and with one value less to keep it is not.

// RUN: sed 's/ROWS/31/g; s/COLS/1057/g; s/LAST/%a11/' %s | cost-choices - 2>/dev/null | FileCheck %s --check-prefix=APART
// RUN: sed 's/ROWS/32/g; s/COLS/1024/g; s/LAST/%a11/' %s | cost-choices - 2>/dev/null | FileCheck %s --check-prefix=TOGETHER
// RUN: sed 's/ROWS/112/g; s/COLS/1024/g; s/LAST/%a11/' %s | cost-choices - 2>/dev/null | FileCheck %s --check-prefix=APART
// RUN: sed 's/ROWS/112/g; s/COLS/1024/g; s/LAST/%a0/' %s | cost-choices - 2>/dev/null | FileCheck %s --check-prefix=TOGETHER
// APART: sums: apart
// TOGETHER: sums: together

func.func @sums(%x: tensor<ROWSxCOLSxf32>) -> (tensor<ROWSxf32>, tensor<ROWSxf32>) {
  %m = amp.relu %x {kernel = 0} : (tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a0 = amp.add %m, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a1 = amp.add %a0, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a2 = amp.add %a1, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a3 = amp.add %a2, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a4 = amp.add %a3, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a5 = amp.add %a4, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a6 = amp.add %a5, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a7 = amp.add %a6, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a8 = amp.add %a7, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a9 = amp.add %a8, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a10 = amp.add %a9, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a11 = amp.add %a10, %m {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b0 = amp.add %m, %m {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b1 = amp.add %b0, %m {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b2 = amp.add %b1, %m {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b3 = amp.add %b2, %m {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b4 = amp.add %b3, %m {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a1p = amp.mul %a0, %a1 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a2p = amp.mul %a1p, %a2 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a3p = amp.mul %a2p, %a3 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a4p = amp.mul %a3p, %a4 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a5p = amp.mul %a4p, %a5 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a6p = amp.mul %a5p, %a6 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a7p = amp.mul %a6p, %a7 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a8p = amp.mul %a7p, %a8 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a9p = amp.mul %a8p, %a9 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a10p = amp.mul %a9p, %a10 {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a11p = amp.mul %a10p, LAST {kernel = 0} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %a = amp.sum %a11p {axes = array<i64: 1>, kernel = 0} : (tensor<ROWSxCOLSxf32>) -> tensor<ROWSxf32>
  %b1p = amp.mul %b0, %b1 {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b2p = amp.mul %b1p, %b2 {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b3p = amp.mul %b2p, %b3 {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b4p = amp.mul %b3p, %b4 {kernel = 1} : (tensor<ROWSxCOLSxf32>, tensor<ROWSxCOLSxf32>) -> tensor<ROWSxCOLSxf32>
  %b = amp.sum %b4p {axes = array<i64: 1>, kernel = 1} : (tensor<ROWSxCOLSxf32>) -> tensor<ROWSxf32>
  return %a, %b : tensor<ROWSxf32>, tensor<ROWSxf32>
}
