// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emission of a kernel's body from a fused region: the emitter, whose reads
// have a file of their own.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_REGIONEMITTER_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_REGIONEMITTER_H

#include "Conversion/AmpToDevice/Domain.h"
#include "Conversion/AmpToDevice/KernelBuilder.h"

namespace amp {

/// Converts a scalar between numeric types; floats round once.
mlir::Value convertScalar(mlir::OpBuilder &builder, mlir::Location location,
                          mlir::Value value, mlir::Type type);

/// Builds the kernel of one region.
class RegionEmitter {
public:
  RegionEmitter(FusedOp region, mlir::ModuleOp module)
      : region(region), body(region.getBody().front()),
        builder(module.getBodyRegion()) {
    builder.setInsertionPointToEnd(module.getBody());
  }
  mlir::FailureOr<RegionKernel> run();

private:
  llvm::SmallVector<llvm::SmallVector<int64_t>> collectAccesses();
  mlir::Value emitOperand(mlir::Operation *op, unsigned index);
  mlir::Value emitLoad(mlir::BlockArgument argument, const Source &source);
  /// An element of a leaf; `positions` are those of a gather's operand.
  mlir::Value emitLeaf(mlir::Operation *leaf, const Source &source,
                       mlir::Location location,
                       llvm::ArrayRef<mlir::Value> positions = {});
  mlir::Value emitGather(mlir::Operation *op);
  /// The position along a dimension of the space, -1 for the only one.
  mlir::Value emitPosition(int dim, mlir::Location location);
  /// A number that may depend on the batch.
  mlir::Value emitSize(int64_t count, mlir::Location location);
  /// The part of an access's offset that may depend on the batch: where it
  /// starts along the outermost dimension of what is no variable or constant.
  int64_t getRunTimeOffset(mlir::BlockArgument argument, const Source &source);
  /// The sum of the positions times these strides along the domain.
  mlir::Value emitSum(llvm::ArrayRef<int64_t> strides, mlir::Location location);
  mlir::Value emitReduction(mlir::Operation *op, mlir::Value operand);
  mlir::LogicalResult emit(mlir::Operation *op);

  FusedOp region;
  mlir::Block &body;
  mlir::OpBuilder builder;
  /// The ops that compute, and the views and leaves that are results.
  llvm::SmallVector<mlir::Operation *> ops;
  std::optional<IterationSpace> space;
  std::optional<Domain> domain;
  RegionKernel result;
  llvm::DenseMap<mlir::Value, mlir::Value> scalars;
  llvm::DenseMap<unsigned, unsigned> argumentOf;
  llvm::SmallVector<
      std::pair<std::pair<unsigned, llvm::SmallVector<int64_t>>, mlir::Value>>
      loads;
  llvm::DenseMap<mlir::Operation *, mlir::Value> sizeOf;
};

} // namespace amp

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_REGIONEMITTER_H
