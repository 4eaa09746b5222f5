// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages from a typed function to a program for this CPU.

#include "amp/Pipelines/Pipelines.h"
#include "amp/Target/Program.h"

#include "Target/CPU/ProgramState.h"
#include "Target/Stages.h"

#include "mlir/IR/OwningOpRef.h"

#include <chrono>

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

CpuTarget::CpuTarget(std::shared_ptr<State> state) : state(std::move(state)) {}
CpuTarget::~CpuTarget() = default;
ThreadPool &CpuTarget::getPool() { return *state->pool; }

Result<std::unique_ptr<CpuTarget>>
CpuTarget::create(unsigned threads, const CacheOptions &cache) {
  auto state = std::make_shared<State>();
  Result<std::unique_ptr<ThreadPool>> pool = ThreadPool::create(threads);
  if (!pool.ok())
    return pool.takeFailure();
  state->pool = pool.take();
  Result<std::unique_ptr<GemmProvider>> provider = GemmProvider::create();
  if (!provider.ok())
    return provider.takeFailure();
  state->provider = provider.take();
  const GemmCapabilities &library = state->provider->capabilities();
  cpu::TargetOptions options;
  options.cacheFolder = cache.folder;
  options.provider =
      library.provider + " " + library.version + " " + library.isa;
  std::string error;
  state->compiler = KernelCompiler::create(options, error);
  if (!state->compiler)
    return Failure{error};
  return std::unique_ptr<CpuTarget>(new CpuTarget(std::move(state)));
}

FailureOr<std::unique_ptr<Program>>
CpuTarget::compile(ModuleOp module, StringRef name,
                   const ProgramOptions &options) {
  auto start = std::chrono::steady_clock::now();
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function)
    return module.emitError("expects a function '") << name << "'";
  OwningOpRef<ModuleOp> isolated = extractFunction(module, name);
  SmallVector<std::string> native{"f32"};
  if (state->provider->capabilities().nativeBf16)
    native.push_back("bf16");
  if (failed(runDeviceStages(*isolated, function, options, native)))
    return failure();
  auto program = isolated->lookupSymbol<device::ProgramOp>(name);
  assert(program && "amp-to-device makes one program a function");
  FailureOr<std::unique_ptr<Program::State>> built =
      buildProgram(state, program);
  if (failed(built))
    return failure();
  if (options.observer && !options.observer("target", *isolated))
    return function.emitError("compilation stopped after target");
  (*built)->statistics.compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return std::unique_ptr<Program>(new Program(std::move(*built)));
}
