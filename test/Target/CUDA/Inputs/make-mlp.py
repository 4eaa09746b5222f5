# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make-mlp.py LAYERS WIDTH: prints a model of LAYERS linear layers, all WIDTH
# wide, with an activation between each two and a cross entropy at the end.

import sys

layers, width = int(sys.argv[1]), int(sys.argv[2])
rows = f"tensor<?x{width}xf32>"
matrix, vector = f"tensor<{width}x{width}xf32>", f"tensor<{width}xf32>"
for i in range(layers):
    print(f"amp.variable @l{i}.weight : {matrix} init(#amp.kaiming_uniform)")
    print(f"amp.variable @l{i}.bias : {vector} init(#amp.zeros)")
print(f'func.func @loss(%x: {rows} {{amp.name = "x"}}, %y: tensor<?xi64> {{amp.name = "y"}}) -> tensor<f32> {{')
value = "%x"
for i in range(layers):
    print(f"  %w{i} = amp.read @l{i}.weight : {matrix}")
    print(f"  %b{i} = amp.read @l{i}.bias : {vector}")
    print(f"  %h{i} = amp.linear {value}, %w{i}, %b{i} : ({rows}, {matrix}, {vector}) -> {rows}")
    value = f"%h{i}"
    if i + 1 < layers:
        activation = "gelu" if i % 2 else "relu"
        print(f"  %a{i} = amp.{activation} {value} : ({rows}) -> {rows}")
        value = f"%a{i}"
print(f"  %loss = amp.cross_entropy {value}, %y : ({rows}, tensor<?xi64>) -> tensor<f32>")
print("  return %loss : tensor<f32>\n}")
