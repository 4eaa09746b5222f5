// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input with two dynamic extents.

func.func @forward(%x: tensor<?x?xf32> {amp.name = "x"})
    -> (tensor<?x?xf32> {amp.name = "shares"}) {
  %0 = amp.softmax %x {axis = 1} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
