// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check dialect for users in C++.

#ifndef AMP_IR_CHECK_H
#define AMP_IR_CHECK_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "check/CheckDialect.h.inc"
#define GET_OP_CLASSES
#include "check/CheckOps.h.inc"

#endif // AMP_IR_CHECK_H
