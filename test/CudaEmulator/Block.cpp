// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler of a block and the operations that its threads meet in.

#include "Block.h"

#include <cstring>
#include <dlfcn.h>

using namespace amp::emulator;

/// The executor whose thread runs, for the entry of a new stack.
static Executor *running = nullptr;

std::string Executor::describeThread() const {
  unsigned x = launch->block[0], y = launch->block[1];
  unsigned gx = launch->grid[0], gy = launch->grid[1];
  auto triple = [](unsigned a, unsigned b, unsigned c) {
    return "(" + std::to_string(a) + "," + std::to_string(b) + "," +
           std::to_string(c) + ")";
  };
  return "kernel " + launch->kernel + " block " +
         triple(blockNumber % gx, blockNumber / gx % gy,
                blockNumber / gx / gy) +
         " thread " + triple(current % x, current / x % y, current / x / y);
}

std::string amp::emulator::describePosition(const std::string &modulePath,
                                            void *where) {
  Dl_info info;
  if (!where || !dladdr(where, &info))
    return "an unknown position";
  // The address follows the call.
  uintptr_t offset = uintptr_t(where) - uintptr_t(info.dli_fbase) - 1;
  char command[512];
  snprintf(command, sizeof(command),
           "/usr/lib/llvm-22/bin/llvm-symbolizer --obj=%s -f=none --inlines "
           "0x%zx 2>/dev/null",
           modulePath.c_str(), size_t(offset));
  std::string position;
  if (FILE *pipe = popen(command, "r")) {
    char line[512];
    // The innermost frame that is neither of the prelude nor of the header.
    while (fgets(line, sizeof(line), pipe)) {
      line[strcspn(line, "\n")] = 0;
      if (*line && !strstr(line, "prelude.h") &&
          !strstr(line, "amp_device.h")) {
        position = line;
        break;
      }
    }
    pclose(pipe);
  }
  if (size_t slash = position.rfind('/'); slash != std::string::npos)
    position.erase(0, slash + 1);
  return position.empty() ? "offset " + std::to_string(offset) : position;
}

std::string Executor::run(const Launch &newLaunch) {
  launch = &newLaunch;
  report.clear();
  ++launchNumber;
  unsigned count = launch->grid[0] * launch->grid[1] * launch->grid[2];
  for (unsigned i = 0; i < count && report.empty(); ++i)
    runBlock(isReversed ? count - 1 - i : i);
  return report;
}

void Executor::startThread(void *executor) {
  auto *self = static_cast<Executor *>(executor);
  self->launch->entry(self->launch->arguments);
  self->finishThread();
}

void Executor::runBlock(unsigned number) {
  running = this;
  blockNumber = number;
  unsigned count = launch->block[0] * launch->block[1] * launch->block[2];
  threads.assign(count, Thread());
  warpEpochs.assign((count + 31) / 32, 1);
  size_t sharedBytes = launch->sharedStop - launch->sharedStart;
  // Cells of earlier blocks are told by their number: setting all of them anew
  // would cost more than most blocks do.
  shared.resize(sharedBytes);
  ++blockSerial;
  if (sharedBytes)
    std::memset(launch->sharedStart, 0xff, sharedBytes);
  live = count;
  atBarrier = 0;
  epoch = 1;
  for (unsigned i = 0; i < count; ++i)
    threads[i].stack = stacks.prepare(i, startThread, this);
  unsigned gx = launch->grid[0], gy = launch->grid[1];
  int *position = launch->position;
  position[3] = number % gx;
  position[4] = number / gx % gy;
  position[5] = number / gx / gy;
  for (int i = 0; i < 3; ++i) {
    position[6 + i] = launch->block[i];
    position[9 + i] = launch->grid[i];
  }
  while (live != 0 && report.empty()) {
    bool ranAny = false;
    for (unsigned i = 0; i < count && report.empty(); ++i) {
      unsigned thread = isReversed ? count - 1 - i : i;
      if (threads[thread].state != Thread::Ready)
        continue;
      ranAny = true;
      resume(thread);
    }
    if (!ranAny)
      reportDeadlock();
  }
}

void Executor::resume(unsigned thread) {
  current = thread;
  unsigned x = launch->block[0], y = launch->block[1];
  launch->position[0] = thread % x;
  launch->position[1] = thread / x % y;
  launch->position[2] = thread / x / y;
  amp_emu_switch(&scheduler, threads[thread].stack);
}

/// Leaves the running thread; returns when it is resumed.
void Executor::wait() { amp_emu_switch(&threads[current].stack, scheduler); }

void Executor::finishThread() {
  threads[current].state = Thread::Done;
  --live;
  // Those that wait may have waited for this one only.
  tryBarrier();
  tryWarp(current / 32);
  void *unused;
  amp_emu_switch(&unused, scheduler);
}

void Executor::fault(const std::string &what, const void *address,
                     void *where) {
  if (report.empty()) {
    char text[40] = "";
    if (address)
      snprintf(text, sizeof(text), " at %p", address);
    report = describeThread() + " at " +
             describePosition(launch->modulePath, where) + ": " + what + text;
  }
  // The launch is over: the thread is never resumed.
  void *unused;
  amp_emu_switch(&unused, scheduler);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

void Executor::barrier(int site, void *where) {
  Thread &thread = threads[current];
  thread.state = Thread::AtBarrier;
  thread.site = site;
  thread.where = where;
  ++atBarrier;
  tryBarrier();
  wait();
}

/// Lets all threads of the block go on if they have all arrived.
void Executor::tryBarrier() {
  if (live == 0 || atBarrier != live)
    return;
  const Thread *first = nullptr;
  for (Thread &thread : threads) {
    if (thread.state != Thread::AtBarrier)
      continue;
    if (!first)
      first = &thread;
    else if (first->site != thread.site) {
      report =
          describeThread() + " at " +
          describePosition(launch->modulePath, thread.where) +
          ": threads of a block meet in different barriers, the other at " +
          describePosition(launch->modulePath, first->where);
      return;
    }
    thread.state = Thread::Ready;
  }
  atBarrier = 0;
  ++epoch;
}

unsigned long long Executor::shuffle(unsigned mask, unsigned long long value,
                                     int distance, int site, void *where) {
  Thread &thread = threads[current];
  if (!(mask >> current % 32 & 1))
    fault("the calling lane is not in the mask", nullptr, where);
  thread.state = Thread::AtWarp;
  thread.mask = mask;
  thread.value = value;
  thread.distance = distance;
  thread.site = site;
  thread.where = where;
  tryWarp(current / 32);
  wait();
  return threads[current].result;
}

/// Completes operations of a warp whose lanes have all arrived.
void Executor::tryWarp(unsigned warp) {
  unsigned first = warp * 32;
  unsigned lanes = std::min<unsigned>(32, threads.size() - first);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Thread &leader = threads[first + lane];
    if (leader.state != Thread::AtWarp)
      continue;
    // The lanes of the leader's mask: all must be here, for the same operation.
    for (unsigned other = 0; other < 32; ++other) {
      if (!(leader.mask >> other & 1))
        continue;
      if (other >= lanes || threads[first + other].state == Thread::Done) {
        if (report.empty())
          report = describeThread() + " at " +
                   describePosition(launch->modulePath, leader.where) +
                   ": lane " + std::to_string(other) +
                   " of the mask takes no part in the operation of its warp";
        return;
      }
      Thread &thread = threads[first + other];
      if (thread.state != Thread::AtWarp)
        return;
      if (thread.mask != leader.mask || thread.site != leader.site) {
        if (report.empty())
          report = describeThread() + " at " +
                   describePosition(launch->modulePath, thread.where) +
                   ": lanes of a warp meet in different operations, the other "
                   "at " +
                   describePosition(launch->modulePath, leader.where);
        return;
      }
    }
    for (unsigned other = 0; other < lanes; ++other) {
      if (!(leader.mask >> other & 1))
        continue;
      Thread &thread = threads[first + other];
      unsigned source = other ^ thread.distance;
      thread.result =
          source < lanes ? threads[first + source].value : thread.value;
    }
    unsigned mask = leader.mask;
    for (unsigned other = 0; other < lanes; ++other)
      if (mask >> other & 1)
        threads[first + other].state = Thread::Ready;
    ++warpEpochs[warp];
    return;
  }
}

void Executor::reportDeadlock() {
  std::string waiting;
  unsigned shown = 0;
  for (unsigned i = 0; i < threads.size() && shown < 2; ++i) {
    const Thread &thread = threads[i];
    if (thread.state != Thread::AtBarrier && thread.state != Thread::AtWarp)
      continue;
    // One of each kind tells the story.
    if (shown == 1 && waiting.find(thread.state == Thread::AtBarrier
                                       ? "barrier"
                                       : "operation") != std::string::npos)
      continue;
    waiting += (shown ? ", thread " : "thread ") + std::to_string(i) +
               (thread.state == Thread::AtBarrier ? " in the barrier at "
                                                  : " in the operation at ") +
               describePosition(launch->modulePath, thread.where);
    ++shown;
  }
  report = "kernel " + launch->kernel + " block " +
           std::to_string(blockNumber) + ": waits for ever: " + waiting;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Executor::access(const void *address, unsigned bytes, bool isWrite,
                      void *where) {
  auto *byte = static_cast<const char *>(address);
  if (memory.inRange(address)) {
    if (bytes <= 16 && uint64_t(address) % bytes != 0)
      fault("misaligned access of " + std::to_string(bytes) + " bytes", address,
            where);
    Actor actor{launchNumber, blockNumber, uint16_t(current), uint16_t(epoch),
                uint16_t(warpEpochs[current / 32])};
    std::string wrong = memory.checkThread(address, bytes, isWrite, actor);
    if (!wrong.empty())
      fault((isWrite ? "write of " : "read of ") + std::to_string(bytes) +
                " bytes: " + wrong,
            address, where);
    return;
  }
  if (byte >= launch->sharedStart && byte < launch->sharedStop)
    return accessShared(address, bytes, isWrite, where);
  if (stacks.contains(address))
    return;
  // Constants of the module are read, never written.
  Dl_info info;
  if (!isWrite && dladdr(address, &info) && info.dli_fname &&
      launch->modulePath == info.dli_fname)
    return;
  fault((isWrite ? "write of " : "read of ") + std::to_string(bytes) +
            " bytes of host memory",
        address, where);
}

void Executor::accessShared(const void *address, unsigned bytes, bool isWrite,
                            void *where) {
  size_t first = static_cast<const char *>(address) - launch->sharedStart;
  if (first + bytes > shared.size())
    fault("access beyond the end of shared memory", address, where);
  uint32_t warpEpoch = warpEpochs[current / 32];
  // Accesses are ordered by a barrier, or within a warp by an operation of it.
  auto races = [&](uint32_t thread, uint32_t thenEpoch, uint32_t thenWarp) {
    if (thread == current || thenEpoch != epoch)
      return false;
    return thread / 32 != current / 32 || thenWarp == warpEpoch;
  };
  for (size_t i = first; i < first + bytes; ++i) {
    SharedCell &cell = shared[i];
    if (cell.block != blockSerial) {
      cell = SharedCell();
      cell.block = blockSerial;
    }
    if (!isWrite && !cell.isWritten)
      fault("read of shared memory that was never written", address, where);
    if (cell.isWritten &&
        races(cell.writer, cell.writerEpoch, cell.writerWarpEpoch))
      fault(std::string(isWrite ? "write" : "read") +
                " of shared memory that thread " + std::to_string(cell.writer) +
                " wrote with no barrier between",
            address, where);
    if (!isWrite) {
      // The first reader of an epoch stays unless it is this thread's warp, so
      // that a writer of another warp meets it.
      bool isFresh = cell.readerEpoch != epoch;
      if (isFresh || cell.reader / 32 == current / 32) {
        cell.reader = current;
        cell.readerEpoch = epoch;
        cell.readerWarpEpoch = warpEpoch;
      }
      continue;
    }
    if (cell.readerEpoch != 0 &&
        races(cell.reader, cell.readerEpoch, cell.readerWarpEpoch))
      fault("write of shared memory that thread " +
                std::to_string(cell.reader) + " read with no barrier between",
            address, where);
    cell.isWritten = true;
    cell.writer = current;
    cell.writerEpoch = epoch;
    cell.writerWarpEpoch = warpEpoch;
  }
}
