# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Replays what PyTorch's autocast on a device does to single operators: for each row
# and combination of input types, the result's element type or the refusal must
# be the same. Usage:
# replay_policy.py policy.json DEVICE POLICY-FILE

import json
import sys

from golden_ops import BUILDERS, Value, reduce_all, result_elements, run, statement

# Shapes of the float operands, where they are not vectors.
SHAPES = {
    "mm": [[3, 4], [4, 5]], "matmul": [[3, 4], [4, 5]],
    "bmm": [[2, 3, 4], [2, 4, 5]], "matmul_batched": [[2, 3, 4], [2, 4, 5]],
    "linear": [[3, 4], [5, 4], [5]], "linear_no_bias": [[3, 4], [5, 4]],
    "softmax": [[2, 8]], "log_softmax": [[2, 8]], "F_log_softmax": [[2, 8]],
    "nll_loss": [[2, 8]], "F_nll_loss": [[2, 8]], "cross_entropy": [[2, 8]],
    "layer_norm": [[2, 8]], "F_layer_norm": [[2, 8], [8], [8]],
    "max_dim": [[4, 8]], "embedding": [[4, 8]], "add_zero_dim_tensor": [[8], []],
}
ALIASES = {"linear_no_bias": "linear", "matmul_batched": "matmul", "dropout_p0": "dropout", "F_log_softmax": "log_softmax",
           "F_nll_loss": "nll_loss", "F_mse_loss": "mse_loss", "F_layer_norm": "layer_norm",
           "add_zero_dim_tensor": "add",
           "add_python_scalar": "add", "mul_python_scalar": "mul", "pow_scalar": "pow"}
# Operands that are not listed in a row.
EXTRA = {"add_python_scalar": 1.5, "mul_python_scalar": 1.5, "pow_scalar": 2.0,
         "rsub_scalar": 1.5}
# What a refusal for its operands' types says.
REFUSALS = ("expects one element type", "or f32 operands under class promote")
TARGETS = ("nll_loss", "F_nll_loss", "cross_entropy", "embedding", "gather")


def operand(index, shape, element):
    """A function argument, and the operand made from it. A 16-bit value is
    written as f32 and narrowed by the policy's pattern for `narrow`, since ops
    such as matmul cannot be written with mixed types."""
    if element not in ("f16", "bf16"):
        argument = Value(f"%a{index}", shape, element)
        return argument, [], argument
    argument = Value(f"%a{index}", shape, "f32")
    low = Value(f"%l{index}", shape, "f32")
    line = (f"{low.name} = amp.autocast enabled(true) dtype({element}) -> ({low.type}) {{ "
            f"%n = amp.abs {argument.name} : ({argument.type}) -> {argument.type} "
            f'loc("narrow") amp.yield %n : {argument.type} }}')
    return argument, [line], low


def function(name, op, case):
    shapes = SHAPES.get(op, [[8]] * len(case["in"]))
    arguments, lines, values = [], [], []
    for index, (shape, element) in enumerate(zip(shapes, case["in"], strict=True)):
        argument, made, value = operand(index, shape, element)
        arguments.append(argument)
        lines += made
        values.append(value)
    if op in EXTRA:
        values.append(Value("%scalar", [], "f32"))
        lines.append(f"%scalar = amp.constant dense<{EXTRA[op]}> : tensor<f32>")
    if op in TARGETS:
        values.append(Value("%target", [2], "i64"))
        arguments.append(values[-1])
    if op == "where":
        values.insert(0, Value("%cond", [8], "i1"))
        arguments.append(values[0])
    build = reduce_all("sum", "bf16") if op == "sum_to_low" else BUILDERS[ALIASES.get(op, op)]
    line, result = statement("%r", build(*values))
    lines.append(line)
    signature = ", ".join(f"{a.name}: {a.type}" for a in arguments)
    body = "\n  ".join(lines)
    return (f"func.func @{name}({signature}) -> {result.type} {{\n  {body}\n"
            f"  return %r : {result.type}\n}}\n")


def expected(case):
    """The result's element type, or None for a refusal."""
    if "out" in case:
        return {"bool": "i1"}.get(case["out"][0], case["out"][0])
    if "error" in case:
        return None
    # f64 is never cast; a kernel that takes mixed types gives f64, others refuse.
    kernel, _, outputs = case["trace"][-1]
    return outputs[0] if kernel in ("pow", "mse_loss") else None


def main(path, device, policy):
    rows = json.load(open(path))["table"]
    skipped, wrong, cases = set(), [], 0
    replayed = set()
    for dtype, low in (("bfloat16", "bf16"), ("float16", "f16")):
        accepted, want = [], {}
        option = f"--amp-autocast=precision={low} keep-io=false policy={policy}"
        for row in rows:
            op = row["op"]
            if row["device"] != device or row["autocast_dtype"] != dtype:
                continue
            if op != "sum_to_low" and ALIASES.get(op, op) not in BUILDERS:
                skipped.add(op)
                continue
            replayed.add(op)
            for case in row["cases"]:
                cases += 1
                name = f"{op}_{case['combo']}"
                text = function(name, op, case)
                want[name] = expected(case)
                if want[name] is not None:
                    accepted.append(text)
                    continue
                code, _, errors = run(["amp-opt", "-", option], text)
                if code == 0 or not any(reason in errors for reason in REFUSALS):
                    wrong.append(f"{low} {name}: expects a refusal, got {errors[:80]!r}")
        code, output, errors = run(["amp-opt", "-", option, "--amp-verify-autocast"],
                                   "\n".join(accepted))
        if code:
            sys.exit(errors)
        got = result_elements(output)
        for name, element in want.items():
            if element is not None and got.get(name) != [element]:
                wrong.append(f"{low} {name}: expects {element}, got {got.get(name)}")
    for line in wrong:
        print("wrong:", line)
    print(f"{len(replayed)} operators, {cases} cases, {len(wrong)} wrong")
    print("skipped:", ", ".join(sorted(skipped)))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
