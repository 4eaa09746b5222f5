# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a training trace with a golden one, or two traces bit for bit.

Prints the worst figure of every field beside its limit, so that a pass shows
how far it is from failing. Limits and fields: test/Inputs/golden/train/README.md.
Relies on the standard library only.
"""
import argparse
import array
import math
import os
import re
import struct
import sys
import zipfile

F16_LIMIT = 65504.0
UNIT = {"f16": 2.0 ** -10, "bf16": 2.0 ** -7}
CODES = {"f2": "e", "f4": "f", "f8": "d", "b1": "B", "u1": "B", "i4": "i", "i8": "q"}


def load(path, raw=False):
    """The arrays of an .npz file as flat lists of Python numbers, or as bytes."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            size = struct.unpack_from("<H", data, 8)[0]
            header = data[10:10 + size].decode("latin1")
            if raw:
                arrays[name.removesuffix(".npy")] = data
                continue
            code = CODES[re.search(r"'descr': '[<|](\w\d)'", header).group(1)]
            if code == "e":
                values = [v for v, in struct.iter_unpack("<e", data[10 + size:])]
            else:
                values = array.array(code, data[10 + size:]).tolist()
            arrays[name.removesuffix(".npy")] = values
    return arrays


class Report:
    """Rows of figure and limit; remembers whether one was exceeded."""

    def __init__(self, title):
        self.failed = False
        print(f"{title}\n{'field':<34}{'worst':>12}{'limit':>12}")

    def at_most(self, field, value, limit):
        # A NaN compares false and so fails.
        good = value <= limit
        self.failed |= not good
        print(f"{field:<34}{value:>12.3g}{limit:>12.3g}{'' if good else '   FAILED'}")

    def at_least(self, field, value, limit):
        good = value >= limit
        self.failed |= not good
        print(f"{field:<34}{value:>12.4g}{limit:>12.3g}{'' if good else '   FAILED (too few)'}")

    def note(self, text):
        print(text)

    def fail(self, text):
        self.failed = True
        print(text + "   FAILED")


def worst(a, b):
    """The largest difference; equal infinities and two NaN do not differ."""
    largest = 0.0
    for x, y in zip(a, b, strict=True):
        if x != y and not (math.isnan(x) and math.isnan(y)):
            difference = abs(x - y)
            largest = max(largest, difference) if not math.isnan(difference) else math.inf
    return largest


def relative_to_largest(golden, ours):
    return worst(golden, ours) / max(max(map(abs, golden)), 1e-30)


def rms(golden, ours, prefix):
    pairs = [(x, y) for name in golden if name.startswith(prefix)
             for x, y in zip(golden[name], ours[name], strict=True)]
    return math.sqrt(sum((x - y) ** 2 for x, y in pairs) / len(pairs))


def grad_norm_difference(golden, ours):
    """Largest relative difference; steps without a finite norm must agree in that."""
    largest = 0.0
    for x, y in zip(golden, ours, strict=True):
        if math.isfinite(x) != math.isfinite(y):
            return math.inf
        if math.isfinite(x):
            largest = max(largest, abs(x - y) / max(x, 1e-12))
    return largest


def first_difference(golden, ours):
    """The first step whose skip or scale differs, or the number of steps."""
    fields = ("skipped", "scale", "scale_after", "tracker")
    steps = len(golden["skipped"])
    for step in range(steps):
        if any(golden[field][step] != ours[field][step] for field in fields):
            return step
    return steps


def compare_golden(golden, ours, options):
    report = Report(f"{options.name} on {options.target}")
    low = options.precision != "f32"
    unit = UNIT.get(options.precision, 1e-6)

    report.at_most("logits0 / largest", relative_to_largest(golden["logits0"], ours["logits0"]), unit)
    equal = [x == y for x, y in zip(golden["logits0"], ours["logits0"], strict=True)]
    if low:
        report.at_least("logits0 with equal bits", sum(equal) / len(equal), 0.95)
    report.at_most("first loss", abs(golden["loss"][0] - ours["loss"][0]), 1e-4 if low else 1e-5)
    gradients = [name for name in golden if name.startswith("grad0/")]
    for name in gradients:
        report.at_most(f"{name} / largest", relative_to_largest(golden[name], ours[name]), unit)

    steps = len(golden["skipped"])
    agreed = first_difference(golden, ours)
    if len(ours["skipped"]) != steps or len(ours["loss"]) != len(golden["loss"]):
        report.fail(f"expects {steps} steps and {len(golden['loss'])} losses, got "
                    f"{len(ours['skipped'])} and {len(ours['loss'])}")
        return report
    if agreed < steps:
        largest = ours["largest"][agreed] if "largest" in ours else math.nan
        text = (f"step {agreed}: golden skipped {bool(golden['skipped'][agreed])}, ours "
                f"{bool(ours['skipped'][agreed])}, largest scaled gradient {largest:.6g}")
        near = abs(largest - F16_LIMIT) <= 0.01 * F16_LIMIT
        if options.target == "ref" or not near or (agreed < 40 and not options.hot):
            report.fail(text)
        else:
            report.note(text + ", compared up to there")
    report.at_least("steps with equal scale and skip", agreed, 1 if options.hot else min(steps, 40))

    sgd = options.optimizer == "sgd"
    batches = agreed * options.accumulate if agreed < steps else len(golden["loss"])
    losses = [0.15 if sgd else 5e-3, 1e-3] if low else [1e-5, 1e-5]
    first = min(batches, 44)
    report.at_most("losses of the first 44 batches", worst(golden["loss"][:first], ours["loss"][:first]), losses[1])
    report.at_most("all losses", worst(golden["loss"][:batches], ours["loss"][:batches]), losses[0])
    norms = min(agreed, 44) if sgd and low else agreed
    report.at_most("grad_norm, relative", grad_norm_difference(golden["grad_norm"][:norms], ours["grad_norm"][:norms]),
                   0.05 if low else 1e-5)
    weights = (1e-2 if sgd else 2e-3) if low else 1e-6
    if any(name.startswith("w1/") for name in golden):
        report.at_most("w1, root mean square", rms(golden, ours, "w1/"), weights)
    if agreed == steps:
        report.at_most("wN, root mean square", rms(golden, ours, "wN/"), weights)
        report.at_most("test_correct", abs(golden["test_correct"][0] - ours["test_correct"][0]), 3)
        report.at_most("test_loss", abs(golden["test_loss"][0] - ours["test_loss"][0]), losses[0])
    return report


def compare_bits(first, second, options):
    """Every array that both traces have must be equal; the weights must be there."""
    report = Report(f"{options.name}: bit for bit")
    common = sorted(first.keys() & second.keys())
    for name in common:
        if first[name] != second[name]:
            pairs = zip(first[name], second[name], strict=True)
            report.fail(f"{name}: {sum(x != y for x, y in pairs)} of {len(first[name])} bytes differ")
    report.at_least("common arrays", len(common), 7)
    report.at_least("common final weights", sum(name.startswith("wN/") for name in common), 2)
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden")
    parser.add_argument("trace")
    parser.add_argument("--same", action="store_true", help="expect equal bits")
    parser.add_argument("--target", default="ref")
    parser.add_argument("--precision", default="f32")
    parser.add_argument("--optimizer", default="adam")
    parser.add_argument("--accumulate", type=int, default=1)
    parser.add_argument("--hot", action="store_true", help="the scale starts where every step overflows")
    # What the trace program needs beyond that may stand on the same line.
    options, _ = parser.parse_known_args()
    options.name = os.path.basename(options.golden).removesuffix(".npz")
    compare = compare_bits if options.same else compare_golden
    report = compare(load(options.golden, options.same), load(options.trace, options.same), options)
    print("FAILED" if report.failed else "passed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
