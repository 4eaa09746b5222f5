// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How functions of the driver's stand-in begin.

#ifndef AMP_TEST_CUDAEMULATOR_ENTRY_H
#define AMP_TEST_CUDAEMULATOR_ENTRY_H

#include "Device.h"

#define EXPORT extern "C" __attribute__((visibility("default")))
/// Locks the device and returns its error if it has one.
#define ENTER                                                                  \
  EmulatedDevice &device = EmulatedDevice::get();                              \
  std::lock_guard<std::recursive_mutex> guard(device.lock);                    \
  if (device.sticky)                                                           \
  return device.sticky
/// The same for functions that may not be called while a stream is captured.
#define ENTER_UNCAPTURED                                                       \
  ENTER;                                                                       \
  if (device.isCapturing())                                                    \
  return device.fail(900, std::string(__func__) + " while a stream is "        \
                                                  "captured")

#endif // AMP_TEST_CUDAEMULATOR_ENTRY_H
