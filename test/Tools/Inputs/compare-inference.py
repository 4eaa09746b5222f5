# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs inference on cpu with several numbers of threads and with and without
# fusion, which must give the same bits, and on ref, which must be close.

import subprocess
import sys

import numpy

tool, model, data, folder = sys.argv[1:]
# Two roundings to the low type may fall the other way in each of three layers.
TOLERANCE = {"f32": 1e-5, "bf16": 2e-2, "f16": 3e-3}


def infer(precision, *options):
    path = f"{folder}/out.npy"
    subprocess.run([tool, "infer", model, "--precision", precision, "--input", f"x={data}",
                    "--output", f"logits={path}", "--quiet", *options], check=True)
    return numpy.load(path)


for precision, tolerance in TOLERANCE.items():
    first = infer(precision, "--target=cpu", "--threads=1")
    for options in ("--threads=2",), ("--threads=1", "--fuse=off"):
        other = infer(precision, "--target=cpu", *options)
        assert first.tobytes() == other.tobytes(), (precision, options)
    expected = infer(precision, "--target=ref")
    worst = numpy.abs(first - expected).max() / numpy.abs(expected).max()
    assert 0 < numpy.abs(expected).max() and worst <= tolerance, (precision, worst)
    print(f"{precision}: same bits, close to ref")
