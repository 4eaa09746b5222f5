// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What only C++ can ask of the reference layer: that every op has an evaluator,
// and what the interpreter says of arguments that do not fit.

#include "amp/IR/Amp.h"
#include "amp/InitAll.h"
#include "amp/Reference/InitializeVariables.h"
#include "amp/Reference/Interpreter.h"
#include "amp/Reference/TensorAttributes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace amp;

/// Prints the ops without an evaluator; the interpreter itself runs those.
static void printOpsWithoutEvaluator(MLIRContext &context) {
  context.loadDialect<AmpDialect>();
  SmallVector<StringRef> missing;
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("amp"))
    if (!name.hasInterface<Evaluable>())
      missing.push_back(name.getStringRef());
  llvm::sort(missing);
  for (StringRef name : missing)
    llvm::outs() << "no evaluator: " << name << "\n";
}

static const char *const source = R"(
amp.variable @w : tensor<2xf32> init(#amp.zeros)
amp.variable @u : tensor<2xf32> init(#amp.uniform<0.0 : f64, 1.0 : f64>)
amp.variable @v : tensor<2xf32> init(#amp.uniform<0.0 : f64, 1.0 : f64>)
func.func @f(%x: tensor<?x2xf32>, %t: tensor<?xi64>) -> tensor<?x2xf32> {
  %w = amp.read @w : tensor<2xf32>
  %y = amp.add %x, %w : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
)";

static Tensor zeros(std::vector<int64_t> shape, ElementType type) {
  return Tensor::zeros(std::move(shape), type).take();
}

/// Runs @f on several lists of arguments and prints what comes of it.
static void printRuns(ModuleOp module) {
  auto function = module.lookupSymbol<func::FuncOp>("f");
  VariableStore empty, filled;
  if (!filled.create("w", zeros({2}, ElementType::F32)).ok())
    return;
  auto run = [&](VariableStore &variables, ArrayRef<Tensor> arguments) {
    FailureOr<SmallVector<Tensor>> results =
        Interpreter(module, variables).run(function, arguments);
    if (succeeded(results))
      llvm::outs() << "result: "
                   << describeType(results->front().shape(),
                                   results->front().elementType())
                   << "\n";
  };
  Tensor x = zeros({3, 2}, ElementType::F32);
  Tensor t = zeros({3}, ElementType::I64);
  run(filled, {x, t});
  run(filled, {zeros({0, 2}, ElementType::F32), t});
  run(filled, {x});
  run(filled, {zeros({3, 4}, ElementType::F32), t});
  run(filled, {x, zeros({3}, ElementType::I32)});
  run(filled, {x, Tensor()});
  run(empty, {x, t});
}

/// Prints whether a loaded variable keeps its value and leaves the numbers of
/// the others alone.
static void printInitialization(ModuleOp module) {
  VariableStore fresh, loaded;
  if (!loaded.create("u", zeros({2}, ElementType::F32)).ok() ||
      failed(initializeVariables(module, fresh, 7)) ||
      failed(initializeVariables(module, loaded, 7)))
    return;
  bool kept = loaded.lookup("u")->data<float>()[1] == 0;
  bool same = fresh.lookup("v")->data<float>()[1] ==
              loaded.lookup("v")->data<float>()[1];
  bool seeded = false;
  VariableStore other;
  if (succeeded(initializeVariables(module, other, 8)))
    seeded = other.lookup("v")->data<float>()[1] !=
             fresh.lookup("v")->data<float>()[1];
  llvm::outs() << "loaded value kept: " << kept
               << ", others unchanged: " << same << ", seed matters: " << seeded
               << "\n";
}

/// Prints whether tensors of all element types survive the way through an
/// attribute.
static void printRoundTrips(MLIRContext &context) {
  unsigned equal = 0;
  for (ElementType type :
       {ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64,
        ElementType::Bool, ElementType::I8, ElementType::U8, ElementType::I16,
        ElementType::I32, ElementType::I64}) {
    Tensor values =
        Tensor::fromData({9}, std::vector<int64_t>{1, 0, 1, 1, 0, 2, 7, 0, 100})
            .take()
            .convertTo(type)
            .take();
    Result<Tensor> back = toTensor(toAttribute(values, &context));
    equal += back.ok() && back->elementType() == type &&
             !std::memcmp(back->rawData(), values.rawData(), values.bytes());
  }
  llvm::outs() << "equal after a round trip: " << equal << " of 10\n";
}

int main() {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &diagnostic) {
    llvm::outs() << "error: " << diagnostic << "\n";
    return success();
  });
  printOpsWithoutEvaluator(context);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(source, &context);
  if (!module)
    return 1;
  printRuns(*module);
  printInitialization(*module);
  printRoundTrips(context);
  return 0;
}
