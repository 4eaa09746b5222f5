# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-accuracy.py LOGITS.npy DATA.npz LIMIT: fails unless at least that share
# of the rows has its largest number where the label `y` says.

import sys

import numpy as np

logits, labels = np.load(sys.argv[1]), np.load(sys.argv[2])["y"]
assert logits.shape[0] == labels.shape[0], (logits.shape, labels.shape)
share = float((logits.argmax(1) == labels).mean())
assert share >= float(sys.argv[3]), share
