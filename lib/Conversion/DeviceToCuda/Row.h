// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the ways to compute rows share: the passes over a row, the values kept
// between them, and the text of one element. A warp takes a row of up to 256
// elements or one chunk of a longer one, a block takes a longer row.

#ifndef AMP_LIB_CONVERSION_DEVICETOCUDA_ROW_H
#define AMP_LIB_CONVERSION_DEVICETOCUDA_ROW_H

#include "CudaWriter.h"

#include "Conversion/RowPhases.h"

#include "llvm/ADT/SetVector.h"

namespace amp::cuda {

/// What a row kernel does, pass by pass. Decides only.
class RowPlan : public RowPhases {
public:
  explicit RowPlan(const CudaWriter &writer);

  /// Keeps element-level values of earlier passes that later ones use, those
  /// for which `hasRoom`, in the order found; what is not kept is computed
  /// anew.
  void keep(llvm::function_ref<bool(mlir::Value)> hasRoom);
  /// The first pass that computes an element-level value.
  int64_t getFirstPhase(mlir::Value value) const;
  /// The last pass that uses it where `others` are kept too.
  int64_t getLastPhase(mlir::Value value,
                       llvm::ArrayRef<mlir::Value> others) const;

  llvm::SetVector<mlir::Value> kept;

private:
  bool isNeededBy(const RowPhase &phase, mlir::Value wanted,
                  llvm::ArrayRef<mlir::Value> others) const;

  const device::KernelLevels &levels;
};

/// The text of one row kernel.
class RowForm {
public:
  explicit RowForm(CudaWriter &writer)
      : writer(writer), plan(writer), dim(writer.kernel.getRank() - 1),
        extent(writer.staticExtent(dim)), type(writer.indexType.str()) {}

protected:
  /// The position of row number `row`, and an exit for rows that are none, all
  /// threads of one together. With `chunks`, chunks of rows are counted.
  void printPosition(llvm::StringRef row, bool chunks);
  /// The accumulated results of a pass, neutral so far.
  llvm::SmallVector<std::string> printTotals(const RowPhase &phase);
  /// `total = total + part`, as the reduction combines.
  void printCombination(device::ReduceOp reduce, llvm::StringRef total,
                        llvm::StringRef part);
  /// Accumulators of a lane, two for each reduction of a pass.
  llvm::SmallVector<std::string> printAccumulators(const RowPhase &phase);
  /// The one of two accumulators called `name` that takes element `k` of a
  /// lane.
  static std::string getAccumulator(llvm::StringRef name, int64_t k) {
    return (name + (k % 2 == 0 ? "_0" : "_1")).str();
  }
  /// The result of the tree over accumulators and lanes.
  static std::string getTree(device::ReduceOp reduce, llvm::StringRef acc);
  /// One chunk from memory, by a warp, into the accumulators.
  void printChunkLoop(const RowPhase &phase,
                      llvm::ArrayRef<std::string> accumulators,
                      llvm::StringRef from, llvm::StringRef to);
  /// The element at `index`: each reduction's value goes to `consume` with the
  /// reduction's number; `place` follows the names of kept values.
  void
  printElement(const RowPhase &phase, llvm::StringRef index,
               llvm::StringRef place,
               llvm::function_ref<void(size_t, const std::string &)> consume);
  /// The same, into accumulators, as element `k` of a lane.
  void printElement(const RowPhase &phase, llvm::StringRef index,
                    llvm::StringRef place,
                    llvm::ArrayRef<std::string> accumulators, int64_t k);
  void bindTotals(const RowPhase &phase, llvm::ArrayRef<std::string> totals);
  /// The stores of the row's results by one thread, after `barrier`.
  void printRowStores(llvm::StringRef barrier, llvm::StringRef condition);

  CudaWriter &writer;
  RowPlan plan;
  int64_t dim;
  std::optional<int64_t> extent;
  std::string type;
  Scope root;
  /// The names of the kept values, or of their arrays.
  llvm::DenseMap<mlir::Value, std::string> keptNames;

  /// The kept values that the passes printed so far have filled.
  llvm::DenseSet<mlir::Value> filled;
};

/// Whether a block takes a row of this kernel, and not a warp.
bool hasBlockRows(device::KernelOp kernel);
void printBlockRow(CudaWriter &writer);

} // namespace amp::cuda

#endif // AMP_LIB_CONVERSION_DEVICETOCUDA_ROW_H
