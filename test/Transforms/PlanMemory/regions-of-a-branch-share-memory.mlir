// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intermediate buffers of the two regions of a branch lie in the same place:
// one call runs one of them.

// RUN: amp-opt %s --amp-plan-memory --amp-verify-plan | FileCheck %s

device.kernel @negate elementwise [?] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  %1 = arith.negf %0 : f32
  device.store %1, %y strides [1] : memref<?xf32>
}

// CHECK: device.program @p attributes {{.*}}peak_bytes = 256
device.program @p {
  %c = device.buffer input "c" : memref<1xi1>
  %x = device.buffer input "x" : memref<64xf32>
  %y = device.buffer output "y" : memref<64xf32>
  // CHECK-COUNT-2: device.buffer arena offset 0 : memref<64xf32>
  // CHECK-NOT: arena
  %a = device.buffer arena : memref<64xf32>
  %b = device.buffer arena : memref<64xf32>
  device.if %c : memref<1xi1> {
    device.launch @negate (%x : memref<64xf32>, %a : memref<64xf32>) extent 64
    device.copy %a to %y : memref<64xf32>
  } else {
    device.copy %x to %b : memref<64xf32>
    device.launch @negate (%b : memref<64xf32>, %y : memref<64xf32>) extent 64
  }
}
