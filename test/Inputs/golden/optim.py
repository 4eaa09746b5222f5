# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints a module that repeats the optimizer steps of a folder, in f32 and in
# f64, each from its own results of the step before, and the gradient clippings.

import json
import pathlib
import struct
import sys

import npz

DEFAULT_DECAY = {"SGD": 0.0, "Adam": 0.0, "AdamW": 0.01}
BOUNDS = {
    "f32": "relative = 1.0e-6 : f64, absolute = 1.0e-7 : f64",
    "f64": "relative = 1.0e-13 : f64, absolute = 1.0e-15 : f64",
}


def scalar(value, element):
    return npz.Array((), element, struct.pack("<" + npz.FORMATS[element], value))


class Function:
    """Prints one function; values are named by what they hold."""

    def __init__(self, name):
        print("func.func @%s() {" % name)

    def constant(self, name, array):
        print("  %%%s = %s" % (name, array.constant))
        return "%" + name

    def close(self, actual, name, array, element):
        expected = self.constant(name, array)
        print("  check.expect_close %s, %s {%s} : %s" % (actual, expected, BOUNDS[element], array.type))

    def end(self):
        print("  return\n}\n")


def emit_steps(case, parameter, arrays, element):
    kind = case["type"]
    args = dict(case["args"], **case.get("groups", {}).get(parameter, {}))
    prefix = "f64/" if element == "f64" else ""
    skipped = [step for name, step in case.get("no_grad", []) if name == parameter]
    function = Function("%s_%s_%s" % (case["name"], parameter, element))
    start = arrays["p0/" + parameter].cast(element)
    tensor = start.type
    value = function.constant("p", start)
    zeros = npz.Array(start.shape, element, bytes(len(start.data)))
    lr = function.constant("lr", scalar(args["lr"], "f64"))
    decay = function.constant("decay", scalar(args.get("weight_decay", DEFAULT_DECAY[kind]), "f64"))
    skip = function.constant("skip", scalar(0.0, "f32"))
    if kind == "SGD":
        names = ["momentum_buffer"] if "momentum" in args else []
        attributes = "momentum = %s : f64" % npz.number(args.get("momentum", 0.0))
        attributes += ", nesterov" if args.get("nesterov") else ""
    else:
        names = ["exp_avg", "exp_avg_sq", "step"]
        beta1, beta2 = args.get("betas", [0.9, 0.999])
        attributes = "beta1 = %s : f64, beta2 = %s : f64, epsilon = %s : f64" % tuple(
            map(npz.number, (beta1, beta2, args.get("eps", 1e-8))))
    state = [
        function.constant(name, scalar(0, "i64") if name == "step" else zeros) for name in names
    ]
    types = ["tensor<i64>" if name == "step" else tensor for name in names]

    for step in range(10):
        if step not in skipped:
            gradient = function.constant("g%d" % step, arrays["g/" + parameter].row(step).cast(element))
            results = ["%%p%d" % step] + ["%%%s%d" % (name, step) for name in names]
            print("  %s = amp.%s %s {%s} : (%s) -> (%s)" % (
                ", ".join(results), kind.lower(),
                ", ".join([value, gradient, *state, lr, decay, skip]), attributes,
                ", ".join([tensor, tensor, *types, "tensor<f64>", "tensor<f64>", "tensor<f32>"]),
                ", ".join([tensor, *types])))
            value, state = results[0], results[1:]
        expected = arrays[prefix + "param/" + parameter].row(step)
        function.close(value, "ep%d" % step, expected, element)
        for actual, name, type in zip(state, names, types):
            rows = arrays["%sstate/%s/%s" % (prefix, parameter, name)]
            # State that starts late has the last rows only.
            row = step - (10 - rows.shape[0])
            if row < 0:
                continue
            label = "e%s%d" % (name, step)
            if name == "step":
                count = function.constant(label, scalar(int(rows.values[row]), "i64"))
                print("  check.expect_eq %s, %s : %s" % (actual, count, type))
            else:
                function.close(actual, label, rows.row(row), element)
    function.end()


def vector(values):
    numbers = [float(value) for value in values]
    return npz.Array((len(numbers),), "f32", struct.pack("<%df" % len(numbers), *numbers))


def expect_clipped(function, actual, label, array):
    expected = function.constant(label, array)
    print("  check.expect_close %s, %s {ulps = 2 : i64} : %s" % (actual, expected, array.type))


def emit_clip(case):
    # Other norms have no op; refusing a non-finite norm is left to the step.
    if case.get("norm_type", 2.0) != 2.0 or case.get("error_if_nonfinite"):
        return
    pairs = [(g, a) for g, a in zip(case["grads"], case["after"]) if g is not None]
    gradients, after = [vector(g) for g, _ in pairs], [vector(a) for _, a in pairs]
    function = Function("clip_" + case["name"])
    limit = function.constant("max", scalar(float(case["max"]), "f32"))
    inputs = [function.constant("g%d" % i, g) for i, g in enumerate(gradients)]
    outputs = ["%%c%d" % i for i in range(len(inputs))]
    types = [g.type for g in gradients]
    if case["kind"] == "value":
        for actual, gradient, type in zip(outputs, inputs, types):
            print("  %s = amp.clip_by_value %s, %s : (%s, tensor<f32>) -> %s"
                  % (actual, gradient, limit, type, type))
    else:
        print("  %s, %%norm = amp.clip_by_norm %s, %s : (%s, tensor<f32>) -> (%s, tensor<f32>)"
              % (", ".join(outputs), ", ".join(inputs), limit, ", ".join(types), ", ".join(types)))
        expect_clipped(function, "%norm", "enorm", scalar(float(case["norm"]), "f32"))
    for index, (actual, expected) in enumerate(zip(outputs, after)):
        expect_clipped(function, actual, "e%d" % index, expected)
    function.end()


def main():
    folder = pathlib.Path(sys.argv[1])
    for case in json.loads((folder / "optimizers.json").read_text())["cases"]:
        if case["type"] not in DEFAULT_DECAY:
            continue
        arrays = npz.load(folder / (case["name"] + ".npz"))
        for parameter in ("a", "b"):
            emit_steps(case, parameter, arrays, "f32")
            emit_steps(case, parameter, arrays, "f64")
    for case in json.loads((folder / "clip.json").read_text())["cases"]:
        emit_clip(case)


main()
