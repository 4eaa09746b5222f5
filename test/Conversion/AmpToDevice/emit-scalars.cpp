// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the scalar body of every elementwise op of an amp file as a function
// of its own, named after the op's function and place. Usage: emit-scalars
// FILE.

#include "amp/IR/Amp.h"
#include "amp/InitAll.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static Type elementOf(Type type) {
  return cast<RankedTensorType>(type).getElementType();
}

/// Adds the function for one op to the module at the builder.
static bool emit(amp::Fusible op, StringRef name, OpBuilder &builder) {
  auto arguments = llvm::map_to_vector(op->getOperandTypes(), elementOf);
  auto results = llvm::map_to_vector(op->getResultTypes(), elementOf);
  auto function = func::FuncOp::create(
      builder, op->getLoc(), name, builder.getFunctionType(arguments, results));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(function.addEntryBlock());
  Value value = op.emitScalar(builder, function.getArguments());
  if (!value)
    return false;
  func::ReturnOp::create(builder, op->getLoc(), value);
  return true;
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  DialectRegistry registry;
  amp::registerAllDialects(registry);
  MLIRContext context(registry);
  context
      .loadDialect<arith::ArithDialect, func::FuncDialect, math::MathDialect>();
  auto source = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!source)
    return 1;
  OwningOpRef<ModuleOp> printed = ModuleOp::create(source->getLoc());
  auto builder = OpBuilder::atBlockEnd(printed->getBody());
  for (auto function : source->getOps<func::FuncOp>()) {
    unsigned place = 0;
    for (Operation &op : function.front()) {
      auto fusible = dyn_cast<amp::Fusible>(op);
      if (!fusible || fusible.getFusionKind() != amp::FusionKind::Elementwise)
        continue;
      std::string name = (function.getName() + "_" + Twine(place++)).str();
      if (!emit(fusible, name, builder)) {
        llvm::errs() << "no scalar body: " << op << "\n";
        return 1;
      }
    }
  }
  printed->print(llvm::outs());
  return 0;
}
