// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device dialect for users in C++: dialect, enumerations, ops.

#ifndef AMP_IR_DEVICE_H
#define AMP_IR_DEVICE_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

#include "device/DeviceDialect.h.inc"

#endif // AMP_IR_DEVICE_H
