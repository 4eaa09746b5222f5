# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# each.py FOLDER COMMAND... == ARGUMENT...: runs the command in the folder with
# each argument as its last (split at commas), and prints what it writes to
# stderr and its exit code. Fails if it writes anything to stdout.

import subprocess
import sys

split = sys.argv.index("==")
for argument in sys.argv[split + 1 :]:
    command = sys.argv[2:split] + argument.split(",")
    run = subprocess.run(command, cwd=sys.argv[1], capture_output=True, text=True)
    assert not run.stdout, run.stdout
    print(run.stderr + "exit code", run.returncode, flush=True)
