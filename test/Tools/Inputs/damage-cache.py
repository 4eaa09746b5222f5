# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# damage-cache.py CACHE GOOD COMMAND...: damages an entry of the cache in one
# way after another, and prints how many kernels the command compiles then.
# After each run the cache must be as GOOD is, byte for byte.

import os
import re
import subprocess
import sys

cache, good = sys.argv[1:3]
names = sorted(os.listdir(good))
path = os.path.join(cache, names[0])
whole = open(os.path.join(good, names[0]), "rb").read()
other = open(os.path.join(good, names[1]), "rb").read()


def flip(position):
    changed = bytearray(whole)
    changed[position] ^= 4
    return bytes(changed)


for what, content in [
    ("cut", whole[: len(whole) // 2]),
    ("empty", b""),
    ("magic", flip(0)),
    ("size", flip(9)),
    ("key", flip(20)),
    ("code", flip(len(whole) // 2)),
    ("last byte", flip(-1)),
    ("longer", whole + b"\0"),
    ("renamed", other),
    ("pipe", None),
    ("link to a device", "/dev/null"),
    ("intact", whole),
]:
    os.remove(path)
    if content is None:
        os.mkfifo(path)
    elif isinstance(content, str):
        os.symlink(content, path)
    else:
        with open(path, "wb") as file:
            file.write(content)
    # Opening a pipe waits for the other side.
    run = subprocess.run(sys.argv[3:], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, (what, run.stderr)
    compiled = re.search(r"compiled (\d+) kernels", run.stderr).group(1)
    notice = "a damaged entry was not used" if isinstance(content, bytes) else "cache: "
    assert (notice in run.stderr) == (what != "intact"), run.stderr
    assert open(path, "rb").read() == whole, what
    print(f"{what}: compiled {compiled}")
