// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device kernels as CUDA C++: one `__global__` function a kernel, printed from
// the same scalar body as the CPU's code and with the same order of every
// reduction (rule P4), so that both give the same bits. The text includes one
// header of ours, amp_device.h, which is handed to the compiler in memory.

#ifndef AMP_CONVERSION_DEVICETOCUDA_H
#define AMP_CONVERSION_DEVICETOCUDA_H

#include "amp/IR/Device.h"

#include "llvm/Support/raw_ostream.h"

namespace amp {

/// The number of threads of every block of a generated kernel.
inline constexpr int64_t cudaBlockThreads = 256;

/// How a kernel is printed.
struct CudaKernelOptions {
  /// The name of the function; a C identifier.
  llvm::StringRef name;
  /// Whether one launch runs several sets of buffers. If so the function takes
  /// a table of argument records and its length; else the record itself. Behind
  /// the records lies the number of each block's, of 32 bits.
  bool isMultiple = false;
  /// Whether offsets need 64 bits: a buffer has 2^31 elements or more.
  bool isWide = false;
  /// Whether memory behind the last element of a domain of rank 1 must not be
  /// touched. If not, up to 15 bytes behind it are read and written.
  bool isGuarded = false;
};

/// The number of blocks of cudaBlockThreads threads that one set of buffers
/// takes at the given extent of dimension 0; 0 for an empty domain.
int64_t getCudaBlocks(device::KernelOp kernel, int64_t runTimeExtent);

/// Prints the function of `kernel`, which must be valid. Its argument record,
/// of 64-bit words, holds the buffers' addresses in order, the extent of
/// dimension 0, the sizes, and the number of the record's first block (0 for
/// the first). Fails with a diagnostic at an op of the body that has no
/// counterpart.
mlir::LogicalResult printCudaKernel(llvm::raw_ostream &stream,
                                    device::KernelOp kernel,
                                    const CudaKernelOptions &options);

/// The name of the function that does `scatter`; equal names are one function.
std::string getCudaScatterName(device::ScatterAddOp scatter);

/// The number of its blocks.
int64_t getCudaScatterBlocks(device::ScatterAddOp scatter);

/// Prints the function. Its argument record, of 64-bit words, holds the
/// addresses of updates, indices and result, the number of updates, rows,
/// extent and inner. Its result must be zero before the launch.
void printCudaScatter(llvm::raw_ostream &stream, device::ScatterAddOp scatter);

/// The text of amp_device.h for the real compiler.
llvm::StringRef getCudaDeviceHeader();

} // namespace amp

#endif // AMP_CONVERSION_DEVICETOCUDA_H
