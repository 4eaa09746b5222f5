# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes the README's model to a file, so that a test can train it.

import re
import sys

source, target = sys.argv[1:3]
readme = open(f"{source}/README.md", encoding="utf-8").read()
models = re.findall(r"```mlir\n(.*?)```", readme, re.S)
if len(models) != 1:
    sys.exit(f"expects one model in README.md, got {len(models)}")
open(target, "w", encoding="utf-8").write(models[0])
print(len(models[0].splitlines()), "lines")
