# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# infer-batches.py FOLDER COMMAND...: runs `COMMAND --input x=FILE` over 61
# samples in batches of many sizes and compares the bits of what is written
# with those of one run for each batch. Prints how many sizes agreed.

import subprocess
import sys

import numpy as np

folder, command = sys.argv[1] + "/", sys.argv[2:]
samples, names = 61, ("rows", "sums")
x = np.random.default_rng(0).normal(size=(samples, 12)).astype("f4")


def infer(data, *options):
    np.save(folder + "in.npy", data)
    arguments = ["--input", "x=" + folder + "in.npy"]
    for name in names:
        arguments += ["--output", name + "=" + folder + name + ".npy"]
    subprocess.run([*command, *arguments, "--quiet", *options], check=True)
    return [np.load(folder + name + ".npy") for name in names]


alone = [infer(x[i : i + 1]) for i in range(2)]
for batch in (1, 7, 60, 61, 100):
    joined = infer(x, "--batch", str(batch))
    parts = [infer(x[i : i + batch]) for i in range(0, samples, batch)] if batch >= 7 else None
    for k, whole in enumerate(joined):
        assert whole.shape[0] == samples, whole.shape
        if parts:
            assert whole.tobytes() == np.concatenate([part[k] for part in parts]).tobytes()
        else:
            assert all(whole[i].tobytes() == alone[i][k].tobytes() for i in range(2))
    print("batches of", batch, "agree")
