# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Paints random graphs by the definition of TensorFlow's pass auto_mixed_precision:
# sets of nodes, and a search along paths from each node. It has its own lists and
# shares nothing with the compiler, whose types it compares op by op.
# Usage: replay_painting.py low-type number-of-graphs

import random
import re
import subprocess
import sys

low, graphs = sys.argv[1], int(sys.argv[2])

ALLOW = {"matmul"}
INFER = {"add", "mul", "div", "tanh", "sigmoid", "softmax", "sqrt"}
DENY = {"exp", "pow"}
CLEAR = {"relu", "neg", "transpose", "maximum", "select", "broadcast"}
OTHERS = {"sin"}  # on no list
(INFER if low == "bf16" else DENY).add("mean")
(INFER if low == "bf16" else OTHERS).add("rsqrt")

OPERANDS = dict.fromkeys(["matmul", "add", "mul", "div", "pow", "maximum", "select"], 2)
ATTRIBUTES = {"transpose": "permutation = array<i64: 1, 0>", "softmax": "axis = 1 : i64",
              "mean": "axes = array<i64: 0>"}
SQUARE, ROW, BOOLS = "tensor<8x8xf32>", "tensor<8xf32>", "tensor<8x8xi1>"


def draw(rng):
    """A list of (op, operands): numbers of ops, -1 the argument, -2 a variable."""
    ops = sorted((ALLOW | INFER | DENY | CLEAR | OTHERS) - {"broadcast"})
    weights = [3 if op in ALLOW | CLEAR else 1 for op in ops]
    graph = []
    for _ in range(rng.randint(3, 40)):
        op = rng.choices(ops, weights)[0]
        # Near operands make long paths, far ones wide graphs.
        graph.append((op, [max(-2, len(graph) - 1 - int(rng.expovariate(0.4)))
                           for _ in range(OPERANDS.get(op, 1))]))
        if op == "mean":  # back to the shape of the others
            graph.append(("broadcast", [len(graph) - 1]))
    # Only the broadcast takes the row that a mean gives.
    return [(op, [i + (i >= 0 and graph[i][0] == "mean" and op != "broadcast") for i in operands])
            for op, operands in graph]


def search(starts, step, may_enter):
    reached, left = set(starts), list(starts)
    while left:
        for node in step(left.pop()):
            if node not in reached and may_enter(node):
                reached.add(node)
                left.append(node)
    return reached


def paint(graph):
    """Returns the numbers of the ops that run in the low type."""
    nodes = range(len(graph))
    before = [[i for i in operands if i >= 0] for _, operands in graph]
    after = [[j for j in nodes if i in before[j]] for i in nodes]

    def members(kinds):
        return {i for i in nodes if graph[i][0] in kinds}

    allow, infer, deny_ops, clear = map(members, (ALLOW, INFER, DENY, CLEAR))
    if not allow:
        return set()
    deny = set(deny_ops)
    for start in deny_ops:
        for i in search([start], after.__getitem__, (infer | clear).__contains__) - {start}:
            onward = search([i], after.__getitem__, (infer | clear | deny_ops).__contains__)
            if i in infer or onward & (infer | deny_ops):
                deny.add(i)
    free = (infer | clear) - deny
    painted = allow | (search(allow, after.__getitem__, free.__contains__)
                       & search(allow, before.__getitem__, free.__contains__))
    if low == "bf16":
        for i in nodes:
            inputs = set(before[i])
            if i in infer - deny and inputs & painted and not inputs & deny:
                painted.add(i)
    return search(painted, lambda i: before[i] + after[i], (clear - deny).__contains__)


def write(number, graph):
    names = {-1: "%x", -2: "%w"}
    lines = []
    for i, (op, operands) in enumerate(graph):
        names[i] = f"%v{i}"
        values = [names[j] for j in operands]
        types = [ROW if op == "broadcast" else SQUARE] * len(operands)
        if op == "select":
            values, types = ["%c", *values], [BOOLS, *types]
        attributes = f" {{{ATTRIBUTES[op]}}}" if op in ATTRIBUTES else ""
        lines.append(f"  {names[i]} = amp.{op} {', '.join(values)}{attributes} : "
                     f"({', '.join(types)}) -> {ROW if op == 'mean' else SQUARE}\n")
    return (f"func.func @graph{number}(%x: {SQUARE}, %c: {BOOLS}) {{\n"
            f"  %w = amp.read @w : {SQUARE}\n{''.join(lines)}  return\n}}\n")


rng = random.Random(2)
drawn = [draw(rng) for _ in range(graphs)]
text = f"amp.variable @w : {SQUARE} init(#amp.zeros)\n" + "".join(
    write(number, graph) for number, graph in enumerate(drawn))
typed = subprocess.run(
    ["amp-opt", f"--amp-autocast=precision={low} policy=tensorflow", "--amp-verify-autocast"],
    input=text, capture_output=True, text=True)
if typed.returncode != 0:
    sys.exit(typed.stderr)
functions = typed.stdout.split("func.func @")[1:]
ops = painted_ops = wrong = 0
for graph, function in zip(drawn, functions, strict=True):
    # Casts and the read stand between the ops, which keep their order.
    found = [(op, element) for op, element in
             re.findall(r"= amp\.(\w+) .* -> tensor<[0-9x]*x(\w+)>", function) if op != "cast"]
    painted = paint(graph)
    wanted = [(op, low if i in painted else "f32") for i, (op, _) in enumerate(graph)]
    ops += len(wanted)
    painted_ops += len(painted)
    for i, (ours, theirs) in enumerate(zip(found, wanted, strict=True)):
        if ours != theirs:
            wrong += 1
            print(f"{function.split('(')[0]}: op {i}, {theirs[0]}, expects {theirs[1]}, got {ours}")
print(f"{low}: {graphs} graphs of {ops} ops, {painted_ops} painted, {wrong} wrong")
