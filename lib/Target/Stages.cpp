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

/// One stage: its name, its passes, and whether what it leaves is verified op
/// by op, which costs as much as a pass. Each stage ends with a verifier of its
/// own promise; all ops are verified before the first, as the training step or
/// the function they come from is, and where they have become the device
/// program.
struct Stage {
  StringRef name;
  std::function<void(OpPassManager &)> add;
  bool verifiesOps = false;
};

} // namespace

/// The stages in order; `native` are the element types the library multiplies.
static SmallVector<Stage> getStages(const cpu::ProgramOptions &options,
                                    ArrayRef<std::string> native,
                                    SplitRule splitRule) {
  auto lower = [native](OpPassManager &passes) {
    LegalizeContractionsPassOptions legalize;
    legalize.native.assign(native.begin(), native.end());
    passes.addPass(createDecomposePass());
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
          {"to-device", toDevice, /*verifiesOps=*/true},
          {"plan-memory", plan}};
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
    if (failed(passes.run(isolated)) ||
        (stage.verifiesOps && failed(verify(isolated))))
      return failure();
    if (options.observer && !options.observer(stage.name, isolated))
      return function.emitError("compilation stopped after ") << stage.name;
  }
  return success();
}
