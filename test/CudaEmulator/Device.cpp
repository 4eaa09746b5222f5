// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's state and the table of functions that kernels call.
//
// Environment: AMP_EMU_SM, the compute capability (90); AMP_EMU_ORDER=reverse,
// blocks and threads from the last to the first, which may change between
// launches; AMP_EMU_MEMORY, the size of the device's memory in bytes;
// AMP_EMU_TRAFFIC, a file to which every piece of work adds what it moved;
// AMP_EMU_FAIL, a part of the names of kernels that fail in place of running;
// AMP_EMU_PRODUCT_MS, how long each algorithm of a product takes, see
// CublasLt.h.

#include "Device.h"

#include <cstdlib>
#include <cstring>

using namespace amp::emulator;

EmulatedDevice::EmulatedDevice() {
  if (const char *text = std::getenv("AMP_EMU_SM"))
    capability = std::atoi(text);
  if (const char *text = std::getenv("AMP_EMU_MEMORY"))
    memory.setLimit(std::strtoull(text, nullptr, 10));
  if (const char *text = std::getenv("AMP_EMU_TRAFFIC"))
    traffic = fopen(text, "a");
  if (std::getenv("AMP_EMU_PRODUCT_MS"))
    passed = 0;
  if (const char *text = std::getenv("AMP_EMU_FAIL"))
    failing = text;
}

void EmulatedDevice::noteTraffic(const char *kind, const std::string &name,
                                 const TouchedBytes &touched) {
  if (!traffic)
    return;
  fprintf(traffic,
          "{\"kind\": \"%s\", \"name\": \"%s\", \"read\": %llu, \"written\": "
          "%llu, \"loaded\": %llu, \"stored\": %llu}\n",
          kind, name.c_str(), (unsigned long long)touched.read,
          (unsigned long long)touched.written,
          (unsigned long long)touched.loaded,
          (unsigned long long)touched.stored);
  fflush(traffic);
}

void EmulatedDevice::noteReplay(size_t nodes) {
  if (!traffic)
    return;
  fprintf(traffic, "{\"kind\": \"replay\", \"nodes\": %zu}\n", nodes);
  fflush(traffic);
}

EmulatedDevice &EmulatedDevice::get() {
  // Never destroyed: programs free their memory while the process ends.
  static auto *device = new EmulatedDevice;
  return *device;
}

bool EmulatedDevice::isCapturing() const {
  for (const Stream *stream : streams)
    if (stream->capture)
      return true;
  return false;
}

void EmulatedDevice::enqueue(Stream *stream, Work work) {
  if (stream->capture)
    stream->capture->nodes.push_back(std::move(work));
  else
    stream->pending.push_back(std::move(work));
}

int EmulatedDevice::flush(Stream *stream) {
  const char *order = std::getenv("AMP_EMU_ORDER");
  executor.isReversed = order && std::strcmp(order, "reverse") == 0;
  std::vector<Work> work;
  work.swap(stream->pending);
  for (Work &piece : work) {
    if (sticky)
      return sticky;
    std::string report = piece();
    if (!report.empty())
      return fail(719, report);
  }
  return sticky;
}

int EmulatedDevice::fail(int code, const std::string &report) {
  fprintf(stderr, "emu: %s\n", report.c_str());
  if (!sticky)
    sticky = code;
  return code;
}

namespace amp::emulator {

/// As prelude.h declares it.
struct HostTable {
  void (*access)(const void *address, unsigned bytes, int write, void *where);
  void (*fault)(const char *what, const void *address, void *where);
  void (*barrier)(int site, void *where);
  unsigned long long (*shuffle)(unsigned mask, unsigned long long value,
                                int distance, int site, void *where);
  void (*syncWarp)(unsigned mask, int site, void *where);
};

static Executor &executor() { return EmulatedDevice::get().executor; }

const HostTable hostTable = {
    [](const void *address, unsigned bytes, int write, void *where) {
      executor().access(address, bytes, write != 0, where);
    },
    [](const char *what, const void *address, void *where) {
      executor().fault(what, address, where);
    },
    [](int site, void *where) { executor().barrier(site, where); },
    [](unsigned mask, unsigned long long value, int distance, int site,
       void *where) {
      return executor().shuffle(mask, value, distance, site, where);
    },
    // The same meeting, with nothing to exchange.
    [](unsigned mask, int site, void *where) {
      executor().shuffle(mask, 0, 0, site, where);
    }};

} // namespace amp::emulator
