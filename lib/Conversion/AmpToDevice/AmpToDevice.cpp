// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass amp-to-device (stage 11).

#include "amp/Conversion/Passes.h"

#include "Conversion/AmpToDevice/ProgramBuilder.h"

using namespace mlir;
using namespace amp;

namespace amp {
#define GEN_PASS_DEF_AMPTODEVICEPASS
#include "ConversionPasses.h.inc"
} // namespace amp

namespace {

struct AmpToDevicePass : amp::impl::AmpToDevicePassBase<AmpToDevicePass> {
  using AmpToDevicePassBase::AmpToDevicePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    KernelBuilder kernels(module, symbols, splitReductions);
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (function.isExternal() || !function.getBody().hasOneBlock()) {
        function.emitError("expects a function with a body of one block");
        return signalPassFailure();
      }
      FailureOr<device::ProgramOp> program =
          ProgramBuilder(function, kernels).run();
      if (failed(program))
        return signalPassFailure();
      // Users first, each with its uses: to drop all uses before all ops, as
      // erasing a region does, goes through the memory of a large one twice.
      Block &body = function.front();
      while (!body.empty())
        body.back().erase();
      // The program takes over the name.
      (*program)->remove();
      symbols.erase(function);
      symbols.insert(*program, module.getBody()->end());
    }
    kernels.eraseUnused();
    for (auto formula : llvm::make_early_inc_range(module.getOps<FormulaOp>()))
      symbols.erase(formula);
  }
};

} // namespace
