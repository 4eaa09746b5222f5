# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# rename.py MODEL FOLDER: writes copies of the model whose first variable, or
# whose output, has a name that no file can hold.

import sys

text = open(sys.argv[1]).read()
for file, old, new in [
    ("bytes", "@fc1.weight", r'@"\FF"'),
    ("none", "@fc1.weight", '@""'),
    ("null", "@fc1.weight", r'@"a\00b"'),
    ("metadata", "@fc1.weight", "@__metadata__"),
    ("output", '"logits"', r'"\FF"'),
]:
    assert old in text
    with open(f"{sys.argv[2]}/{file}.mlir", "w") as copy:
        copy.write(text.replace(old, new))
