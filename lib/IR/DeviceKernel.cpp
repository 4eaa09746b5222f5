// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels and the ops of their bodies: text, builders and verification. The
// rules between ops (levels) are checked once for the whole body, after each op
// has been checked by itself.

#include "amp/IR/Device.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace amp::device;

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                     ArrayRef<int64_t> extents,
                     std::optional<int64_t> reductionDim,
                     ArrayRef<Type> elementTypes, int64_t numSizes) {
  auto &properties = state.getOrAddProperties<Properties>();
  properties.sym_name = builder.getStringAttr(name);
  properties.extents = builder.getDenseI64ArrayAttr(extents);
  if (reductionDim)
    properties.reduction_dim = builder.getI64IntegerAttr(*reductionDim);
  properties.num_sizes = builder.getI64IntegerAttr(numSizes);
  Block &block = state.addRegion()->emplaceBlock();
  for (Type type : elementTypes)
    block.addArgument(MemRefType::get({ShapedType::kDynamic}, type),
                      state.location);
}

bool amp::device::isTransposed(ArrayRef<int64_t> strides,
                               int64_t transposeDim) {
  return strides.back() > 1 && strides[transposeDim] == 1;
}

std::optional<int64_t> amp::device::getTransposeDim(ArrayRef<int64_t> extents,
                                                    Block &body) {
  // Below these a tile is not filled, and a gather costs no more.
  constexpr int64_t leastLanes = 16, leastPositions = 8;
  if (extents.size() < 2 || extents.back() < leastLanes)
    return std::nullopt;
  for (Operation &op : body) {
    ArrayRef<int64_t> strides;
    if (auto load = dyn_cast<LoadOp>(op))
      strides = load.getStrides();
    else if (auto store = dyn_cast<StoreOp>(op))
      strides = store.getStrides();
    if (strides.size() != extents.size())
      continue;
    for (int64_t dim = 0; dim + 1 < int64_t(extents.size()); ++dim)
      if (isTransposed(strides, dim) &&
          (extents[dim] == runTimeExtent || extents[dim] >= leastPositions))
        return dim;
  }
  return std::nullopt;
}

static KernelForm deriveForm(std::optional<int64_t> reductionDim,
                             ArrayRef<int64_t> extents, Block &body) {
  if (!reductionDim)
    return getTransposeDim(extents, body) ? KernelForm::Transpose
                                          : KernelForm::Elementwise;
  return *reductionDim == int64_t(extents.size()) - 1 ? KernelForm::Row
                                                      : KernelForm::Column;
}

KernelForm KernelOp::getForm() {
  return deriveForm(getReductionDim(), getExtents(), getBody().front());
}

int64_t KernelOp::getNumChunks(int64_t reductionExtent) {
  if (reductionExtent == runTimeExtent)
    return runTimeExtent;
  int64_t chunk = getForm() == KernelForm::Row ? rowChunk : columnChunk;
  return llvm::divideCeil(reductionExtent, chunk);
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  if (parser.parseSymbolName(properties.sym_name))
    return failure();

  StringRef formText;
  SMLoc formLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(&formText))
    return failure();
  std::optional<KernelForm> form = symbolizeKernelForm(formText);
  if (!form)
    return parser.emitError(formLoc)
           << "expects form elementwise, transpose, row or column, got "
           << formText;
  StringRef stageText;
  SMLoc stageLoc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&stageText))) {
    std::optional<ReduceStage> stage = symbolizeReduceStage(stageText);
    if (!stage)
      return parser.emitError(stageLoc)
             << "expects stage partial or combine, got " << stageText;
    properties.stage = ReduceStageAttr::get(parser.getContext(), *stage);
  }

  SmallVector<int64_t> extents;
  auto parseExtent = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      extents.push_back(runTimeExtent);
      return success();
    }
    return parser.parseInteger(extents.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseExtent))
    return failure();
  properties.extents = builder.getDenseI64ArrayAttr(extents);

  std::optional<int64_t> reductionDim;
  if (succeeded(parser.parseOptionalKeyword("reduces"))) {
    if (parser.parseInteger(reductionDim.emplace()))
      return failure();
    properties.reduction_dim = builder.getI64IntegerAttr(*reductionDim);
  }

  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren,
                               /*allowType=*/true))
    return failure();
  int64_t numSizes = 0;
  if (succeeded(parser.parseOptionalKeyword("sizes")) &&
      parser.parseInteger(numSizes))
    return failure();
  properties.num_sizes = builder.getI64IntegerAttr(numSizes);
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty()) {
    Block &block = body->emplaceBlock();
    for (OpAsmParser::Argument &argument : arguments)
      block.addArgument(argument.type, result.location);
  }
  // kernel C7.
  KernelForm derived = deriveForm(reductionDim, extents, body->front());
  if (*form != derived)
    return parser.emitError(formLoc)
           << "expects form " << stringifyKernelForm(derived)
           << " for this reduction dimension and these strides, got "
           << formText;
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << ' ' << stringifyKernelForm(getForm());
  if (getStage())
    printer << ' ' << stringifyReduceStage(*getStage());
  printer << " [";
  llvm::interleaveComma(getExtents(), printer, [&](int64_t extent) {
    if (extent == runTimeExtent)
      printer << '?';
    else
      printer << extent;
  });
  printer << ']';
  if (getReductionDim())
    printer << " reduces " << *getReductionDim();
  printer << " (";
  llvm::interleaveComma(
      getBody().getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ')';
  if (getNumSizes() != 0)
    printer << " sizes " << getNumSizes();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getSymNameAttrName(), getExtentsAttrName(), getReductionDimAttrName(),
       getStageAttrName(), getNumSizesAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult KernelOp::verify() {
  // kernel C1.
  for (auto [dim, extent] : llvm::enumerate(getExtents())) {
    if (dim == 0 && extent != runTimeExtent)
      return emitOpError("expects the first extent to be '?', got ") << extent;
    if (dim != 0 && extent < 0)
      return emitOpError("expects static extents after the first, got ")
             << (extent == runTimeExtent ? std::string("'?'")
                                         : std::to_string(extent))
             << " in dimension " << dim;
  }
  if (getRank() > 64)
    return emitOpError("expects at most 64 dimensions, got ") << getRank();
  // kernel C2.
  if (auto dim = getReductionDim(); dim && int64_t(*dim) >= getRank())
    return emitOpError("expects a reduction dimension below the rank ")
           << getRank() << ", got " << *dim;
  if (int64_t(getNumSizes()) < 0)
    return emitOpError("expects a number of sizes that is not negative, got ")
           << int64_t(getNumSizes());
  // kernel C9.
  if (getStage() && !getReductionDim())
    return emitOpError("expects a reduction dimension in stage ")
           << stringifyReduceStage(*getStage());
  if (isStage(ReduceStage::Combine) && getForm() != KernelForm::Column)
    return emitOpError("expects column form in stage combine, got ")
           << stringifyKernelForm(getForm());
  // kernel C3.
  for (BlockArgument argument : getBody().getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type || type.getRank() != 1 || !type.isDynamicDim(0) ||
        !type.getLayout().isIdentity() || type.getMemorySpace())
      return emitOpError("expects every argument to be a memref<?xT>, got ")
             << argument.getType();
  }
  return success();
}

/// Whether the op only moves a value: what f16 and bf16 values may undergo.
static bool movesOnly(Operation &op) {
  return isa<LoadOp, GatherOp, StoreOp, arith::ConstantOp, arith::ExtFOp,
             arith::TruncFOp, arith::SelectOp, arith::BitcastOp>(op);
}

/// Checks one op of a body by itself (kernel C4, C5, C6).
static LogicalResult verifyBodyOp(Operation &op) {
  bool ours = isa_and_present<DeviceDialect>(op.getDialect());
  bool scalar = isa_and_present<arith::ArithDialect, math::MathDialect>(
                    op.getDialect()) &&
                (isa<arith::ConstantOp>(op) ||
                 OpTrait::hasElementwiseMappableTraits(&op));
  if (!ours && !scalar)
    return op.emitOpError("is not allowed in a kernel body, which takes device "
                          "ops and elementwise arith and math ops");
  if (!scalar)
    return success();

  auto isScalar = [](Type type) {
    return type.isF32() || type.isF64() || type.isF16() || type.isBF16() ||
           type.isInteger(1) || type.isInteger(8) || type.isInteger(16) ||
           type.isInteger(32) || type.isInteger(64);
  };
  bool narrow = false;
  for (TypeRange types :
       {TypeRange(op.getOperandTypes()), TypeRange(op.getResultTypes())})
    for (Type type : types) {
      if (!isScalar(type))
        return op.emitOpError("expects scalars of f16, bf16, f32, f64, i1, i8, "
                              "i16, i32 or i64, got ")
               << type;
      narrow |= type.isF16() || type.isBF16();
    }
  if (narrow && !movesOnly(op))
    return op.emitOpError(
        "expects arithmetic on 16-bit floats to be written in f32");
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (auto flags = fast.getFastMathFlagsAttr();
        flags && flags.getValue() != arith::FastMathFlags::none)
      return op.emitOpError("expects no fast-math flags");
  return success();
}

/// Checks a store against the levels of the whole body (store C3, C4).
static LogicalResult verifyStore(StoreOp store, KernelOp kernel,
                                 const KernelLevels &levels) {
  for (auto [dim, extent, stride] :
       llvm::enumerate(kernel.getExtents(), store.getStrides())) {
    if (stride != 0)
      continue;
    if (kernel.reducesDim(dim)) {
      if (kernel.isStage(ReduceStage::Partial) &&
          levels.getPhase(store.getValue()) > 0)
        return store.emitOpError("expects a stride other than 0 along the "
                                 "reduction dimension, which counts chunks");
      if (levels.isElementLevel(store.getValue()))
        return store.emitOpError("expects a reduced-level value where the "
                                 "stride along the reduction dimension is 0");
    } else if (extent != 1) {
      return store.emitOpError("expects a stride other than 0 along dimension ")
             << dim << ", which is not reduced";
    }
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  for (Operation &op : getBody().front())
    if (failed(verifyBodyOp(op)))
      return failure();

  KernelLevels levels(*this);
  bool column = getForm() == KernelForm::Column;
  bool partial = isStage(ReduceStage::Partial);
  for (Operation &op : getBody().front()) {
    if (auto store = dyn_cast<StoreOp>(op))
      if (failed(verifyStore(store, *this, levels)))
        return failure();
    if (!column && !partial)
      continue;
    // A store for each chunk.
    if (partial && isa<StoreOp>(op))
      continue;
    // kernel C8. An element-level store counts as an element-level use.
    bool element = llvm::any_of(op.getOperands(), [&](Value value) {
      return levels.isElementLevel(value);
    });
    if (auto store = dyn_cast<StoreOp>(op))
      element = store.getStrides()[*getReductionDim()] != 0;
    bool reduced = llvm::any_of(op.getOperands(), [&](Value value) {
      return levels.getPhase(value) > 0;
    });
    if (element && reduced)
      return op.emitOpError("uses the result of a reduction at element level, "
                            "which a column kernel and stage partial cannot");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops of the body
//===----------------------------------------------------------------------===//

/// Checks what loads and stores have in common (C1 and C2 of both).
template <typename AccessOp> static LogicalResult verifyAccess(AccessOp op) {
  auto kernel = cast<KernelOp>(op->getParentOp());
  if (int64_t(op.getStrides().size()) != kernel.getRank())
    return op.emitOpError("expects one stride for each of the ")
           << kernel.getRank() << " dimensions, got " << op.getStrides().size();
  auto argument = dyn_cast<BlockArgument>(op.getBuffer());
  if (!argument || argument.getOwner() != &kernel.getBody().front())
    return op.emitOpError("expects the buffer to be an argument of the kernel");
  return success();
}

void LoadOp::build(OpBuilder &builder, OperationState &state, Value buffer,
                   ArrayRef<int64_t> strides, int64_t offset) {
  build(builder, state, cast<MemRefType>(buffer.getType()).getElementType(),
        buffer, strides, offset);
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value value,
                    Value buffer, ArrayRef<int64_t> strides, int64_t offset) {
  build(builder, state, value, buffer, builder.getDenseI64ArrayAttr(strides),
        builder.getI64IntegerAttr(offset));
}

void GatherOp::build(OpBuilder &builder, OperationState &state, Value buffer,
                     Value index, Value condition, ArrayRef<int64_t> strides,
                     int64_t offset) {
  build(builder, state, cast<MemRefType>(buffer.getType()).getElementType(),
        buffer, index, condition, strides, offset);
}

LogicalResult GatherOp::verify() { return verifyAccess(*this); }

LogicalResult LoadOp::verify() { return verifyAccess(*this); }

LogicalResult StoreOp::verify() { return verifyAccess(*this); }

LogicalResult ReduceOp::verify() {
  // reduce C1.
  if (!cast<KernelOp>((*this)->getParentOp()).getReductionDim())
    return emitOpError("expects the kernel to name a reduction dimension");
  // reduce C2.
  bool bitwise = getKind() == ReduceKind::And || getKind() == ReduceKind::Or;
  Type type = getValue().getType();
  if (type.isInteger(1) && !bitwise)
    return emitOpError("expects i1 values to be combined by and or or, got ")
           << stringifyReduceKind(getKind());
  if (isa<FloatType>(type) && bitwise)
    return emitOpError("expects floating-point values to be combined by add, "
                       "mul, max or min, got ")
           << stringifyReduceKind(getKind());
  return success();
}

/// Checks that `dim` is a dimension of the kernel around `op`.
static LogicalResult verifyDim(Operation *op, int64_t dim) {
  int64_t rank = cast<KernelOp>(op->getParentOp()).getRank();
  if (dim < 0 || dim >= rank)
    return op->emitOpError("expects a dimension below the rank ")
           << rank << ", got " << dim;
  return success();
}

LogicalResult IndexOp::verify() { return verifyDim(*this, getDim()); }

LogicalResult ExtentOp::verify() { return verifyDim(*this, getDim()); }

LogicalResult SizeOp::verify() {
  int64_t count = cast<KernelOp>((*this)->getParentOp()).getNumSizes();
  if (int64_t(getNumber()) < 0 || int64_t(getNumber()) >= count)
    return emitOpError("expects a number below the kernel's ")
           << count << " sizes, got " << int64_t(getNumber());
  return success();
}
