// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many bytes of memory a launch moves, from the accesses of its kernel.

#ifndef AMP_LIB_ANALYSIS_LAUNCHTRAFFIC_H
#define AMP_LIB_ANALYSIS_LAUNCHTRAFFIC_H

#include "amp/IR/Device.h"

namespace amp {

/// Bytes that are read and that are written, each byte counted once in either:
/// what memory must deliver when everything read twice stays near.
struct Traffic {
  int64_t read = 0, written = 0;
};

/// The traffic of `launch` of `kernel`. Exact for accesses by strides; a gather
/// is taken to read another element in every iteration, up to its whole buffer.
Traffic countTraffic(device::LaunchOp launch, device::KernelOp kernel);

} // namespace amp

#endif // AMP_LIB_ANALYSIS_LAUNCHTRAFFIC_H
