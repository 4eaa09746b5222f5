// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel as one `__global__` function: argument record, signature, the
// choice of the record in launches of several, then the form's body. Math
// functions are replaced by their bodies first, on a copy.

#include "CudaWriter.h"

#include "amp/Conversion/MathBodies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

static constexpr llvm::StringLiteral deviceHeader =
#include "AmpDeviceHeader.inc"
    ;

StringRef amp::getCudaDeviceHeader() { return deviceHeader; }

int64_t amp::getCudaBlocks(device::KernelOp kernel, int64_t runTimeExtent) {
  SmallVector<int64_t> extents(kernel.getExtents());
  if (!extents.empty())
    extents[0] = runTimeExtent;
  switch (kernel.getForm()) {
  case device::KernelForm::Transpose:
    return getTransposeBlocks(kernel, extents);
  case device::KernelForm::Elementwise: {
    int64_t all = 1;
    for (int64_t extent : extents)
      all *= extent;
    int64_t threads = llvm::divideCeil(all, getVectorWidth(kernel));
    return llvm::divideCeil(threads, cudaBlockThreads);
  }
  case device::KernelForm::Row:
    return getRowBlocks(kernel, extents);
  case device::KernelForm::Column:
    return getColumnBlocks(kernel, extents);
  }
  llvm_unreachable("all forms are covered");
}

/// Prints the ops of the body as a comment, as a reader's guide.
static void printGuide(llvm::raw_ostream &stream, device::KernelOp kernel) {
  stream << "// " << stringifyKernelForm(kernel.getForm());
  if (kernel.getStage())
    stream << ' ' << stringifyReduceStage(*kernel.getStage());
  stream << " [";
  llvm::interleaveComma(kernel.getExtents(), stream, [&](int64_t extent) {
    if (extent == device::runTimeExtent)
      stream << '?';
    else
      stream << extent;
  });
  stream << ']';
  if (kernel.getReductionDim())
    stream << " reduces " << *kernel.getReductionDim();
  stream << ':';
  size_t column = 0;
  for (Operation &op : kernel.getBody().front()) {
    if (isa<arith::ConstantOp>(op))
      continue;
    StringRef name = op.getName().stripDialect();
    if (column + name.size() > 60) {
      stream << "\n//  ";
      column = 0;
    }
    stream << ' ' << name;
    column += name.size() + 1;
  }
  stream << '\n';
}

LogicalResult amp::printCudaKernel(llvm::raw_ostream &stream,
                                   device::KernelOp kernel,
                                   const CudaKernelOptions &options) {
  OwningOpRef<Operation *> copy = kernel->clone();
  auto own = cast<device::KernelOp>(*copy);
  // A copy outside of a module has no context of symbols, which math bodies do
  // not need.
  expandMathBodies(own);

  std::string text;
  llvm::raw_string_ostream body(text);
  CudaWriter writer(body, own, options);
  switch (own.getForm()) {
  case device::KernelForm::Elementwise:
    printElementwise(writer);
    break;
  case device::KernelForm::Transpose:
    printTranspose(writer);
    break;
  case device::KernelForm::Row:
    printRow(writer);
    break;
  case device::KernelForm::Column:
    printColumn(writer);
    break;
  }
  SmallVector<std::pair<std::string, std::string>> fields;
  for (BlockArgument argument : own.getBody().getArguments()) {
    Type type = cast<MemRefType>(argument.getType()).getElementType();
    fields.push_back(
        {(memoryType(type) + " *").str(), CudaWriter::bufferName(argument)});
  }
  fields.push_back({"long long ", "extent"});
  for (int64_t i = 0; i != int64_t(own.getNumSizes()); ++i)
    fields.push_back({"long long ", "size" + std::to_string(i)});

  printGuide(stream, kernel);
  stream << "struct " << options.name << "_record {\n";
  for (auto &[type, name] : fields)
    stream << "  " << type << name << ";\n";
  stream << "  long long first_block;\n};\n\n" << writer.tables;
  stream << "extern \"C\" __global__ void __launch_bounds__("
         << cudaBlockThreads << ") " << options.name << "(\n";
  // Buffers that threads choose for themselves are read from the record where
  // it lies.
  bool isIndexed = !writer.tables.empty();
  if (options.isMultiple)
    stream << "    const " << options.name
           << "_record *records, int count) {\n";
  else
    stream << "    const " << (isIndexed ? "__grid_constant__ " : "")
           << options.name << "_record record) {\n";

  if (options.isMultiple)
    stream << "  const " << options.name
           << "_record &record = *amp_find_record(records, count);\n";
  for (auto &[type, name] : fields) {
    if (!llvm::StringRef(text).contains(name))
      continue;
    if (name == "extent")
      stream << "  const " << writer.indexType << " extent = ("
             << writer.indexType << ")record.extent;\n";
    else if (options.isMultiple && type.back() == '*')
      stream << "  " << type << "const " << name << " = amp_global(record."
             << name << ");\n";
    else
      stream << "  " << type << "const " << name << " = record." << name
             << ";\n";
  }
  stream << "  const " << writer.indexType << " block = (" << writer.indexType
         << ")((long long)blockIdx.x - record.first_block);\n"
         << "  const int thread = (int)threadIdx.x;\n";
  stream << text << "}\n";
  return failure(writer.hasFailed);
}
