// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole front half of the compiler on one page: stages 2 to 5 in order, a
// verifier of what each promises at its end. Stages 6 to 13 belong to a target.
//
// Ops are verified one by one when a file is read and once more when shapes
// become static, which is where a model's mistakes show. What the compiler
// makes of them is right by construction, which amp-opt checks after every
// pass: verifying it again would cost as much as a stage.

#include "amp/Pipelines/Pipelines.h"

#include "amp/IR/Amp.h"
#include "amp/Transforms/Autodiff.h"
#include "amp/Transforms/Passes.h"
#include "amp/Transforms/Specialize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace amp;

static constexpr llvm::StringLiteral stageNames[] = {
    "autocast",  "specialize",  "differentiate", "build-step",
    "layout",    "simplify",    "fuse",          "schedule",
    "to-device", "plan-memory", "target"};

ArrayRef<llvm::StringLiteral> amp::getStageNames() { return stageNames; }

/// Whether the context holds elements that the text would list at its end.
static bool hasResources(MLIRContext *context) {
  auto &manager = DenseResourceElementsHandle::getManagerInterface(context)
                      .getBlobManager();
  bool result = false;
  manager.getBlobMap([&](const auto &blobs) { result = !blobs.empty(); });
  return result;
}

/// The text of a module. What aliases and resources there are is found by
/// printing everything once before, to nowhere; our ops have no aliases, so
/// that it is done for resources only.
static std::string printStage(ModuleOp module) {
  OpPrintingFlags flags;
  flags.assumeVerified(); // each stage ends with a verifier
  if (!hasResources(module.getContext()))
    flags.useLocalScope();
  std::string text;
  llvm::raw_string_ostream out(text);
  out.SetBufferSize(1 << 16);
  module.print(out, flags);
  out.flush();
  if (!StringRef(text).ends_with("\n")) // which local scope leaves out
    text += '\n';
  return text;
}

LogicalResult amp::observeStage(const StageWatch &watch, StringRef stage,
                                StringRef function, ModuleOp module) {
  if (watch.verifies && failed(verify(module)))
    return module.emitError("does not verify after ") << stage;
  if (!watch.observer)
    return success();
  auto print = [&] { return printStage(module); };
  if (watch.observer(std::string_view(stage.data(), stage.size()),
                     std::string_view(function.data(), function.size()), print))
    return success();
  return module.emitError("stopped after ") << stage;
}

void amp::buildAutocastPipeline(PassManager &passes,
                                const CompileOptions &options) {
  AutocastOptions autocast;
  autocast.precision = options.precision;
  autocast.policy = options.policy;
  passes.addPass(createAutocast(autocast));
  passes.addPass(createVerifyAutocast());
}

/// Erases every function that `keep` does not name.
static void eraseOthers(ModuleOp module, ArrayRef<StringRef> keep) {
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!llvm::is_contained(keep, function.getSymName()))
      function.erase();
}

LogicalResult amp::runTrainingPipeline(ModuleOp module,
                                       ArrayRef<SmallVector<int64_t>> shapes,
                                       const TrainStepOptions &step,
                                       const StageWatch &watch) {
  eraseOthers(module, {"loss"});
  auto loss = module.lookupSymbol<func::FuncOp>("loss");
  if (!loss)
    return module.emitError("expects a function named loss");
  if (failed(specializeFunction(loss, shapes)) || failed(verify(module)) ||
      failed(observeStage(watch, "specialize", "step", module)))
    return failure();

  SymbolTable symbols(module);
  GradientTags tags;
  FailureOr<func::FuncOp> gradient =
      differentiate(loss, symbols, tags, /*consumes=*/true);
  if (failed(gradient) || failed(verifyDifferentiated(*gradient, tags)))
    return failure();
  if (failed(observeStage(watch, "differentiate", "step", module)))
    return failure();

  if (failed(buildTrainStep(module, step)))
    return failure();
  return observeStage(watch, "build-step", "step", module);
}

LogicalResult amp::runInferencePipeline(ModuleOp module, StringRef function,
                                        ArrayRef<SmallVector<int64_t>> shapes,
                                        const StageWatch &watch) {
  eraseOthers(module, {function});
  auto target = module.lookupSymbol<func::FuncOp>(function);
  if (!target)
    return module.emitError("expects a function named ") << function;
  if (failed(specializeFunction(target, shapes)) ||
      failed(shareVariableCasts(module)) || failed(verify(module)))
    return failure();
  return observeStage(watch, "specialize", function, module);
}
