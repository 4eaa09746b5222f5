# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How lit finds and runs the tests. Variables of FileCheck are local to a
# CHECK-LABEL block unless they start with $.

import os
import shutil

import lit.formats

config.name = "Amp"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.amp_binary_dir, "test")



def find_cuda_home():
    """The folder of a CUDA toolkit that brings NVRTC, or None."""
    candidates = [
        os.environ.get("CUDA_HOME"),
        os.path.join(config.amp_source_dir, ".cuda", "nvidia", "cu13"),
        "/usr/local/cuda",
    ]
    for home in filter(None, candidates):
        for folder in ("lib64", "lib"):
            for name in ("libnvrtc.so.13", "libnvrtc.so.12"):
                if os.path.exists(os.path.join(home, folder, name)):
                    return home
    return None


bin_dir = os.path.join(config.amp_binary_dir, "bin")
# Every build has the CPU target.
config.available_features.add("cpu")
cuda_home = find_cuda_home()
if cuda_home:
    config.available_features.add("cuda")
    config.environment["CUDA_HOME"] = cuda_home
elif os.environ.get("AMP_REQUIRE_CUDA"):
    lit_config.fatal("expects NVRTC in CUDA_HOME, .cuda or /usr/local/cuda")
# NVIDIA's disassembler comes with a toolkit, or as a Python package into .cuda.
for nvdisasm in (
    os.path.join(config.amp_source_dir, ".cuda", "nvdisasm", "nvidia", "cu13", "bin", "nvdisasm"),
    os.path.join(cuda_home or "", "bin", "nvdisasm"),
    shutil.which("nvdisasm"),
):
    if nvdisasm and os.access(nvdisasm, os.X_OK):
        config.available_features.add("nvdisasm")
        config.substitutions.append(("%nvdisasm", nvdisasm))
        break
nvcc = os.path.join(cuda_home or "", "bin", "nvcc")
if os.access(nvcc, os.X_OK) and shutil.which("gcc"):
    config.available_features.add("nvcc")
    config.substitutions.append(("%nvcc", nvcc))
config.environment["PATH"] = os.pathsep.join(
    [bin_dir, config.llvm_tools_dir, config.environment.get("PATH", "")]
)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input=fail"
# Compiled code that amp-run keeps must not end up in the home folder.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# The stand-ins for the CUDA driver and its libraries come first.
emulator = os.path.join(config.amp_binary_dir, "emulator")
config.substitutions.append(("%emulated", f"env LD_LIBRARY_PATH={emulator}"))
config.environment["AMP_EMU_CACHE"] = os.path.join(config.test_exec_root, "emulator-cache")
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%source_dir", config.amp_source_dir))
config.substitutions.append(("%llvm_include", os.path.join(config.llvm_tools_dir, "..", "include")))
config.substitutions.append(("%binary_dir", config.amp_binary_dir))
