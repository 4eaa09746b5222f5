# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs every pass by itself on the models in a folder, with which most passes
# can do nothing: each time it has to succeed or to say why not.
# Usage: check-passes.py FOLDER

import pathlib
import re
import subprocess
import sys

listed = subprocess.run(["amp-opt", "--help"], capture_output=True, text=True, check=True).stdout
passes = sorted(set(re.findall(r"^ +(--amp-[\w-]+) ", listed, re.MULTILINE)))
models = [path for path in sorted(pathlib.Path(sys.argv[1]).glob("*.mlir")) if not path.stem.endswith("-errors")]
wrong = 0
for name in passes:
    for model in models:
        done = subprocess.run(["amp-opt", name, "--split-input-file", str(model), "-o", "/dev/null"],
                              capture_output=True, text=True)
        if done.returncode not in (0, 1) or (done.returncode == 1 and "error:" not in done.stderr):
            wrong += 1
            print(f"{name} {model.name}: exit code {done.returncode}: {done.stderr[:300]}")
print(f"{len(passes)} passes on {len(models)} models: {wrong} wrong")
