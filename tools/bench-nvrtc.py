# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Times NVRTC on the kernels of a training step and, in the same run, on a fixed
# program of twenty plain kernels that includes nothing. Prints milliseconds a
# kernel of both and their ratio, which is wanted to be 1.3 at most. Needs
# NVRTC (CUDA_HOME or /usr/local/cuda) and no GPU. Programs are compiled in turn,
# and the fastest of several runs counts: other work on the machine only adds.

import argparse
import ctypes
import glob
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OPTIONS = ["--std=c++17", "--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false",
           "--ptxas-options=-v"]
START = 'extern "C" __global__ void __launch_bounds__(256) '

# What one would write by hand for four kinds of work; $N tells the copies apart.
PLAIN = [
    START + """chain$N(const float4 *x, const float4 *y, float4 *z, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  float4 a = x[i], b = y[i];
  a.x = fmaxf(a.x * b.x + $N.0f, 0.0f);
  a.y = fmaxf(a.y * b.y + $N.0f, 0.0f);
  a.z = fmaxf(a.z * b.z + $N.0f, 0.0f);
  a.w = fmaxf(a.w * b.w + $N.0f, 0.0f);
  z[i] = a;
}
""",
    START + """softmax$N(const float *x, float *y, int rows) {
  int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  if (row >= rows) return;
  float keep[4 + $N], top = -3.4e38f, sum = 0;
  #pragma unroll
  for (int k = 0; k < 4 + $N; ++k)
    top = fmaxf(top, keep[k] = x[row * (128 + 32 * $N) + k * 32 + lane]);
  for (int half = 16; half; half /= 2)
    top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, half));
  #pragma unroll
  for (int k = 0; k < 4 + $N; ++k) sum += keep[k] = expf(keep[k] - top);
  for (int half = 16; half; half /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, half);
  #pragma unroll
  for (int k = 0; k < 4 + $N; ++k)
    y[row * (128 + 32 * $N) + k * 32 + lane] = keep[k] / sum;
}
""",
    START + """columns$N(const float *x, float *y, int rows) {
  int column = blockIdx.x * 32 + (threadIdx.x & 31), warp = threadIdx.x >> 5;
  __shared__ float part[8][32];
  float sum = 0;
  for (int row = warp; row < rows; row += 8) sum += x[row * (256 + $N) + column];
  part[warp][threadIdx.x & 31] = sum;
  __syncthreads();
  if (warp == 0) {
    for (int w = 1; w < 8; ++w) sum += part[w][threadIdx.x];
    y[column] = sum;
  }
}
""",
    START + """adam$N(const float4 *g, float4 *m, float4 *v, float4 *w, ushort4 *low,
    float rate, float b1, float b2, float eps, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  float4 gradient = g[i], first = m[i], second = v[i], weight = w[i];
  ushort4 half;
#define STEP(c) \\
  first.c = b1 * first.c + (1 - b1) * gradient.c; \\
  second.c = b2 * second.c + (1 - b2) * gradient.c * gradient.c; \\
  weight.c -= rate * first.c / (sqrtf(second.c) + eps) + $N.0e-6f; \\
  half.c = (unsigned short)((__float_as_uint(weight.c) + 0x7fffu) >> 16);
  STEP(x) STEP(y) STEP(z) STEP(w)
#undef STEP
  m[i] = first; v[i] = second; w[i] = weight; low[i] = half;
}
""",
]


class Nvrtc:
    def __init__(self):
        homes = [os.environ.get("CUDA_HOME"), os.path.join(ROOT, ".cuda", "nvidia", "cu13"), "/usr/local/cuda"]
        names = [os.path.join(home, folder, f"libnvrtc.so.{version}") for home in homes if home
                 for folder in ("lib64", "lib") for version in (13, 12)]
        found = next((name for name in names if os.path.exists(name)), None)
        if not found:
            sys.exit("expects NVRTC in CUDA_HOME or /usr/local/cuda")
        self.library = ctypes.CDLL(found)
        # NVRTC opens its second library by a bare name, and finds it loaded.
        for builtins in glob.glob(os.path.join(os.path.dirname(found), "libnvrtc-builtins.so.*")):
            ctypes.CDLL(builtins)
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        # What the product asks for where there is such an option.
        self.options = [*OPTIONS, "--minimal"] if (major.value, minor.value) >= (12, 4) else OPTIONS

    def compile(self, source, header, arch):
        """Seconds that NVRTC takes."""
        program = ctypes.c_void_p()
        texts = (ctypes.c_char_p * 1)(header.encode())
        names = (ctypes.c_char_p * 1)(b"amp_device.h")
        self.library.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernels.cu", 1, texts, names)
        options = [f"--gpu-architecture=sm_{arch}".encode(), *(option.encode() for option in self.options)]
        start = time.process_time()
        code = self.library.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        seconds = time.process_time() - start
        if code:
            size = ctypes.c_size_t()
            self.library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            self.library.nvrtcGetProgramLog(program, log)
            sys.exit(f"NVRTC fails with {code}: {log.value.decode()}")
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return seconds


def read_header(name):
    """One of our headers with those that it includes in their places, as the product embeds it."""
    path = os.path.join(ROOT, "lib", "Conversion", "DeviceToCuda", name)
    with open(path, encoding="utf-8") as file:
        return re.sub(r'#include "(\w+\.h)"', lambda found: read_header(found[1]), file.read())


def count(source):
    return len(re.findall(r"__global__", source))


def main():
    models = os.path.join(ROOT, "test", "Models")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="the build folder")
    parser.add_argument("--model", default=os.path.join(models, "mlp.mlir"))
    parser.add_argument("--data", default=os.path.join(models, "digits", "train.npz"))
    parser.add_argument("--precision", default="f16")
    parser.add_argument("--source", help="a file of kernels in place of a model's")
    parser.add_argument("--arch", type=int, default=90)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--each", action="store_true", help="also time each kernel by itself")
    options = parser.parse_args()

    if options.source:
        ours = open(options.source, encoding="utf-8").read()
    else:
        ours = subprocess.run(
            [os.path.join(options.build, "bin", "amp-run"), "train", options.model, "--data", options.data,
             f"--precision={options.precision}", "--emit=cuda"], check=True, capture_output=True, text=True).stdout
    header = read_header("amp_device.h")
    plain = "\n".join(text.replace("$N", str(copy)) for copy in range(5) for text in PLAIN)
    nvrtc = Nvrtc()
    programs = {"plain kernels": plain, "kernels of the step": ours}
    best = dict.fromkeys(programs, float("inf"))
    for _ in range(options.runs):
        for name, source in programs.items():
            best[name] = min(best[name], nvrtc.compile(source, header, options.arch))
    each = {name: 1000 * best[name] / count(source) for name, source in programs.items()}
    for name, source in programs.items():
        print(f"{name}: {count(source)} kernels, {1000 * best[name]:.1f} ms, {each[name]:.2f} ms a kernel")
    print(f"ratio {each['kernels of the step'] / each['plain kernels']:.2f}")
    if options.each:
        first, *kernels = re.split(r"\n(?=// \S)", ours)
        print(f"header alone: {1000 * min(nvrtc.compile(first, header, options.arch) for _ in range(3)):.1f} ms")
        for kernel in kernels:
            seconds = min(nvrtc.compile(first + "\n" + kernel, header, options.arch) for _ in range(3))
            print(f"{1000 * seconds:8.1f} ms  {kernel.splitlines()[0][3:70]}")


main()
