# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads .npz files with the standard library alone and writes their arrays as
# MLIR constants, byte for byte.

import ast
import struct
import zipfile

ELEMENT_TYPES = {"<f4": "f32", "<f8": "f64", "<i8": "i64", "|b1": "i1"}
FORMATS = {"f32": "f", "f64": "d", "i64": "q", "i1": "?"}


def number(value):
    """A float in a form that MLIR reads, with all its digits."""
    return "%.17e" % value


class Array:
    """A little-endian array in row-major order: shape, MLIR element type, bytes."""

    def __init__(self, shape, element, data):
        self.shape, self.element, self.data = tuple(shape), element, data

    @property
    def values(self):
        return [v for (v,) in struct.iter_unpack("<" + FORMATS[self.element], self.data)]

    def cast(self, element):
        """The same numbers, which must be exact or are rounded once."""
        if element == self.element:
            return self
        form = "<%d%s" % (len(self.values), FORMATS[element])
        return Array(self.shape, element, struct.pack(form, *self.values))

    def row(self, index):
        size = len(self.data) // self.shape[0]
        return Array(self.shape[1:], self.element, self.data[index * size : (index + 1) * size])

    @property
    def type(self):
        return "tensor<%s%s>" % ("".join("%dx" % extent for extent in self.shape), self.element)

    @property
    def constant(self):
        if self.element == "i1":
            # MLIR packs booleans in raw bytes; a list of values is plain.
            flat = "[%s]" % ", ".join("true" if v else "false" for v in self.values)
            return 'amp.constant dense<%s> : tensor<%dxi1>' % (flat, len(self.values))
        return 'amp.constant dense<"0x%s"> : %s' % (self.data.hex().upper(), self.type)


def load(path):
    """All arrays of a .npz file by name."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for entry in archive.namelist():
            raw = archive.read(entry)
            start = 10 if raw[6] == 1 else 12
            length = int.from_bytes(raw[8:start], "little")
            header = ast.literal_eval(raw[start : start + length].decode("latin1"))
            assert not header["fortran_order"], entry
            arrays[entry.removesuffix(".npy")] = Array(
                header["shape"], ELEMENT_TYPES[header["descr"]], raw[start + length :]
            )
    return arrays
