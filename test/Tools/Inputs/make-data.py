# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make-data.py DIGITS.npz FOLDER: writes a small data set and one spoilt copy of
# it for each way in which data can be wrong.

import sys

import numpy as np

source, folder = sys.argv[1], sys.argv[2] + "/"
digits = np.load(source)
x, y = digits["x"][:64], digits["y"][:64]


def save(name, **arrays):
    np.savez(folder + name + ".npz", **arrays)


def changed(array, index, value):
    array = array.copy()
    array[index] = value
    return array


save("good", x=x, y=y)
save("wide", x=x.astype("f8"), y=y.astype("i1"))
with open(source, "rb") as whole, open(folder + "cut.npz", "wb") as cut:
    cut.write(whole.read()[:20000])
save("missing-entry", x=x)
save("shape", x=x[:, :63], y=y)
save("float-label", x=x, y=y.astype("f4"))
save("integer-data", x=(x * 16).astype("i4"), y=y)
save("count", x=x, y=y[:60])
save("empty", x=x[:0], y=y[:0])
save("label", x=x, y=changed(y, 40, 10))
save("negative", x=x, y=changed(y, 7, -1))
save("nan", x=changed(x, (33, 5), np.nan), y=y)
save("overflow", x=changed(x.astype("f8"), (3, 4), 1e300), y=y)
np.save(folder + "x.npy", x)
np.save(folder + "nan.npy", changed(x, (33, 5), np.nan))

shapes = {
    "fc1.weight": (128, 64),
    "fc1.bias": (128,),
    "fc2.weight": (64, 128),
    "fc2.bias": (64,),
    "fc3.weight": (10, 64),
    "fc3.bias": (10,),
}
zeros = {name: np.zeros(shape, "f4") for name, shape in shapes.items()}
save("weights", **zeros)
save("weights-missing", **{k: v for k, v in zeros.items() if k != "fc2.bias"})
save("weights-extra", **zeros, other=np.zeros(1, "f4"))
save("weights-shape", **{**zeros, "fc3.bias": np.zeros(11, "f4")})
