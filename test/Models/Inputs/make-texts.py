# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make-texts.py FOLDER: writes texts of up to eight words of four topics, 600 to
# train on, 200 to test and 4096 for a large batch. Each topic has favourite
# words; word 0 fills up the end; frequent words occur in most texts.

import sys

import numpy as np

random = np.random.default_rng(11)


def make(count):
    topics = random.integers(0, 4, count)
    words = 1 + random.integers(0, 19, (count, 8))
    favourites = 20 + topics[:, None] * 45 + random.integers(0, 45, (count, 8))
    words = np.where(random.random((count, 8)) < 0.4, favourites, words)
    lengths = random.integers(3, 9, count)
    words[np.arange(8)[None, :] >= lengths[:, None]] = 0
    return {"x": words.astype("i8"), "y": topics.astype("i8")}


for name, count in (("train", 600), ("eval", 200), ("large", 4096)):
    np.savez(f"{sys.argv[1]}/{name}.npz", **make(count))
bad = make(40)
bad["x"][7, 3] = 200
np.savez(f"{sys.argv[1]}/bad.npz", **bad)
