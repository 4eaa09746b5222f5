# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes into the folder given: good.npz with every kind of array that NumPy
# itself writes, and one broken file for each way in which a file can lie.

import io
import struct
import sys
import zipfile

import numpy as np

folder = sys.argv[1]


def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def raw(header, data=b"", version=1):
    header = header.encode("latin1") + b"\n"
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header + data


def write(name, data):
    with open(f"{folder}/{name}", "wb") as file:
        file.write(data)


def archive(name, entries, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(f"{folder}/{name}", "w", method) as file:
        for entry, data in entries:
            file.writestr(entry, data)


def patched(name, old, new, entries, method=zipfile.ZIP_STORED):
    archive(name, entries, method)
    data = open(f"{folder}/{name}", "rb").read()
    assert old in data, name
    write(name, data.replace(old, new))


ramp = np.arange(6).reshape(2, 3)
arrays = {}
for code in ["f2", "f4", "f8", "i1", "u1", "i2", "i4", "i8", "u2", "u4", "u8"]:
    for order in "<>":
        arrays[f"{order}{code}"] = ramp.astype(order + code)
arrays["bool"] = ramp % 2 == 1
arrays["fortran"] = np.asfortranarray(ramp.astype(">i4"))
arrays["fortran3"] = np.asfortranarray(np.arange(24).reshape(2, 3, 4))
arrays["scalar"] = np.float32(2.5)
arrays["empty"] = np.zeros((0, 3), np.float64)
arrays["u2.top"] = np.array([65535], np.uint16)
arrays["u4.top"] = np.array([2**32 - 1], np.uint32)
np.savez(f"{folder}/good.npz", **arrays)
np.savez_compressed(f"{folder}/packed.npz", zeros=np.zeros(1 << 20), one=np.ones(3))

four = np.arange(4, dtype=np.float32)
dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }"
write("version2.npy", raw(dictionary, four.tobytes(), 2))
write("version3.npy", raw(dictionary, four.tobytes(), 3))
write("python2.npy", raw(dictionary.replace("4,", "4L,"), four.tobytes()))
write("bytes.npy", raw("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", b"\0\2\xff"))

write("bad-garbage.npy", b"not an array at all")
write("bad-nothing.npy", b"")
write("bad-cut.npy", npy(four)[:-1])
write("bad-longer.npy", npy(four) + b"\0")
write("bad-header-cut.npy", npy(four)[:40])
write("bad-header-length.npy", b"\x93NUMPY\2\0\xff\xff\xff\xff" + b" " * 100)
write("bad-version.npy", raw(dictionary, four.tobytes(), 4))
for name, shape in {
    "huge": "(4611686018427387904, 4)",
    "huge-empty": "(4611686018427387904, 4, 0)",
    "lying": "(1000000000000,)",
    "number": "(99999999999999999999,)",
    "negative": "(-4,)",
    "no-tuple": "(4)",
    "rank": "(" + "1," * 65 + ")",
}.items():
    write(f"bad-shape-{name}.npy", raw(dictionary.replace("(4,)", shape), four.tobytes()))
for name, text in {
    "complex": dictionary.replace("<f4", "<c8"),
    "object": dictionary.replace("<f4", "|O"),
    "record": dictionary.replace("'<f4'", "[('a', '<f4')]"),
    "twice": dictionary.replace("'shape'", "'descr': '<f4', 'shape'"),
    "missing": "{'descr': '<f4', 'shape': (4,), }",
    "code": "__import__('os').system('true')",
    "tail": dictionary + " 1",
}.items():
    write(f"bad-header-{name}.npy", raw(text, four.tobytes()))
np.save(f"{folder}/bad-u8.npy", np.array([2**63], np.uint64))

x = ("x.npy", npy(four))
big = ("x.npy", npy(np.zeros(100000, np.float32)))
write("bad-garbage.npz", b"not an archive at all")
archive("bad-name.npz", [x, ("readme.txt", b"hello")])
archive("bad-entry.npz", [x, ("y.npy", b"\x80\x04 pickle")])
archive("bad-method.npz", [x], zipfile.ZIP_LZMA)
patched("bad-duplicate.npz", b"y.npy", b"x.npy", [x, ("y.npy", npy(four + 1))])
patched("bad-checksum.npz", four.tobytes(), (four + 1).tobytes(), [x])
size = struct.pack("<I", len(x[1]))
patched("bad-size.npz", size, struct.pack("<I", 1 << 30), [x])
size = struct.pack("<I", len(big[1]))
patched("bad-bomb.npz", size, struct.pack("<I", 1 << 31), [big], zipfile.ZIP_DEFLATED)
patched("bad-longer.npz", size, struct.pack("<I", len(big[1]) - 4), [big], zipfile.ZIP_DEFLATED)
archive("bad-cut.npz", [x])
data = open(f"{folder}/bad-cut.npz", "rb").read()
write("bad-cut.npz", data[: len(data) // 2])
# The encryption flag of the local header and of the directory.
archive("bad-encrypted.npz", [x])
data = bytearray(open(f"{folder}/bad-encrypted.npz", "rb").read())
data[6] |= 1
data[data.index(b"PK\1\2") + 8] |= 1
write("bad-encrypted.npz", data)
