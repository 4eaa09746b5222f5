# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How lit finds and runs the tests. Variables of FileCheck are local to a
# CHECK-LABEL block unless they start with $.

import os

import lit.formats

config.name = "Amp"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.amp_binary_dir, "test")

bin_dir = os.path.join(config.amp_binary_dir, "bin")
# Every build has the CPU target.
config.available_features.add("cpu")
config.environment["PATH"] = os.pathsep.join(
    [bin_dir, config.llvm_tools_dir, config.environment.get("PATH", "")]
)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input=fail"
# Compiled code that amp-run keeps must not end up in the home folder.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%source_dir", config.amp_source_dir))
config.substitutions.append(("%llvm_include", os.path.join(config.llvm_tools_dir, "..", "include")))
config.substitutions.append(("%binary_dir", config.amp_binary_dir))
