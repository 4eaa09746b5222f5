# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# limit-files.py BYTES COMMAND...: runs the command, which must fail with exit
# code 1, where no file may grow beyond so many bytes.

import resource
import subprocess
import sys

limit = int(sys.argv[1])
run = subprocess.run(
    sys.argv[2:],
    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    text=True,
)
print(run.stdout + run.stderr, end="")
assert run.returncode == 1, run.returncode
