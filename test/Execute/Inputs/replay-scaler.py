# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes recorded calls of PyTorch's GradScaler as a module: one function a
# scenario, in the ops scale, unscale_and_check, sgd with skip and update_scale,
# with exact assertions. Scenarios of the object's protocol, which is not in the
# graph (refused calls, saved state), are named on standard error.
# Usage: replay-scaler.py scaler.json > module.mlir

import json
import struct
import sys

FORMATS = {"f16": ("<e", "<H", 4), "f32": ("<f", "<I", 8), "f64": ("<d", "<Q", 16)}
TYPES = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
         "int64": "i64", None: "f32"}


class NotInTheGraph(Exception):
    """The scenario needs more than the ops can say."""


def literal(value, element):
    """A number, or a nested list of them, as exact bits."""
    if isinstance(value, list):
        return "[" + ", ".join(literal(v, element) for v in value) + "]"
    if element.startswith("i"):
        return str(int(value))
    if element == "bf16":  # All recorded values are exact in it.
        (bits,) = struct.unpack("<I", struct.pack("<f", float(value)))
        assert bits & 0xFFFF == 0
        return f"0x{bits >> 16:04X}"
    pack, unpack, digits = FORMATS[element]
    (bits,) = struct.unpack(unpack, struct.pack(pack, float(value)))
    return f"0x{bits:0{digits}X}"


def type_of(value, element):
    return f"tensor<{len(value)}x{element}>" if isinstance(value, list) else f"tensor<{element}>"


class Scenario:
    def __init__(self, scenario):
        self.lines, self.count = [], 0
        config = {"init_scale": 65536.0, "growth_factor": 2.0, "backoff_factor": 0.5,
                  "growth_interval": 2000, "enabled": True, **scenario["config"]}
        if not config["enabled"] or scenario.get("construct_error"):
            raise NotInTheGraph
        if any(t != "float32" for t in scenario.get("param_dtypes", {}).values()):
            raise NotInTheGraph
        self.growth = self.constant(config["growth_factor"], "f64")
        self.backoff = self.constant(config["backoff_factor"], "f64")
        self.interval = self.constant(config["growth_interval"], "i32")
        self.scale = self.constant(config["init_scale"], "f32")
        self.tracker = self.constant(0, "i32")
        self.one = self.constant(1.0, "f32")
        values = scenario.get("params", {"p": [1.0, 2.0]})
        self.types = {name: type_of(value, "f32") for name, value in values.items()}
        self.params = {name: self.constant(value, "f32") for name, value in values.items()}
        self.gradients = {}
        self.optimizers = scenario.get("optimizers", [{"params": ["p"], "lr": 1.0}])
        self.found = {}

    def emit(self, text, results=1):
        names = [f"%{self.count + i}" for i in range(results)]
        self.count += results
        self.lines.append(f"  {', '.join(names)} = {text}")
        return names[0] if results == 1 else names

    def constant(self, value, element):
        return self.emit(f"amp.constant dense<{literal(value, element)}> : {type_of(value, element)}")

    def expect(self, actual, value, element):
        expected = self.constant(value, element)
        self.lines.append(f"  check.expect_eq {actual}, {expected} : {type_of(value, element)}")

    def binary(self, op, lhs, rhs, left, right):
        return self.emit(f"amp.{op} {lhs}, {rhs} : ({left}, {right}) -> {left}")

    # Actions, by name.

    def do_scale(self, action, expect):
        values, results, dtypes = action["value"], expect["result"], expect["result_dtype"]
        if not action.get("many"):
            values, results, dtypes = [values], [results], [dtypes]
        for value, result, dtype in zip(values, results, dtypes):
            source, target = TYPES[action.get("dtype")], TYPES[dtype]
            loss = self.constant(value, source)
            if source == "i64":  # An integer loss is promoted first.
                kind, source = type_of(value, source), "f32"
                loss = self.emit(f"amp.cast {loss} : ({kind}) -> {type_of(value, source)}")
            scaled = self.emit(f"amp.scale {loss}, {self.scale} : ({type_of(value, source)}, "
                               f"tensor<f32>) -> {type_of(value, target)}")
            self.expect(scaled, result, target)

    def do_set_grads(self, action, expect):
        for name, value in action["grads"].items():
            self.gradients.pop(name, None)
            if value is not None:
                self.gradients[name] = self.constant(value, "f32")

    def do_zero_grad(self, action, expect):
        self.gradients.clear()

    def do_backward(self, action, expect):
        """The loss is sum(coef * param) times the scale."""
        for name, value in action["coef"].items():
            coefficient = self.constant(value, "f32")
            kind = self.types[name]
            gradient = self.binary("mul", coefficient, self.scale, kind, "tensor<f32>")
            if name in self.gradients:
                gradient = self.binary("add", self.gradients[name], gradient, kind, kind)
            self.gradients[name] = gradient
        self.check_gradients(expect)

    def check_gradients(self, expect):
        for name, value in expect.get("grads", {}).items():
            if value is not None:
                self.expect(self.gradients[name], value, "f32")

    def do_unscale(self, action, expect):
        index = action.get("opt", 0)
        found = None
        for name in self.optimizers[index]["params"]:
            if name not in self.gradients:
                continue
            kind = self.types[name]
            unscaled, one = self.emit(f"amp.unscale_and_check {self.gradients[name]}, {self.scale} : "
                                      f"({kind}, tensor<f32>) -> ({kind}, tensor<f32>)", 2)
            self.gradients[name] = unscaled
            found = self.binary("maximum", found, one, "tensor<f32>", "tensor<f32>") if found else one
        self.found[index] = found
        self.check_gradients(expect)
        if expect.get("found_inf") is not None:
            self.expect(found, expect["found_inf"], "f32")

    def do_step(self, action, expect):
        index = action.get("opt", 0)
        if index not in self.found:
            self.do_unscale(action, expect)
        optimizer = self.optimizers[index]
        rate = self.constant(optimizer["lr"], "f64")
        decay = self.constant(0.0, "f64")
        for name in optimizer["params"]:
            if name in self.gradients:
                kind = self.types[name]
                self.params[name] = self.emit(
                    f"amp.sgd {self.params[name]}, {self.gradients[name]}, {rate}, {decay}, {self.found[index]} : "
                    f"({kind}, {kind}, tensor<f64>, tensor<f64>, tensor<f32>) -> {kind}")
        for name, value in expect["params"].items():
            self.expect(self.params[name], value, "f32")

    def do_update(self, action, expect):
        if "new_scale" in action:
            self.scale = self.constant(expect["scale"], "f32")
        else:
            found = None
            for one in self.found.values():
                found = self.binary("maximum", found, one, "tensor<f32>", "tensor<f32>") if found else one
            self.scale, self.tracker = self.emit(
                f"amp.update_scale {self.scale}, {self.tracker}, {found}, {self.growth}, {self.backoff}, "
                f"{self.interval} : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<i32>)"
                f" -> (tensor<f32>, tensor<i32>)", 2)
        self.found = {}
        self.expect(self.scale, expect["scale"], "f32")
        self.expect(self.tracker, expect["growth_tracker"], "i32")

    def do_save(self, action, expect):
        self.expect(self.tracker, expect["growth_tracker"], "i32")

    def do_set_growth_interval(self, action, expect):
        self.interval = self.constant(action["value"], "i32")

    def replay(self, actions):
        for action in actions:
            expect = action["expect"]
            if action["op"] == "scale" and expect["error"] == "bad_scale_input":
                continue  # Refused by its type; nothing changes.
            run = getattr(self, "do_" + action["op"], None)
            if run is None or expect["error"] is not None:
                raise NotInTheGraph
            run(action, expect)
        return self.lines


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        scenarios = json.load(file)["scenarios"]
    for scenario in scenarios:
        try:
            lines = Scenario(scenario).replay(scenario["actions"])
        except NotInTheGraph:
            print("not in the graph:", scenario["name"], file=sys.stderr)
            continue
        print(f"func.func @{scenario['name']}() {{", *lines, "  return", "}", sep="\n")


main()
