# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Walks every op of our dialects and fails on a gap: a summary, a description
# with numbered constraints, an example that parses, a cast class, an evaluator,
# a gradient or a stated reason, and the tests that go with them.

import json
import os
import re
import subprocess
import sys

source, registry, tblgen, opt = sys.argv[1:5]
includes = [f"-I{source}/dialects", *(f"-I{path}" for path in sys.argv[5:])]

# Ops without a gradient, and why. The list is closed: an op that is neither
# differentiable nor here fails the test, and so does one that is both.
NO_GRADIENT = {
    "amp.compare": "boolean result",
    "amp.is_finite": "boolean result",
    "amp.argmax": "integer result",
    "amp.logical_and": "boolean result",
    "amp.logical_or": "boolean result",
    "amp.logical_xor": "boolean result",
    "amp.logical_not": "boolean result",
    "amp.floor": "constant between jumps",
    "amp.ceil": "constant between jumps",
    "amp.round": "constant between jumps",
    "amp.trunc": "constant between jumps",
    "amp.sign": "constant between jumps",
    "amp.size": "depends on the shape alone",
    "amp.iota": "depends on the shape alone",
    "amp.constant": "has no operand",
    "amp.variable": "declaration",
    "amp.read": "where gradients end",
    "amp.write": "result of a step",
    "amp.autocast": "flattened before differentiation",
    "amp.yield": "ends a region",
    "amp.if": "differentiated by the walk itself, as it has regions",
    "amp.fused": "made after differentiation",
    "amp.formula": "made after differentiation",
    "amp.apply": "made after differentiation",
    "amp.pack": "made after differentiation",
    "amp.packed_linear": "made after differentiation",
    "amp.sgd": "part of the update",
    "amp.adam": "part of the update",
    "amp.adamw": "part of the update",
    "amp.scale": "the scale enters as the seed of the gradients",
    "amp.unscale_and_check": "part of the update",
    "amp.update_scale": "part of the update",
    "amp.clip_by_norm": "part of the update",
    "amp.clip_by_value": "part of the update",
}
# Ops whose rule is that no gradient passes: they have no gradient test.
STOPS = {"amp.compare", "amp.is_finite", "amp.size", "amp.iota", "amp.floor", "amp.ceil",
         "amp.round", "amp.trunc", "amp.sign"}
# Ops that the interpreter handles itself, as they have a region or a variable.
WALKED = {"amp.variable", "amp.read", "amp.write", "amp.autocast", "amp.if", "amp.yield",
          "amp.fused", "amp.formula", "amp.apply"}

problems = []


def fail(op, text):
    problems.append(f"{op}: {text}")


def load_ops(file):
    """Name -> (summary, description) of the ops of a .td file."""
    records = json.loads(subprocess.run(
        [tblgen, "--dump-json", *includes, f"{source}/dialects/{file}"],
        check=True, capture_output=True).stdout)
    ops = {}
    for name in records["!instanceof"]["Op"]:
        record = records[name]
        dialect = records[record["opDialect"]["def"]]["name"]
        ops[f"{dialect}.{record['opName']}"] = (record["summary"], record["description"])
    return ops


def split_types(text):
    """Splits a type list at its top-level commas."""
    types, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += char in "<({["
        depth -= char in ">)}]"
        if char == "," and depth == 0:
            types.append(text[start:i].strip())
            start = i + 1
    return [t for t in [*types, text[start:].strip()] if t]


def wrap_example(example):
    """A module around an example: what it uses without defining becomes an
    argument, and each symbol it mentions a variable."""
    defined, arguments, symbols = set(), {}, {}
    for line in example.splitlines():
        for results in re.findall(r"^\s*((?:%\w+(?:, )?)+) =", line):
            defined.update(re.findall(r"%\w+", results))
        defined.update(re.findall(r"(%\w+): ", line) if "^bb" in line else [])
        body = line.split(" = ", 1)[-1] if line.lstrip().startswith("%") else line
        body = re.sub(r"\{[^{}]*:[^{}]*\}", "", body)
        if " : " not in body or "^bb" in line:
            continue
        operands, types = body.split(" : ", 1)
        operands = re.sub(r"\{.*?\}", "", operands)
        if types.startswith("("):
            types = types[1:types.index(") ->")]
        for symbol in re.findall(r"@[\w.]+", operands):
            if "amp.variable" not in body:
                symbols[symbol] = types.strip()
        values = re.findall(r"%\w+", operands)
        kinds = split_types(types)
        if len(kinds) == 1:  # operands of one type are printed with it once
            kinds *= len(values)
        for value, kind in zip(values, kinds):
            if value not in defined:
                arguments.setdefault(value, kind)
    variables = "".join(
        f"  amp.variable {name} : {kind} init(#amp.zeros)\n" for name, kind in symbols.items())
    if any(name in example for name in ("amp.variable", "amp.formula")) or "device.program" in example or "device.kernel" in example:
        return f"module {{\n{example}\n}}\n"
    signature = ", ".join(f"{name}: {kind}" for name, kind in arguments.items())
    return (f"module {{\n{variables}  func.func @example({signature}) {{\n{example}\n"
            "    return\n  }\n}\n")


def parse_examples(ops):
    for op, (_, description) in sorted(ops.items()):
        examples = re.findall(r"```mlir\n(.*?)```", description, re.S)
        if not examples:
            fail(op, "has no example")
        for example in examples:
            if op not in example:
                fail(op, "its example does not show it")
            run = subprocess.run([opt, "-"], input=wrap_example(example), text=True,
                                 capture_output=True)
            if run.returncode:
                fail(op, "its example does not parse: " + run.stderr.splitlines()[0])


families = sorted(f for f in os.listdir(f"{source}/dialects/amp")
                  if f.endswith(".td") and not f.startswith("Amp"))
amp_ops = {}
for family in families:
    own = load_ops(f"amp/{family}")
    amp_ops.update(own)
all_ops = {**amp_ops, **load_ops("check/CheckOps.td"), **load_ops("device/DeviceOps.td")}

interfaces = {}
for line in subprocess.run([registry], check=True, capture_output=True, text=True).stdout.splitlines():
    name, *rest = line.split()
    interfaces[name] = set(rest)

for op in sorted(set(all_ops) ^ set(interfaces)):
    fail(op, "is declared or registered, but not both")

for op, (summary, description) in sorted(all_ops.items()):
    words = summary.strip().lower()
    if not words or words == op.split(".")[1]:
        fail(op, "has no summary that says more than its name")
    numbers = [int(n) for n in re.findall(r"^\s*- C(\d+):", description, re.M)]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        fail(op, f"expects constraints numbered from C1, got {numbers}")

# Most examples live inside functions; those of device ops stand in programs
# and are parsed by the dialect's own tests.
parse_examples({op: text for op, text in all_ops.items() if not op.startswith("device.")})

reference = set(os.listdir(f"{source}/test/Reference"))
gradient = set(os.listdir(f"{source}/test/Gradient"))
for op in sorted(amp_ops):
    file = op.split(".")[1].replace("_", "-") + ".mlir"
    has = interfaces.get(op, set())
    if "Castable" not in has:
        fail(op, "has no cast class")
    if op not in WALKED:
        if "Evaluable" not in has:
            fail(op, "has no evaluator")
        if file not in reference:
            fail(op, f"has no test/Reference/{file}")
    if ("Differentiable" in has and op not in STOPS) == (op in NO_GRADIENT):
        fail(op, "needs either a gradient or a reason for having none")
    if "Differentiable" in has and op not in STOPS and file not in gradient:
        fail(op, f"has no test/Gradient/{file}")

for problem in problems:
    print(problem)
print(f"{len(all_ops)} ops walked, {len(problems)} gaps")
sys.exit(1 if problems else 0)
