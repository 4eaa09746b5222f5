# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every test of test/Execute also runs on the CUDA device.

A file counts as run if a RUN line of a test in Execute/Cuda names it, or if that
folder has a test of its name; otherwise a reason must stand here, and a reason
for a file that runs, or is not there, is out of date. Usage: check-targets.py
TESTS.
"""
import pathlib
import re
import sys

NOT_ON_CUDA = {
    "composites-decomposed.test": "says what decompositions mean to the interpreter; every kernel is made of them",
}

execute = pathlib.Path(sys.argv[1]) / "Execute"
tests = sorted(path.name for path in execute.iterdir() if path.suffix in (".mlir", ".test"))
named = set()
for path in (execute / "Cuda").glob("*.test"):
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "RUN:" in line]
    if not any("%emulated" in line for line in lines):
        sys.exit(f"error: {path.name}: expects a run on the emulated device")
    named.update(re.findall(r"%S/\.\./([\w.-]+)", "\n".join(lines)))
    named.update((path.name, path.stem + ".mlir"))
missing = [name for name in tests if name not in named and name not in NOT_ON_CUDA]
outdated = [name for name in NOT_ON_CUDA if name in named or name not in tests]
for name in missing:
    print(f"{name}: expects a run in Execute/Cuda or a reason here")
for name in outdated:
    print(f"{name}: expects no reason")
print(f"{len(tests)} tests, {len(tests) - len(NOT_ON_CUDA)} on CUDA")
sys.exit(bool(missing or outdated))
