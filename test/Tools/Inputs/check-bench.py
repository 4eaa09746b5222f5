# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-bench.py FOLDER COMMAND...: runs `COMMAND --json` (amp-run bench MODEL)
# and checks the form of what it prints and how the figures hang together.

import json
import subprocess
import sys

folder, command = sys.argv[1], sys.argv[2:]
KEYS = (
    "compile_seconds cached median_ms p95_ms iterations peak_bytes lower_bound_bytes"
    " casts cast_bytes kernels library_calls threads cpu precision"
).split()


def bench(*options):
    run = subprocess.run(
        [*command, "--json", "--cache-dir", folder + "/cache", *options],
        capture_output=True, text=True, check=True,
    )
    assert run.stdout.count("\n") == 1, run.stdout
    assert run.stderr == "", run.stderr
    result = json.loads(run.stdout)
    assert list(result) == KEYS, result
    assert result["compile_seconds"] > 0, result
    assert 0 < result["lower_bound_bytes"] <= result["peak_bytes"], result
    return result


first = bench("--iterations", "20", "--threads", "1")
assert first["cached"] is False and first["iterations"] == 20, first
assert 0 < first["median_ms"] <= first["p95_ms"], first
assert first["kernels"] > 0 and first["library_calls"] == 8, first
assert first["threads"] == 1 and first["precision"] == "f32" and first["cpu"], first
assert first["casts"] >= 0 and (first["casts"] == 0) == (first["cast_bytes"] == 0), first
again = bench("--iterations", "20", "--threads", "2")
assert again["cached"] is True and again["threads"] == 2, again
low = bench("--iterations", "20", "--precision", "bf16")
assert low["casts"] > first["casts"] and low["cast_bytes"] > first["cast_bytes"], low
assert low["peak_bytes"] < first["peak_bytes"] and low["precision"] == "bf16", low
plan = bench("--plan")
assert plan["median_ms"] is None and plan["p95_ms"] is None and plan["iterations"] == 0, plan
assert plan["peak_bytes"] == first["peak_bytes"] and plan["kernels"] == first["kernels"], plan
call = bench("--function", "forward", "--iterations", "10")
assert call["library_calls"] == 3 and call["peak_bytes"] < first["peak_bytes"], call
large = bench("--plan", "--batch", "64")
assert large["peak_bytes"] > plan["peak_bytes"] and large["kernels"] == plan["kernels"], large
print("all figures agree")
