// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution of a launch: block by block, thread by thread, each thread on a
// stack of its own until it waits. Barriers, exchanges between lanes and shared
// memory have the semantics of the device, and what it would punish is a fault:
// waiting that can never end, different barriers meeting, lanes that take no
// part, races, use of shared memory that nobody wrote.

#ifndef AMP_TEST_CUDAEMULATOR_BLOCK_H
#define AMP_TEST_CUDAEMULATOR_BLOCK_H

#include "Fibers.h"
#include "Memory.h"

#include <functional>
#include <string>
#include <vector>

namespace amp::emulator {

/// What a module exports for a kernel and how large a launch of it is.
struct Launch {
  std::string kernel;
  std::string modulePath;
  void (*entry)(void **arguments) = nullptr;
  void **arguments = nullptr;
  int *position = nullptr;
  char *sharedStart = nullptr, *sharedStop = nullptr;
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
};

/// Runs launches one at a time. Not for several threads.
class Executor {
public:
  explicit Executor(DeviceMemory &memory) : memory(memory) {}

  /// Runs a launch; empty, or the report of the first fault, which ended it.
  std::string run(const Launch &launch);

  /// Whether blocks and threads run from the last to the first.
  bool isReversed = false;

  // Called by the module's code through the table.
  void access(const void *address, unsigned bytes, bool isWrite, void *where);
  void fault(const std::string &what, const void *address, void *where);
  void barrier(int site, void *where);
  unsigned long long shuffle(unsigned mask, unsigned long long value,
                             int distance, int site, void *where);

private:
  struct Thread {
    enum State { Ready, AtBarrier, AtWarp, Done } state = Ready;
    void *stack = nullptr;
    int site = 0;
    void *where = nullptr;
    // What it brought to an operation of its warp, and what it got.
    unsigned mask = 0;
    int distance = 0;
    unsigned long long value = 0, result = 0;
  };
  /// Who touched a byte of shared memory last, and when; of no meaning in other
  /// blocks than the one it was written in.
  struct SharedCell {
    uint64_t block = 0;
    uint32_t writer = 0, writerEpoch = 0, writerWarpEpoch = 0;
    uint32_t reader = 0, readerEpoch = 0, readerWarpEpoch = 0;
    bool isWritten = false;
  };

  static void startThread(void *executor);
  void runBlock(unsigned number);
  void resume(unsigned thread);
  void wait();
  void finishThread();
  void tryBarrier();
  void tryWarp(unsigned warp);
  void accessShared(const void *address, unsigned bytes, bool isWrite,
                    void *where);
  void reportDeadlock();
  std::string describeThread() const;

  DeviceMemory &memory;
  Stacks stacks;
  const Launch *launch = nullptr;
  std::vector<Thread> threads;
  std::vector<uint32_t> warpEpochs;
  std::vector<SharedCell> shared;
  unsigned current = 0, live = 0, atBarrier = 0;
  /// The number of blocks run so far, over all launches.
  uint64_t blockSerial = 0;
  uint32_t epoch = 1, launchNumber = 0, blockNumber = 0;
  void *scheduler = nullptr;
  std::string report;
};

/// The position in the source of a code address of the module, or the address.
std::string describePosition(const std::string &modulePath, void *where);

} // namespace amp::emulator

#endif // AMP_TEST_CUDAEMULATOR_BLOCK_H
