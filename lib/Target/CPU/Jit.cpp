// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Object code through a TargetMachine, functions through ORC. Every error of
// LLVM is returned as a value.

#include "Jit.h"

#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace amp::cpu;

/// Loop rotation and invariant motion are worth 10 % on row kernels; the usual
/// levels of optimization add nothing to explicit vectors but compile time.
static constexpr llvm::StringLiteral passList =
    "function(loop-simplify,lcssa,loop(loop-rotate),early-cse,"
    "instcombine<no-verify-fixpoint>,loop-mssa(licm),early-cse,simplifycfg)";

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

CPUFeatures amp::cpu::getHostFeatures() {
  CPUFeatures host;
  host.cpu = llvm::sys::getHostCPUName().str();
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  // A map has no order of its own; the text is part of cache keys.
  std::vector<std::string> words;
  for (const auto &feature : features)
    words.push_back((feature.second ? "+" : "-") + feature.first().str());
  llvm::sort(words);
  host.features = llvm::join(words, ",");
  return host;
}

CodeGenerator::CodeGenerator(std::unique_ptr<llvm::TargetMachine> machine)
    : machine(std::move(machine)) {}

CodeGenerator::~CodeGenerator() = default;

Jit::Jit(std::unique_ptr<llvm::orc::LLJIT> jit) : jit(std::move(jit)) {}

Jit::~Jit() = default;

llvm::Expected<std::unique_ptr<CodeGenerator>>
CodeGenerator::create(const CPUFeatures &cpu) {
  if (llvm::InitializeNativeTarget() ||
      llvm::InitializeNativeTargetAsmPrinter())
    return makeError("LLVM has no code generator for this machine");
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return makeError(message);

  // Asked for first, since a TargetMachine replaces an unknown name by a basic
  // CPU and says so on the error stream.
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!known || !known->isCPUStringValid(cpu.cpu))
    return makeError("unknown CPU " + cpu.cpu);

  llvm::TargetOptions options;
  // P7: a multiplication and an addition stay two roundings.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, cpu.cpu, cpu.features, options, llvm::Reloc::PIC_,
      llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, /*JIT=*/true));
  if (!machine)
    return makeError("LLVM cannot generate code for " + cpu.cpu);
  return std::unique_ptr<CodeGenerator>(new CodeGenerator(std::move(machine)));
}

llvm::Expected<std::unique_ptr<Jit>> Jit::create(const CPUFeatures &cpu) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::orc::JITTargetMachineBuilder builder(triple);
  builder.setCPU(cpu.cpu);
  auto jit =
      llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(builder).create();
  if (!jit)
    return jit.takeError();
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  (*jit)->getMainJITDylib().addGenerator(std::move(*process));
  return std::unique_ptr<Jit>(new Jit(std::move(*jit)));
}

llvm::Expected<llvm::SmallVector<char, 0>>
CodeGenerator::generate(llvm::Module &module) {
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple());
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", machine->getTargetCPU());
      function.addFnAttr("target-features", machine->getTargetFeatureString());
      function.addFnAttr(llvm::Attribute::NoUnwind);
    }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(module, &stream))
    return makeError("broken LLVM module: " + broken);

  llvm::PassBuilder builder(machine.get());
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, passList))
    return std::move(error);
  passes.run(module, modules);

  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream output(object);
  llvm::legacy::PassManager emission;
  if (machine->addPassesToEmitFile(emission, output, nullptr,
                                   llvm::CodeGenFileType::ObjectFile,
                                   /*DisableVerify=*/true))
    return makeError("LLVM cannot emit object code for this machine");
  emission.run(module);
  return object;
}

llvm::Error Jit::link(llvm::ArrayRef<char> object, llvm::StringRef name) {
  return jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(object.data(), object.size()), name));
}

llvm::Expected<void *> Jit::lookup(llvm::StringRef symbol) {
  llvm::Expected<llvm::orc::ExecutorAddr> address = jit->lookup(symbol);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
