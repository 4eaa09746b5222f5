# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# terminal.py COMMAND...: runs the command with a terminal as its stderr and
# prints what it writes there, the code that clears a line spelt out.

import os
import pty
import subprocess
import sys

reader, writer = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=writer)
os.close(writer)
text = b""
try:
    while block := os.read(reader, 4096):
        text += block
except OSError:
    pass  # how Linux says that the other end is closed
assert process.wait() == 0, text
print(text.decode().replace("\r\x1b[K", "<clear>"), end="")
