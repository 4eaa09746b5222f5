// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints what the cost model of fusion says of two kernels: the ops of each
// function of a file carry `kernel = 0` or `1`, and the line says whether one
// kernel of all of them is the cheaper choice. Usage: cost-choices FILE.

#include "Transforms/Fusion/CostModel.h"
#include "amp/InitAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace amp;

/// The cost of one kernel; negative if there is none that holds the ops.
static double getCost(CostModel &model, ArrayRef<Operation *> ops) {
  std::optional<IterationSpace> space = IterationSpace::infer(ops);
  if (!space)
    return -1;
  return model.estimate(ops, *space, [&](unsigned number) {
    return llvm::any_of(ops[number]->getUsers(), [&](Operation *user) {
      return !llvm::is_contained(ops, user);
    });
  });
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  // Scalar bodies are built to be weighed.
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  CostModel model;
  for (auto function : module->getOps<func::FuncOp>()) {
    SmallVector<Operation *> kernels[2], both;
    for (Operation &op : function.front())
      if (auto number = op.getAttrOfType<IntegerAttr>("kernel")) {
        kernels[number.getInt() != 0].push_back(&op);
        both.push_back(&op);
      }
    double first = getCost(model, kernels[0]);
    double second = getCost(model, kernels[1]), one = getCost(model, both);
    if (first < 0 || second < 0 || one < 0) {
      llvm::errs() << function.getName() << ": expects ops that kernels hold\n";
      return 1;
    }
    llvm::outs() << function.getName() << ": "
                 << (one <= first + second ? "together" : "apart") << "\n";
    llvm::errs() << llvm::format("  %.0f ns against %.0f + %.0f\n", one, first,
                                 second);
  }
  return 0;
}
