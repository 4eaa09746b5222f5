# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints a module that runs every operator case of a folder in f32 and in f64 and
# compares the result with PyTorch's float64.

import json
import math
import pathlib
import sys

import npz


def operation(name, attrs):
    """The op of a case, as a name and an attribute dictionary, and the constants
    it takes beside the inputs."""
    one_to_one = "abs add div erf exp log matmul_2d maximum mul neg pow relu sigmoid silu sin softplus sqrt tanh"
    renamed = {
        "matmul_2d": "matmul", "matmul_batched": "matmul", "matmul_broadcast": "matmul",
        "mul_broadcast_both": "mul", "sub_broadcast": "sub",
        "linear_bias": "linear", "where": "select", "gelu_erf": "gelu",
    }
    if name in one_to_one.split() or name in renamed:
        return "amp." + renamed.get(name, name), "", []
    if name == "add_scalar":
        return "amp.add", "", [attrs["scalar"]]
    if name == "pow_scalar_3":
        return "amp.pow", "", [attrs["exponent"]]
    if name == "square":
        return "amp.pow", "", [2.0]
    if name in ("cross_entropy", "nll_loss", "mse_loss"):
        reduction = "reduction = #amp.loss_reduction<%s>" % attrs["reduction"]
        return "amp." + name.removesuffix("_loss"), reduction, []
    return None


def axis_operation(name, attrs, shape):
    """The ops whose attributes depend on the rank."""
    rank = len(shape)
    if name == "embedding":
        return "amp.embedding", ""
    if name in ("concat", "gather"):
        kind = "amp.concat" if name == "concat" else "amp.gather_elements"
        return kind, "axis = %d : i64" % (attrs["dim"] % rank)
    if name == "slice_step":
        return "amp.slice", ", ".join(
            "%s = array<i64: %d>" % (plural, attrs[key]) for plural, key in
            (("axes", "dim"), ("ends", "end"), ("starts", "start"), ("steps", "step")))
    if name == "pad_constant":
        # PyTorch counts pairs from the last dimension.
        pairs = [attrs["pad"][2 * i:2 * i + 2] for i in reversed(range(rank))]
        columns = {"low": [p[0] for p in pairs], "high": [p[1] for p in pairs],
                   "interior": [0] * rank}
        return "amp.pad", ", ".join(
            "%s = array<i64: %s>" % (key, ", ".join(map(str, numbers)))
            for key, numbers in columns.items()) + ", value = %s : f64" % attrs["value"]
    if name.startswith("softmax") or name == "log_softmax":
        kind = "amp.log_softmax" if name == "log_softmax" else "amp.softmax"
        return kind, "axis = %d : i64" % (attrs["dim"] % rank)
    if name == "transpose":
        permutation = list(range(rank))
        first, second = attrs["dims"]
        permutation[first], permutation[second] = second, first
        return "amp.transpose", "permutation = array<i64: %s>" % ", ".join(map(str, permutation))
    if name == "layer_norm":
        return "amp.layer_norm", "axis = %d : i64, epsilon = %s" % (
            rank - len(attrs["shape"]), npz.number(attrs["eps"]))
    kinds = {"sum": "amp.sum", "mean": "amp.mean", "amax": "amp.max", "var": "amp.var"}
    axes = attrs.get("dim", list(range(rank)))
    axes = axes if isinstance(axes, list) else [axes]
    text = "axes = array<i64: %s>" % ", ".join(str(axis % rank) for axis in axes)
    if "correction" in attrs:
        text += ", correction = %s" % npz.number(attrs["correction"])
    return kinds[name.split("_")[0]], text + (", keepdims" if attrs.get("keepdim") else "")


def emit(path, element):
    case = json.loads(path.read_text())
    name, attrs = case["name"], case["attrs"]
    arrays = npz.load(path.with_suffix(".npz"))
    inputs = [arrays["in/" + key] for key in case["inputs"]]
    inputs = [a.cast(element) if a.element == "f32" else a for a in inputs]
    expected = arrays["out0/f64"]
    result = "tensor<%s%s>" % ("".join("%dx" % e for e in expected.shape), element)

    print("func.func @%s_%s() {" % (name, element))
    values, types = [], []
    for index, array in enumerate(inputs):
        print("  %%x%d = %s" % (index, array.constant))
        values.append("%%x%d" % index)
        types.append(array.type)
        if array.element == "i1":
            print("  %%c%d = amp.reshape %%x%d : (tensor<%dxi1>) -> %s"
                  % (index, index, len(array.values), array.type))
            values[-1] = "%%c%d" % index
    found = operation(name, attrs)
    kind, attributes = found[:2] if found else axis_operation(name, attrs, inputs[0].shape)
    scalars = list(found[2]) if found else []
    if "input_shift" in attrs:
        print("  %%shift = amp.constant dense<%s> : tensor<%s>" % (npz.number(attrs["input_shift"]), element))
        print("  %%shifted = amp.add %s, %%shift : (%s, tensor<%s>) -> %s"
              % (values[0], types[0], element, types[0]))
        values[0] = "%shifted"
    for scalar in scalars:
        print("  %%s = amp.constant dense<%s> : tensor<%s>" % (npz.number(scalar), element))
        values.append("%s")
        types.append("tensor<%s>" % element)
    print("  %%y = %s %s {%s} : (%s) -> %s"
          % (kind, ", ".join(values), attributes, ", ".join(types), result))
    print("  %%w = amp.cast %%y : (%s) -> %s" % (result, expected.type))
    print("  %%e = %s" % expected.constant)
    largest = max(map(abs, expected.values))
    error = 1e-13 if element == "f64" else max(1e-5, 2 * case["f32_error_rel_to_max"]["out0"])
    # PyTorch's softplus drops the exponential beyond its threshold; ours does not.
    error += math.exp(-attrs["threshold"]) / largest if "threshold" in attrs else 0
    print("  check.expect_close %%w, %%e {absolute = %s : f64} : %s"
          % (npz.number(error * largest), expected.type))
    print("  return\n}\n")


def main():
    cases = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
    assert cases, "expects cases"
    for path in cases:
        emit(path, "f32")
        emit(path, "f64")


main()
