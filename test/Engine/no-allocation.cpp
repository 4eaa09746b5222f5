// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that a training step with known shapes allocates no memory: replaces
// the allocation functions and names, while it watches, the module and function
// that called one. The libraries that multiply matrices allocate a little in
// every call; nobody else may. Relies on glibc.
// Usage: no-allocation-test MODELS [--provoke].

#include "EngineTest.h"

#include <atomic>
#include <cerrno>
#include <dlfcn.h>
#include <execinfo.h>
#include <string_view>

using namespace amp;

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

namespace {

std::atomic<bool> watching{false};
std::atomic<long> allowed{0}, forbidden{0};
/// Looking at the stack may allocate in turn.
thread_local bool looking = false;

/// Whether code of a library that may allocate stands on the stack.
bool isAllowed(void *const *frames, int count) {
  for (int i = 0; i < count; ++i) {
    Dl_info info;
    if (!dladdr(frames[i], &info) || !info.dli_fname)
      continue;
    std::string_view module = info.dli_fname;
    if (module.find("libdnnl") != module.npos ||
        module.find("libgomp") != module.npos)
      return true;
  }
  return false;
}

void note(size_t bytes) {
  if (!watching.load(std::memory_order_relaxed) || looking)
    return;
  looking = true;
  void *frames[48];
  int count = backtrace(frames, 48);
  if (isAllowed(frames, count)) {
    ++allowed;
  } else if (++forbidden <= 3) {
    std::printf("%zu bytes are allocated by\n", bytes);
    for (int i = 2; i < std::min(count, 12); ++i) {
      Dl_info info;
      if (dladdr(frames[i], &info) && info.dli_fname)
        std::printf("  %s %s\n", info.dli_fname,
                    info.dli_sname ? info.dli_sname : "");
    }
  }
  looking = false;
}

} // namespace

extern "C" {
void *malloc(size_t bytes) {
  note(bytes);
  return __libc_malloc(bytes);
}
void *calloc(size_t count, size_t bytes) {
  note(count * bytes);
  return __libc_calloc(count, bytes);
}
void *realloc(void *old, size_t bytes) {
  note(bytes);
  return __libc_realloc(old, bytes);
}
void *memalign(size_t alignment, size_t bytes) {
  note(bytes);
  return __libc_memalign(alignment, bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) {
  note(bytes);
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void **result, size_t alignment, size_t bytes) {
  note(bytes);
  *result = __libc_memalign(alignment, bytes);
  return *result ? 0 : ENOMEM;
}
void free(void *memory) { __libc_free(memory); }
}

/// Steps of two batch sizes in turn, watched from the second of each on.
static void checkSteps(const std::string &models, Precision precision,
                       unsigned threads, int64_t large, bool provoke) {
  CompileOptions options;
  options.precision = precision;
  options.threads = threads;
  TrainOptions train;
  train.clipNorm = 1.0;
  Model model = need(Model::load(models + "/mlp.mlir"));
  Trainer trainer = need(Trainer::create(model, options, train));
  std::vector<Tensor> batches[] = {makeDigits(models, 0, large),
                                   makeDigits(models, 0, 29)};
  for (const std::vector<Tensor> &batch : batches)
    need(trainer.step(batch));
  for (int i = 0; i < 3; ++i)
    for (const std::vector<Tensor> &batch : batches) {
      watching = true;
      Result<StepResult> step = trainer.step(batch);
      // A copy of the batch is what a careless step might make.
      bool copied = !provoke || batch[0].clone().ok();
      watching = false;
      CHECK(step.ok() && copied);
    }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    std::printf("error: expects MODELS\n");
    return 1;
  }
  bool provoke = argc > 2;
  // The first backtrace loads a library.
  void *frames[4];
  backtrace(frames, 4);
  for (Precision precision : {Precision::F32, Precision::BF16, Precision::F16})
    for (unsigned threads : {1u, 2u})
      checkSteps(argv[1], precision, threads, 1024, provoke);
  CHECK(forbidden == 0);
  std::printf("%ld allocations by libraries, %ld by others\n", allowed.load(),
              forbidden.load());
  return checkCount.failed != 0;
}
