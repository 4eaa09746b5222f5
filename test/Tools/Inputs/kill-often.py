# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# kill-often.py KILLS FOLDER COMMAND...: starts a training that saves after each
# step, kills it at a random moment, resumes from the file that is left, and so
# on. Checks the file after each kill, and in the end that log and state are
# those of a training that nothing interrupted.

import json
import os
import random
import struct
import subprocess
import sys
import time

kills, folder, command = int(sys.argv[1]), sys.argv[2] + "/", sys.argv[3:]
save = folder + "killed.safetensors"
moments = random.Random(5)


def arguments(name, *more):
    return [*command, "--log", f"{folder}{name}.jsonl",
            "--save", f"{folder}{name}.safetensors", *more]


def resume():
    return ["--resume", save] if os.path.exists(save) else []


def read_steps():
    """The steps of the saved state, which must be whole; 0 if there is none."""
    if not os.path.exists(save):
        return 0
    with open(save, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__")
    end = max(entry["data_offsets"][1] for entry in header.values())
    assert len(data) == 8 + length + end
    return int(metadata["amp.steps"])


def identify():
    return os.stat(save).st_ino if os.path.exists(save) else 0


def read_log(name):
    lines = [json.loads(line) for line in open(f"{folder}{name}.jsonl")]
    for line in lines:
        del line["ms"]
    return lines


steps = 0
for kill in range(kills):
    before = identify()
    process = subprocess.Popen(arguments("killed", "--save-every-steps", "1", *resume()))
    # Some die before their first step, the others in or between later ones.
    if kill % 5:
        while identify() == before and process.poll() is None:
            time.sleep(0.001)
        time.sleep(moments.uniform(0, 0.02))
    else:
        time.sleep(moments.uniform(0, 0.15))
    assert process.poll() is None, process.returncode
    process.kill()
    process.wait()
    reached = read_steps()
    assert reached > steps or kill % 5 == 0, (reached, steps)
    assert reached >= steps, (reached, steps)
    steps = reached

last = ["--max-steps", str(steps + 5)]
subprocess.run(arguments("killed", *last, *resume()), check=True)
subprocess.run(arguments("whole", *last), check=True)
assert len(read_log("whole")) == steps + 5
assert read_log("killed") == read_log("whole")
with open(save, "rb") as killed, open(folder + "whole.safetensors", "rb") as whole:
    assert killed.read() == whole.read()
