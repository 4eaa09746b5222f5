// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types given must be ones that amp.pack takes.
// RUN: not amp-opt %s --amp-layout=packed=f16 2>&1 | FileCheck %s

// CHECK: error: option 'packed' expects f32 or bf16, got 'f16'
module {}
