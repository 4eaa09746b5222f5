# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the golden traces that no trace-*.test beside the model names.

Usage: list-uncompared-traces.py GOLDEN TESTS. A trace that configs.json has and
the folder lacks, or the other way round, is an error.
"""
import glob
import json
import os
import sys

golden, tests = sys.argv[1:]
with open(os.path.join(golden, "configs.json"), encoding="utf-8") as file:
    names = [config["name"] for config in json.load(file)]
files = sorted(os.path.basename(f).removesuffix(".npz") for f in glob.glob(os.path.join(golden, "traces", "*.npz")))
if files != sorted(names):
    sys.exit(f"error: configurations {sorted(names)} expect as many traces, got {files}")
text = ""
for path in glob.glob(os.path.join(tests, "trace-*.test")):
    with open(path, encoding="utf-8") as file:
        text += file.read()
compared = [name for name in names if f"/{name}.npz\n" in text]
for name in names:
    if name not in compared:
        print("skipped:", name)
print(len(compared), "compared")
