// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages from a typed function to a program for this CPU.

#include "amp/IR/Amp.h"
#include "amp/Pipelines/Pipelines.h"
#include "amp/Reference/TensorAttributes.h"
#include "amp/Target/Program.h"
#include "amp/Transforms/Passes.h"

#include "Target/CPU/ProgramState.h"
#include "Target/Stages.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include <chrono>

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

CpuTarget::CpuTarget(std::shared_ptr<State> state) : state(std::move(state)) {}
CpuTarget::~CpuTarget() = default;
ThreadPool &CpuTarget::getPool() { return *state->pool; }
StringRef CpuTarget::getCPU() const { return state->compiler->getCPU(); }

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

/// Element types that the library multiplies.
static SmallVector<std::string> getNative(const GemmCapabilities &library) {
  SmallVector<std::string> native{"f32"};
  if (library.nativeBf16)
    native.push_back("bf16");
  return native;
}

LogicalResult CpuTarget::layOut(ModuleOp module) {
  const GemmCapabilities &library = state->provider->capabilities();
  LayoutPassOptions options;
  options.native = getNative(library);
  if (library.packs)
    options.packed = options.native;
  PassManager passes(module.getContext());
  // One op by op follows with the device program.
  passes.enableVerifier(false);
  passes.addPass(createLayoutPass(options));
  return passes.run(module);
}

FailureOr<std::unique_ptr<Program>>
CpuTarget::compile(ModuleOp module, StringRef name,
                   const ProgramOptions &options) {
  auto start = std::chrono::steady_clock::now();
  FailureOr<IsolatedFunction> function = IsolatedFunction::create(module, name);
  if (failed(function))
    return failure();
  ModuleOp isolated = function->getModule();
  SmallVector<std::string> native = getNative(state->provider->capabilities());
  ProgramStatistics counted;
  PreparedProducts products;
  ProgramOptions counting = options;
  counting.observer = [&](StringRef stage, ModuleOp current) {
    if (stage == "simplify")
      countCasts(current, counted);
    // Scratch memory is planned with the buffers, and the library tells its
    // size.
    if (stage == "to-device")
      products = prepareCalls(*state, current, name);
    return !options.observer || options.observer(stage, current);
  };
  if (failed(runDeviceStages(isolated, function->getDeclaration(), counting,
                             native, SplitRule::Threads)))
    return failure();
  auto program = isolated.lookupSymbol<device::ProgramOp>(name);
  assert(program && "amp-to-device makes one program a function");
  FailureOr<std::unique_ptr<Program::State>> built =
      buildProgram(state, program, products);
  if (failed(built))
    return failure();
  if (options.observer && !options.observer("target", isolated))
    return function->getDeclaration().emitError(
        "compilation stopped after target");
  (*built)->statistics.casts = counted.casts;
  (*built)->statistics.castBytes = counted.castBytes;
  (*built)->statistics.compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return std::unique_ptr<Program>(new Program(std::move(*built)));
}
