# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-log.py LOG RESULT STEPS EPOCHS: checks the log of a training run with a
# loss scaler (interval 5, factors 2 and 0.5) and its final JSON object.

import json
import math
import sys


def refuse(constant):
    raise ValueError(constant + " is no JSON")


lines = [json.loads(s, parse_constant=refuse) for s in open(sys.argv[1])]
result = json.loads(open(sys.argv[2]).read(), parse_constant=refuse)
steps, epochs = int(sys.argv[3]), int(sys.argv[4])
fields = "step epoch loss scale scale_after growth_tracker skipped grad_norm lr ms"
assert all(list(line) == fields.split() for line in lines), lines[0]
assert [line["step"] for line in lines] == list(range(1, steps + 1)), lines
assert [line["epoch"] for line in lines] == [
    1 + i * epochs // steps for i in range(steps)
]

tracker = 0
for before, line in zip([None] + lines, lines):
    assert before is None or line["scale"] == before["scale_after"], line
    if line["skipped"]:
        assert line["grad_norm"] in ("inf", "nan"), line
        assert line["scale_after"] == line["scale"] / 2, line
        tracker = 0
    else:
        assert math.isfinite(line["grad_norm"]) and line["grad_norm"] > 0
        tracker = (tracker + 1) % 5
        assert line["scale_after"] == line["scale"] * (1 if tracker else 2), line
    assert line["growth_tracker"] == tracker, line
    assert math.isfinite(line["loss"]) and line["ms"] > 0 and line["lr"] == 1e-3

assert list(result) == (
    "steps skipped final_loss eval_loss eval_accuracy seconds "
    "compile_seconds peak_bytes"
).split(), result
skipped = sum(line["skipped"] for line in lines)
assert 0 < skipped < steps, skipped
assert result["steps"] == steps and result["skipped"] == skipped, result
assert result["final_loss"] == lines[-1]["loss"], result
assert 0 <= result["eval_accuracy"] <= 1 and result["eval_loss"] > 0, result
assert 0 < result["compile_seconds"] < result["seconds"], result
assert sum(line["ms"] for line in lines) <= 1000 * result["seconds"], result
