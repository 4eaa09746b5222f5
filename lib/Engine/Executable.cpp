// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of a model, compiled for inference.

#include "amp/Engine/Executable.h"

#include "FunctionRunner.h"

using namespace mlir;
using namespace amp;

struct LLVM_LIBRARY_VISIBILITY Executable::Impl {
  Impl(std::shared_ptr<ModelState> state, const CompileOptions &options,
       std::unique_ptr<Backend> backend)
      : state(std::move(state)), options(options), backend(std::move(backend)) {
  }

  std::shared_ptr<ModelState> state;
  CompileOptions options;
  std::unique_ptr<Backend> backend;
  CompileStatistics statistics;
  std::unique_ptr<FunctionRunner> runner;
  std::vector<TensorInfo> outputs;
};

Executable::Executable(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Executable::Executable(Executable &&) = default;
Executable &Executable::operator=(Executable &&) = default;
Executable::~Executable() = default;

Result<Executable> Executable::create(const Model &model,
                                      std::string_view function,
                                      const CompileOptions &options) {
  Result<std::vector<TensorInfo>> outputs = model.outputs(function);
  if (!outputs.ok())
    return outputs.takeFailure();
  Result<OwningOpRef<ModuleOp>> typed = model.state()->makeTyped(options);
  if (!typed.ok())
    return typed.takeFailure();
  Result<std::unique_ptr<Backend>> backend = Backend::create(options);
  if (!backend.ok())
    return backend.takeFailure();
  auto impl = std::make_unique<Impl>(model.state(), options, backend.take());
  impl->outputs = outputs.take();
  impl->runner = std::make_unique<FunctionRunner>(
      typed.take(), std::string(function), *impl->state, *impl->backend,
      impl->options, impl->statistics);
  return Executable(std::move(impl));
}

const std::vector<TensorInfo> &Executable::inputs() const {
  return impl->runner->getChecks().inputs();
}

const std::vector<TensorInfo> &Executable::outputs() const {
  return impl->outputs;
}

Status Executable::prepare(std::span<const Tensor> inputs) {
  return impl->runner->prepare(inputs);
}

Result<std::vector<Tensor>> Executable::run(std::span<const Tensor> inputs) {
  return impl->runner->run(inputs);
}

CompileStatistics Executable::statistics() const {
  CompileStatistics statistics = impl->statistics;
  statistics.plans = int64_t(impl->runner->countPlans());
  impl->backend->describe(statistics);
  return statistics;
}
