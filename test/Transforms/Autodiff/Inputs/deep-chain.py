# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints a loss that multiplies a variable by a number N times, one op a time.

import sys

print("amp.variable @x : tensor<f32> init(#amp.ones)")
print("func.func @loss(%c: tensor<f32>) -> tensor<f32> {")
print("  %0 = amp.read @x : tensor<f32>")
count = int(sys.argv[1])
for i in range(count):
    print(f"  %{i + 1} = amp.mul %{i}, %c : (tensor<f32>, tensor<f32>) -> tensor<f32>")
print(f"  return %{count} : tensor<f32>")
print("}")
