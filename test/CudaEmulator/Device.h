// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emulated device: memory, streams whose work is done as late as it may be,
// captured graphs, and the first error, which stays. Shared by the stand-ins of
// the driver and of cuBLASLt.

#ifndef AMP_TEST_CUDAEMULATOR_DEVICE_H
#define AMP_TEST_CUDAEMULATOR_DEVICE_H

#include "Block.h"
#include "Module.h"

#include <cstdio>
#include <mutex>
#include <set>

namespace amp::emulator {

/// A piece of work: empty, or the report of what went wrong.
using Work = std::function<std::string()>;

struct Graph {
  std::vector<Work> nodes;
};

struct Stream {
  std::vector<Work> pending;
  /// Where work goes while the stream is captured.
  Graph *capture = nullptr;
};

struct Function {
  std::shared_ptr<LoadedModule> module;
  std::string name;
  KernelFacts facts;
  LoadedModule::Entry entry = nullptr;
};

/// One device for the process. Every call holds the lock.
class EmulatedDevice {
public:
  static EmulatedDevice &get();

  std::recursive_mutex lock;
  DeviceMemory memory;
  Executor executor{memory};
  /// 10 * major + minor.
  int capability = 90;
  /// Zero, or the error that every later call returns.
  int sticky = 0;
  std::set<Stream *> streams;
  std::set<Graph *> graphs;
  std::map<uint64_t, size_t> pinned;
  /// The milliseconds that products took, where those are stated
  /// (AMP_EMU_PRODUCT_MS); they are the device's clock then.
  double passed = -1;
  /// A part of the names of kernels that fail; empty for none.
  std::string failing;

  /// Adds work to a stream, or to the graph that it is captured into.
  void enqueue(Stream *stream, Work work);
  /// Does what a stream has pending; the error code.
  int flush(Stream *stream);
  /// Writes a report and keeps the error.
  int fail(int code, const std::string &report);
  bool isCapturing() const;
  /// Appends a line to the file that AMP_EMU_TRAFFIC names, if it names one: a
  /// JSON object with the kind and name of a piece of work, the bytes of device
  /// memory that it read and wrote (each byte once), and those of all accesses.
  void noteTraffic(const char *kind, const std::string &name,
                   const TouchedBytes &touched);
  /// The same for work that touches each byte once.
  void noteTraffic(const char *kind, uint64_t read, uint64_t written) {
    noteTraffic(kind, kind, {read, written, read, written});
  }
  /// Notes that a graph of so many nodes runs next.
  void noteReplay(size_t nodes);

private:
  EmulatedDevice();
  FILE *traffic = nullptr;
};

} // namespace amp::emulator

#endif // AMP_TEST_CUDAEMULATOR_DEVICE_H
