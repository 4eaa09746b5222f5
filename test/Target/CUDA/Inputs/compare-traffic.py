# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compare-traffic.py TRAFFIC PLAN [GATHER...]: compares what the emulator counted in the
# last replay of a step's graph with the JSON of the plan: the same nodes in the
# same order, each with the bytes that the plan says, within 5 %. What is
# counted are bytes of device memory that a node reads and that it writes, each
# byte once; the accesses of all threads, in which a row that is read twice
# counts twice, are printed beside. The launches named GATHER read what indices
# say, which the plan takes to be all different: an upper bound.

import json
import sys

LAUNCH, PRODUCT = "launch", "product"


def main():
    lines = [json.loads(line) for line in open(sys.argv[1])]
    plan = json.load(open(sys.argv[2]))
    last = max(i for i, line in enumerate(lines) if line["kind"] == "replay")
    nodes = lines[last]["nodes"]
    if nodes != plan["graph_nodes"] or nodes != len(plan["steps"]):
        sys.exit(f"the graph has {nodes} nodes, the plan {plan['graph_nodes']}")
    counted = lines[last + 1:last + 1 + nodes]
    totals = [0, 0]
    for found, step in zip(counted, plan["steps"]):
        kind = found["kind"] if found["kind"] in (LAUNCH, PRODUCT) else "copy"
        if kind != step["kind"] or (kind == LAUNCH and found["name"] != step["name"]):
            sys.exit(f"expects {step['name']}, got {found['kind']} {found['name']}")
        for key in ("read", "written"):
            predicted, seen = step[key + "_bytes"], found[key]
            if step["name"] in sys.argv[3:] and seen <= predicted:
                continue
            totals[0] += predicted
            totals[1] += seen
            # A few scalars of small steps are no matter.
            if abs(predicted - seen) > max(0.05 * seen, 64):
                sys.exit(f"{step['name']}: {key} {seen} bytes, the plan says {predicted}")
    every = sum(line["loaded"] + line["stored"] for line in counted)
    print(f"{nodes} nodes, {totals[1]} bytes counted, plan {100 * totals[0] / totals[1] - 100:+.2f} %,"
          f" accesses of all threads {every} bytes")


main()
