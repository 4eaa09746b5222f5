// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a cubin says about its kernels. Needs no tool of the toolkit. Private.

#ifndef AMP_LIB_TARGET_CUDA_CUBIN_H
#define AMP_LIB_TARGET_CUDA_CUBIN_H

#include "amp/Runtime/Status.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace amp::cuda {

/// One kernel's needs.
struct CubinKernel {
  int64_t registers = 0;
  /// Static shared memory of a block, as the file counts it: from sm_90 on with
  /// the 1024 bytes that the system reserves for a block that has any.
  int64_t sharedBytes = 0;
  /// Bytes of a thread's stack.
  int64_t stackBytes = 0;
  /// The largest block that it was compiled for; 0 if it names none.
  int64_t maxThreads = 0;
};

/// The kernels of the cubin `image`, by name. Fails on what is no ELF file, or
/// on one that is damaged.
Result<llvm::StringMap<CubinKernel>> readCubin(llvm::StringRef image);

/// Adds up the spill bytes, stored and loaded, that the compiler's log (option
/// --ptxas-options=-v) names for each kernel.
llvm::StringMap<int64_t> readSpills(llvm::StringRef log);

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_CUBIN_H
