# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-optimizer.py PARAMETERS BYTES: reads the JSON of a step's plan and checks
# the optimizer, which is all that comes behind the last product of the backward
# pass, against BYTES a parameter and 4 launches, and that between two products
# there is at most one launch, but for the loss and for the sum that is the last
# bias's gradient.

import json
import sys

parameters, limit = int(sys.argv[1]), float(sys.argv[2])
steps = json.load(sys.stdin)["steps"]
products = [i for i, step in enumerate(steps) if step["kind"] == "product"]
update = [step for step in steps[products[-1] + 1:] if step["name"] != "outputs"]
moved = sum(step["read_bytes"] + step["written_bytes"] for step in update) / parameters
launches = [step for step in update if step["kind"] == "launch"]
if len(launches) > 4:
    sys.exit(f"{len(launches)} launches: " + ", ".join(step["name"] for step in launches))
if moved > limit:
    sys.exit(f"{moved} bytes a parameter, at most {limit} wanted")
assert moved > 0.9 * limit, moved
sets = max(step["sets"] for step in launches)
for first, second in zip(products, products[1:]):
    between = [step["name"] for step in steps[first + 1:second]
               if "cross_entropy" not in step["name"] and step["name"] != "k_sum"]
    if len(between) > 1:
        sys.exit(f"between two products: {between}")
print(f"{len(launches)} launches, {moved:.2f} bytes a parameter, {sets} tensors in one")
