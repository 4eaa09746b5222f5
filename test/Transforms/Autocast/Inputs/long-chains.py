# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints a function in which chains of clear and infer ops lie in front of, between
# and behind two products. The argument is the length of each chain.

import sys

length = int(sys.argv[1])
T = "tensor<8x8xf32>"
value = "%x"
count = 0


def emit(op):
    global value, count
    operands = f"{value}, {value}" if op == "matmul" else value
    types = f"{T}, {T}" if op == "matmul" else T
    print(f"  %{count} = amp.{op} {operands} : ({types}) -> {T}")
    value = f"%{count}"
    count += 1


print(f"func.func @f(%x: {T}) -> {T} {{")
for op, times in [("relu", length), ("reshape", length), ("matmul", 1), ("tanh", length),
                  ("matmul", 1), ("neg", length)]:
    for _ in range(times):
        emit(op)
print(f"  return {value} : {T}\n}}")
