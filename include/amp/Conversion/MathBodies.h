// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Our own bodies of the f32 math functions: each is a fixed sequence of exact
// or correctly rounded `arith` operations and `math.fma`, so that every target
// with a fused multiply-add gives the same bits, scalar or vector, and nothing
// flushes subnormals, reassociates or contracts. The bodies have no branches,
// tables or calls.
//
// The stated bounds hold for every f32 argument; they were found by comparing
// all 2^32 of them with double precision (math-bodies-test --exhaustive). One
// ULP is the distance between the f32 neighbours of the exact result, and
// 2^-149 where the exact result is subnormal. NaN gives NaN (its payload is not
// specified), infinities and signed zeros are those of IEEE 754, and results
// beyond the f32 range are infinite.
//
//   function  bound (ULP)   exact
//   exp       0.9           exp(+-0) = 1
//   exp2      0.88          whole powers of two
//   expm1     1.5           expm1(+-0) = +-0
//   log       0.88          log(1) = +0, log(+-0) = -inf, NaN below zero
//   log2      0.97          powers of two, log2(+-0) = -inf, NaN below zero
//   log1p     1.5           log1p(+-0) = +-0, log1p(-1) = -inf, NaN below -1
//   tanh      1.85          odd; tanh(+-0) = +-0, tanh(+-inf) = +-1
//   erf       1.6           odd; erf(+-0) = +-0, erf(+-inf) = +-1
//   sin, cos  1.6           odd, even; right however large x; NaN at +-inf
//   erfc      3.8           erfc(+-0) = 1, erfc(-inf) = 2, erfc(inf) = +0
//   rsqrt     1.5           1/sqrt(x), both operations correctly rounded
//   sigmoid   2.5           1/(1 + exp(-x)); sigmoid(+-0) = 1/2
//   silu      4.6           x/(1 + exp(-x)); NaN at -inf
//   softplus  3             log(1 + exp(x))
//   gelu      4.75, 4.95    erf and tanh form; gelu(+-0) = +-0, NaN at -inf
//   sqrt, reciprocal        correctly rounded
//   neg, abs, relu, sign, floor, ceil, roundeven, trunc   exact

#ifndef AMP_CONVERSION_MATHBODIES_H
#define AMP_CONVERSION_MATHBODIES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

namespace amp {

/// Adds patterns that replace math.exp, exp2, expm1, log, log2, log1p, tanh,
/// erf, erfc, sin, cos and rsqrt by their bodies where the type is f32 or a
/// vector of f32 of fixed shape; every other type is left alone. Fast-math
/// flags of the replaced op are dropped. Drivers that fold would replace
/// `math.exp` of a constant by the host library's value, whose bits may differ;
/// expandMathBodies does not.
void populateMathBodyPatterns(mlir::RewritePatternSet &patterns);

/// Replaces every math op below `root` that populateMathBodyPatterns covers,
/// without folding. Cannot fail: what is not covered stays.
void expandMathBodies(mlir::Operation *root);

/// Each of these emits the body of one function on `x`, an f32 or a fixed
/// vector of f32, at the builder's insertion point and returns the result, of
/// x's type.
mlir::Value emitExp(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
mlir::Value emitExp2(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
mlir::Value emitExpM1(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
mlir::Value emitLog(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
mlir::Value emitLog2(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
mlir::Value emitLog1p(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
mlir::Value emitTanh(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
mlir::Value emitErf(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
mlir::Value emitSin(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
mlir::Value emitCos(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
mlir::Value emitErfc(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
mlir::Value emitRsqrt(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);

/// The same for functions that are no math ops, and for f64 as well. What they
/// build on stays a math op: populateMathBodyPatterns replaces it for f32.
mlir::Value emitReciprocal(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value x);
mlir::Value emitSigmoid(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x);
mlir::Value emitSilu(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
mlir::Value emitSoftplus(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value x);
mlir::Value emitGeluErf(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x);
mlir::Value emitGeluTanh(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value x);

} // namespace amp

#endif // AMP_CONVERSION_MATHBODIES_H
