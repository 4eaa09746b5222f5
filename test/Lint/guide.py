# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the commands of README.md's guided path and compares what they print with
# the excerpts that the page shows; with --update it writes the excerpts instead.
#
# A step is a comment, a command and its excerpt:
#
#   <!-- guide: FILE [| PATTERN [>> PATTERN]] -->
#   ```sh
#   COMMAND
#   ```
#   ```mlir
#   EXCERPT
#   ```
#
# The output of COMMAND becomes FILE, which later commands read. The excerpt is
# all of it, or the first line that matches PATTERN (a regular expression) and
# what belongs to it: up to its closing brace or, where it opens none, up to the
# next line that is indented no further. A second pattern cuts a part out of
# that part. A step without command is the model.

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile

STEP = re.compile(r"<!-- guide: (?P<file>\S+)(?: \| (?P<patterns>.*?))? -->\n"
                  r"(?:```sh\n(?P<command>.*?)```\n)?"
                  r"(?P<fence>```\w*\n)(?P<excerpt>.*?)```\n", re.S)


def cut(text, pattern):
    """The part of `text` that the first line matching `pattern` begins."""
    lines = text.splitlines()

    def indent(line):
        return len(line) - len(line.lstrip())

    starts = [i for i, line in enumerate(lines) if re.search(pattern, line)]
    if not starts:
        sys.exit(f"expects a line like '{pattern}' in\n{text}")
    start, end = starts[0], starts[0] + 1
    if lines[start].endswith("{"):
        while lines[end] != " " * indent(lines[start]) + "}":
            end += 1
        end += 1
    else:
        while end < len(lines) and indent(lines[end]) > indent(lines[start]):
            end += 1
    return "\n".join(line[indent(lines[start]):].rstrip() for line in lines[start:end]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readme")
    parser.add_argument("--update", action="store_true", help="write the excerpts into the page")
    args = parser.parse_args()
    with open(args.readme, encoding="utf-8") as file:
        page = file.read()
    stale = []
    with tempfile.TemporaryDirectory() as folder:

        def renew(step):
            output = step["excerpt"]
            if step["command"]:
                done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step["command"]], cwd=folder,
                                      capture_output=True, text=True)
                if done.returncode:
                    sys.exit(f"{step['command']}exit code {done.returncode}: {done.stderr}")
                output = done.stdout
            with open(os.path.join(folder, step["file"]), "w", encoding="utf-8") as file:
                file.write(output)
            for pattern in (step["patterns"] or "").split(" >> "):
                output = cut(output, pattern) if pattern else output
            if output != step["excerpt"]:
                stale.extend(difflib.unified_diff(step["excerpt"].splitlines(), output.splitlines(),
                                                  "README.md", step["file"], lineterm=""))
            start = step.start("excerpt") - step.start()
            end = step.end("excerpt") - step.start()
            return step[0][:start] + output + step[0][end:]

        renewed, steps = STEP.subn(renew, page)
    if args.update:
        with open(args.readme, "w", encoding="utf-8") as file:
            file.write(renewed)
    elif stale:
        sys.exit("\n".join(["stale; renew with test/Lint/guide.py README.md --update", *stale]))
    print(steps, "steps")


if __name__ == "__main__":
    main()
