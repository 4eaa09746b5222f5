# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads the JSON of `amp-run bench --target=cuda --plan --arch=75,90` and checks
# that its figures agree with each other and with the documented rates.

import json
import sys

RATES = {"A100": 2.039e12, "H100": 3.35e12, "H200": 4.8e12}
plan = json.load(sys.stdin)
steps = plan["steps"]
assert plan["iterations"] == 0 and plan["median_ms"] is None, plan
assert plan["graph_nodes"] == len(steps), plan["graph_nodes"]
assert plan["bytes"] == sum(s["read_bytes"] + s["written_bytes"] for s in steps), plan["bytes"]
kinds = [s["kind"] for s in steps]
assert kinds.count("launch") == plan["kernels"], kinds
assert kinds.count("product") == plan["library_calls"], kinds
for device, rate in RATES.items():
    total = plan["roofline_ms"][device]
    assert abs(total - sum(s["roofline_ms"][device] for s in steps)) < 1e-9, device
    assert abs(sum(s["share"][device] for s in steps) - 1) < 1e-9, device
    for step in steps:
        least = 1e3 * (step["read_bytes"] + step["written_bytes"]) / rate
        assert step["roofline_ms"][device] >= least * 0.999999, step
        if step["kind"] != "product":
            assert step["roofline_ms"][device] <= least * 1.000001, step
names = {s["name"] for s in steps if s["kind"] == "launch"}
for arch in (75, 90):
    mine = [r for r in plan["resources"] if r["arch"] == arch]
    assert {r["name"] for r in mine} == names and len(mine) == len(names), mine
    for one in mine:
        assert 8 < one["registers"] <= 255 and 0 < one["occupancy"] <= 1, one
        assert one["block_threads"] == 256 and one["shared_bytes"] >= 0, one
print("all figures agree")
