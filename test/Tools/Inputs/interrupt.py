# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# interrupt.py SIGNAL LOG COMMAND...: starts the command, waits for three lines
# in its log, sends the signal and checks how it ends.

import json
import os
import signal
import subprocess
import sys
import time

number = getattr(signal, "SIG" + sys.argv[1])
log = sys.argv[2]
if os.path.exists(log):
    os.remove(log)
process = subprocess.Popen(
    sys.argv[3:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
)
limit = time.monotonic() + 60
while not os.path.exists(log) or open(log).read().count("\n") < 3:
    assert process.poll() is None and time.monotonic() < limit
    time.sleep(0.01)
process.send_signal(number)
out, errors = process.communicate(timeout=60)
assert process.returncode == 128 + number, process.returncode
assert errors == f"amp-run: interrupted by signal {number:d}\n", errors
lines = open(log).read().splitlines()
assert json.loads(lines[-1])["step"] == len(lines), lines[-1]
assert out.startswith(f"{len(lines)} steps"), out
