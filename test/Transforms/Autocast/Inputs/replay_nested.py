# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Replays PyTorch's nested autocast regions: dtypes of every result exactly,
# refusals as located errors, values and gradients through the interpreter within
# the bounds that the data's README states. Usage: replay_nested.py nested.json

import json
import re
import struct
import sys

from golden_ops import BUILDERS, ELEMENT, Value, result_elements, run, statement

# One unit in the last place of a 16-bit type; 1e-6 for the others.
RELATIVE = {"f32": 1e-6, "f64": 1e-6, "bf16": 2.0**-8, "f16": 2.0**-11}
# PyTorch's behaviour; its documentation differs in cross_entropy.
POLICY = "policy=torch-cuda-exact"


def flatten(value):
    return [x for row in value for x in flatten(row)] if isinstance(value, list) else [value]


def shape_of(value):
    return [len(value)] + shape_of(value[0]) if isinstance(value, list) else []


def elements(value, element):
    """Elements of a dense attribute; floats by their bits."""
    if element == "i64":
        return ", ".join(str(x) for x in flatten(value))
    code, unsigned, digits = ("d", "Q", 16) if element == "f64" else ("f", "I", 8)
    bits = [struct.unpack(f"<{unsigned}", struct.pack(f"<{code}", float(x)))[0]
            for x in flatten(value)]
    return ", ".join(f"0x{b:0{digits}X}" for b in bits)


def dense(value, shape, element):
    # Nesting is not needed: a flat list would be refused, so rows are written.
    if not shape:
        return f"dense<{elements(value, element)}>"
    rows = [dense(row, shape[1:], element)[6:-1] for row in value]
    return "dense<[" + ", ".join(rows) + "]>"


class Program:
    """The text of one scenario, written region by region."""

    def __init__(self, scenario):
        self.scenario = scenario
        self.name = scenario["name"]
        self.globals, self.text = [], []
        self.scopes = [{}]
        self.regions = []
        self.skipped, self.refusals, self.results = [], [], {}
        self.low, self.gradients = None, []
        for name, given in scenario["inputs"].items():
            self.add_input(name, given)

    def add_input(self, name, given):
        element = ELEMENT[given.get("dtype", "float32")]
        if element == "bf16":
            return  # Only ops that do not exist here use one.
        value = Value(f"%{name}", shape_of(given["value"]), element)
        content = f"{dense(given['value'], value.shape, element)} : {value.type}"
        if given.get("requires_grad"):
            symbol = f"@{self.name}.{name}"
            self.globals.append(f"amp.variable {symbol} : {value.type} init({content})")
            self.text.append(f"{value.name} = amp.read {symbol} : {value.type}")
        else:
            self.text.append(f"{value.name} = amp.constant {content}")
        self.scopes[0][name] = value

    def lookup(self, name):
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def push(self, setting):
        self.low = ELEMENT.get(setting.get("dtype"), self.low)
        text = "amp.autocast"
        text += f" enabled({str(setting['enabled']).lower()})" if "enabled" in setting else ""
        text += f" dtype({ELEMENT[setting['dtype']]})" if "dtype" in setting else ""
        self.regions.append((text, self.text))
        self.scopes.append({})
        self.text = []

    def pop(self):
        header, outer = self.regions.pop()
        scope = self.scopes.pop()
        # Results of the region have the names without the suffix for its depth.
        values = [(name, v, Value(v.name.rsplit("__", 1)[0], v.shape, v.element))
                  for name, v in scope.items()]
        types = ", ".join(v.type for _, v, _ in values)
        body = self.text
        if values:
            header = f"{', '.join(o.name for _, _, o in values)} = {header} -> ({types})"
            body = body + [f"amp.yield {', '.join(v.name for _, v, _ in values)} : {types}"]
        self.text = outer + [header + " {"] + body + ["}"]
        self.scopes[-1].update({name: out for name, _, out in values})

    def apply(self, op, inputs, output, extra):
        """Adds one op; returns why it cannot be, or None."""
        operands = [self.lookup(name) for name in inputs]
        result = f"%{output}" + "__in" * len(self.regions)
        if None in operands:
            return f"{op} {output} (its input is missing)"
        if op == "to":
            built = (f"amp.cast {operands[0].name}", operands, operands[0].shape,
                     ELEMENT[extra[0]])
        elif op not in BUILDERS:
            return f"{op}"
        else:
            if op == "pow":
                self.text.append(f"{result}_e = amp.constant dense<{extra[0]}> : tensor<f32>")
                operands.append(Value(f"{result}_e", [], "f32"))
            built = BUILDERS[op](*operands)
        line, value = statement(result, built)
        self.text.append(line)
        self.scopes[-1][output] = value
        return None

    def step(self, step):
        do, want = step["do"], step.get("cuda")
        if do[0] == "push":
            return self.push(do[1])
        if do[0] == "pop":
            return self.pop()
        if do[0] == "backward":
            if do[1] not in self.results:
                return self.skipped.append(f"backward {do[1]} (its input is missing)")
            return self.gradients.append((self.loss(do[1]), want["grads"]))
        op, inputs, output, *extra = do
        before = list(self.text)
        problem = self.apply(op, inputs, output, extra)
        if problem:
            self.skipped.append(problem)
        elif "error" in want:
            self.refusals.append((output, want["error"], self.module(returns=False)))
            self.text = before
            del self.scopes[-1][output]
        else:
            self.results[output] = want
        return None

    def module(self, returns=True):
        """The program so far as a module; open regions are closed."""
        saved = self.text, list(self.regions), [dict(s) for s in self.scopes]
        while self.regions:
            self.pop()
        text, types = list(self.text), ""
        if returns:
            text += self.assertions()
            values = [self.scopes[0][name] for name in self.results]
            types = ", ".join(v.type for v in values)
            text.append(f"return {', '.join(v.name for v in values)} : {types}")
            types = f" -> ({types})"
        else:
            text.append("return")
        self.text, self.regions, self.scopes = saved
        body = "\n  ".join(text)
        return "\n".join(self.globals) + f"\nfunc.func @{self.name}(){types} {{\n  {body}\n}}\n"

    def loss(self, name):
        """The program so far as a loss: the sum of one result."""
        line, total = statement("%total", BUILDERS["sum"](self.scopes[0][name]))
        body = "\n  ".join(self.text + [line, f"return %total : {total.type}"])
        return "\n".join(self.globals) + f"\nfunc.func @loss() -> {total.type} {{\n  {body}\n}}\n"

    def check_gradients(self, text, want):
        """A function that calls the gradient function in `text` and compares
        what it returns, to 3 units of the low type of the largest element."""
        symbols = re.findall(rf"amp.gradient_of = @{self.name}\.(\w+)", text)
        if sorted(symbols) != sorted(want):
            return f"expects gradients of {sorted(want)}, got {symbols}"
        lines, names, types = [], ["%loss"], ["tensor<f32>"]
        for symbol in symbols:
            given = want[symbol]
            value = Value(f"%g_{symbol}", given["shape"], ELEMENT[given["dtype"]])
            bound = 3 * RELATIVE[self.low] * max(abs(x) for x in flatten(given["value"]))
            content = dense(given["value"], value.shape, value.element)
            lines += [f"{value.name}_x = amp.constant {content} : {value.type}",
                      f"check.expect_close {value.name}, {value.name}_x "
                      f"{{absolute = {bound:.17e} : f64}} : {value.type}"]
            names.append(value.name)
            types.append(value.type)
        call = (f"{', '.join(names)} = func.call @loss_gradient(%seed) : "
                f"(tensor<f32>) -> ({', '.join(types)})")
        body = "\n  ".join(["%seed = amp.constant dense<1.0> : tensor<f32>", call, *lines,
                            "return"])
        check = f"func.func @check() {{\n  {body}\n}}\n"
        code, _, errors = run(["amp-run", "check", "-"],
                              text.rstrip().removesuffix("}") + check + "}\n")
        return errors if code else None

    def assertions(self):
        lines = []
        for name, want in self.results.items():
            value = self.scopes[0][name]
            lines.append(f"{value.name}_x = amp.constant "
                         f"{dense(want['value'], value.shape, value.element)} : {value.type}")
            close = RELATIVE.get(ELEMENT[want["dtype"]])
            bound = f" {{relative = {close:.17e} : f64}}" if close else ""
            check = "check.expect_close" if close else "check.expect_eq"
            lines.append(f"{check} {value.name}, {value.name}_x{bound} : {value.type}")
        return lines


def replay(scenario):
    """Returns (lines to print, number of results, mistakes)."""
    program = Program(scenario)
    for step in scenario["steps"]:
        program.step(step)
    wrong = []
    for output, code, text in program.refusals:
        status, _, errors = run(["amp-opt", "-", f"--amp-autocast={POLICY}"], text)
        if status == 0 or "expects one element type" not in errors or code != "dtype_mismatch":
            wrong.append(f"{output}: expects {code}, got {errors[:120]!r}")
    count = len(program.refusals) + len(program.results)
    if program.results:
        code, text, errors = run(["amp-opt", "-", f"--amp-autocast=keep-io=false {POLICY}",
                                  "--amp-verify-autocast"], program.module())
        if code:
            return program, count, wrong + [errors]
        got = result_elements(text)[program.name]
        for (name, want), element in zip(program.results.items(), got, strict=True):
            if ELEMENT[want["dtype"]] != element:
                wrong.append(f"{name}: expects {want['dtype']}, got {element}")
        code, _, errors = run(["amp-run", "check", "-"], text)
        if code:
            wrong.append(errors)
    for loss, want in program.gradients:
        count += len(want)
        code, text, errors = run(["amp-opt", "-", f"--amp-autocast={POLICY}", "--amp-verify-autocast",
                                  "--amp-differentiate", "--amp-verify-differentiate"], loss)
        problem = errors if code else program.check_gradients(text, want)
        wrong += [problem] if problem else []
    return program, count, wrong


def main(path):
    mistakes = 0
    for scenario in json.load(open(path))["scenarios"]:
        program, count, wrong = replay(scenario)
        print(f"{program.name}: {count} results, {len(wrong)} wrong")
        for line in wrong:
            print("wrong:", line)
        if program.skipped:
            print(f"skipped: {program.name}: {', '.join(program.skipped)}")
        mistakes += len(wrong)
    return bool(mistakes)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
