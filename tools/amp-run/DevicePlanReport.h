// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How `amp-run bench` shows a plan for a GPU: its steps with the time that each
// takes at the documented rates of some devices, and the kernels' resources.

#ifndef AMP_TOOLS_AMP_RUN_DEVICEPLANREPORT_H
#define AMP_TOOLS_AMP_RUN_DEVICEPLANREPORT_H

#include "Report.h"
#include "amp/Engine/CompileOptions.h"

namespace amp::run {

/// Prints one line a step, then one line a kernel and architecture;
/// `statistics` hold a device plan.
void printDevicePlan(const CompileStatistics &statistics);

/// Prints the totals: algorithms, nodes of the graph, bytes, time at each
/// device's rates.
void printDeviceTotals(const CompileStatistics &statistics);

/// How the algorithms of a GPU's products were found, each way with the number
/// of its products; empty where nothing is known of that.
std::string describeAlgorithms(const CompileStatistics &statistics);

/// Adds the same to `result`, under the keys that `bench --help` documents.
void addDevicePlan(const CompileStatistics &statistics, Json &result);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_DEVICEPLANREPORT_H
