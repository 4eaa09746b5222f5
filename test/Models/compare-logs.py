# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a training log with another one, step by step: skips, and scales if
the first has them, must be equal and losses within a relative limit; the mean of
the last ten losses must be below a share of the first. Usage: compare-logs.py
EXPECTED LOG LIMIT SHARE."""
import json
import math
import sys

expected, log = ([json.loads(line) for line in open(path)] for path in sys.argv[1:3])
limit, share = map(float, sys.argv[3:5])
worst = 0.0
for a, b in zip(expected, log, strict=True):
    for field in ("skipped", "scale"):
        if field in a and a[field] != b[field]:
            sys.exit(f"step {a['step']}: expects {field} {a[field]}, got {b[field]}")
    if a["loss"] != b["loss"]:
        worst = max(worst, abs(a["loss"] - b["loss"]) / a["loss"])
end = math.fsum(line["loss"] for line in log[-10:]) / 10
skips = sum(line["skipped"] for line in log)
print(f"{len(log)} steps, {skips} skipped, loss {log[0]['loss']:.4g} to {end:.4g}, "
      f"worst difference {worst:.3g}")
# A NaN compares false and so fails.
sys.exit(not (worst <= limit and end <= share * log[0]["loss"]))
