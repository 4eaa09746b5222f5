# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the CUDA tests and benchmarks on a machine with a GPU within a time limit
# and writes one JSON: device and driver, each test's verdict, step times of
# SimpleModel and of a larger MLP in f32, bf16 and f16, beside PyTorch where
# --peer names its benchmark script, and for each kernel the time that its bytes
# take at documented rates against the one that was measured. --pack puts what a
# bare machine needs into one file of at most 64 MiB.

import argparse
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMIT = 64 << 20
PROGRAMS = ("amp-run", "same-bits")
# The machine's own: they fit its kernel and its loader.
SYSTEM = ("libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "ld-linux", "linux-vdso")
MODELS = ("simple-model.mlir", "mlp.mlir")
TYPES = {"f32": "fp32", "bf16": "bf16", "f16": "fp16"}

EPILOG = """
A bare machine, one without LLVM, a compiler or a network, takes what --pack
wrote: this script, the stripped programs with their libraries, tests and
models. It must bring itself a driver, NVRTC (libnvrtc.so.12 or .13) and
cuBLASLt, from a toolkit or from the Python packages that PyTorch brings: they
are searched in CUDA_HOME, /usr/local/cuda* and in the packages of this Python.
Nothing is downloaded. The C library must not be older than that of the machine
that packed. The whole of LLVM and MLIR is larger than a package may be: a build
with AMP_STATIC_LLVM takes what is used of them.

  cmake --preset default -B build-gpu -DAMP_STATIC_LLVM=ON
  ninja -C build-gpu amp-run same-bits
  gpu-report.py --build build-gpu --pack gpu.tar.xz     here
  tar xf gpu.tar.xz && python3 gpu/gpu-report.py --output report.json    there

Without --pack the script runs from a build folder, too. What there is no time
left for is reported as not run. Exit codes: 0 all tests passed, 1 a test
failed, 2 nothing could run.
"""


def find_libraries(programs):
    """The libraries that programs load, by name, but for the system's own."""
    found = {}
    for program in programs:
        lines = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
        for name, path in re.findall(r"(\S+) => (/\S+)", lines):
            if not name.startswith(SYSTEM):
                found[name] = os.path.realpath(path)
    return found


def pack(args):
    programs = [os.path.join(args.build, "bin", name) for name in PROGRAMS]
    with tempfile.TemporaryDirectory() as folder:
        top = os.path.join(folder, "gpu")
        for name in ("bin", "lib", "test/Execute", "test/Models"):
            os.makedirs(os.path.join(top, name))
        for source in programs:
            shutil.copy(source, os.path.join(top, "bin"))
        libraries = {} if args.without_libraries else find_libraries(programs)
        for name, source in libraries.items():
            shutil.copy(source, os.path.join(top, "lib", name))
        for name in ("bin", "lib"):
            for file in os.listdir(os.path.join(top, name)):
                path = os.path.join(top, name, file)
                os.chmod(path, 0o755)
                subprocess.run(["strip", "--strip-unneeded", path], check=True)
        tests = os.path.join(ROOT, "test")
        for file in list_tests(tests):
            shutil.copy(file, os.path.join(top, "test", "Execute"))
        for name in MODELS:
            shutil.copy(os.path.join(tests, "Models", name), os.path.join(top, "test", "Models"))
        shutil.copy(os.path.abspath(__file__), top)
        part = args.pack + ".part"
        # Machine code shrinks more with its jumps made absolute.
        filters = [{"id": lzma.FILTER_X86},
                   {"id": lzma.FILTER_LZMA2, "preset": args.compression}]
        with lzma.open(part, "wb", filters=filters) as file, \
                tarfile.open(fileobj=file, mode="w") as archive:
            archive.add(top, "gpu")
    size = os.path.getsize(part)
    if size > LIMIT:
        os.remove(part)
        sys.exit(f"gpu-report: error: expects at most {LIMIT} bytes, got {size}")
    os.replace(part, args.pack)
    print(f"{args.pack}: {size} bytes, {len(libraries)} libraries")


def list_tests(tests):
    """The files of functions that run on the device: those of the suite, or all
    that were packed."""
    folder = os.path.join(tests, "Execute")
    wanted = set()
    for name in sorted(os.listdir(os.path.join(folder, "Cuda"))
                       if os.path.isdir(os.path.join(folder, "Cuda")) else []):
        if name.endswith(".test"):
            text = open(os.path.join(folder, "Cuda", name)).read()
            wanted |= set(re.findall(r"same-bits --cuda %S/\.\./([\w-]+\.mlir)", text))
    if not wanted:
        wanted = {name for name in os.listdir(folder) if name.endswith(".mlir")}
    return [os.path.join(folder, name) for name in sorted(wanted)]


def find_cuda_folders():
    """Folders that hold NVIDIA's libraries."""
    homes = [os.environ.get("CUDA_HOME"), os.path.join(ROOT, ".cuda", "nvidia", "cu13")]
    if os.path.isdir("/usr/local"):
        homes += ["/usr/local/" + name for name in sorted(os.listdir("/usr/local"), reverse=True)
                  if name.startswith("cuda")]
    folders = [os.path.join(home, part) for home in filter(None, homes)
               for part in ("lib64", "lib")]
    for packages in sys.path:
        nvidia = os.path.join(packages, "nvidia")
        if os.path.isdir(nvidia):
            folders += [os.path.join(nvidia, name, "lib") for name in sorted(os.listdir(nvidia))]
    return [folder for folder in folders if os.path.isdir(folder)]


class Report:
    def __init__(self, args):
        self.args = args
        self.end = time.monotonic() + args.seconds
        here = os.path.dirname(os.path.abspath(__file__))
        packed = os.path.isdir(os.path.join(here, "bin"))
        self.tests = os.path.join(here if packed else ROOT, "test")
        self.bin = os.path.join(here if packed else args.build, "bin")
        folders = [os.path.join(here, "lib")] if packed else []
        if args.emulated:
            folders.append(os.path.join(args.build, "emulator"))
        else:
            folders += find_cuda_folders()
        self.environment = dict(os.environ)
        self.environment["LD_LIBRARY_PATH"] = os.pathsep.join(
            folders + [os.environ.get("LD_LIBRARY_PATH", "")]).rstrip(os.pathsep)

    def run(self, command, most=120):
        """Exit code, output and errors; the code None says there was no time."""
        left = min(most, self.end - time.monotonic())
        if left < 1:
            return None, "", "no time left"
        try:
            done = subprocess.run(command, env=self.environment, capture_output=True, text=True,
                                  timeout=left)
        except subprocess.TimeoutExpired:
            return None, "", f"ended after {left:.0f} s"
        except OSError as error:
            return 127, "", str(error)
        return done.returncode, done.stdout, done.stderr

    def bench(self, model, *options):
        return self.run([os.path.join(self.bin, "amp-run"), "bench", model, "--target=cuda",
                         "--no-cache", "--quiet", *options])

    def describe_device(self):
        """What the library says it runs on; None with the reason if nothing."""
        model = os.path.join(self.tests, "Models", "mlp.mlir")
        code, output, errors = self.bench(model, "--iterations", "1")
        found = re.search(r"^(\S+ \S+) on (.*) \(sm_(\d+)\), driver (\S+)$", output, re.M)
        if code != 0 or not found:
            return None, (errors or output).strip()[-2000:]
        library, device, capability, driver = found.groups()
        return {"name": device, "capability": int(capability), "driver": driver,
                "library": library}, ""

    def run_tests(self):
        results = []
        for file in list_tests(self.tests):
            if self.args.tests and not re.search(self.args.tests, os.path.basename(file)):
                continue
            start = time.monotonic()
            code, output, errors = self.run([os.path.join(self.bin, "same-bits"), "--cuda", file])
            bad = code != 0 or "other bits" in output
            verdict = "not run" if code is None else "fail" if bad else "pass"
            result = {"name": os.path.basename(file), "result": verdict,
                      "seconds": round(time.monotonic() - start, 2)}
            if bad:
                result["message"] = (errors or output).strip()[-1000:]
            results.append(result)
        return results

    def run_bench(self, name, model, batch, peer_model):
        results = []
        for precision, peer_type in TYPES.items():
            options = ["--json", "--precision", precision, "--batch", str(batch)]
            if self.args.emulated:
                options += ["--iterations", "2"]
            result = {"model": name, "precision": precision, "batch": batch}
            code, output, errors = self.bench(model, *options)
            if code == 0:
                figures = json.loads(output)
                for key in ("median_ms", "p95_ms", "iterations", "compile_seconds", "peak_bytes",
                            "graph_nodes", "bytes", "roofline_ms"):
                    result[key] = figures.get(key)
                code, output, errors = self.bench(model, *options, "--autotune")
            if code == 0:
                result["autotuned_ms"] = json.loads(output).get("median_ms")
                code, output, errors = self.bench(model, *options, "--profile")
            if code == 0:
                result["kernels"] = [
                    {key: step.get(key) for key in ("name", "kind", "sets", "read_bytes",
                                                    "written_bytes", "operations", "roofline_ms",
                                                    "measured_ms")}
                    for step in json.loads(output)["steps"]]
            else:
                result["error"] = errors.strip()[-1000:]
            if self.args.peer and peer_model:
                code, output, errors = self.run(
                    [self.args.peer_python, self.args.peer, "bench", "--model", peer_model,
                     "--batch", str(batch), "--dtype", peer_type, "--min-s", "1"])
                lines = [line for line in output.splitlines() if line.startswith("{")]
                result["peer"] = (json.loads(lines[-1]) if code == 0 and lines
                                  else {"error": errors.strip()[-1000:]})
            results.append(result)
        return results


def write_mlp(path, layers, width):
    """A model of `layers` linear layers, all `width` wide."""
    rows, matrix, vector = f"tensor<?x{width}xf32>", f"tensor<{width}x{width}xf32>", f"tensor<{width}xf32>"
    lines = []
    for i in range(layers):
        lines.append(f"amp.variable @l{i}.weight : {matrix} init(#amp.kaiming_uniform)")
        lines.append(f"amp.variable @l{i}.bias : {vector} init(#amp.zeros)")
    lines.append(f'func.func @loss(%x: {rows} {{amp.name = "x"}}, '
                 '%y: tensor<?xi64> {amp.name = "y"}) -> tensor<f32> {')
    value = "%x"
    for i in range(layers):
        lines.append(f"  %w{i} = amp.read @l{i}.weight : {matrix}")
        lines.append(f"  %b{i} = amp.read @l{i}.bias : {vector}")
        lines.append(f"  %h{i} = amp.linear {value}, %w{i}, %b{i} : "
                     f"({rows}, {matrix}, {vector}) -> {rows}")
        lines.append(f"  %a{i} = amp.gelu %h{i} : ({rows}) -> {rows}")
        value = f"%a{i}"
    lines.append(f"  %loss = amp.cross_entropy {value}, %y : ({rows}, tensor<?xi64>) -> tensor<f32>")
    lines.append("  return %loss : tensor<f32>\n}")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(
        description="CUDA tests and benchmarks on a machine with a GPU, as one JSON.",
        epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default="gpu-report.json")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seconds", type=float, default=350, help="for everything")
    parser.add_argument("--peer", help="PyTorch's benchmark script")
    parser.add_argument("--peer-python", default=sys.executable, help="a Python that has torch")
    parser.add_argument("--tests", help="only tests whose file matches this expression")
    parser.add_argument("--emulated", action="store_true",
                        help="on the emulated device of the build, with a small MLP")
    parser.add_argument("--pack", metavar="FILE", help="write a package and run nothing")
    parser.add_argument("--compression", type=int, default=6, help="of the package, 0 to 9")
    parser.add_argument("--without-libraries", action="store_true",
                        help="pack for a machine that has LLVM, MLIR and oneDNN")
    args = parser.parse_args()
    if args.pack:
        return pack(args)
    start = time.monotonic()
    report = Report(args)
    result = {"emulated": args.emulated}
    result["device"], reason = report.describe_device()
    if not result["device"]:
        result["error"] = reason
        result["tests"], result["bench"] = [], []
    else:
        with tempfile.TemporaryDirectory() as folder:
            mlp = os.path.join(folder, "mlp.mlir")
            layers, width = (2, 64) if args.emulated else (8, 4096)
            write_mlp(mlp, layers, width)
            simple = os.path.join(report.tests, "Models", "simple-model.mlir")
            # Figures first: tests are many, and what is left of them is named.
            result["bench"] = report.run_bench("simple-model", simple, 32, "mlp")
            result["bench"] += report.run_bench(f"mlp-{layers}x{width}", mlp,
                                                32 if args.emulated else 1024, None)
        result["tests"] = report.run_tests()
    result["seconds"] = round(time.monotonic() - start, 1)
    part = args.output + ".part"
    with open(part, "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    os.replace(part, args.output)
    verdicts = [test["result"] for test in result["tests"]]
    print(f"{args.output}: {verdicts.count('pass')} passed, {verdicts.count('fail')} failed, "
          f"{verdicts.count('not run')} not run, {result['seconds']} s")
    if not result["device"]:
        print(reason, file=sys.stderr)
        return 2
    return 1 if "fail" in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
