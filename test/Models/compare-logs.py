# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two training logs, step by step: skips and scales must be equal and
losses within a relative limit; the mean of the last ten losses must be below a
share of the first. Usage: compare-logs.py A B LIMIT SHARE."""
import json
import math
import sys

first, second = ([json.loads(line) for line in open(path)] for path in sys.argv[1:3])
limit, share = map(float, sys.argv[3:5])
worst = 0.0
for a, b in zip(first, second, strict=True):
    for field in ("skipped", "scale"):
        if a.get(field) != b.get(field):
            sys.exit(f"step {a['step']}: {field} {a.get(field)} and {b.get(field)}")
    if a["loss"] != b["loss"]:
        worst = max(worst, abs(a["loss"] - b["loss"]) / a["loss"])
end = math.fsum(line["loss"] for line in first[-10:]) / 10
skips = sum(bool(line.get("skipped")) for line in first)
print(f"{len(first)} steps, {skips} skipped, loss {first[0]['loss']:.4g} to {end:.4g}, "
      f"worst difference {worst:.3g}")
# A NaN compares false and so fails.
sys.exit(not (worst <= limit and end <= share * first[0]["loss"]))
