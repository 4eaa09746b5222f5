// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every chunk runs exactly once, whatever the number of chunks, threads and
// callers, and whether workers are awake or asleep.

#include "amp/Runtime/ThreadPool.h"
#include "Check.h"
#include "amp/Runtime/FloatMode.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <pthread.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace amp;

static std::unique_ptr<ThreadPool> makePool(unsigned threads) {
  return ThreadPool::create(threads).take();
}

static void testEveryChunkOnce(ThreadPool &pool) {
  for (int64_t chunks : {0, 1, 2, 3, 1000}) {
    std::vector<std::atomic<int>> runs(chunks);
    std::vector<std::atomic<int>> busy(pool.size());
    std::atomic<bool> fine{true};
    pool.parallelFor(chunks, [&](int64_t chunk, unsigned worker) {
      if (worker >= pool.size() || busy[worker].exchange(1))
        fine = false;
      ++runs[chunk];
      busy[worker] = 0;
    });
    for (std::atomic<int> &run : runs)
      CHECK(run == 1);
    CHECK(fine);
  }
  pool.parallelFor(-5, [](int64_t, unsigned) { CHECK(false); });
}

/// Plain writes of the workers are seen by the caller and the next loop.
static void testManyTinyLoops(ThreadPool &pool) {
  std::vector<long> values(8);
  for (int round = 0; round < 20000; ++round)
    pool.parallelFor(8, [&](int64_t chunk, unsigned) {
      values[chunk] += values[chunk] == round;
    });
  for (long value : values)
    CHECK(value == 20000);
}

static void testSleepersWake(ThreadPool &pool) {
  for (int round = 0; round < 30; ++round) {
    std::this_thread::sleep_for(std::chrono::microseconds(round * 20));
    std::atomic<int> runs{0};
    pool.parallelFor(4, [&](int64_t, unsigned) { ++runs; });
    CHECK(runs == 4);
  }
}

/// Chunks that wait for each other only finish when workers run them at once.
static void testRunsAtOnce() {
  auto pool = makePool(4);
  std::atomic<int> arrived{0};
  pool->parallelFor(4, [&](int64_t, unsigned) {
    ++arrived;
    while (arrived < 4)
      std::this_thread::yield();
  });
  CHECK(arrived == 4);
}

static void testNested(ThreadPool &pool) {
  std::atomic<int> runs{0};
  std::atomic<bool> sameWorker{true};
  pool.parallelFor(16, [&](int64_t, unsigned outer) {
    pool.parallelFor(16, [&](int64_t, unsigned inner) {
      ++runs;
      if (inner != outer)
        sameWorker = false;
    });
  });
  CHECK(runs == 256 && sameWorker);
}

static void testCallersTakeTurns(ThreadPool &pool) {
  std::atomic<int> runs{0};
  std::vector<std::atomic<int>> busy(pool.size());
  std::atomic<bool> fine{true};
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i)
    callers.emplace_back([&] {
      for (int round = 0; round < 500; ++round)
        pool.parallelFor(5, [&](int64_t, unsigned worker) {
          if (busy[worker].exchange(1))
            fine = false;
          ++runs;
          busy[worker] = 0;
        });
    });
  for (std::thread &caller : callers)
    caller.join();
  CHECK(runs == 7500 && fine);
}

static std::atomic<long> signalled;

/// Workers leave signals to the host and do not inherit its rounding mode.
static void testWorkersAreNeutral() {
#if defined(__x86_64__)
  unsigned old = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(old | 0x8040); // flush to zero, both ways
#endif
  auto pool = makePool(3);
  std::signal(SIGUSR1, [](int) { signalled = (long)gettid(); });
  std::atomic<int> arrived{0}, kept{0}, blocked{0};
  pool->parallelFor(3, [&](int64_t, unsigned worker) {
    volatile float tiny = std::numeric_limits<float>::min();
    volatile float half = tiny * 0.5f;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    kept += worker != 0 && half != 0;
    blocked += worker != 0 && sigismember(&mask, SIGUSR1);
    ++arrived;
    while (arrived < 3)
      std::this_thread::yield();
  });
#if defined(__x86_64__)
  CHECK(kept == 2);
  {
    ScopedFloatMode mode;
    volatile float tiny = std::numeric_limits<float>::min();
    CHECK(tiny * 0.5f != 0);
  }
  CHECK((__builtin_ia32_stmxcsr() & 0x8040) == 0x8040);
  __builtin_ia32_ldmxcsr(old);
#endif
  CHECK(blocked == 2);
  kill(getpid(), SIGUSR1);
  CHECK(signalled == (long)gettid());
}

/// The time of a loop that every worker takes part in: chunks wait for each
/// other, so the caller cannot run them all.
void measureThreadPool() {
  unsigned threads = std::min(ThreadPool::availableCpus(), 8u);
  auto pool = makePool(threads);
  double best = 1e9;
  for (int round = 0; round < 50; ++round) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) {
      std::atomic<unsigned> arrived{0};
      pool->parallelFor(threads, [&](int64_t, unsigned) {
        ++arrived;
        while (arrived.load(std::memory_order_relaxed) < threads)
          std::atomic_signal_fence(std::memory_order_seq_cst);
      });
    }
    std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / 1000);
  }
  std::printf("fork-join of %u threads: %.2f us\n", threads, best);
}

void testThreadPool() {
  for (unsigned threads : {1u, 2u, 3u, 8u}) {
    auto pool = makePool(threads);
    CHECK(pool->size() == threads);
    testEveryChunkOnce(*pool);
    testManyTinyLoops(*pool);
    testSleepersWake(*pool);
    testNested(*pool);
    testCallersTakeTurns(*pool);
  }
  CHECK(makePool(0)->size() == ThreadPool::availableCpus());
  for (int i = 0; i < 100; ++i)
    makePool(3);
  testRunsAtOnce();
  testWorkersAreNeutral();
}
