// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Capture of a stream's work, and events around it.

#include "CapturedGraph.h"

#include <utility>

using namespace amp;
using namespace amp::cuda;

Result<CapturedGraph>
CapturedGraph::create(std::shared_ptr<Driver> driver,
                      llvm::function_ref<Status()> enqueue) {
  const DriverFunctions &call = driver->call;
  CapturedGraph captured;
  Status status = driver->check(
      call.streamBeginCapture(driver->stream, api::captureThreadLocal),
      "cannot capture the step");
  if (!status.ok())
    return status.takeFailure();
  captured.driver = driver;
  status = enqueue();
  // The capture ends in any case, or the stream stays unusable.
  Status ended =
      driver->check(call.streamEndCapture(driver->stream, &captured.graph),
                    "cannot capture the step");
  if (status.ok())
    status = std::move(ended);
  if (status.ok())
    status =
        driver->check(call.graphInstantiate(&captured.exec, captured.graph, 0),
                      "cannot instantiate the captured step");
  if (!status.ok())
    return status.takeFailure();
  return captured;
}

CapturedGraph &CapturedGraph::operator=(CapturedGraph &&other) {
  std::swap(driver, other.driver);
  std::swap(graph, other.graph);
  std::swap(exec, other.exec);
  return *this;
}

CapturedGraph::~CapturedGraph() {
  if (!driver || !driver->makeCurrent().ok())
    return;
  if (exec)
    driver->call.graphExecDestroy(exec);
  if (graph)
    driver->call.graphDestroy(graph);
}

Status CapturedGraph::launch() const {
  return driver->check(driver->call.graphLaunch(exec, driver->stream),
                       "cannot start the captured step");
}

Result<Stopwatch> Stopwatch::create(std::shared_ptr<Driver> driver) {
  Stopwatch watch;
  watch.driver = driver;
  for (api::Event *event : {&watch.before, &watch.after})
    if (Status status = driver->check(driver->call.eventCreate(event, 0),
                                      "cannot make an event");
        !status.ok())
      return status.takeFailure();
  return watch;
}

Stopwatch &Stopwatch::operator=(Stopwatch &&other) {
  std::swap(driver, other.driver);
  std::swap(before, other.before);
  std::swap(after, other.after);
  return *this;
}

Stopwatch::~Stopwatch() {
  if (!driver || !driver->makeCurrent().ok())
    return;
  for (api::Event event : {before, after})
    if (event)
      driver->call.eventDestroy(event);
}

Status Stopwatch::start() const {
  return driver->check(driver->call.eventRecord(before, driver->stream),
                       "cannot time a step");
}

Status Stopwatch::stop() const {
  return driver->check(driver->call.eventRecord(after, driver->stream),
                       "cannot time a step");
}

Result<double> Stopwatch::read() const {
  float milliseconds = 0;
  if (Status status = driver->check(
          driver->call.eventElapsedTime(&milliseconds, before, after),
          "cannot time a step");
      !status.ok())
    return status.takeFailure();
  return double(milliseconds);
}
