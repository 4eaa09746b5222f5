# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains the digits network with several seeds in f32, bf16 and f16 and compares
the median accuracies on the evaluation samples.

Usage: accuracy.py FOLDER [--target cpu] [--epochs 30] [--seeds 5]. FOLDER holds
mlp.mlir and digits/; amp-run is found through PATH. The f32 median must reach
0.90 and the others must come within 0.015 of it.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys


def train(options, precision, seed):
    """The evaluation accuracy after training."""
    digits = os.path.join(options.folder, "digits")
    command = ["amp-run", "train", os.path.join(options.folder, "mlp.mlir"),
               "--data", os.path.join(digits, "train.npz"), "--eval", os.path.join(digits, "eval.npz"),
               "--epochs", str(options.epochs), "--batch", "32", "--shuffle", "--optimizer", "adam", "--lr", "1e-3",
               "--precision", precision, "--seed", str(seed), "--target", options.target, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])["eval_accuracy"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    medians = {}
    for precision in ("f32", "bf16", "f16"):
        found = [train(options, precision, seed) for seed in range(1, options.seeds + 1)]
        medians[precision] = statistics.median(found)
        print(f"{precision}: median {medians[precision]:.4f} of", *(f"{accuracy:.4f}" for accuracy in found))
    good = medians["f32"] >= 0.90 and all(abs(median - medians["f32"]) <= 0.015 for median in medians.values())
    print("passed" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
