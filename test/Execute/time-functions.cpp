// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints how long one run of each public function of a file takes, and each of
// its steps, on zeros: the fastest of many runs, in microseconds. For people
// who measure; no test reads it. Usage: time-functions FILE THREADS.

#include "amp/InitAll.h"
#include "amp/Reference/InitializeVariables.h"
#include "amp/Target/Program.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace mlir;
using namespace amp;

/// Seconds of one run; negative on failure.
static double run(cpu::Program &program, const std::vector<Tensor> &inputs,
                  std::vector<Tensor> &outputs) {
  auto start = std::chrono::steady_clock::now();
  Status status = program.run(inputs, outputs);
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return status.ok() ? time.count() : -1;
}

static bool timeFunction(cpu::CpuTarget &target, ModuleOp module,
                         StringRef name) {
  auto program = target.compile(module, name, {});
  VariableStore store;
  if (failed(program) || failed(initializeVariables(module, store, 1)) ||
      !(*program)->bind(store).ok())
    return false;
  std::vector<Tensor> inputs, outputs((*program)->getOutputs().size());
  for (const cpu::ProgramTensor &input : (*program)->getInputs()) {
    inputs.push_back(Tensor::create(input.shape, input.type).take());
    std::memset(inputs.back().rawData(), 0, inputs.back().bytes());
  }
  double best = HUGE_VAL, total = 0;
  for (int round = 0; round < 2000 && (round < 20 || total < 0.5); ++round) {
    double seconds = run(**program, inputs, outputs);
    if (seconds < 0)
      return false;
    best = std::min(best, seconds);
    total += seconds;
  }
  llvm::outs() << name << ": " << llvm::format("%.1f", best * 1e6) << " us\n";
  (*program)->setProfiling(true);
  constexpr int profiled = 20;
  for (int round = 0; round < profiled; ++round)
    run(**program, inputs, outputs);
  for (const cpu::StepTime &step : (*program)->getStepTimes())
    llvm::outs() << "  " << step.name << ": "
                 << llvm::format("%.1f", step.nanoseconds / 1e3 / profiled)
                 << " us\n";
  return true;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  auto target = cpu::CpuTarget::create(std::atoi(argv[2]));
  if (!module || !target.ok())
    return 1;
  for (auto function : module->getOps<func::FuncOp>())
    if (!function.isPrivate() &&
        !timeFunction(**target, *module, function.getName()))
      return 1;
  return 0;
}
