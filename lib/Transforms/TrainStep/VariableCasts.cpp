// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Low-precision copies of variables (P9): one variable per original and type,
// read by every function, written wherever the original is written.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"
#include "amp/Transforms/TrainStep.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace amp;

namespace {

/// Declares and finds the copies of a module's variables.
class CastCopies {
public:
  explicit CastCopies(ModuleOp module) : module(module), symbols(module) {
    for (auto variable : module.getOps<VariableOp>())
      if (FlatSymbolRefAttr original = variable.getCastOfAttr())
        copies[original.getAttr()].push_back(variable);
  }

  /// The copy of `original` in `element`, declared if it is new.
  VariableOp get(StringAttr original, Type element) {
    for (VariableOp copy : copies[original])
      if (elementType(copy.getType()) == element)
        return copy;
    auto variable = symbols.lookup<VariableOp>(original);
    OpBuilder builder(variable);
    builder.setInsertionPointAfter(variable);
    std::string name;
    llvm::raw_string_ostream(name) << original.getValue() << "." << element;
    auto copy = VariableOp::create(
        builder, variable.getLoc(), builder.getStringAttr(name),
        TypeAttr::get(withElementType(variable.getType(), element)),
        ZerosAttr::get(builder.getContext()), builder.getBoolAttr(false),
        FlatSymbolRefAttr::get(original));
    symbols.insert(copy);
    copies[original].push_back(copy);
    return copy;
  }

  ArrayRef<VariableOp> all(StringAttr original) { return copies[original]; }

private:
  ModuleOp module;
  SymbolTable symbols;
  llvm::MapVector<StringAttr, SmallVector<VariableOp>> copies;
};

} // namespace

/// Replaces a compiler-made cast of a variable by a read of the copy.
static void readCopy(CastOp cast, ReadOp read, CastCopies &copies) {
  VariableOp copy = copies.get(read.getVariableAttr().getAttr(),
                               elementType(cast.getResult()));
  OpBuilder builder(cast);
  // Variables are read at the function's level only.
  if (cast->getBlock() != read->getBlock())
    builder.setInsertionPointAfter(read);
  auto value = ReadOp::create(builder, cast.getLoc(), cast.getType(),
                              FlatSymbolRefAttr::get(copy.getSymNameAttr()));
  value->setDiscardableAttrs(llvm::to_vector(cast->getDiscardableAttrs()));
  cast.replaceAllUsesWith(value.getResult());
  cast.erase();
}

/// Writes `value`, cast, into every copy of the variable it is written to.
static void writeCopies(WriteOp write, CastCopies &copies) {
  OpBuilder builder(write);
  builder.setInsertionPointAfter(write);
  for (VariableOp copy : copies.all(write.getVariableAttr().getAttr())) {
    auto cast = CastOp::create(builder, write.getLoc(), copy.getType(),
                               write.getValue(), CastOrigin::Autocast);
    WriteOp::create(builder, write.getLoc(),
                    FlatSymbolRefAttr::get(copy.getSymNameAttr()), cast);
  }
}

/// Adds the function that makes all copies anew.
static void buildRefresh(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = module.getLoc();
  SymbolTable symbols(module);
  if (auto old = module.lookupSymbol<func::FuncOp>("refresh"))
    old.erase();
  auto function = func::FuncOp::create(builder, loc, "refresh",
                                       builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  for (auto copy : module.getOps<VariableOp>()) {
    FlatSymbolRefAttr original = copy.getCastOfAttr();
    if (!original)
      continue;
    auto source = symbols.lookup<VariableOp>(original.getValue());
    auto value =
        ReadOp::create(builder, copy.getLoc(), source.getType(), original);
    auto cast = CastOp::create(builder, copy.getLoc(), copy.getType(),
                               value.getResult(), CastOrigin::Autocast);
    WriteOp::create(builder, copy.getLoc(),
                    FlatSymbolRefAttr::get(copy.getSymNameAttr()), cast);
  }
  func::ReturnOp::create(builder, loc);
}

LogicalResult amp::shareVariableCasts(ModuleOp module) {
  CastCopies copies(module);
  SmallVector<std::pair<CastOp, ReadOp>> casts;
  SmallVector<WriteOp> writes;
  module.walk([&](Operation *op) {
    if (auto write = dyn_cast<WriteOp>(op))
      writes.push_back(write);
    auto cast = dyn_cast<CastOp>(op);
    if (!cast || cast.getOrigin() != CastOrigin::Autocast)
      return;
    if (auto read = cast.getInput().getDefiningOp<ReadOp>())
      casts.push_back({cast, read});
  });
  for (auto [cast, read] : casts)
    readCopy(cast, read, copies);
  for (WriteOp write : writes)
    writeCopies(write, copies);
  buildRefresh(module);
  return success();
}
