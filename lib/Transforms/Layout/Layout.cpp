// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-layout (stage 8): declares the packed variables of the plan, lets
// products read them, and packs wherever the original is written.

#include "LayoutPlan.h"

#include "amp/IR/Types.h"
#include "amp/Transforms/Passes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace amp {

#define GEN_PASS_DEF_LAYOUTPASS
#include "TransformsPasses.h.inc"

namespace {

/// Rewrites a module for one packed copy.
class CopyRewriter {
public:
  CopyRewriter(ModuleOp module, SymbolTable &symbols, const PackedCopy &copy,
               VariableAccesses &accesses, func::FuncOp &refreshFunction)
      : module(module), symbols(symbols), copy(copy), accesses(accesses),
        refreshFunction(refreshFunction), builder(module.getContext()) {}

  void run() {
    declare();
    for (Operation *product : copy.products)
      rewriteProduct(product);
    for (WriteOp write : accesses.writes[copy.variable.getSymNameAttr()])
      rewriteWrite(write);
    if (!copy.replaces)
      refresh();
    eraseReads();
  }

private:
  void declare() {
    auto type = cast<RankedTensorType>(copy.variable.getType());
    auto packedType =
        getPackedType(type.getDimSize(copy.transposed),
                      type.getDimSize(!copy.transposed), type.getElementType());
    // The form is in the name: a square matrix has one packed type for both.
    std::string name = copy.variable.getSymName().str() +
                       (copy.transposed ? ".packed_t" : ".packed");
    FlatSymbolRefAttr original = copy.variable.getCastOfAttr();
    if (!original)
      original = FlatSymbolRefAttr::get(copy.variable.getSymNameAttr());
    builder.setInsertionPointAfter(copy.variable);
    packed = VariableOp::create(
        builder, copy.variable.getLoc(), builder.getStringAttr(name),
        TypeAttr::get(packedType), ZerosAttr::get(builder.getContext()),
        builder.getBoolAttr(false), original);
    // The model may have a variable of that name.
    symbols.insert(packed);
  }

  void rewriteProduct(Operation *product) {
    builder.setInsertionPoint(product);
    Location loc = product->getLoc();
    auto type = cast<RankedTensorType>(product->getResult(0).getType());
    auto weight = ReadOp::create(builder, loc, packed.getType(),
                                 FlatSymbolRefAttr::get(packed));
    Value bias =
        product->getNumOperands() > 2 ? product->getOperand(2) : Value();
    auto result = PackedLinearOp::create(
        builder, loc, type, product->getOperand(0), weight, bias,
        builder.getI64IntegerAttr(type.getShape().back()),
        product->getAttrOfType<TypeAttr>("accumulate"));
    for (NamedAttribute attribute : product->getDiscardableAttrs())
      result->setAttr(attribute.getName(), attribute.getValue());
    product->getResult(0).replaceAllUsesWith(result);
    product->erase();
  }

  void writePacked(Location loc, Value value) {
    auto pack =
        PackOp::create(builder, loc, packed.getType(), value, copy.transposed);
    WriteOp::create(builder, loc, FlatSymbolRefAttr::get(packed),
                    pack.getResult());
  }

  void rewriteWrite(WriteOp write) {
    builder.setInsertionPointAfter(write);
    writePacked(write.getLoc(), write.getValue());
    if (copy.replaces)
      write.erase();
  }

  /// Adds the copy of an original to @refresh.
  void refresh() {
    Location loc = copy.variable.getLoc();
    if (!refreshFunction) {
      builder.setInsertionPointToEnd(module.getBody());
      refreshFunction = func::FuncOp::create(builder, loc, "refresh",
                                             builder.getFunctionType({}, {}));
      builder.setInsertionPointToEnd(refreshFunction.addEntryBlock());
      func::ReturnOp::create(builder, loc);
    }
    builder.setInsertionPoint(refreshFunction.front().getTerminator());
    auto value = ReadOp::create(builder, loc, copy.variable.getType(),
                                FlatSymbolRefAttr::get(copy.variable));
    writePacked(loc, value.getResult());
  }

  /// What nothing reads any more, transposes first.
  void eraseReads() {
    for (ReadOp read : accesses.reads[copy.variable.getSymNameAttr()]) {
      for (Operation *user : llvm::make_early_inc_range(read->getUsers()))
        if (isa<TransposeOp>(user) && user->use_empty())
          user->erase();
      if (read->use_empty())
        read->erase();
    }
    if (copy.replaces)
      copy.variable.erase();
  }

  ModuleOp module;
  SymbolTable &symbols;
  PackedCopy copy;
  VariableAccesses &accesses;
  func::FuncOp &refreshFunction;
  OpBuilder builder;
  VariableOp packed;
};

struct LayoutPass : impl::LayoutPassBase<LayoutPass> {
  using LayoutPassBase::LayoutPassBase;

  void runOnOperation() override {
    LayoutModel model;
    model.microBatches = microBatches;
    llvm::SmallDenseSet<Type> multiplied;
    if (failed(parseTypes("native", native, multiplied)) ||
        failed(parseTypes("packed", packed, model.types)))
      return signalPassFailure();
    widenCopies(getOperation(), multiplied);
    ModuleOp module = getOperation();
    SmallVector<PackedCopy> copies = planLayout(module, model);
    if (copies.empty())
      return;
    VariableAccesses accesses(module);
    auto refreshFunction = module.lookupSymbol<func::FuncOp>("refresh");
    SymbolTable symbols(module);
    for (const PackedCopy &copy : copies)
      CopyRewriter(module, symbols, copy, accesses, refreshFunction).run();
  }

private:
  LogicalResult parseTypes(StringRef option, ArrayRef<std::string> names,
                           llvm::SmallDenseSet<Type> &types) {
    for (const std::string &name : names) {
      Type type = parseType(name, &getContext());
      if (!type || !(type.isF32() || type.isBF16()))
        return emitError(getOperation().getLoc(), "option '")
               << option << "' expects f32 or bf16, got '" << name << "'";
      types.insert(type);
    }
    return success();
  }
};

} // namespace
} // namespace amp
