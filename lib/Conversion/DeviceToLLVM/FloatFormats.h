// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between floating-point formats that give the same bits on every
// CPU (rule P8). bf16 values are carried as i16, so that no bf16 operation ever
// reaches LLVM, whose expansions flush subnormals or lose the sign of a NaN.

#ifndef AMP_LIB_CONVERSION_DEVICETOLLVM_FLOATFORMATS_H
#define AMP_LIB_CONVERSION_DEVICETOLLVM_FLOATFORMATS_H

#include "mlir/IR/Builders.h"

namespace amp {

/// `type`, or the vector of it that has the shape of `like`.
mlir::Type getTypeLike(mlir::Type like, mlir::Type type);

/// Widens `value`, of format `from` (bf16 as i16), to format `to`. Exact.
mlir::Value emitExtend(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, mlir::Type from, mlir::Type to);

/// Rounds `value`, of format `from`, once and to nearest even to format `to`
/// (bf16 as i16). NaN stays NaN, is quieted and keeps its sign.
mlir::Value emitTruncate(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, mlir::Type from, mlir::Type to);

} // namespace amp

#endif // AMP_LIB_CONVERSION_DEVICETOLLVM_FLOATFORMATS_H
