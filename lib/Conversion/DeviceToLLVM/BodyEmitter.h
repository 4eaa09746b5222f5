// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns values of a kernel's body into vector code. The loop forms decide where
// a value is wanted; the emitter computes it there, with everything it needs
// that has not been computed around that place before.

#ifndef AMP_LIB_CONVERSION_DEVICETOLLVM_BODYEMITTER_H
#define AMP_LIB_CONVERSION_DEVICETOLLVM_BODYEMITTER_H

#include "amp/IR/Device.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace amp {

/// A place in the code: the position in the domain that it computes for, and
/// the values of the body that exist there. Nested as the loops are.
struct Scope {
  explicit Scope(Scope *parent = nullptr) : parent(parent) {
    if (parent)
      indices = parent->indices;
  }

  /// The scope around this one, whose values are visible here.
  Scope *parent;
  /// The position along each dimension, of the first lane along the last one.
  llvm::SmallVector<mlir::Value> indices;
  /// Which lanes exist; null if all do.
  mlir::Value mask;
  /// Values of the body that have been computed here.
  llvm::DenseMap<mlir::Value, mlir::Value> values;

  /// What was computed for `value` here or around here; null if nothing was.
  mlir::Value lookup(mlir::Value value) const;
};

/// The emitter of one kernel's body, with what the loop forms share.
class BodyEmitter {
public:
  /// Creates the function of `kernel` under `name` and positions the builder
  /// in it. Arguments: the buffers (bf16 and f16 as i16, i1 as i8), the
  /// run-time extent, the sizes, the first and the end of the work units.
  BodyEmitter(mlir::OpBuilder &builder, device::KernelOp kernel,
              llvm::StringRef name);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  device::KernelOp kernel;
  device::KernelLevels levels;
  mlir::func::FuncOp function;
  /// The dimension that lanes run along: the last; -1 for rank 0.
  int64_t laneDim;
  /// The number of lanes of a vector.
  int64_t lanes;
  /// The range of work units to compute.
  mlir::Value begin, end;

  /// An `index` constant.
  mlir::Value index(int64_t value);
  /// `lhs + rhs`, `lhs - rhs` and so on of `index` values.
  template <typename OpTy> mlir::Value op(mlir::Value lhs, mlir::Value rhs) {
    return OpTy::create(builder, loc, lhs, rhs);
  }
  template <typename OpTy> mlir::Value op(mlir::Value lhs, int64_t rhs) {
    return OpTy::create(builder, loc, lhs, index(rhs));
  }
  /// The extent of `dim` if it is static.
  std::optional<int64_t> getStaticExtent(int64_t dim);
  /// The extent of `dim` as an `index`.
  mlir::Value getExtent(int64_t dim);
  /// Splits `flat` into the positions along `dims` (outermost first) and writes
  /// them to `scope`.
  void setIndices(Scope &scope, mlir::Value flat, llvm::ArrayRef<int64_t> dims);
  /// The same where the positions along `dims` are numbered up to `counts`, of
  /// which the first is not needed.
  void setIndices(Scope &scope, mlir::Value flat, llvm::ArrayRef<int64_t> dims,
                  llvm::ArrayRef<int64_t> counts);
  /// The bit of `dim`.
  static uint64_t bit(int64_t dim) { return dim < 0 ? 0 : uint64_t(1) << dim; }
  /// A loop from `low` to `high`; `body` takes the position and the carried
  /// values and returns the next ones. Returns the carried values at the end.
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value low, mlir::Value high, int64_t step, mlir::ValueRange init,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                         mlir::ValueRange)>
           body);
  /// The same without carried values.
  void loop(mlir::Value low, mlir::Value high, int64_t step,
            llvm::function_ref<void(mlir::Value)> body);
  /// `low + (high - low) / step * step`: where whole steps end.
  mlir::Value roundDown(mlir::Value low, mlir::Value high, int64_t step);
  /// The scope of the whole function.
  Scope createRoot();
  /// A mask of the first `count` lanes.
  mlir::Value createMask(mlir::Value count);
  mlir::Value createMask(int64_t count);

  /// The value at `scope`: a vector if it varies along the lanes, otherwise a
  /// scalar. bf16 values have type i16.
  mlir::Value get(mlir::Value value, Scope &scope);
  /// The same as a vector, broadcast if need be.
  mlir::Value getWide(mlir::Value value, Scope &scope);
  /// One lane of a vector.
  mlir::Value getLane(mlir::Value value, int64_t lane);
  /// A scalar as a vector; vectors stay.
  mlir::Value widen(mlir::Value value);
  /// Computes at `scope` what `roots` need that does not vary along `dims` (a
  /// set of bits) and does not wait for more than `phase` reductions, so that a
  /// loop along `dims` inside does not repeat it.
  void hoist(llvm::ArrayRef<mlir::Value> roots, Scope &scope, uint64_t dims,
             int64_t phase);
  /// The element that an access touches at `scope`.
  mlir::Value getAddress(llvm::ArrayRef<int64_t> strides, int64_t offset,
                         Scope &scope);
  /// The buffer of a load or a store.
  mlir::Value getBuffer(mlir::Value argument);
  /// Writes a value at `scope`: one vector, or one element where the lanes are
  /// reduced or the store `isScalar`.
  void store(device::StoreOp store, Scope &scope, bool isScalar = false);

  /// `kind` applied to two scalars or vectors.
  mlir::Value combine(device::ReduceKind kind, mlir::Value lhs,
                      mlir::Value rhs);
  /// The neutral element of a reduction, as a scalar or a vector.
  mlir::Value getNeutral(device::ReduceOp reduce, bool wide);

private:
  mlir::Value emit(mlir::Operation *op, bool wide, Scope &scope);
  mlir::Value emitLoad(device::LoadOp load, Scope &scope);
  mlir::Value emitGather(device::GatherOp gather, bool wide, Scope &scope);
  mlir::Value emitClone(mlir::Operation *op, bool wide, Scope &scope);
  mlir::Value emitConstant(mlir::TypedAttr attr);
  mlir::Value getLaneOffsets(int64_t stride);
  mlir::Value getMask(Scope &scope);
  mlir::VectorType getWideType(mlir::Type type);

  llvm::SmallVector<mlir::Value> sizes;
  mlir::Value runTimeExtent;
};

/// The stores of a kernel.
llvm::SmallVector<device::StoreOp> getStores(device::KernelOp kernel);

/// What is loaded from memory as a value of the body of type `element`, and the
/// reverse: booleans are bytes, f16 and bf16 are their bits.
mlir::Value fromMemory(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, mlir::Type element);
mlir::Value toMemory(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value value, mlir::Type element);

/// Whether the op is worth keeping its result for a later phase: a math
/// function, a division or a square root.
bool isExpensive(mlir::Operation *op);

/// The type under which values of `type` are computed with: i16 for bf16.
mlir::Type getValueType(mlir::Type type);
/// The element type of a buffer of `type` in memory: integers for bf16, f16
/// and i1.
mlir::Type getMemoryType(mlir::Type type);

/// The number of lanes of a kernel's vectors: half of the usual ones are enough
/// for rows that fit into them.
int64_t chooseLanes(device::KernelOp kernel);

/// How a transpose kernel is cut. A work unit is one tile position along
/// `dim`, one block of lanes, and one position along each other dimension; the
/// blocks of lanes count fastest.
struct TransposeTiling {
  explicit TransposeTiling(device::KernelOp kernel);

  /// The dimension that transposed accesses are contiguous along.
  int64_t dim;
  /// The positions of a tile along `dim`, and the lanes of a block.
  int64_t positions;
  int64_t blockLanes;
  /// The number of blocks.
  int64_t blocks;
};

/// The loop nests of the forms. Each fills the emitter's function.
void emitElementwise(BodyEmitter &emitter);
void emitTranspose(BodyEmitter &emitter);
void emitRow(BodyEmitter &emitter);
void emitColumn(BodyEmitter &emitter);

} // namespace amp

#endif // AMP_LIB_CONVERSION_DEVICETOLLVM_BODYEMITTER_H
