# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes a model whose graph is deep or wide in a way that models seldom are.
# Usage: unusual-graph.py KIND COUNT, with "parts" or one of KINDS.

import sys

ROWS, FLAT, SCALAR, WEIGHT = "tensor<8x16xf32>", "tensor<128xf32>", "tensor<f32>", "tensor<16x16xf32>"


def scalars(i, value):
    """Computations with one element each, of which groups hold many."""
    return [f"%{i} = amp.tanh {value} : ({SCALAR}) -> {SCALAR}"]


def views(i, value):
    """Transposes and reshapes in turn, so that neither folds."""
    return [f"%t{i} = amp.transpose {value} {{permutation = array<i64: 1, 0>}} : ({ROWS}) -> tensor<16x8xf32>",
            f"%{i} = amp.reshape %t{i} : (tensor<16x8xf32>) -> {ROWS}"]


def broadcasts(i, value):
    """Views that every kernel has for itself."""
    return [f"%b{i} = amp.broadcast {value} : ({ROWS}) -> tensor<2x8x16xf32>",
            f"%s{i} = amp.slice %b{i} {{axes = array<i64: 0>, starts = array<i64: 0>, ends = array<i64: 1>}} : "
            "(tensor<2x8x16xf32>) -> tensor<1x8x16xf32>",
            f"%{i} = amp.reshape %s{i} : (tensor<1x8x16xf32>) -> {ROWS}"]


def branches(i, value):
    """Branches one after the other that all read one value from outside."""
    return [f"%{i} = amp.if %positive ({value} : {ROWS}) -> ({ROWS}) {{",
            f"^bb0(%a: {ROWS}):", f"  %t = amp.mul %a, %h : ({ROWS}, {ROWS}) -> {ROWS}", f"  amp.yield %t : {ROWS}",
            "} else {", f"^bb0(%a: {ROWS}):", f"  amp.yield %a : {ROWS}", "}"]


def flat(i, value):
    """Elementwise ops between a reshape and the loss."""
    return [f"%{i} = amp.tanh {value} : ({FLAT}) -> {FLAT}"]


def parts(count):
    """One op that reads as many."""
    for i in range(count):
        yield f"%{i} = amp.{('tanh', 'exp', 'sigmoid')[i % 3]} %h : ({ROWS}) -> {ROWS}"
    values, types = ", ".join(f"%{i}" for i in range(count)), ", ".join([ROWS] * count)
    yield f"%all = amp.concat {values} {{axis = 0 : i64}} : ({types}) -> tensor<{8 * count}x16xf32>"
    yield f"%loss = amp.mean %all {{axes = array<i64: 0, 1>}} : (tensor<{8 * count}x16xf32>) -> {SCALAR}"


def chain(step, count):
    yield f"%sum = amp.sum %h {{axes = array<i64: 0, 1>}} : ({ROWS}) -> {SCALAR}"
    yield f"%flat = amp.reshape %h : ({ROWS}) -> {FLAT}"
    yield f"%zero = amp.constant dense<0.0> : {SCALAR}"
    yield f"%positive = amp.compare gt %sum, %zero : ({SCALAR}, {SCALAR}) -> tensor<i1>"
    value, kind, axes = {"scalars": ("%sum", SCALAR, ""), "flat": ("%flat", FLAT, ": 0")}.get(
        step.__name__, ("%h", ROWS, ": 0, 1"))
    for i in range(count):
        yield from step(i, value)
        value = f"%{i}"
    yield f"%loss = amp.mean {value} {{axes = array<i64{axes}>}} : ({kind}) -> {SCALAR}"


KINDS = {step.__name__: step for step in (scalars, views, broadcasts, branches, flat)}

kind, number = sys.argv[1], int(sys.argv[2])
body = parts(number) if kind == "parts" else chain(KINDS[kind], number)
print(f"""amp.variable @w : {WEIGHT} init(#amp.ones)
func.func @loss(%x: {ROWS} {{amp.name = "x"}}) -> ({SCALAR} {{amp.name = "loss"}}) {{
  %w = amp.read @w : {WEIGHT}
  %h = amp.linear %x, %w : ({ROWS}, {WEIGHT}) -> {ROWS}""")
for line in body:
    print("  " + line)
print(f"  return %loss : {SCALAR}\n}}")
