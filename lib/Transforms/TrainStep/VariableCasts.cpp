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

/// A copy and its symbol.
struct Copy {
  VariableOp variable;
  FlatSymbolRefAttr symbol;
};

/// Declares and finds the copies of a module's variables.
class CastCopies {
public:
  explicit CastCopies(ModuleOp module) : symbols(module) {
    for (auto variable : module.getOps<VariableOp>())
      if (FlatSymbolRefAttr original = variable.getCastOfAttr())
        add(original.getAttr(), variable);
  }

  /// The copy of `original` in `element`, declared if it is new.
  FlatSymbolRefAttr get(FlatSymbolRefAttr original, Type element) {
    for (Copy copy : all(original.getAttr()))
      if (elementType(copy.variable.getType()) == element)
        return copy.symbol;
    auto variable = cast<VariableOp>(symbols.lookup(original.getAttr()));
    OpBuilder builder(variable);
    builder.setInsertionPointAfter(variable);
    std::string &suffix = suffixes[element];
    if (suffix.empty())
      llvm::raw_string_ostream(suffix) << "." << element;
    auto copy = VariableOp::create(
        builder, variable.getLoc(),
        builder.getStringAttr(original.getValue() + suffix),
        TypeAttr::get(withElementType(variable.getType(), element)),
        ZerosAttr::get(builder.getContext()), builder.getBoolAttr(false),
        original);
    symbols.insert(copy);
    return add(original.getAttr(), copy);
  }

  ArrayRef<Copy> all(StringAttr original) const {
    auto it = copies.find(original);
    return it == copies.end() ? ArrayRef<Copy>() : ArrayRef(it->second);
  }

  VariableOp getVariable(FlatSymbolRefAttr symbol) const {
    return cast<VariableOp>(symbols.lookup(symbol.getAttr()));
  }

private:
  FlatSymbolRefAttr add(StringAttr original, VariableOp copy) {
    auto symbol = FlatSymbolRefAttr::get(copy.getSymNameAttr());
    copies[original].push_back({copy, symbol});
    return symbol;
  }

  SymbolTable symbols;
  llvm::DenseMap<StringAttr, SmallVector<Copy, 1>> copies;
  /// What the name of a copy in each type ends with.
  llvm::DenseMap<Type, std::string> suffixes;
};

} // namespace

/// Replaces a compiler-made cast of a variable by a read of the copy.
static void readCopy(CastOp cast, ReadOp read, CastCopies &copies) {
  FlatSymbolRefAttr copy =
      copies.get(read.getVariableAttr(), elementType(cast.getResult()));
  OpBuilder builder(cast);
  // Variables are read at the function's level only.
  if (cast->getBlock() != read->getBlock())
    builder.setInsertionPointAfter(read);
  auto value = ReadOp::create(builder, cast.getLoc(), cast.getType(), copy);
  value->setDiscardableAttrs(llvm::to_vector(cast->getDiscardableAttrs()));
  cast.replaceAllUsesWith(value.getResult());
  cast.erase();
}

/// Writes `value`, cast, into every copy of the variable it is written to.
static void writeCopies(WriteOp write, const CastCopies &copies) {
  OpBuilder builder(write);
  builder.setInsertionPointAfter(write);
  for (Copy copy : copies.all(write.getVariableAttr().getAttr())) {
    auto cast = CastOp::create(builder, write.getLoc(), copy.variable.getType(),
                               write.getValue(), CastOrigin::Autocast);
    WriteOp::create(builder, write.getLoc(), copy.symbol, cast);
  }
}

/// Adds the function that makes all copies anew.
static void buildRefresh(ModuleOp module, const CastCopies &copies) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = module.getLoc();
  if (auto old = module.lookupSymbol<func::FuncOp>("refresh"))
    old.erase();
  auto function = func::FuncOp::create(builder, loc, "refresh",
                                       builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  for (auto copy : module.getOps<VariableOp>()) {
    FlatSymbolRefAttr original = copy.getCastOfAttr();
    if (!original)
      continue;
    VariableOp source = copies.getVariable(original);
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
  buildRefresh(module, copies);
  return success();
}
