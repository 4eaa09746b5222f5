// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the f32 math bodies by running them: each function is compiled in
// process as a scalar loop and as a loop over vector<32xf32>, and compared with
// double precision in ULPs. By default a few million arguments are tried: every
// 997th bit pattern and the neighbourhood of every power of two; --exhaustive
// tries all 2^32. The scalar form, and the vector form compiled for a machine
// without AVX-512, must give the same bits. --time compares the speed with that
// of the upstream polynomial approximations. A name restricts the run to one
// function. --expand FILE only prints the MLIR file with its math ops replaced.

#include "amp/Conversion/MathBodies.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

using namespace mlir;
using llvm::StringRef;

namespace {

using Kernel = void (*)(const float *, float *, int64_t);

/// A function under test: the name of its math op, the reference, the stated
/// bound, and what emits it if no math op does.
struct Function {
  const char *name;
  double (*exact)(double);
  double bound;
  bool hasUpstream = false;
  Value (*emit)(OpBuilder &, Location, Value) = nullptr;
};

constexpr size_t blockSize = 4096;

constexpr const char *source = R"mlir(
func.func @kernel(%in: !llvm.ptr, %out: !llvm.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %step = arith.constant STEP : i64
  scf.for %i = %zero to %n step %step : i64 {
    %from = llvm.getelementptr %in[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %to = llvm.getelementptr %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %from {alignment = 4 : i64} : !llvm.ptr -> TYPE
    %y = math.NAME %x : TYPE
    llvm.store %y, %to {alignment = 4 : i64} : TYPE, !llvm.ptr
  }
  return
}
)mlir";

std::string replaced(std::string text, StringRef key, StringRef value) {
  for (size_t at = text.find(key.str()); at != std::string::npos;
       at = text.find(key.str(), at + value.size()))
    text.replace(at, key.size(), value.str());
  return text;
}

enum class Bodies { Ours, Upstream };

/// Compiles functions in process; owns the code it returns pointers to.
class Jit {
public:
  Jit() {
    DialectRegistry registry;
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    context.appendDialectRegistry(registry);
    context
        .loadDialect<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                     scf::SCFDialect, vector::VectorDialect, LLVM::LLVMDialect,
                     cf::ControlFlowDialect>();
  }

  /// Prints the module of a file after the replacement.
  LogicalResult printExpanded(StringRef file) {
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &context);
    if (!module)
      return failure();
    amp::expandMathBodies(*module);
    module->print(llvm::outs());
    return verify(*module);
  }

  /// The kernel that applies math.NAME to n contiguous f32, by `lanes` at a
  /// time (1: scalar), for the processor `cpu`; null after printing the
  /// trouble.
  Kernel compile(const Function &function, int lanes, Bodies bodies,
                 StringRef cpu) {
    std::string type =
        lanes == 1 ? "f32" : "vector<" + std::to_string(lanes) + "xf32>";
    // What has no op of its own stands in place of another one.
    std::string text =
        replaced(source, "NAME", function.emit ? "absf" : function.name);
    text = replaced(text, "STEP", std::to_string(lanes));
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        replaced(text, "TYPE", type), ParserConfig(&context));
    if (!module)
      return nullptr;
    if (function.emit)
      module->walk([&](math::AbsFOp op) {
        OpBuilder builder(op);
        op.replaceAllUsesWith(
            function.emit(builder, op.getLoc(), op.getOperand()));
        op.erase();
      });
    if (failed(lower(*module, bodies)))
      return nullptr;
    auto llvmContext = std::make_unique<llvm::LLVMContext>();
    auto llvmModule = translateModuleToLLVMIR(*module, *llvmContext);
    if (!llvmModule)
      return nullptr;
    auto kernel = load(std::move(llvmModule), std::move(llvmContext), cpu);
    if (!kernel) {
      llvm::errs() << llvm::toString(kernel.takeError()) << "\n";
      return nullptr;
    }
    return *kernel;
  }

private:
  LogicalResult lower(ModuleOp module, Bodies bodies) {
    if (bodies == Bodies::Ours) {
      amp::expandMathBodies(module);
      // What is left over would be tested as a call of the host's library.
      WalkResult left = module.walk([](Operation *op) {
        bool allowed = !isa<math::MathDialect>(op->getDialect()) ||
                       isa<math::FmaOp, math::SqrtOp, math::FloorOp,
                           math::CeilOp, math::RoundEvenOp, math::TruncOp>(op);
        return allowed ? WalkResult::advance() : WalkResult::interrupt();
      });
      if (left.wasInterrupted())
        return module.emitError("expects every math op to be expanded");
    } else {
      RewritePatternSet patterns(&context);
      populateMathPolynomialApproximationPatterns(
          patterns, [](StringRef) { return true; });
      if (failed(applyPatternsGreedily(module, std::move(patterns))))
        return failure();
    }
    PassManager passes(&context);
    passes.addPass(createSCFToControlFlowPass());
    passes.addPass(createConvertVectorToLLVMPass());
    passes.addPass(createConvertMathToLLVMPass());
    passes.addPass(createArithToLLVMConversionPass());
    passes.addPass(createConvertControlFlowToLLVMPass());
    passes.addPass(createConvertFuncToLLVMPass());
    return passes.run(module);
  }

  llvm::Expected<Kernel> load(std::unique_ptr<llvm::Module> module,
                              std::unique_ptr<llvm::LLVMContext> llvmContext,
                              StringRef cpu) {
    llvm::orc::JITTargetMachineBuilder target{
        llvm::Triple(llvm::sys::getDefaultTargetTriple())};
    target.setCPU(cpu.str());
    auto machine = target.createTargetMachine();
    if (!machine)
      return machine.takeError();
    module->setTargetTriple((*machine)->getTargetTriple());
    module->setDataLayout((*machine)->createDataLayout());
    for (llvm::Function &function : *module) {
      function.addFnAttr("target-cpu", cpu);
      function.addFnAttr("prefer-vector-width", "512");
    }
    optimize(*module, **machine);
    auto jit = llvm::orc::LLJITBuilder()
                   .setJITTargetMachineBuilder(std::move(target))
                   .create();
    if (!jit)
      return jit.takeError();
    jits.push_back(std::move(*jit));
    if (auto error = jits.back()->addIRModule(llvm::orc::ThreadSafeModule(
            std::move(module), std::move(llvmContext))))
      return error;
    auto address = jits.back()->lookup("kernel");
    if (!address)
      return address.takeError();
    return address->toPtr<Kernel>();
  }

  static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager callGraph;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(&machine);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
        .run(module, modules);
  }

  MLIRContext context;
  std::vector<std::unique_ptr<llvm::orc::LLJIT>> jits;
};

/// The distance of `got` from the exact result in units of the last place of
/// the latter; infinite where NaN, infinity or the sign of zero is wrong. The
/// f32 infinity counts as 2^128.
double errorInUlps(float got, double exact) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(exact) || std::isnan(got))
    return std::isnan(exact) == std::isnan(got) ? 0 : wrong;
  if (std::isinf(exact))
    return got == exact ? 0 : wrong;
  if (std::signbit(got) != std::signbit(exact))
    return wrong;
  if (exact == 0)
    return got == 0 ? 0 : wrong;
  // What rounds to infinity must be infinite.
  if (std::isinf(static_cast<float>(exact)) && std::isinf(got))
    return 0;
  double value = std::isinf(got) ? std::copysign(0x1p128, got) : got;
  int exponent = std::clamp(std::ilogb(exact), -126, 127) - 23;
  return std::ldexp(std::fabs(value - exact), -exponent);
}

/// What a run found: the largest error, where, and how many arguments gave
/// other bits in another form.
struct Findings {
  double worst = 0;
  float at = 0, got = 0;
  uint64_t tried = 0, differing = 0;
};

void checkBlock(const Function &function, Kernel kernel,
                ArrayRef<Kernel> others, ArrayRef<float> arguments,
                Findings &findings) {
  static float results[blockSize], other[blockSize];
  kernel(arguments.data(), results, arguments.size());
  findings.tried += arguments.size();
  for (auto [x, y] : llvm::zip(arguments, results)) {
    double error = errorInUlps(y, function.exact(x));
    if (error > findings.worst) {
      findings.worst = error;
      findings.at = x;
      findings.got = y;
    }
  }
  for (Kernel form : others) {
    form(arguments.data(), other, arguments.size());
    if (std::memcmp(results, other, arguments.size() * sizeof(float)))
      for (size_t i = 0; i < arguments.size(); ++i)
        findings.differing += std::memcmp(&results[i], &other[i], 4) != 0;
  }
}

Findings check(const Function &function, Kernel kernel, ArrayRef<Kernel> others,
               bool exhaustive) {
  Findings findings;
  std::vector<float> block;
  auto add = [&](uint32_t bits) {
    block.push_back(llvm::bit_cast<float>(bits));
    if (block.size() < blockSize)
      return;
    checkBlock(function, kernel, others, block, findings);
    block.clear();
  };
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32);
       bits += exhaustive ? 1 : 997)
    add(bits);
  // The neighbours of every power of two; zeros, infinities, NaNs of both
  // signs.
  for (uint64_t high = 0; high < 512 && !exhaustive; ++high)
    for (int64_t offset = -16; offset <= 16; ++offset)
      add((high << 23) + offset);
  // Where bodies are furthest from the exact result, of all arguments: sigmoid,
  // both forms of gelu, exp2.
  for (float argument :
       {-0x1.0a111ap+2f, -0x1.635d08p+1f, -0x1.3e719ep+1f, -0x1.f9fc6ap+6f})
    add(llvm::bit_cast<uint32_t>(argument));
  while (!block.empty())
    add(0x7fc00000);
  return findings;
}

/// Nanoseconds an element of the best of several runs over data in L1.
double nanoseconds(Kernel kernel, bool positive) {
  std::vector<float> arguments(blockSize), results(blockSize);
  for (size_t i = 0; i < blockSize; ++i)
    arguments[i] = (positive ? 0.001f : -4.0f) + 8.0f * i / blockSize;
  double best = 1e9;
  for (int run = 0; run < 30; ++run) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 50; ++i)
      kernel(arguments.data(), results.data(), blockSize);
    std::chrono::duration<double, std::nano> taken =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count() / (50 * blockSize));
  }
  return best;
}

double rsqrt(double x) { return 1 / std::sqrt(x); }
double reciprocal(double x) { return 1 / x; }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double silu(double x) { return x / (1 + std::exp(-x)); }
double softplus(double x) {
  // fmax alone would drop a NaN.
  return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x)));
}
double geluErf(double x) {
  return 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
}
double geluTanh(double x) {
  double u = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
  return x / (1 + std::exp(-2 * u));
}
/// In the rounding mode that holds unless someone changes it.
double roundEven(double x) { return std::nearbyint(x); }

const Function functions[] = {
    {"exp", std::exp, 0.9, true},
    {"exp2", std::exp2, 0.88},
    {"expm1", std::expm1, 1.5, true},
    {"log", std::log, 0.88, true},
    {"log2", std::log2, 0.97, true},
    {"log1p", std::log1p, 1.5, true},
    {"tanh", std::tanh, 1.85, true},
    {"erf", std::erf, 1.6, true},
    {"erfc", std::erfc, 3.8},
    {"sin", std::sin, 1.6, true},
    {"cos", std::cos, 1.6, true},
    {"rsqrt", rsqrt, 1.5},
    {"sqrt", std::sqrt, 0.5},
    {"floor", std::floor, 0},
    {"ceil", std::ceil, 0},
    {"roundeven", roundEven, 0},
    {"trunc", std::trunc, 0},
    {"reciprocal", reciprocal, 0.5, false, amp::emitReciprocal},
    {"sigmoid", sigmoid, 2.5, false, amp::emitSigmoid},
    {"silu", silu, 4.6, false, amp::emitSilu},
    {"softplus", softplus, 3, false, amp::emitSoftplus},
    {"gelu-erf", geluErf, 4.75, false, amp::emitGeluErf},
    {"gelu-tanh", geluTanh, 4.95, false, amp::emitGeluTanh},
};

} // namespace

int main(int argc, char **argv) {
  bool exhaustive = false, time = false;
  StringRef only;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "--exhaustive")
      exhaustive = true;
    else if (argument == "--time")
      time = true;
    else
      only = argument;
  }
  Jit jit;
  if (argc == 3 && StringRef(argv[1]) == "--expand")
    return failed(jit.printExpanded(argv[2]));
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::string host = llvm::sys::getHostCPUName().str();
  bool good = true;
  for (const Function &function : functions) {
    if (!only.empty() && only != function.name)
      continue;
    Kernel vector = jit.compile(function, 32, Bodies::Ours, host);
    Kernel scalar = jit.compile(function, 1, Bodies::Ours, host);
    Kernel avx2 = jit.compile(function, 32, Bodies::Ours, "haswell");
    if (!vector || !scalar || !avx2)
      return 1;
    if (time) {
      bool positive = StringRef(function.name).starts_with("log") ||
                      StringRef(function.name).ends_with("sqrt");
      llvm::outs() << llvm::format("%-10s ours %.3f ns (AVX2 %.3f)",
                                   function.name, nanoseconds(vector, positive),
                                   nanoseconds(avx2, positive));
      if (function.hasUpstream)
        llvm::outs() << llvm::format(
            ", upstream %.3f ns",
            nanoseconds(jit.compile(function, 32, Bodies::Upstream, host),
                        positive));
      llvm::outs() << "\n";
      continue;
    }
    Findings found = check(function, vector, {scalar, avx2}, exhaustive);
    bool pass = found.worst <= function.bound && found.differing == 0;
    good &= pass;
    llvm::outs() << llvm::format(
        "%s %s: %llu arguments, worst %.4f ULP at %a (got %a, exact %a), "
        "%llu results differ between forms\n",
        pass ? "pass" : "FAIL", function.name,
        static_cast<unsigned long long>(found.tried), found.worst,
        static_cast<double>(found.at), static_cast<double>(found.got),
        function.exact(found.at),
        static_cast<unsigned long long>(found.differing));
    llvm::outs().flush();
  }
  return good ? 0 : 1;
}
