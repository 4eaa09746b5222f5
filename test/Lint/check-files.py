# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# House rules that a script can check: licence line and purpose at the top of
# every file, file sizes, the top-level layout, no formatting drift, nothing in
# lib/ that prints, exits or holds options.

import os
import re
import subprocess
import sys

source, clang_format = sys.argv[1:3]
problems = []
TOP = {"dialects", "include", "lib", "test", "tools", "CMakeLists.txt",
       "CMakePresets.json", "README.md", "LICENSE"}
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
COMMENT = {".cpp": "//", ".h": "//", ".td": "//", ".mlir": "//", ".py": "#",
           ".cmake": "#", ".test": "#", ".c": "//"}
FORBIDDEN = re.compile(r"cl::(opt|list)<|report_fatal_error|llvm::errs\(\)|std::(cerr|cout)"
                       r"|\bexit\(|\babort\(|\(void\) *apply")

for entry in os.listdir(source):
    if entry not in TOP and not entry.startswith((".", "build")):
        problems.append(f"{entry}: stands outside the layout")

cpp_files, sizes = [], []
for root in ("dialects", "include", "lib", "test", "tools"):
    for folder, _, names in os.walk(os.path.join(source, root)):
        if "/Inputs" in folder or "__pycache__" in folder:
            continue
        for name in sorted(names):
            path = os.path.join(folder, name)
            shown = os.path.relpath(path, source)
            kind = os.path.splitext(name)[1]
            if kind not in COMMENT:
                continue
            lines = open(path, encoding="utf-8").read().splitlines()
            sign = COMMENT[kind]
            if kind == ".test" and lines and lines[0].startswith("//"):
                sign = "//"
            if not lines or lines[0] != f"{sign} {LICENCE}":
                problems.append(f"{shown}: expects the licence line first")
            elif kind == ".py" and len(lines) > 1 and lines[1].startswith('"""'):
                pass
            elif len(lines) < 3 or lines[1] != sign or not lines[2].startswith(f"{sign} "):
                problems.append(f"{shown}: expects a paragraph of purpose after the licence")
            if kind in (".cpp", ".h"):
                cpp_files.append(path)
                if kind == ".cpp":
                    sizes.append(len(lines))
                if len(lines) > 800:
                    problems.append(f"{shown}: {len(lines)} lines, 800 is the limit")
                if root in ("lib", "include"):
                    for number, line in enumerate(lines, 1):
                        if FORBIDDEN.search(line) and "clEnumVal" not in line:
                            problems.append(f"{shown}:{number}: forbidden in the library: {line.strip()}")

drift = subprocess.run([clang_format, "--dry-run", "--Werror", "--style=file", *cpp_files],
                       capture_output=True, text=True, cwd=source)
for line in drift.stderr.splitlines():
    if "error:" in line:
        problems.append(os.path.relpath(line.split(": error")[0], source) + ": not formatted")
        break

for problem in problems:
    print(problem)
sizes.sort()
print(f"{len(cpp_files)} C++ files, median .cpp {sizes[len(sizes) // 2]} lines, "
      f"p90 {sizes[len(sizes) * 9 // 10]}; {len(problems)} problems")
sys.exit(1 if problems else 0)
