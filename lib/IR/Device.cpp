// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the device dialect.

#include "amp/IR/Device.h"

#include "device/DeviceDialect.cpp.inc"

void amp::device::DeviceDialect::initialize() {}
