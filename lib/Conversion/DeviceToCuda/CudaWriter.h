// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints values of a kernel's body as CUDA C++ statements. The forms decide
// where a value is wanted; the writer prints it there, with everything it needs
// that has not been printed around that place before.

#ifndef AMP_LIB_CONVERSION_DEVICETOCUDA_CUDAWRITER_H
#define AMP_LIB_CONVERSION_DEVICETOCUDA_CUDAWRITER_H

#include "amp/Conversion/DeviceToCuda.h"

#include "llvm/ADT/Twine.h"

namespace amp::cuda {

/// A place in the text: how positions are called there, and the values that
/// have a name there. Nested as the blocks are.
struct Scope {
  explicit Scope(Scope *parent = nullptr) : parent(parent) {
    if (parent)
      indices = parent->indices;
  }

  Scope *parent;
  /// The expression of the position along each dimension.
  llvm::SmallVector<std::string> indices;
  llvm::DenseMap<mlir::Value, std::string> names;

  /// The name of `value` here or around here; empty if it has none.
  std::string lookup(mlir::Value value) const;
};

/// The number of elements that loops over reductions take at once where that
/// pays.
inline constexpr int64_t elementsAtOnce = 4;

/// The text of one kernel in the making.
class CudaWriter {
public:
  CudaWriter(llvm::raw_ostream &stream, device::KernelOp kernel,
             const CudaKernelOptions &options);

  device::KernelOp kernel;
  device::KernelLevels levels;
  CudaKernelOptions options;
  /// The type of offsets and positions: `int` or `long long`.
  llvm::StringRef indexType;
  /// Set when an op could not be printed; its error has been emitted.
  bool hasFailed = false;
  /// Constants outside of the function, before it.
  std::string tables;

  /// Writes one line at the current depth.
  void line(const llvm::Twine &text);
  /// Writes `text {`, and everything until close() one level deeper.
  void open(const llvm::Twine &text);
  void close();
  /// Writes `} text {`.
  void reopen(const llvm::Twine &text);
  /// A name that was not used before.
  std::string fresh(llvm::StringRef prefix);

  /// The extent of `dim`: a number or the run-time argument.
  std::string extent(int64_t dim) const;
  std::optional<int64_t> staticExtent(int64_t dim) const;
  /// Splits `flat` into the positions along `dims` (outermost first), of which
  /// there are `counts`, by dimension; the outermost one's is not needed.
  void setIndices(Scope &scope, std::string flat, llvm::ArrayRef<int64_t> dims,
                  llvm::ArrayRef<int64_t> counts);
  /// The same with as many positions as the dimensions have.
  void setIndices(Scope &scope, std::string flat, llvm::ArrayRef<int64_t> dims);

  /// The name of `value`, printing what it needs.
  std::string get(mlir::Value value, Scope &scope);
  /// Prints what `roots` need that does not vary along `dims` (a set of bits)
  /// and waits for at most `phase` reductions.
  void hoist(llvm::ArrayRef<mlir::Value> roots, Scope &scope, uint64_t dims,
             int64_t phase);
  /// Prints a store.
  void store(device::StoreOp store, Scope &scope);
  /// The expression of an access: `buffer[offset]`.
  std::string element(mlir::Value buffer, llvm::ArrayRef<int64_t> strides,
                      int64_t offset, Scope &scope);
  /// The offset of an access as an expression.
  std::string offset(llvm::ArrayRef<int64_t> strides, int64_t offset,
                     Scope &scope);
  /// Whether the loads of a loop over a reduction are worth having in flight
  /// together: of short bodies without `stores`. Loads do not pass stores,
  /// which may go where they read, and long bodies have work enough.
  bool takesSeveral(llvm::ArrayRef<device::StoreOp> stores);
  /// The name of a buffer's argument.
  static std::string bufferName(mlir::Value buffer);

  /// The expression that combines two values of a reduction.
  static std::string combine(device::ReduceOp reduce, llvm::StringRef a,
                             llvm::StringRef b);
  /// The expression that combines `value` of all lanes of a warp.
  static std::string combineLanes(device::ReduceOp reduce,
                                  llvm::StringRef value);
  /// The neutral element of a reduction.
  static std::string neutral(device::ReduceOp reduce);

private:
  void declare(mlir::Value value, const llvm::Twine &expression, Scope &scope);
  std::string print(mlir::Operation *op, Scope &scope);

  llvm::raw_ostream &stream;
  unsigned depth = 1;
  unsigned nextName = 0;
};

/// The C++ type of a value in registers; f16 and bf16 are their bits.
llvm::StringRef registerType(mlir::Type type);
/// The C++ type of an element in memory: a boolean is a byte.
llvm::StringRef memoryType(mlir::Type type);
/// A constant as C++ text.
std::string printConstant(mlir::Attribute value);
/// An infix operation on integers that wraps, where a signed one of C++ may
/// not.
std::string printWrapping(mlir::Type type, llvm::StringRef a,
                          llvm::StringRef sign, llvm::StringRef b);
/// An arith or math op on `operands` as an expression; empty if it has none.
std::string printScalarOp(mlir::Operation *op,
                          llvm::ArrayRef<std::string> operands);

/// The forms: each prints the body of the function.
void printElementwise(CudaWriter &writer);
/// Elementwise kernels of rank 0.
void printScalar(CudaWriter &writer);
void printTranspose(CudaWriter &writer);
void printRow(CudaWriter &writer);
void printColumn(CudaWriter &writer);

/// Elements that one thread of an elementwise kernel takes at once.
int64_t getVectorWidth(device::KernelOp kernel);
/// The number of tiles of a transpose kernel of these extents, one a block.
int64_t getTransposeBlocks(device::KernelOp kernel,
                           llvm::ArrayRef<int64_t> extents);
/// The number of blocks of a column kernel of these extents.
int64_t getColumnBlocks(device::KernelOp kernel,
                        llvm::ArrayRef<int64_t> extents);
/// The number of blocks of a row kernel of these extents.
int64_t getRowBlocks(device::KernelOp kernel, llvm::ArrayRef<int64_t> extents);

} // namespace amp::cuda

#endif // AMP_LIB_CONVERSION_DEVICETOCUDA_CUDAWRITER_H
