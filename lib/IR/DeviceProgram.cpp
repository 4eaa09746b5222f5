// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs and the ops that they are lists of: text, builders and verification.
// Relies on kernels being checked by themselves.

#include "amp/IR/Device.h"
#include "amp/IR/Types.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace amp::device;

//===----------------------------------------------------------------------===//
// Program and buffers
//===----------------------------------------------------------------------===//

void ProgramOp::build(OpBuilder &builder, OperationState &state,
                      StringRef name) {
  state.getOrAddProperties<Properties>().sym_name = builder.getStringAttr(name);
  state.addRegion()->emplaceBlock();
}

LogicalResult ProgramOp::verifyRegions() {
  llvm::StringSet<> inputs, outputs;
  for (Operation &op : getBody().front()) {
    // program C1.
    if (!isa<BufferOp, LaunchOp, GemmOp, PackOp, ScatterAddOp, CopyOp, IfOp>(
            op))
      return op.emitOpError("is not allowed in a program, which takes buffers, "
                            "launches, matrix products, copies and branches");
    // program C2.
    auto buffer = dyn_cast<BufferOp>(op);
    if (!buffer)
      continue;
    bool input = buffer.getSpace() == BufferSpace::Input;
    if (!input && buffer.getSpace() != BufferSpace::Output)
      continue;
    if (!(input ? inputs : outputs).insert(*buffer.getName()).second)
      return buffer.emitOpError("expects names of ")
             << stringifyBufferSpace(buffer.getSpace())
             << "s to differ, got a second \"" << *buffer.getName() << "\"";
  }
  return success();
}

void BufferOp::build(OpBuilder &builder, OperationState &state,
                     BufferSpace space, StringRef name, Type elementType,
                     int64_t count) {
  build(builder, state, MemRefType::get({count}, elementType), space,
        name.empty() ? StringAttr() : builder.getStringAttr(name), -1,
        ElementsAttr());
}

void BufferOp::build(OpBuilder &builder, OperationState &state,
                     ElementsAttr value) {
  auto type = MemRefType::get({value.getNumElements()}, value.getElementType());
  build(builder, state, type, BufferSpace::Constant, StringAttr(), -1, value);
}

int64_t BufferOp::getByteSize() {
  return getCount() * getElementBytes(getType().getElementType());
}

LogicalResult BufferOp::verify() {
  // buffer C1.
  if (getType().isDynamicDim(0))
    return emitOpError("expects a static number of elements, got ")
           << getType();
  StringRef space = stringifyBufferSpace(getSpace());
  // buffer C2.
  bool named = getSpace() == BufferSpace::Variable ||
               getSpace() == BufferSpace::Input ||
               getSpace() == BufferSpace::Output;
  if (named != bool(getName()))
    return emitOpError("expects ")
           << (named ? "a name" : "no name") << " in space " << space;
  // buffer C3.
  if ((getSpace() == BufferSpace::Constant) != bool(getValue()))
    return emitOpError("expects a value exactly in space constant, got space ")
           << space;
  if (std::optional<ElementsAttr> value = getValue())
    if (value->getElementType() != getType().getElementType() ||
        value->getNumElements() != getCount())
      return emitOpError("expects a value of ")
             << getCount() << " elements of " << getType().getElementType()
             << ", got " << value->getShapedType();
  // buffer C4.
  if (getSpace() != BufferSpace::Arena && int64_t(getOffset()) != -1)
    return emitOpError("expects no offset in space ") << space;
  return success();
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

void LaunchOp::build(OpBuilder &builder, OperationState &state, KernelOp kernel,
                     ValueRange buffers, ArrayRef<int64_t> extents,
                     ArrayRef<int64_t> sizes) {
  auto &properties = state.getOrAddProperties<Properties>();
  properties.kernel = FlatSymbolRefAttr::get(kernel.getSymNameAttr());
  properties.extents = builder.getDenseI64ArrayAttr(extents);
  properties.sizes = builder.getDenseI64ArrayAttr(sizes);
  state.addOperands(buffers);
}

OperandRange LaunchOp::getInstance(int64_t instance) {
  int64_t each = getBuffers().size() / getNumInstances();
  return getBuffers().slice(instance * each, each);
}

ArrayRef<int64_t> LaunchOp::getInstanceSizes(int64_t instance) {
  int64_t each = getSizes().size() / getNumInstances();
  return getSizes().slice(instance * each, each);
}

ParseResult LaunchOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  StringAttr kernel;
  if (parser.parseSymbolName(kernel))
    return failure();
  properties.kernel = FlatSymbolRefAttr::get(kernel);

  SmallVector<int64_t> extents, sizes;
  auto parseBuffer = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand operand;
    Type type;
    if (parser.parseOperand(operand) || parser.parseColonType(type))
      return failure();
    return parser.resolveOperand(operand, type, result.operands);
  };
  std::optional<std::pair<size_t, size_t>> first;
  auto parseInstance = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    size_t buffersBefore = result.operands.size(), sizesBefore = sizes.size();
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                       parseBuffer) ||
        parser.parseKeyword("extent") ||
        parser.parseInteger(extents.emplace_back()))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("sizes")) &&
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          return parser.parseInteger(sizes.emplace_back());
        }))
      return failure();
    std::pair<size_t, size_t> shape{result.operands.size() - buffersBefore,
                                    sizes.size() - sizesBefore};
    if (first && *first != shape)
      return parser.emitError(loc, "expects all instances to have as many "
                                   "buffers and sizes as the first");
    first = shape;
    return success();
  };
  if (parser.parseCommaSeparatedList(parseInstance) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  properties.extents = builder.getDenseI64ArrayAttr(extents);
  properties.sizes = builder.getDenseI64ArrayAttr(sizes);
  return success();
}

void LaunchOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getKernel());
  printer << ' ';
  for (int64_t i = 0; i != getNumInstances(); ++i) {
    if (i != 0) {
      printer << ',';
      printer.printNewline();
      printer << "    ";
    }
    printer << '(';
    llvm::interleaveComma(getInstance(i), printer, [&](Value buffer) {
      printer << buffer << " : " << buffer.getType();
    });
    printer << ") extent " << getExtents()[i];
    if (ArrayRef<int64_t> sizes = getInstanceSizes(i); !sizes.empty()) {
      printer << " sizes [";
      llvm::interleaveComma(sizes, printer);
      printer << ']';
    }
  }
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getKernelAttrName(), getExtentsAttrName(), getSizesAttrName()});
}

LogicalResult LaunchOp::verify() {
  if (getExtents().empty())
    return emitOpError("expects at least one instance");
  if (getBuffers().size() % getNumInstances() != 0 ||
      getSizes().size() % getNumInstances() != 0)
    return emitOpError("expects as many buffers and sizes in each of the ")
           << getNumInstances() << " instances";
  // launch C3.
  for (int64_t extent : getExtents())
    if (extent < 0)
      return emitOpError("expects extents that are not negative, got ")
             << extent;
  return success();
}

/// The least and greatest element an access of a non-empty domain touches;
/// nothing if that cannot be counted in 64 bits.
static std::optional<std::pair<int64_t, int64_t>>
accessedRange(ArrayRef<int64_t> extents, ArrayRef<int64_t> strides,
              int64_t offset) {
  int64_t low = offset, high = offset;
  for (auto [extent, stride] : llvm::zip_equal(extents, strides)) {
    int64_t last;
    int64_t &bound = stride < 0 ? low : high;
    if (llvm::MulOverflow(extent - 1, stride, last) ||
        llvm::AddOverflow(bound, last, bound))
      return std::nullopt;
  }
  return std::pair(low, high);
}

/// Checks that the accesses of one instance stay inside its buffers (C4).
static LogicalResult verifyAccesses(LaunchOp launch, KernelOp kernel,
                                    int64_t instance) {
  SmallVector<int64_t> extents(kernel.getExtents());
  if (!extents.empty())
    extents[0] = launch.getExtents()[instance];
  if (llvm::is_contained(extents, 0))
    return success();
  OperandRange buffers = launch.getInstance(instance);
  auto check = [&](auto access, ArrayRef<int64_t> counts) -> LogicalResult {
    unsigned number = cast<BlockArgument>(access.getBuffer()).getArgNumber();
    int64_t count = cast<MemRefType>(buffers[number].getType()).getDimSize(0);
    auto range =
        accessedRange(counts, access.getStrides(), int64_t(access.getOffset()));
    if (range && range->first >= 0 && range->second < count)
      return success();
    InFlightDiagnostic diag = launch.emitOpError("expects accesses inside the ")
                              << count << " elements of buffer " << number
                              << " of instance " << instance;
    if (range)
      diag << ", got elements " << range->first << " to " << range->second;
    diag.attachNote(access.getLoc()) << "accessed here";
    return diag;
  };
  // What is stored for each chunk is counted in chunks.
  SmallVector<int64_t> chunks(extents);
  std::optional<KernelLevels> levels;
  if (kernel.isStage(ReduceStage::Partial)) {
    levels.emplace(kernel);
    int64_t &reduced = chunks[*kernel.getReductionDim()];
    reduced = kernel.getNumChunks(reduced);
  }
  for (Operation &op : kernel.getBody().front()) {
    if (auto load = dyn_cast<LoadOp>(op); load && failed(check(load, extents)))
      return failure();
    auto store = dyn_cast<StoreOp>(op);
    bool byChunk = store && levels && levels->getPhase(store.getValue()) > 0;
    if (store && failed(check(store, byChunk ? chunks : extents)))
      return failure();
  }
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  // launch C1.
  auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(
      (*this)->getParentOfType<ProgramOp>(), getKernelAttr());
  if (!kernel)
    return emitOpError("expects the name of a device.kernel, got @")
           << getKernel();
  // launch C2.
  Block::BlockArgListType arguments = kernel.getBody().getArguments();
  int64_t sizes = kernel.getNumSizes();
  for (int64_t i = 0; i != getNumInstances(); ++i) {
    OperandRange buffers = getInstance(i);
    if (buffers.size() != arguments.size())
      return emitOpError("expects ")
             << arguments.size() << " buffers in each instance, got "
             << buffers.size();
    for (auto [buffer, argument] : llvm::zip_equal(buffers, arguments)) {
      Type got = cast<MemRefType>(buffer.getType()).getElementType();
      Type expected = cast<MemRefType>(argument.getType()).getElementType();
      if (got != expected)
        return emitOpError("expects elements of ")
               << expected << " in buffer " << argument.getArgNumber()
               << " of instance " << i << ", got " << got;
    }
    if (int64_t(getInstanceSizes(i).size()) != sizes)
      return emitOpError("expects ") << sizes << " sizes in each instance, got "
                                     << getInstanceSizes(i).size();
    if (failed(verifyAccesses(*this, kernel, i)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Branch
//===----------------------------------------------------------------------===//

void IfOp::build(OpBuilder &, OperationState &state, Value condition) {
  state.addOperands(condition);
  state.addRegion()->emplaceBlock();
  state.addRegion()->emplaceBlock();
}

LogicalResult IfOp::verify() {
  // if C1.
  auto type = cast<MemRefType>(getCondition().getType());
  if (!type.getElementType().isInteger(1) || type.getDimSize(0) != 1)
    return emitOpError("expects a condition of memref<1xi1>, got ") << type;
  return success();
}

LogicalResult IfOp::verifyRegions() {
  // if C2.
  for (Region *region : getRegions())
    for (Operation &op : region->getOps())
      if (!isa<LaunchOp, GemmOp, PackOp, ScatterAddOp, CopyOp, IfOp>(op))
        return op.emitOpError("is not allowed in a branch, which takes "
                              "launches, matrix products, copies and branches");
  return success();
}
