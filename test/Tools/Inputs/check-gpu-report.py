# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks the JSON that tools/gpu-report.py wrote for the emulated device.

import json
import sys

report = json.load(open(sys.argv[1]))
assert report["emulated"] is True and report["seconds"] > 0, report
device = report["device"]
assert device["name"] == "emulated device" and device["driver"] == "13.0", device
assert device["capability"] == 90 and device["library"].startswith("cuBLASLt"), device
assert [test["result"] for test in report["tests"]] == ["pass", "pass"], report["tests"]
assert len(report["bench"]) == 6, len(report["bench"])
for bench in report["bench"]:
    assert "error" not in bench, bench
    assert bench["median_ms"] > 0 and bench["graph_nodes"] == len(bench["kernels"]), bench
    assert bench["autotuned_ms"] > 0, bench
    assert set(bench["roofline_ms"]) == {"A100", "H100", "H200"}, bench
    for kernel in bench["kernels"]:
        assert kernel["measured_ms"] >= 0 and kernel["roofline_ms"]["H200"] >= 0, kernel
    assert sum(kernel["measured_ms"] for kernel in bench["kernels"]) > 0, bench
print("all figures agree")
