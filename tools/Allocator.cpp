// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked into the tools that take memory from mimalloc; sets it up before main.

#include <mimalloc.h>

namespace {

/// Keeps freed memory for a while. Stages free large tables that the next ones
/// allocate again, and after the default of 25 ms the system has taken the
/// pages back by then and clears them anew, which is a third of all pages that
/// a large graph touches. The name without a version is that of an alias in
/// later releases.
struct KeepFreedMemory {
  KeepFreedMemory() {
    constexpr long milliseconds = 5000;
#if MI_MALLOC_VERSION >= 200 && MI_MALLOC_VERSION < 210
    mi_option_set(mi_option_decommit_delay, milliseconds);
#else
    mi_option_set(mi_option_reset_delay, milliseconds);
#endif
  }
} keepFreedMemory;

} // namespace
