# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# equal-scalars.py N: a function of N scalars that returns the same function of
# each of them, and one more of the first.

import sys

count = int(sys.argv[1])
numbers = range(count)
scalar = "tensor<f32>"
print(f"func.func @main({', '.join(f'%x{n}: {scalar}' for n in numbers)}) -> ({', '.join([scalar] * (count + 1))}) {{")
print(f"  %s = amp.neg %x0 : ({scalar}) -> {scalar}")
for n in numbers:
    print(f"  %a{n} = amp.exp %x{n} : ({scalar}) -> {scalar}")
    print(f"  %b{n} = amp.div %a{n}, %s : ({scalar}, {scalar}) -> {scalar}")
    print(f"  %c{n} = amp.sigmoid %b{n} : ({scalar}) -> {scalar}")
print(f"  return %s, {', '.join(f'%c{n}' for n in numbers)} : {', '.join([scalar] * (count + 1))}")
print("}")
