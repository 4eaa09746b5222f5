// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of rows that share an index: a function of the header for each pair of
// element type and index type.

#include "CudaWriter.h"

using namespace mlir;
using namespace amp;

static Type getElement(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

std::string amp::getCudaScatterName(device::ScatterAddOp scatter) {
  std::string name =
      scatter.getElements() ? "scatter_elements" : "scatter_rows";
  llvm::raw_string_ostream stream(name);
  stream << '_' << getElement(scatter.getUpdates()) << '_'
         << getElement(scatter.getIndices());
  return name;
}

int64_t amp::getCudaScatterBlocks(device::ScatterAddOp scatter) {
  int64_t rows = int64_t(scatter.getOuter()) * scatter.getRows();
  if (!scatter.getElements())
    return scatter.getInner() == 0 ? 0 : rows;
  return llvm::divideCeil(rows * int64_t(scatter.getInner()), cudaBlockThreads);
}

void amp::printCudaScatter(llvm::raw_ostream &stream,
                           device::ScatterAddOp scatter) {
  Type element = getElement(scatter.getUpdates());
  std::string stored =
      element.isBF16()  ? "amp_stored_bf16"
      : element.isF16() ? "amp_stored_f16"
                        : ((isa<FloatType>(element) ? "amp_stored_float<"
                                                    : "amp_stored_integer<") +
                           cuda::memoryType(element) + ">")
                              .str();
  StringRef function =
      scatter.getElements() ? "amp_scatter_elements" : "amp_scatter_rows";
  stream << "extern \"C\" __global__ void __launch_bounds__("
         << cudaBlockThreads << ") " << getCudaScatterName(scatter)
         << "(\n    const amp_scatter_record record) {\n  " << function << "<"
         << stored << ", " << cuda::memoryType(getElement(scatter.getIndices()))
         << ">(record);\n}\n";
}
