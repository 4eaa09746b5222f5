// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All ops of the device dialect, in reading order: kernels as flat scalar bodies
// over an iteration domain, and programs that launch them on buffers.

#ifndef AMP_DEVICE_DEVICEOPS_TD
#define AMP_DEVICE_DEVICEOPS_TD

include "device/Kernel.td"
include "device/Program.td"
include "device/Calls.td"

#endif // AMP_DEVICE_DEVICEOPS_TD
