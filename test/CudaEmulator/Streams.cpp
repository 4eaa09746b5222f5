// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver's streams, captured graphs and events.

#include "Entry.h"

#include <chrono>

using namespace amp::emulator;

namespace {

struct GraphExec {
  std::vector<Work> nodes;
};

/// When the work before it was done, in milliseconds.
struct Event {
  double time = 0;
};

} // namespace

EXPORT int cuStreamCreate(Stream **stream, unsigned) {
  ENTER;
  *stream = new Stream;
  device.streams.insert(*stream);
  return 0;
}
EXPORT int cuStreamDestroy_v2(Stream *stream) {
  EmulatedDevice &device = EmulatedDevice::get();
  std::lock_guard<std::recursive_mutex> guard(device.lock);
  device.flush(stream);
  device.streams.erase(stream);
  delete stream;
  return 0;
}
EXPORT int cuStreamSynchronize(Stream *stream) {
  ENTER;
  if (stream->capture)
    return device.fail(900, "cuStreamSynchronize of a captured stream");
  return device.flush(stream);
}
EXPORT int cuStreamBeginCapture_v2(Stream *stream, int) {
  ENTER;
  if (stream->capture)
    return 901;
  stream->capture = new Graph;
  device.graphs.insert(stream->capture);
  return 0;
}
EXPORT int cuStreamEndCapture(Stream *stream, Graph **graph) {
  EmulatedDevice &device = EmulatedDevice::get();
  std::lock_guard<std::recursive_mutex> guard(device.lock);
  if (!stream->capture)
    return 901;
  *graph = stream->capture;
  stream->capture = nullptr;
  return device.sticky;
}
EXPORT int cuGraphInstantiateWithFlags(GraphExec **exec, Graph *graph,
                                       unsigned long long) {
  ENTER;
  *exec = new GraphExec{graph->nodes};
  return 0;
}
EXPORT int cuGraphLaunch(GraphExec *exec, Stream *stream) {
  ENTER;
  device.enqueue(stream, [&device, exec] {
    device.noteReplay(exec->nodes.size());
    return std::string();
  });
  for (const Work &node : exec->nodes)
    device.enqueue(stream, node);
  return 0;
}
EXPORT int cuGraphDestroy(Graph *graph) {
  EmulatedDevice &device = EmulatedDevice::get();
  std::lock_guard<std::recursive_mutex> guard(device.lock);
  device.graphs.erase(graph);
  delete graph;
  return 0;
}
EXPORT int cuGraphExecDestroy(GraphExec *exec) {
  delete exec;
  return 0;
}

EXPORT int cuEventCreate(Event **event, unsigned) {
  *event = new Event;
  return 0;
}
EXPORT int cuEventDestroy_v2(Event *event) {
  delete event;
  return 0;
}
EXPORT int cuEventRecord(Event *event, Stream *stream) {
  ENTER;
  device.enqueue(stream, [&device, event] {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    event->time = device.passed >= 0
                      ? device.passed
                      : std::chrono::duration<double, std::milli>(now).count();
    return std::string();
  });
  return 0;
}
EXPORT int cuEventElapsedTime(float *milliseconds, Event *start, Event *end) {
  *milliseconds = float(end->time - start->time);
  return 0;
}
