# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the two replays of PyTorch's autocast share: amp text for one operator of
# theirs, with the result type that the op has as written.

import re
import subprocess

ELEMENT = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16",
           "int64": "i64", "bool": "i1"}


class Value:
    """An SSA name with its type as written: a shape and an element type."""

    def __init__(self, name, shape, element):
        self.name, self.shape, self.element = name, list(shape), element

    @property
    def type(self):
        return "tensor<" + "".join(f"{n}x" for n in self.shape) + self.element + ">"


def promote(a, b):
    """Element type of an elementwise op on the types that replays use."""
    floats = ["f32", "f64"]
    if a.element in floats and b.element not in floats:
        return a.element
    if b.element in floats and a.element not in floats:
        return b.element
    if bool(a.shape) != bool(b.shape):
        return a.element if a.shape else b.element
    return max(a.element, b.element)


def binary(op, element=promote, prefix=""):
    def build(x, y):
        shape = x.shape if len(x.shape) >= len(y.shape) else y.shape
        return f"amp.{op} {prefix}{x.name}, {y.name}", [x, y], shape, element(x, y)
    return build


def compare(predicate):
    return binary("compare", lambda x, y: "i1", predicate + " ")


def unary(op, element=None):
    return lambda x: (f"amp.{op} {x.name}", [x], x.shape, element or x.element)


def last_axis(op):
    return lambda x: (f"amp.{op} {x.name} {{axis = {len(x.shape) - 1} : i64}}", [x],
                      x.shape, x.element)


def reduce_all(op, dtype=None):
    def build(x):
        axes = ": " + ", ".join(map(str, range(len(x.shape)))) if x.shape else ""
        ending = f", dtype = {dtype}" if dtype else ""
        return (f"amp.{op} {x.name} {{axes = array<i64{axes}>{ending}}}", [x], [],
                dtype or x.element)
    return build


def max_rows(x):
    return f"amp.max {x.name} {{axes = array<i64: 1>}}", [x], x.shape[:1], x.element


def argmax(x):
    return f"amp.argmax {x.name}", [x], [], "i64"


def concat(x, y):
    return (f"amp.concat {x.name}, {y.name} {{axis = 0 : i64}}", [x, y],
            [x.shape[0] + y.shape[0]] + list(x.shape[1:]), promote(x, y))


def embedding(w, i):
    return f"amp.embedding {w.name}, {i.name}", [w, i], i.shape + w.shape[1:], w.element


def gather_elements(x, i):
    return (f"amp.gather_elements {x.name}, {i.name} {{axis = 0 : i64}}", [x, i], i.shape,
            x.element)


def matmul(x, y):
    return f"amp.matmul {x.name}, {y.name}", [x, y], x.shape[:-1] + y.shape[-1:], x.element


def dropout(x):
    return f"amp.dropout {x.name} {{p = 0.5 : f64}}", [x], x.shape, x.element


def linear(x, w, *bias):
    operands = [x, w, *bias]
    names = ", ".join(value.name for value in operands)
    return f"amp.linear {names}", operands, [x.shape[0], w.shape[0]], x.element


def loss(op):
    return lambda x, t: (f"amp.{op} {x.name}, {t.name}", [x, t], [], x.element)


def layer_norm(x, *affine):
    operands = [x, *affine]
    names = ", ".join(value.name for value in operands)
    return (f"amp.layer_norm {names} {{axis = {len(x.shape) - 1} : i64}}", operands,
            x.shape, x.element)


def mse(x, y):
    return f"amp.mse {x.name}, {y.name}", [x, y], [], x.element


def select(c, x, y):
    return (f"amp.select {c.name}, {x.name}, {y.name}", [c, x, y], x.shape,
            promote(x, y))


BUILDERS = {
    "matmul": matmul, "mm": matmul, "bmm": matmul, "linear": linear, "dropout": dropout,
    "add": binary("add"), "sub": binary("sub"), "mul": binary("mul"),
    "rsub_scalar": lambda x, scalar: binary("sub")(scalar, x),
    "maximum": binary("maximum"), "pow": binary("pow"),
    "eq": compare("eq"), "ne": compare("ne"), "lt": compare("lt"), "gt": compare("gt"),
    "where": select, "isfinite": unary("is_finite", "i1"),
    "relu": unary("relu"), "exp": unary("exp"), "log": unary("log"), "abs": unary("abs"),
    "sqrt": unary("sqrt"), "tanh": unary("tanh"), "sigmoid": unary("sigmoid"),
    "gelu": unary("gelu"), "to_float": unary("cast", "f32"),
    "softmax": last_axis("softmax"), "log_softmax": last_axis("log_softmax"),
    "rsqrt": unary("rsqrt"), "log2": unary("log2"), "sin": unary("sin"),
    "floor": unary("floor"), "softplus": unary("softplus"), "var": reduce_all("var"),
    "layer_norm": layer_norm, "mse_loss": mse,
    "sum": reduce_all("sum"), "mean": reduce_all("mean"), "max_dim": max_rows,
    "argmax": argmax, "cat": concat, "embedding": embedding, "gather": gather_elements,
    "nll_loss": loss("nll"), "cross_entropy": loss("cross_entropy"),
}


def statement(result, built):
    """Text of one op, and its result; `built` comes from a builder above."""
    text, operands, shape, element = built
    value = Value(result, shape, element)
    types = ", ".join(operand.type for operand in operands)
    return f"{result} = {text} : ({types}) -> {value.type}", value


def run(command, text):
    """Runs a tool on `text`; returns exit code, output, errors."""
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def result_elements(text):
    """Maps each function of printed IR to the element types of its results."""
    found = {}
    for name, results in re.findall(r"func\.func @(\w+)\(.*?\) -> (.*) \{$", text, re.M):
        found[name] = re.findall(r"(\w+)>", re.sub(r"tensor<(?:\d+x)*", "", results))
    return found
