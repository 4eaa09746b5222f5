# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Times a training step of SimpleModel (128-256-256-10, Adam, batch 32), beside
# PyTorch in the same run where --peer names its benchmark script: rounds of
# ours and theirs in turn, medians, and the ratio theirs / ours. Also prints the
# time from the start of the process to the end of the first step, with kernels
# compiled and with kernels from the disk cache.

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def cpu_name():
    lines = open("/proc/cpuinfo").read().splitlines()
    flags = next(l for l in lines if l.startswith("flags")).split()
    kinds = [f for f in ("avx2", "avx512f", "avx512_bf16", "avx512_fp16", "amx_bf16") if f in flags]
    return next(l for l in lines if l.startswith("model name")).split(": ")[1] + " " + " ".join(kinds)


def make_data(folder, steps):
    random = numpy.random.default_rng(1)
    path = os.path.join(folder, "data.npz")
    # One epoch is `steps` batches of 32 that cycle through 4096 samples.
    x = random.standard_normal((4096, 128), dtype=numpy.float32)
    y = random.integers(0, 10, 4096)
    numpy.savez(path, x=x, y=y)
    one = os.path.join(folder, "one.npz")
    numpy.savez(one, x=x[:32], y=y[:32])
    return path, one, max(1, steps // 128)


def run_ours(args, data, epochs, precision, folder):
    log = os.path.join(folder, "steps.jsonl")
    command = [os.path.join(args.build, "bin", "amp-run"), "train",
               os.path.join(ROOT, "test", "Models", "simple-model.mlir"), "--data", data,
               "--epochs", str(epochs), "--batch", "32", "--optimizer", "adam", "--lr", "1e-3",
               "--precision", precision, "--threads", str(args.threads), "--log", log,
               "--quiet", "--json", "--target", "cpu", "--no-cache"]
    summary = json.loads(subprocess.run(command, check=True, capture_output=True, text=True)
                         .stdout.splitlines()[-1])
    times = [json.loads(line)["ms"] for line in open(log)]
    return {"median_ms": statistics.median(times[20:]), "min_ms": min(times),
            "first_ms": times[0], "compile_s": summary["compile_seconds"]}


def start_seconds(args, data, precision, cache):
    """Median wall time of processes that load, compile and take one step of SimpleModel's batch."""
    command = [os.path.join(args.build, "bin", "amp-run"), "train",
               os.path.join(ROOT, "test", "Models", "simple-model.mlir"), "--data", data,
               "--epochs", "1", "--batch", "32", "--optimizer", "adam", "--precision", precision,
               "--threads", str(args.threads), "--quiet", *cache]
    seconds = []
    for _ in range(args.starts):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def run_peer(args, engine, dtype):
    command = [args.peer_python, args.peer, "bench", "--model", "mlp", "--batch", "32",
               "--threads", str(args.threads), "--engine", engine, "--dtype", dtype,
               "--min-s", str(args.seconds)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return json.loads([l for l in lines if l.startswith("{")][-1])["median_ms"]


def main():
    parser = argparse.ArgumentParser(description="Step time of SimpleModel, beside a peer.")
    parser.add_argument("--peer", help="PyTorch's benchmark script")
    parser.add_argument("--peer-python", default=sys.executable, help="a Python that has torch")
    parser.add_argument("--engines", default="eager", help="the peer's engines, comma separated")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--starts", type=int, default=5, help="processes timed to the first step")
    parser.add_argument("--steps", type=int, default=2560)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each peer round")
    parser.add_argument("--precisions", default="f32,bf16,f16")
    args = parser.parse_args()
    print(f"cpu: {cpu_name()}; threads: {args.threads}")
    peers = {"f32": "fp32", "bf16": "bf16"}
    best_f32 = None
    with tempfile.TemporaryDirectory() as folder:
        data, one, epochs = make_data(folder, args.steps)
        for precision in args.precisions.split(","):
            ours, theirs = [], {}
            for _ in range(args.rounds):
                ours.append(run_ours(args, data, epochs, precision, folder))
                if args.peer and precision in peers:
                    for engine in args.engines.split(","):
                        theirs.setdefault(engine, []).append(
                            run_peer(args, engine, peers[precision]))
            median = statistics.median(r["median_ms"] for r in ours)
            cold = start_seconds(args, one, precision, ["--no-cache"])
            cache = ["--cache-dir", os.path.join(folder, "cache")]
            start_seconds(args, one, precision, cache)
            warm = start_seconds(args, one, precision, cache)
            line = (f"{precision}: ours {median:.4f} ms (min {min(r['min_ms'] for r in ours):.4f}), "
                    f"compile {ours[0]['compile_s']:.3f} s, start to first step {cold:.3f} s cold, "
                    f"{warm:.3f} s from the cache")
            if theirs:
                best = min(statistics.median(v) for v in theirs.values())
                shown = ", ".join(f"{k} {statistics.median(v):.4f}" for k, v in theirs.items())
                line += f"; peer {shown} ms; ratio {best / median:.2f}x"
            if precision == "f32":
                best_f32 = median
            elif best_f32:
                line += f"; {median / best_f32:.2f}x of our f32"
            print(line, flush=True)


if __name__ == "__main__":
    main()
