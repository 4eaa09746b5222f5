# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-options.py FOLDER MODEL: trains with one option more each time and
# checks that the log differs from those of all runs before, or that the weights
# are the same where the option changes nothing.

import re
import subprocess
import sys

folder, model = sys.argv[1:]
common = ["--target=ref", "--data", "good.npz", "--batch", "24", "--epochs", "2"]


def train(options):
    command = ["amp-run", "train", model, *common, "--quiet", "--save", "w.npz", "--log", "l"]
    run = subprocess.run(
        command + options.split(), cwd=folder, capture_output=True, text=True
    )
    assert run.returncode == 0 and not run.stderr, (options, run.stderr)
    log = re.sub('"ms":.*', "", open(folder + "/l").read())
    return log, open(folder + "/w.npz", "rb").read()


adam = "--optimizer adam"
sgd = "--optimizer sgd --lr 0.1"
f16 = sgd + " --precision f16"
different = [
    adam,
    adam + " --lr 2e-3",
    adam + " --beta1 0.8",
    adam + " --beta2 0.9",
    adam + " --eps 1e-3",
    adam + " --weight-decay 0.1",
    "--optimizer adamw",
    "--optimizer adamw --weight-decay 0.1",
    adam + " --clip-norm 0.1 --eps 1e-3",
    adam + " --clip-value 0.01 --eps 1e-3",
    adam + " --accumulate 2",
    adam + " --drop-last",
    adam + " --seed 1",
    adam + " --precision bf16",
    sgd,
    sgd + " --momentum 0.9",
    sgd + " --momentum 0.9 --nesterov",
    sgd + " --weight-decay 0.1",
    sgd + " --clip-norm 0.1",
    sgd + " --clip-value 0.01",
    f16,
    f16 + " --no-scaler",
    f16 + " --init-scale 1e7",
    f16 + " --init-scale 1e7 --backoff-factor 0.9",
    f16 + " --init-scale 8 --growth-interval 2",
    f16 + " --init-scale 8 --growth-interval 2 --growth-factor 3",
]
same = [
    ("", adam + " --lr 1e-3 --beta1 0.9 --beta2 0.999 --eps 1e-8 --weight-decay 0"),
    ("--optimizer adamw", "--optimizer adamw --weight-decay 0.01"),
    (f16, f16 + " --scaler --init-scale 65536 --growth-interval 2000"),
    # Powers of two change no bits of f32 gradients in range.
    (sgd, sgd + " --scaler --init-scale 8"),
]

seen = {}
for options in different:
    log, weights = train(options)
    assert log not in seen, (options, seen.get(log))
    seen[log] = options
for first, second in same:
    assert train(first)[1] == train(second)[1], (first, second)
