// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables and JSON of a plan for a GPU. A step's share is its part of the time
// that all steps take at a device's rates.

#include "DevicePlanReport.h"

#include "amp/Engine/MachineRates.h"

#include <algorithm>
#include <cstdio>

using namespace amp;
using namespace amp::run;

static long long number(int64_t value) { return static_cast<long long>(value); }

void amp::run::printDevicePlan(const CompileStatistics &statistics) {
  std::span<const DeviceRates> devices = getDeviceRates();
  std::printf("%-48s %5s %12s %12s %13s", "step", "sets", "read", "written",
              "operations");
  for (const DeviceRates &device : devices)
    std::printf(" %4s us share", device.name);
  std::printf("\n");
  std::vector<double> totals;
  for (const DeviceRates &device : devices)
    totals.push_back(predictSeconds(*statistics.steps, device.rates));
  for (const PlanStep &step : *statistics.steps) {
    std::printf("%-48s %5lld %12lld %12lld %13lld", step.name.c_str(),
                number(step.instances), number(step.bytes - step.writtenBytes),
                number(step.writtenBytes), number(step.operations));
    for (size_t i = 0; i < devices.size(); ++i) {
      double seconds = predictSeconds({step}, devices[i].rates);
      std::printf(" %7.2f %3.0f %%", seconds * 1e6,
                  totals[i] > 0.0 ? 100.0 * seconds / totals[i] : 0.0);
    }
    std::printf("\n");
  }
  if (statistics.devicePlan->kernels.empty())
    return;
  std::printf("\n%-48s %6s %9s %7s %6s %7s %9s\n", "kernel", "arch",
              "registers", "shared", "local", "spilled", "occupancy");
  for (const PlannedKernel &kernel : statistics.devicePlan->kernels)
    for (const KernelResources &one : kernel.resources)
      std::printf("%-48s %6s %9lld %7lld %6lld %7lld %7.0f %%\n",
                  kernel.name.c_str(),
                  ("sm_" + std::to_string(one.capability)).c_str(),
                  number(one.registers), number(one.sharedBytes),
                  number(one.localBytes), number(one.spillBytes),
                  100.0 * one.occupancy);
  std::printf("\n");
}

std::string amp::run::describeAlgorithms(const CompileStatistics &statistics) {
  if (!statistics.steps)
    return "";
  std::string text;
  for (auto [algorithm, how] :
       {std::pair(PlanStep::Heuristic, "by the library's estimate"),
        std::pair(PlanStep::Timed, "timed"),
        std::pair(PlanStep::Cached, "from the cache")}) {
    int64_t count =
        std::ranges::count(*statistics.steps, algorithm, &PlanStep::algorithm);
    if (count != 0)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + how;
  }
  return text;
}

/// As JSON names it.
static const char *getName(PlanStep::Algorithm algorithm) {
  switch (algorithm) {
  case PlanStep::Unknown:
    break;
  case PlanStep::Heuristic:
    return "heuristic";
  case PlanStep::Timed:
    return "timed";
  case PlanStep::Cached:
    return "cache";
  }
  return "unknown";
}

static int64_t sumBytes(const std::vector<PlanStep> &steps) {
  int64_t bytes = 0;
  for (const PlanStep &step : steps)
    bytes += step.bytes;
  return bytes;
}

void amp::run::printDeviceTotals(const CompileStatistics &statistics) {
  if (int64_t nodes = statistics.devicePlan->graphNodes)
    std::printf("graph     %lld nodes\n", number(nodes));
  else
    std::printf("graph     none: the host takes the branches\n");
  if (std::string text = describeAlgorithms(statistics); !text.empty())
    std::printf("products  %s\n", text.c_str());
  std::printf("traffic   %lld bytes\nroofline ",
              number(sumBytes(*statistics.steps)));
  const char *separator = " ";
  for (const DeviceRates &device : getDeviceRates()) {
    std::printf("%s%s %.4f ms", separator, device.name,
                predictSeconds(*statistics.steps, device.rates) * 1e3);
    separator = ", ";
  }
  std::printf("\n");
}

void amp::run::addDevicePlan(const CompileStatistics &statistics,
                             Json &result) {
  result["graph_nodes"] = statistics.devicePlan->graphNodes;
  result["bytes"] = sumBytes(*statistics.steps);
  Json roofline = Json::object();
  for (const DeviceRates &device : getDeviceRates())
    roofline[device.name] =
        predictSeconds(*statistics.steps, device.rates) * 1e3;
  result["roofline_ms"] = roofline;
  Json steps = Json::array();
  const std::vector<double> *times = statistics.stepMilliseconds.get();
  for (const PlanStep &step : *statistics.steps) {
    const char *kind = step.kind == PlanStep::Launch    ? "launch"
                       : step.kind == PlanStep::Product ? "product"
                                                        : "copy";
    Json one = {{"name", step.name},
                {"kind", kind},
                {"sets", step.instances},
                {"read_bytes", step.bytes - step.writtenBytes},
                {"written_bytes", step.writtenBytes},
                {"operations", step.operations}};
    for (const DeviceRates &device : getDeviceRates()) {
      double milliseconds = predictSeconds({step}, device.rates) * 1e3;
      double total = roofline[device.name].get<double>();
      one["roofline_ms"][device.name] = milliseconds;
      one["share"][device.name] = total > 0.0 ? milliseconds / total : 0.0;
    }
    if (step.algorithm != PlanStep::Unknown)
      one["algorithm"] = getName(step.algorithm);
    if (times)
      one["measured_ms"] = makeNumber((*times)[steps.size()]);
    steps.push_back(std::move(one));
  }
  result["steps"] = std::move(steps);
  Json kernels = Json::array();
  for (const PlannedKernel &kernel : statistics.devicePlan->kernels)
    for (const KernelResources &one : kernel.resources)
      kernels.push_back({{"name", kernel.name},
                         {"arch", one.capability},
                         {"registers", one.registers},
                         {"shared_bytes", one.sharedBytes},
                         {"local_bytes", one.localBytes},
                         {"spill_bytes", one.spillBytes},
                         {"block_threads", one.blockThreads},
                         {"occupancy", one.occupancy}});
  result["resources"] = std::move(kernels);
}
