// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one function of a typed module for whatever shapes come.

#include "FunctionRunner.h"

#include "Diagnostics.h"
#include "amp/IR/Amp.h"
#include "amp/Pipelines/Pipelines.h"

using namespace mlir;
using namespace amp;

std::vector<std::string> amp::findCopies(ModuleOp module) {
  std::vector<std::string> names;
  for (auto variable : module.getOps<VariableOp>())
    if (variable.getCastOf())
      names.push_back(variable.getSymName().str());
  return names;
}

FunctionRunner::FunctionRunner(OwningOpRef<ModuleOp> typed, std::string name,
                               ModelState &state, Backend &backend,
                               const CompileOptions &options,
                               CompileStatistics &statistics)
    : module(std::move(typed)), name(std::move(name)), state(state),
      backend(backend), options(options), statistics(statistics),
      checks(getFunction()), plans(options.planCacheSize) {}

func::FuncOp FunctionRunner::getFunction() {
  return module->lookupSymbol<func::FuncOp>(name);
}

Result<FunctionRunner::Entry>
FunctionRunner::compile(std::span<const Tensor> inputs) {
  CompileTimer timer(statistics);
  DiagnosticCollector diagnostics(state.getContext(), &options.log);
  Entry entry;
  entry.module =
      OwningOpRef<ModuleOp>(cast<ModuleOp>(module->getOperation()->clone()));
  if (failed(
          runInferencePipeline(*entry.module, name, shapesOf(inputs), options)))
    return diagnostics.takeFailure("compilation failed");
  if (Status laidOut = backend.layOut(*entry.module, state); !laidOut.ok())
    return laidOut.takeFailure();
  if (Status created = state.createVariables(*entry.module); !created.ok())
    return created.takeFailure();
  auto compileOne = [&](StringRef function) {
    return backend.compile(*entry.module, function, state);
  };
  entry.copies = findCopies(*entry.module);
  if (!entry.copies.empty()) {
    Result<std::unique_ptr<Plan>> refresh = compileOne("refresh");
    if (!refresh.ok())
      return refresh.takeFailure();
    entry.refresh = refresh.take();
    entry.refresh->countCompiled(statistics);
  }
  Result<std::unique_ptr<Plan>> plan = compileOne(name);
  if (!plan.ok())
    return plan.takeFailure();
  entry.plan = plan.take();
  entry.plan->countCompiled(statistics);
  return entry;
}

Result<FunctionRunner::Entry *>
FunctionRunner::findEntry(std::span<const Tensor> inputs) {
  if (Status checked = checks.check(inputs, /*finite=*/false); !checked.ok())
    return checked.takeFailure();
  if (Entry *found = plans.find(inputs))
    return found;
  Result<Entry> made = compile(inputs);
  if (!made.ok())
    return made.takeFailure();
  return &plans.insert(inputs, made.take());
}

Status FunctionRunner::prepare(std::span<const Tensor> inputs) {
  Result<Entry *> found = findEntry(inputs);
  if (!found.ok())
    return found.takeFailure();
  (*found)->plan->describe(statistics);
  return Status::success();
}

Result<std::vector<Tensor>>
FunctionRunner::run(std::span<const Tensor> inputs) {
  Result<Entry *> found = findEntry(inputs);
  if (!found.ok())
    return found.takeFailure();
  Entry *entry = *found;
  entry->plan->describe(statistics);
  if (entry->refresh && !state.areFresh(entry->copies)) {
    if (Status run = entry->refresh->run({}, {}); !run.ok())
      return run.takeFailure();
    state.noteFresh(entry->copies);
  }
  Result<std::vector<Tensor>> outputs =
      allocateOutputs(entry->module->lookupSymbol<func::FuncOp>(name));
  if (!outputs.ok())
    return outputs;
  if (Status run = entry->plan->run(inputs, *outputs); !run.ok())
    return run.takeFailure();
  return outputs;
}
