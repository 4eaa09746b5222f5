# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-resume.py FOLDER MODEL TARGET...: for several ways to train, trains in
# one process and in several, each of which resumes where the last one ended,
# and checks that log and saved state agree in every bit.

import json
import subprocess
import sys

folder, model, targets = sys.argv[1] + "/", sys.argv[2], sys.argv[3:]

# Options, the steps after which a process ends, and whether steps are skipped.
# 64 samples are 5 batches of 12 and one of 4 an epoch.
cases = {
    "adam-f32": ("--batch 12 --shuffle --seed 7", [1, 6, 8], False),
    "adamw-bf16": ("--optimizer adamw --precision bf16 --batch 12 --seed 3 "
                   "--clip-norm 0.5", [3], False),
    "momentum-bf16": ("--optimizer sgd --momentum 0.9 --nesterov --lr 0.05 "
                      "--precision bf16 --batch 12 --shuffle", [7], False),
    "adam-f16": ("--precision f16 --batch 12 --shuffle --init-scale 1e7 "
                 "--growth-interval 2", [1, 2, 9, 13], True),
    "groups-f16": ("--precision f16 --accumulate 4 --batch 12 --shuffle "
                   "--drop-last --init-scale 1e7 --growth-interval 1 "
                   "--clip-value 0.01", [1, 3], True),
}


def train(target, options, name, *more):
    command = ["amp-run", "train", model, "--target", target, "--quiet",
               "--data", folder + "good.npz", "--epochs", "3",
               "--log", f"{folder}{name}.jsonl",
               "--save", f"{folder}{name}.safetensors", *options.split(), *more]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def read_log(name):
    lines = [json.loads(line) for line in open(f"{folder}{name}.jsonl")]
    for line in lines:
        del line["ms"]
    return lines


def read_state(name):
    with open(f"{folder}{name}.safetensors", "rb") as file:
        return file.read()


for target in targets:
    for case, (options, ends, skips) in cases.items():
        train(target, options, "whole")
        resumed = []
        for end in ends:
            train(target, options, "part", "--max-steps", str(end), *resumed)
            assert len(read_log("part")) == end, case
            assert read_state("part") != read_state("whole"), case
            resumed = ["--resume", folder + "part.safetensors"]
        train(target, options, "part", *resumed)
        whole = read_log("whole")
        assert [line["step"] for line in whole] == list(range(1, len(whole) + 1))
        assert skips == any(line["skipped"] for line in whole), case
        assert not all(line["skipped"] for line in whole), case
        assert read_log("part") == whole, case
        assert read_state("part") == read_state("whole"), case
