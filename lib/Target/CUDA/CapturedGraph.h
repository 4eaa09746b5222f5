// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work that is captured once and replayed, and the time that work takes on the
// device. Private.

#ifndef AMP_LIB_TARGET_CUDA_CAPTUREDGRAPH_H
#define AMP_LIB_TARGET_CUDA_CAPTUREDGRAPH_H

#include "Driver.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace amp::cuda {

/// A piece of work on the driver's stream that can be started any number of
/// times, with the addresses that it was captured with.
class CapturedGraph {
public:
  CapturedGraph() = default;
  /// Captures what `enqueue` puts on the stream; none of it runs.
  static Result<CapturedGraph> create(std::shared_ptr<Driver> driver,
                                      llvm::function_ref<Status()> enqueue);
  CapturedGraph(CapturedGraph &&other) { *this = std::move(other); }
  CapturedGraph &operator=(CapturedGraph &&other);
  ~CapturedGraph();

  /// Starts the work; does not wait for it.
  Status launch() const;

private:
  std::shared_ptr<Driver> driver;
  api::Graph graph = nullptr;
  api::GraphExec exec = nullptr;
};

/// Two events around work on the driver's stream.
class Stopwatch {
public:
  Stopwatch() = default;
  static Result<Stopwatch> create(std::shared_ptr<Driver> driver);
  Stopwatch(Stopwatch &&other) { *this = std::move(other); }
  Stopwatch &operator=(Stopwatch &&other);
  ~Stopwatch();

  bool isCreated() const { return driver != nullptr; }
  /// Enqueues the first event, and the second one.
  Status start() const;
  Status stop() const;
  /// The milliseconds between them, once the stream has been waited for.
  Result<double> read() const;

private:
  std::shared_ptr<Driver> driver;
  api::Event before = nullptr, after = nullptr;
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_CAPTUREDGRAPH_H
