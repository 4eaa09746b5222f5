// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel a chunk: its text is read into the worker's own context, lowered,
// translated and compiled there. The longest kernels come first, so that no
// thread is left with one of them at the end.

#include "Target/CPU/KernelGenerator.h"

#include "amp/Conversion/DeviceToLLVM.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <chrono>

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

/// Adds the seconds since `start` to `total` and restarts.
static void addTime(std::chrono::steady_clock::time_point &start,
                    double &total) {
  auto now = std::chrono::steady_clock::now();
  total += std::chrono::duration<double>(now - start).count();
  start = now;
}

namespace {

/// What one thread generates code with.
class KernelGenerator {
public:
  explicit KernelGenerator(const CPUFeatures &cpu)
      : context(getRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                        device::DeviceDialect, func::FuncDialect,
                        LLVM::LLVMDialect, math::MathDialect,
                        memref::MemRefDialect, scf::SCFDialect, ub::UBDialect,
                        vector::VectorDialect>();
    auto created = CodeGenerator::create(cpu);
    if (created)
      generator = std::move(*created);
    else
      problem = llvm::toString(created.takeError());
  }

  /// `text` is the kernel's.
  void generate(KernelObject &kernel, StringRef text) {
    kernel.problem = problem;
    if (!generator)
      return;
    // The kernel was valid where it came from: what is wrong here is said
    // there.
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (kernel.problem.empty())
        kernel.problem = diagnostic.str();
    });
    if (!emit(kernel, text) && kernel.problem.empty())
      kernel.problem = "cannot be lowered";
  }

private:
  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    return registry;
  }

  bool emit(KernelObject &kernel, StringRef text) {
    auto clock = std::chrono::steady_clock::now();
    OwningOpRef<ModuleOp> source = parseSourceString<ModuleOp>(text, &context);
    if (!source)
      return false;
    auto parsed = *source->getOps<device::KernelOp>().begin();
    OwningOpRef<ModuleOp> module = ModuleOp::create(parsed.getLoc());
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    emitKernelFunction(builder, parsed, kernel.symbol);
    if (failed(lowerKernelFunctions(*module)))
      return false;
    llvm::LLVMContext llvmContext;
    std::unique_ptr<llvm::Module> llvmModule =
        translateModuleToLLVMIR(*module, llvmContext, kernel.symbol);
    if (!llvmModule)
      return false;
    addTime(clock, kernel.lowerSeconds);
    auto object = generator->generate(*llvmModule);
    addTime(clock, kernel.generateSeconds);
    if (!object) {
      kernel.problem = llvm::toString(object.takeError());
      return false;
    }
    kernel.object = std::move(*object);
    return true;
  }

  MLIRContext context;
  std::unique_ptr<CodeGenerator> generator;
  /// Why there is no generator.
  std::string problem;
};

} // namespace

void amp::cpu::generateKernels(MutableArrayRef<KernelObject> kernels,
                               const CPUFeatures &cpu, ThreadPool *pool) {
  // Printing needs the kernels' own context, which is not for many threads.
  std::vector<std::string> texts;
  for (KernelObject &kernel : kernels) {
    llvm::raw_string_ostream stream(texts.emplace_back());
    kernel.kernel->print(stream, OpPrintingFlags().useLocalScope());
  }
  auto order = llvm::to_vector(llvm::seq<size_t>(0, kernels.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(texts[b].size(), a) < std::pair(texts[a].size(), b);
  });
  bool isParallel = pool && kernels.size() > 1;
  std::vector<std::unique_ptr<KernelGenerator>> generators(
      isParallel ? pool->size() : 1);
  auto generate = [&](int64_t chunk, unsigned worker) {
    std::unique_ptr<KernelGenerator> &generator = generators[worker];
    if (!generator)
      generator = std::make_unique<KernelGenerator>(cpu);
    generator->generate(kernels[order[chunk]], texts[order[chunk]]);
  };
  if (isParallel)
    return pool->parallelFor(kernels.size(), generate);
  for (size_t chunk = 0; chunk != kernels.size(); ++chunk)
    generate(chunk, 0);
}
