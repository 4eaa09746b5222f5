# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes the README's first model to a file, so that a test can train it.

import re
import sys

source, target = sys.argv[1:3]
readme = open(f"{source}/README.md", encoding="utf-8").read()
model = re.search(r"```mlir\n(.*?)```", readme, re.S)
if not model:
    sys.exit("expects a model in README.md")
open(target, "w", encoding="utf-8").write(model[1])
print(len(model[1].splitlines()), "lines")
