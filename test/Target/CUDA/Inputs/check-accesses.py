# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-accesses.py KERNEL...: reads PTX, or what nvdisasm prints of a cubin, and
# checks that no kernel touches local memory and that the kernels named load and
# store 128 bits at once. Accesses through pointers that a table holds may be
# generic ones, which go to global memory all the same.

import re
import sys

text = sys.stdin.read()
if ".visible .entry" in text:
    parts = re.split(r"\.visible \.entry (\w+)\(", text)
    local = r"\b(?:ld|st)\.local|\.local\b"
    wide = {"load": r"\bld(?:\.global)?(?:\.nc)?\.(?:v4\.[bfu]32|v2\.[bfu]64)",
            "store": r"\bst(?:\.global)?\.(?:v4\.[bfu]32|v2\.[bfu]64)"}
else:
    parts = re.split(r"\n\.text\.(\w+):", text)
    local = r"\b(?:LDL|STL)\b"
    wide = {"load": r"\bLDG?\.E\.(?:\w+\.)*128\b", "store": r"\bSTG?\.E\.(?:\w+\.)*128\b"}
kernels = dict(zip(parts[1::2], parts[2::2]))
assert len(kernels) > 3, list(kernels)
for name, body in kernels.items():
    if re.search(local, body):
        sys.exit(f"{name} touches local memory")
for name in sys.argv[1:]:
    for what, pattern in wide.items():
        count = len(re.findall(pattern, kernels[name]))
        if count == 0:
            sys.exit(f"{name} has no {what} of 128 bits")
        print(f"{name}: {count} {what}s of 128 bits")
print(f"{len(kernels)} kernels leave local memory alone")
