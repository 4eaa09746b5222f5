# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes into the folder given: good.safetensors, and one broken file for each
# way in which a file can lie.

import json
import struct
import sys

folder = sys.argv[1]


def write(name, header, data=b"", length=None):
    if not isinstance(header, bytes):
        header = (header if isinstance(header, str) else json.dumps(header)).encode()
    with open(f"{folder}/{name}.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(header) if length is None else length))
        file.write(header + data)


def tensor(begin, end, shape=(2,), dtype="F32"):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}


two = struct.pack("<4f", 1, 2, 3, 4)
good = {"b": tensor(0, 8), "a": tensor(8, 16), "__metadata__": {"format": "pt"}}
write("good", good, two)
write("padded", json.dumps(good) + " " * 9, two)

write("bad-nothing", b"", length=1 << 63)
write("bad-length", good, two, length=1 << 40)
write("bad-json", '{"a": ', two)
write("bad-start", ' {"a": 1}', two)
write("bad-array", "[1]", two)
write("bad-utf8", b'{"\xff\xfe": 1}', two)
write("bad-deep", '{"a":' + "[" * 100000 + "]" * 100000 + "}", two)
write("bad-twice", '{"a": 1, "a": 2}', two)
entry = json.dumps(tensor(0, 16, (4,)))
write("bad-key-twice", '{"a": ' + entry[:-1] + ', "dtype": "F32"}}', two)
write("bad-overlap", {"a": tensor(0, 8), "b": tensor(4, 12)}, two[:12])
write("bad-gap", {"a": tensor(0, 8), "b": tensor(9, 17)}, two + b"\0")
write("bad-same", {"a": tensor(0, 8), "b": tensor(0, 8)}, two[:8])
write("bad-beyond", {"a": tensor(0, 8), "b": tensor(8, 16)}, two[:-1])
write("bad-rest", good, two + b"\0")
write("bad-type", {"a": tensor(0, 16, (16,), "F8_E4M3")}, two)
write("bad-shape", {"a": tensor(0, 16, (5,))}, two)
write("bad-huge", {"a": tensor(0, 16, (1 << 62, 4))}, two)
write("bad-negative", {"a": tensor(0, 16, (-4,))}, two)
write("bad-fraction", {"a": tensor(0, 16, (4.0,))}, two)
write("bad-reversed", {"a": tensor(16, 0, (4,))}, two)
write("bad-offset", {"a": tensor(0, 1 << 64, (4,))}, two)
write("bad-extra", {"a": dict(tensor(0, 16, (4,)), more=1)}, two)
write("bad-metadata", {"__metadata__": {"step": 3}, "a": tensor(0, 16, (4,))}, two)
