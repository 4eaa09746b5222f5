// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages 6 to 11, in order.

#include "Target/Stages.h"

#include "amp/Conversion/Passes.h"
#include "amp/IR/Amp.h"
#include "amp/Reference/TensorAttributes.h"
#include "amp/Transforms/Passes.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace amp;

namespace {

/// One stage: its name and its passes, which end with a verifier of what the
/// stage promises. Single ops are not verified, which would cost as much as a
/// pass, except those of kernels: they are few, and memory is accessed as they
/// say.
struct Stage {
  StringRef name;
  std::function<void(OpPassManager &)> add;
  bool makesKernels = false;
};

} // namespace

/// The stages in order; `native` are the element types the library multiplies.
static SmallVector<Stage> getStages(const cpu::ProgramOptions &options,
                                    ArrayRef<std::string> native,
                                    SplitRule splitRule) {
  auto lower = [&options, native](OpPassManager &passes) {
    // Without fusion each op shall be a kernel.
    DecomposePassOptions decompose;
    decompose.late = options.fuse;
    LegalizeContractionsPassOptions legalize;
    legalize.native.assign(native.begin(), native.end());
    passes.addPass(createDecomposePass(decompose));
    passes.addPass(createLegalizeContractionsPass(legalize));
    passes.addPass(createSimplifyPass());
    passes.addPass(createVerifySimplifyPass());
  };
  auto fuse = [&options](OpPassManager &passes) {
    FusePassOptions fusion;
    fusion.fuse = options.fuse;
    passes.addNestedPass<func::FuncOp>(createFusePass(fusion));
    passes.addNestedPass<func::FuncOp>(createVerifyFusePass());
  };
  auto schedule = [](OpPassManager &passes) {
    passes.addNestedPass<func::FuncOp>(createSchedulePass());
  };
  auto toDevice = [splitRule](OpPassManager &passes) {
    passes.addPass(createAmpToDevicePass({splitRule}));
  };
  auto plan = [](OpPassManager &passes) {
    passes.addPass(createPlanMemoryPass());
    passes.addPass(createVerifyPlanPass());
  };
  return {{"simplify", lower},
          {"fuse", fuse},
          {"schedule", schedule},
          {"to-device", toDevice, /*makesKernels=*/true},
          {"plan-memory", plan}};
}

FailureOr<IsolatedFunction> IsolatedFunction::create(ModuleOp module,
                                                     StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function)
    return module.emitError("expects a function '") << name << "'";
  if (function.isExternal())
    return function.emitError("expects a body that was not compiled before");
  IsolatedFunction result(module);
  result.others = ModuleOp::create(module.getLoc());
  Block *body = module.getBody(), *rest = result.others->getBody();
  for (auto other : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    other->moveBefore(rest, rest->end());
  // Stage 11 erases formulas: the other functions keep those that are there.
  for (auto formula : module.getOps<FormulaOp>())
    rest->push_back(formula->clone());
  auto alone = cast<func::FuncOp>(function->cloneWithoutRegions());
  body->push_back(alone);
  alone.getBody().takeBody(function.getBody());
  result.declaration = function;
  return result;
}

IsolatedFunction::~IsolatedFunction() {
  if (!others)
    return;
  Block *body = module.getBody();
  for (Operation &op : llvm::make_early_inc_range(*body))
    if (isa<func::FuncOp, FormulaOp, device::ProgramOp, device::KernelOp>(op))
      op.erase();
  body->getOperations().splice(body->end(), others->getBody()->getOperations());
}

void amp::countCasts(ModuleOp module, cpu::ProgramStatistics &statistics) {
  module.walk([&](CastOp op) {
    auto type = cast<RankedTensorType>(op.getType());
    std::optional<ElementType> element = toElementType(type.getElementType());
    ++statistics.casts;
    if (element && type.hasStaticShape())
      statistics.castBytes += type.getNumElements() * byteSize(*element);
  });
}

LogicalResult amp::runDeviceStages(ModuleOp isolated, func::FuncOp function,
                                   const cpu::ProgramOptions &options,
                                   ArrayRef<std::string> native,
                                   SplitRule splitRule) {
  for (const Stage &stage : getStages(options, native, splitRule)) {
    PassManager passes(isolated.getContext());
    passes.enableVerifier(false);
    stage.add(passes);
    if (failed(passes.run(isolated)))
      return failure();
    if (stage.makesKernels)
      for (auto kernel : isolated.getOps<device::KernelOp>())
        if (failed(verify(kernel)))
          return failure();
    if (options.observer && !options.observer(stage.name, isolated))
      return function.emitError("compilation stopped after ") << stage.name;
  }
  return success();
}
