// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker pool that kernels are split over: a fork-join of one to two
// microseconds while the workers are hot, which a training step of a few
// hundred microseconds needs. Relies on POSIX threads.

#ifndef AMP_RUNTIME_THREADPOOL_H
#define AMP_RUNTIME_THREADPOOL_H

#include "amp/Runtime/Status.h"

#include <cstdint>
#include <memory>
#include <type_traits>

namespace amp {

/// A reference to something callable as `void(int64_t chunk, unsigned worker)`;
/// does not own it and allocates nothing.
class ChunkFunction {
public:
  template <typename Callable,
            typename = std::enable_if_t<
                !std::is_same_v<std::remove_cvref_t<Callable>, ChunkFunction>>>
  ChunkFunction(Callable &&callable)
      : object(const_cast<void *>(static_cast<const void *>(&callable))),
        function([](void *object, int64_t chunk, unsigned worker) {
          (*static_cast<std::remove_reference_t<Callable> *>(object))(chunk,
                                                                      worker);
        }) {}

  void operator()(int64_t chunk, unsigned worker) const {
    function(object, chunk, worker);
  }

private:
  void *object;
  void (*function)(void *, int64_t, unsigned);
};

/// A fixed number of workers, of which the calling thread is number 0. Workers
/// spin for some microseconds after their last chunk, then sleep. They block
/// all signals, which stay with the host's threads, and run in the default
/// floating-point mode; the calling thread keeps its own mode.
class ThreadPool {
public:
  /// More threads than this are an error rather than a try.
  static constexpr unsigned maxThreads = 1 << 16;

  /// Starts `threads` - 1 threads; 0 means one worker per CPU that the process
  /// may run on. Fails when the system has no more threads to give.
  static Result<std::unique_ptr<ThreadPool>> create(unsigned threads);

  /// The number of CPUs that the process may run on, at least 1.
  static unsigned availableCpus();

  /// Joins the threads. No call of parallelFor may be running.
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  /// The number of workers, the calling thread included.
  unsigned size() const;

  /// Calls `function(chunk, worker)` once for each chunk from 0 to chunks - 1,
  /// and returns when all calls have returned; their writes are visible then.
  /// Which worker gets a chunk is not defined, so a result must not depend on
  /// it; `worker` is below size() and no two calls with the same worker run at
  /// once, which makes it an index into scratch memory. Calls from several
  /// threads take turns. A call from inside `function` runs its chunks in
  /// order on the same worker. Allocates nothing.
  void parallelFor(int64_t chunks, ChunkFunction function);

private:
  struct State;
  explicit ThreadPool(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace amp

#endif // AMP_RUNTIME_THREADPOOL_H
