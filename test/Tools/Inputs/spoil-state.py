# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# spoil-state.py STATE FOLDER: writes a copy of a training state for each way in
# which one can be wrong.

import json
import struct
import sys

with open(sys.argv[1], "rb") as file:
    whole = file.read()
(length,) = struct.unpack("<Q", whole[:8])
data = whole[8 + length :]


def save(name, change):
    header = json.loads(whole[8 : 8 + length])
    change(header, header["__metadata__"])
    text = json.dumps(header).encode()
    with open(f"{sys.argv[2]}/{name}.safetensors", "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text + data)


def drop_names(header, metadata):
    # The data must stay covered, so entries change their names instead.
    header["other"] = header.pop("fc1.bias")
    header["more"] = header.pop("fc2.weight.exp_avg")


def change_shapes(header, metadata):
    header["fc3.bias"]["shape"] = [5, 2]
    header["fc1.bias.step"].update(dtype="I32", shape=[2])


save("weights", lambda header, metadata: metadata.clear())
save("version", lambda header, metadata: metadata.update({"amp.version": "2"}))
save("missing", drop_names)
save("shape", change_shapes)
save("numbers", lambda header, metadata: metadata.update({"amp.lr": "fast", "amp.steps": "-3"}))
with open(f"{sys.argv[2]}/cut.safetensors", "wb") as out:
    out.write(whole[:-100])
