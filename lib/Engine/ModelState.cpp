// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a model and everything made from it share: context, module, variables.

#include "ModelState.h"

#include "Diagnostics.h"
#include "amp/IR/Amp.h"
#include "amp/InitAll.h"
#include "amp/Pipelines/Pipelines.h"
#include "amp/Reference/InitializeVariables.h"
#include "amp/Reference/TensorAttributes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace amp;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

ModelState::ModelState()
    : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  // Passes create ops of all of them, and a context loads none by itself then.
  context.loadAllAvailableDialects();
  // A message names its place; the op in generic form would only hide it.
  context.printOpOnDiagnostic(false);
}

static LogicalResult verifyNames(func::FuncOp function, StringRef kind,
                                 ArrayRef<TensorInfo> infos) {
  llvm::StringSet<> names;
  for (const TensorInfo &info : infos) {
    if (!llvm::json::isUTF8(info.name))
      return function.emitError("expects ") << kind << " with names in UTF-8";
    if (!names.insert(info.name).second)
      return function.emitError("expects ")
             << kind << " with names of their own, got '" << info.name
             << "' twice";
  }
  return success();
}

/// A variable's name is that of an entry in files of either format. Found out
/// when a training is over, it would be too late.
static LogicalResult verifyName(VariableOp variable) {
  StringRef name = variable.getSymName();
  if (llvm::json::isUTF8(name) && !name.empty() && !name.contains('\0') &&
      name != "__metadata__")
    return success();
  return variable.emitError("expects a name that files can hold: in UTF-8, not "
                            "empty, without null characters, and other than "
                            "__metadata__");
}

/// Tensors go in and out of every function by name.
static LogicalResult verifyFunction(func::FuncOp function) {
  if (function.isExternal())
    return function.emitError("expects a body");
  if (function.getSymName() == "refresh")
    return function.emitError(
        "expects another name than refresh, which is that "
        "of the function that renews copies of weights");
  for (Type type : llvm::concat<const Type>(function.getArgumentTypes(),
                                            function.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !toElementType(tensor.getElementType()))
      return function.emitError("expects ranked tensors of a supported element "
                                "type as inputs and outputs, got ")
             << type;
  }
  if (failed(verifyNames(function, "inputs", describeInputs(function))))
    return failure();
  return verifyNames(function, "outputs", describeOutputs(function));
}

Result<std::shared_ptr<ModelState>> ModelState::create(std::string_view text,
                                                       const std::string &name,
                                                       uint64_t seed,
                                                       bool valueless) {
  std::shared_ptr<ModelState> state(new ModelState());
  state->seed = seed;
  state->valueless = valueless;
  DiagnosticCollector diagnostics(state->context);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(
          llvm::StringRef(text.data(), text.size()), name),
      llvm::SMLoc());
  state->module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&state->context));
  if (!state->module)
    return diagnostics.takeFailure(name + ": error: expects an MLIR module");
  for (auto function : state->module->getOps<func::FuncOp>())
    if (failed(verifyFunction(function)))
      return diagnostics.takeFailure("a function does not fit");
  for (auto variable : state->module->getOps<VariableOp>())
    if (failed(verifyName(variable)))
      return diagnostics.takeFailure("a variable does not fit");
  if (Status created = state->createVariables(*state->module); !created.ok())
    return created.takeFailure();
  return state;
}

Result<OwningOpRef<ModuleOp>>
ModelState::makeTyped(const CompileOptions &options) {
  if (options.precision != Precision::F32 &&
      options.precision != Precision::F16 &&
      options.precision != Precision::BF16)
    return Failure{"expects the precision f32, f16 or bf16"};
  DiagnosticCollector diagnostics(context, &options.log);
  OwningOpRef<ModuleOp> typed(cast<ModuleOp>(module->getOperation()->clone()));
  PassManager passes(&context);
  // The stages end with verifiers of their own; specialization verifies all.
  passes.enableVerifier(false);
  buildAutocastPipeline(passes, options);
  if (failed(passes.run(*typed)))
    return diagnostics.takeFailure("autocast failed");
  if (failed(observeStage(options, "autocast", "", *typed)))
    return diagnostics.takeFailure("stopped");
  return typed;
}

Status ModelState::createVariables(ModuleOp module) {
  DiagnosticCollector diagnostics(context);
  if (failed(initializeVariables(module, variables, seed, valueless)))
    return diagnostics.takeFailure("a variable could not be initialised");
  return Status::success();
}

bool ModelState::areFresh(ArrayRef<std::string> copies) const {
  return llvm::all_of(copies, [&](const std::string &name) {
    auto found = copyVersions.find(name);
    return found != copyVersions.end() && found->second == version;
  });
}

void ModelState::noteFresh(ArrayRef<std::string> copies) {
  for (const std::string &name : copies)
    copyVersions[name] = version;
}

/// Describes one argument or result; `attribute` is its `amp.name`.
static TensorInfo describe(Type type, Attribute attribute,
                           const std::string &fallback) {
  auto tensor = cast<RankedTensorType>(type);
  TensorInfo info;
  auto name = dyn_cast_or_null<StringAttr>(attribute);
  info.name = name ? name.str() : fallback;
  for (int64_t extent : tensor.getShape())
    info.shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
  info.type = toElementType(tensor.getElementType()).value_or(ElementType::F32);
  return info;
}

std::vector<TensorInfo> amp::describeInputs(func::FuncOp function) {
  std::vector<TensorInfo> infos;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    infos.push_back(describe(type, function.getArgAttr(i, "amp.name"),
                             "input" + std::to_string(i)));
  return infos;
}

std::vector<TensorInfo> amp::describeOutputs(func::FuncOp function) {
  std::vector<TensorInfo> infos;
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    infos.push_back(describe(type, function.getResultAttr(i, "amp.name"),
                             "output" + std::to_string(i)));
  return infos;
}
