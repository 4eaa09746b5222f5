// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels to functions: one cache entry a structure, one module for all that
// are missing. Relies on DeviceToLLVM for the code and on Jit for the rest.

#include "amp/Target/CPU.h"

#include "Jit.h"

#include "amp/Conversion/DeviceToLLVM.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <chrono>

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

struct KernelCompiler::State {
  CPUFeatures target;
  std::unique_ptr<Jit> jit;
  /// The functions compiled so far, by key.
  llvm::StringMap<KernelFunction> functions;
  int64_t nextModule = 0;
  CompilerStatistics statistics;
};

KernelCompiler::KernelCompiler(std::unique_ptr<State> state)
    : state(std::move(state)) {}

KernelCompiler::~KernelCompiler() = default;

/// What a kernel needs of an x86 CPU: math functions are defined by fused
/// multiply-adds, f16 conversions by F16C, and both would otherwise become
/// calls for every element.
static bool hasNeededFeatures() {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  if (!triple.isX86())
    return true;
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  return host.lookup("avx2") && host.lookup("fma") && host.lookup("f16c");
}

std::unique_ptr<KernelCompiler>
KernelCompiler::create(const TargetOptions &options, std::string &error) {
  auto state = std::make_unique<State>();
  if (!hasNeededFeatures()) {
    error = "expects a CPU with AVX2, FMA and F16C";
    return nullptr;
  }
  state->target = getHostFeatures();
  if (!options.cpu.empty())
    state->target = {options.cpu, ""};
  llvm::Expected<std::unique_ptr<Jit>> jit = Jit::create(state->target);
  if (!jit) {
    error = llvm::toString(jit.takeError());
    return nullptr;
  }
  state->jit = std::move(*jit);
  return std::unique_ptr<KernelCompiler>(new KernelCompiler(std::move(state)));
}

const CompilerStatistics &KernelCompiler::getStatistics() const {
  return state->statistics;
}

StringRef KernelCompiler::getCPU() const { return state->target.cpu; }

StringRef KernelCompiler::getFeatures() const { return state->target.features; }

/// The kernel's text with its name cut out.
static std::string getKey(device::KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags().useLocalScope());
  std::string name;
  llvm::raw_string_ostream nameStream(name);
  nameStream << FlatSymbolRefAttr::get(kernel.getSymNameAttr());
  size_t position = text.find(name);
  assert(position != std::string::npos && "a kernel prints its name");
  return text.erase(position, name.size());
}

/// Adds the seconds since `start` to `total` and restarts.
static void addTime(std::chrono::steady_clock::time_point &start,
                    double &total) {
  auto now = std::chrono::steady_clock::now();
  total += std::chrono::duration<double>(now - start).count();
  start = now;
}

/// The dialects that lowering creates; translation to LLVM is registered with
/// the context the first time.
static void prepareContext(MLIRContext &context) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                      func::FuncDialect, LLVM::LLVMDialect, math::MathDialect,
                      memref::MemRefDialect, scf::SCFDialect, ub::UBDialect,
                      vector::VectorDialect>();
}

FailureOr<std::vector<CompiledKernel>>
KernelCompiler::compile(ArrayRef<device::KernelOp> kernels) {
  std::vector<CompiledKernel> results;
  if (kernels.empty())
    return results;
  auto clock = std::chrono::steady_clock::now();
  CompilerStatistics statistics = state->statistics;
  device::KernelOp first = kernels.front();
  Location loc = first.getLoc();
  prepareContext(*first.getContext());

  // Emission: one function for each key that is new.
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  llvm::StringMap<std::string> symbols;
  std::string prefix = "amp_kernel_" + std::to_string(state->nextModule++);
  for (device::KernelOp kernel : kernels) {
    CompiledKernel &result = results.emplace_back();
    result.name = kernel.getSymName().str();
    result.key = getKey(kernel);
    if (state->functions.contains(result.key) || symbols.contains(result.key)) {
      ++statistics.reused;
      continue;
    }
    std::string symbol = prefix + "_" + std::to_string(symbols.size());
    emitKernelFunction(builder, kernel, symbol);
    symbols[result.key] = symbol;
    ++statistics.compiled;
  }

  if (!symbols.empty()) {
    if (failed(lowerKernelFunctions(*module)))
      return failure();
    llvm::LLVMContext llvmContext;
    std::unique_ptr<llvm::Module> llvmModule =
        translateModuleToLLVMIR(*module, llvmContext, prefix);
    if (!llvmModule)
      return emitError(loc, "cannot translate kernels to LLVM");
    addTime(clock, statistics.lowerSeconds);
    auto object = state->jit->generate(*llvmModule);
    if (!object)
      return emitError(loc) << "cannot generate code for kernels: "
                            << llvm::toString(object.takeError());
    statistics.objectBytes += object->size();
    addTime(clock, statistics.generateSeconds);
    if (llvm::Error error = state->jit->link(*object, prefix))
      return emitError(loc)
             << "cannot link kernels: " << llvm::toString(std::move(error));
  }

  llvm::StringMap<KernelFunction> added;
  for (const auto &symbol : symbols) {
    llvm::Expected<void *> address = state->jit->lookup(symbol.second);
    if (!address)
      return emitError(loc)
             << "cannot link kernels: " << llvm::toString(address.takeError());
    added[symbol.first()] = reinterpret_cast<KernelFunction>(*address);
  }
  for (const auto &function : added)
    state->functions[function.first()] = function.second;
  for (CompiledKernel &result : results)
    result.function = state->functions.lookup(result.key);
  addTime(clock, statistics.linkSeconds);
  state->statistics = statistics;
  return results;
}
