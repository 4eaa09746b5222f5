// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker pool. One 64-bit word, the ticket, holds the number of the
// current loop and how many of its chunks are unclaimed; a chunk is claimed by
// a compare-and-swap that takes one away. The number in the word makes a late
// worker's claim fail rather than hit the next loop, so the caller waits for
// claimed chunks only, never for a worker that sleeps.

#include "amp/Runtime/ThreadPool.h"
#include "amp/Runtime/FloatMode.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <system_error>
#include <vector>

using namespace amp;

/// How long a worker without work stays awake. The gaps inside a step are
/// shorter, those between the calls of an idle host are longer.
static constexpr std::chrono::microseconds spinTime(100);

static void pauseBriefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

namespace {
constexpr uint64_t remainingMask = 0xffffffff;

struct Worker {
  pthread_t thread;
  unsigned index;
  void *state;
};
} // namespace

struct ThreadPool::State {
  // What all workers poll is apart from what they write.
  alignas(64) std::atomic<uint64_t> ticket{0};
  alignas(64) std::atomic<uint32_t> unfinished{0};
  /// Valid for whoever has claimed a chunk of the loop, until it is finished.
  alignas(64) const ChunkFunction *function = nullptr;
  uint32_t chunks = 0;
  int64_t firstChunk = 0;

  std::atomic<unsigned> sleeping{0};
  std::atomic<bool> stopping{false};
  bool spins = true;
  std::mutex sleepMutex;
  std::condition_variable wake;

  std::mutex callMutex;
  /// The thread inside parallelFor; 0, which is no thread's name, for none.
  std::atomic<pthread_t> caller{0};
  std::vector<Worker> workers;

  bool claimAndRun(unsigned worker);
  void runLoop(int64_t first, uint32_t count, const ChunkFunction &function);
  bool hasWork(std::memory_order order) const {
    return (ticket.load(order) & remainingMask) != 0;
  }
  void work(unsigned worker);
  bool isInside(unsigned &worker) const;
};

/// Runs one chunk of the current loop; false if none is left.
bool ThreadPool::State::claimAndRun(unsigned worker) {
  uint64_t seen = ticket.load(std::memory_order_acquire);
  do {
    if ((seen & remainingMask) == 0)
      return false;
  } while (!ticket.compare_exchange_weak(
      seen, seen - 1, std::memory_order_acq_rel, std::memory_order_acquire));
  uint32_t chunk = chunks - uint32_t(seen & remainingMask);
  (*function)(firstChunk + chunk, worker);
  if (unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1)
    unfinished.notify_one();
  return true;
}

void ThreadPool::State::work(unsigned worker) {
  while (true) {
    while (claimAndRun(worker)) {
    }
    if (spins) {
      auto end = std::chrono::steady_clock::now() + spinTime;
      bool found = false;
      do {
        for (int i = 0; i < 32 && !found; ++i) {
          pauseBriefly();
          found = hasWork(std::memory_order_relaxed);
        }
      } while (!found && !stopping.load(std::memory_order_relaxed) &&
               std::chrono::steady_clock::now() < end);
      if (found)
        continue;
    }
    std::unique_lock<std::mutex> lock(sleepMutex);
    // Either the caller sees this count after publishing its loop, or the
    // check below sees the loop: both sides are sequentially consistent.
    sleeping.fetch_add(1, std::memory_order_seq_cst);
    wake.wait(lock, [&] {
      return stopping.load(std::memory_order_seq_cst) ||
             hasWork(std::memory_order_seq_cst);
    });
    sleeping.fetch_sub(1, std::memory_order_seq_cst);
    if (stopping.load(std::memory_order_seq_cst))
      return;
  }
}

void ThreadPool::State::runLoop(int64_t first, uint32_t count,
                                const ChunkFunction &body) {
  function = &body;
  chunks = count;
  firstChunk = first;
  unfinished.store(count, std::memory_order_relaxed);
  uint64_t loop = (ticket.load(std::memory_order_relaxed) >> 32) + 1;
  ticket.store(loop << 32 | count, std::memory_order_seq_cst);
  if (unsigned asleep = sleeping.load(std::memory_order_seq_cst)) {
    // A worker between its check and its sleep holds the mutex.
    sleepMutex.lock();
    sleepMutex.unlock();
    for (unsigned i = std::min(asleep, count - 1); i > 0; --i)
      wake.notify_one();
  }
  while (claimAndRun(0)) {
  }
  auto end = std::chrono::steady_clock::now() + spinTime;
  while (uint32_t left = unfinished.load(std::memory_order_acquire)) {
    for (int i = 0; i < 32; ++i)
      if (pauseBriefly(); unfinished.load(std::memory_order_acquire) == 0)
        return;
    if (!spins || std::chrono::steady_clock::now() > end)
      unfinished.wait(left, std::memory_order_acquire);
  }
}

/// Whether the calling thread already runs a chunk of this pool, and as which
/// worker.
bool ThreadPool::State::isInside(unsigned &worker) const {
  pthread_t self = pthread_self();
  worker = 0;
  if (caller.load(std::memory_order_relaxed) == self)
    return true;
  for (const Worker &other : workers)
    if (other.thread == self) {
      worker = other.index;
      return true;
    }
  return false;
}

void ThreadPool::parallelFor(int64_t chunks, ChunkFunction function) {
  unsigned worker;
  if (state->isInside(worker)) {
    for (int64_t chunk = 0; chunk < chunks; ++chunk)
      function(chunk, worker);
    return;
  }
  std::lock_guard<std::mutex> lock(state->callMutex);
  state->caller.store(pthread_self(), std::memory_order_relaxed);
  if (chunks <= 1 || state->workers.empty()) {
    for (int64_t chunk = 0; chunk < chunks; ++chunk)
      function(chunk, 0);
  } else {
    // The ticket counts up to 2^32 - 1 chunks.
    constexpr int64_t most = remainingMask;
    for (int64_t first = 0; first < chunks; first += most)
      state->runLoop(first, uint32_t(std::min(most, chunks - first)), function);
  }
  state->caller.store(0, std::memory_order_relaxed);
}

unsigned ThreadPool::availableCpus() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return unsigned(std::max(1, CPU_COUNT(&set)));
  // More CPUs than a cpu_set_t counts.
  return unsigned(CPU_SETSIZE);
}

ThreadPool::ThreadPool(std::unique_ptr<State> state)
    : state(std::move(state)) {}

Result<std::unique_ptr<ThreadPool>> ThreadPool::create(unsigned threads) {
  unsigned cpus = availableCpus();
  if (threads == 0)
    threads = cpus;
  if (threads > maxThreads)
    return Failure{"expects at most " + std::to_string(maxThreads) +
                   " threads, got " + std::to_string(threads)};
  std::unique_ptr<ThreadPool> pool(new ThreadPool(std::make_unique<State>()));
  State &state = *pool->state;
  // A spinning worker must not take the CPU of one that works.
  state.spins = threads <= cpus;
  // The workers must not see the list move or grow: they get their index and
  // only read it from inside a chunk, after the list is complete.
  state.workers.resize(threads - 1);
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int error = 0;
  unsigned started = 0;
  for (; started + 1 < threads; ++started) {
    Worker &worker = state.workers[started];
    worker.index = started + 1;
    worker.state = &state;
    error = pthread_create(
        &worker.thread, nullptr,
        [](void *argument) -> void * {
          ScopedFloatMode mode;
          Worker &worker = *static_cast<Worker *>(argument);
          static_cast<State *>(worker.state)->work(worker.index);
          return nullptr;
        },
        &worker);
    if (error)
      break;
  }
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  state.workers.resize(started);
  if (error)
    return Failure{"cannot start " + std::to_string(threads) +
                   " threads: " + std::generic_category().message(error)};
  return pool;
}

ThreadPool::~ThreadPool() {
  state->sleepMutex.lock();
  state->stopping.store(true, std::memory_order_seq_cst);
  state->sleepMutex.unlock();
  state->wake.notify_all();
  for (Worker &worker : state->workers)
    pthread_join(worker.thread, nullptr);
}

unsigned ThreadPool::size() const {
  return unsigned(state->workers.size()) + 1;
}
