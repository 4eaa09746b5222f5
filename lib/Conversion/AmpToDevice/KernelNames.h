// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of kernels for people: what a region computes, in the words of the
// graph.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_KERNELNAMES_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_KERNELNAMES_H

#include "mlir/IR/Operation.h"

#include <string>

namespace amp {

/// The names of `ops` (a region's, in order), each once and joined by
/// underscores: of a composite op the one that was written, such as softmax;
/// casts and views only where there is nothing else; no more than four. Depends
/// on the ops alone, so that a model's kernels keep their names.
std::string getKernelName(llvm::ArrayRef<mlir::Operation *> ops);

} // namespace amp

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_KERNELNAMES_H
