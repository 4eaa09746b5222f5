// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gradient-test: differentiates the losses of a file and holds the gradients,
// evaluated on `ref`, against finite differences of the loss in f64, against
// the attribute `amp.expected_gradient` of a variable, or against golden
// arrays. Losses are the functions without arguments, without `golden` in their
// name.

#include "amp/IR/Amp.h"
#include "amp/InitAll.h"
#include "amp/Reference/InitializeVariables.h"
#include "amp/Reference/Interpreter.h"
#include "amp/Reference/TensorAttributes.h"
#include "amp/Runtime/NumpyFile.h"
#include "amp/Transforms/Autodiff.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;

namespace {

/// Largest error of a gradient in f64 relative to the largest difference
/// quotient of the variable, or to 1. The quotients themselves are good to
/// 1e-11 or so.
constexpr double differenceTolerance = 1e-9;
/// The golden arrays' own tolerance for f32, relative to the largest element.
constexpr double goldenTolerance = 1e-5;

/// One loss, its gradient function and the variables that both read.
class LossTest {
public:
  LossTest(ModuleOp module, func::FuncOp loss, amp::VariableStore &variables)
      : module(module), loss(loss), variables(variables) {}

  LogicalResult run(const amp::NamedTensors *golden);

private:
  FailureOr<double> evaluateLoss();
  FailureOr<double> quotient(const amp::Tensor &point, int64_t index);
  LogicalResult compareDifferences(StringRef name, const amp::Tensor &gradient);
  LogicalResult compareExpected(StringRef name, const amp::Tensor &gradient,
                                ElementsAttr expected);
  LogicalResult compareGolden(StringRef name, const amp::Tensor &gradient,
                              const amp::Tensor &golden);
  LogicalResult report(StringRef name, StringRef what, double error,
                       double limit);

  ModuleOp module;
  func::FuncOp loss;
  amp::VariableStore &variables;
};

} // namespace

static bool sameValue(double lhs, double rhs) {
  return lhs == rhs || (std::isnan(lhs) && std::isnan(rhs));
}

LogicalResult LossTest::report(StringRef name, StringRef what, double error,
                               double limit) {
  llvm::outs() << loss.getName() << ": " << name << " against " << what
               << ": max error " << llvm::format("%.2e", error) << "\n";
  // Also fails where the error is NaN.
  if (error <= limit)
    return success();
  return loss.emitError("expects an error of at most ")
         << limit << " in the gradient of '" << name << "' against " << what
         << ", got " << error;
}

FailureOr<double> LossTest::evaluateLoss() {
  FailureOr<SmallVector<amp::Tensor>> results =
      amp::Interpreter(module, variables).run(loss, {});
  if (failed(results))
    return failure();
  return results->front().getDouble(0);
}

/// The derivative by one element of `point`, a variable's own storage: central
/// differences of fourth order.
FailureOr<double> LossTest::quotient(const amp::Tensor &point, int64_t index) {
  double &element = point.data<double>()[index];
  double at = element;
  double step = 1e-3 * std::max(1.0, std::fabs(at));
  constexpr double weights[] = {1, -8, 0, 8, -1};
  double sum = 0;
  for (int i : {0, 1, 3, 4}) {
    element = at + (i - 2) * step;
    FailureOr<double> value = evaluateLoss();
    if (failed(value))
      return failure();
    sum += weights[i] * *value;
  }
  element = at;
  return sum / (12 * step);
}

LogicalResult LossTest::compareDifferences(StringRef name,
                                           const amp::Tensor &gradient) {
  const amp::Tensor *point = variables.lookup(name.str());
  if (point->elementType() != amp::ElementType::F64)
    return loss.emitError("expects variable '")
           << name << "' in f64 or with amp.expected_gradient";
  double error = 0, scale = 1;
  for (int64_t i = 0; i < point->elementCount(); ++i) {
    FailureOr<double> expected = quotient(*point, i);
    if (failed(expected))
      return failure();
    double distance = std::fabs(gradient.getDouble(i) - *expected);
    error = std::isnan(distance) ? distance : std::max(error, distance);
    scale = std::max(scale, std::fabs(*expected));
  }
  return report(name, "finite differences", error / scale, differenceTolerance);
}

LogicalResult LossTest::compareExpected(StringRef name,
                                        const amp::Tensor &gradient,
                                        ElementsAttr attribute) {
  amp::Result<amp::Tensor> expected = amp::toTensor(attribute);
  if (!expected.ok())
    return loss.emitError(expected.message());
  if (expected->shape() != gradient.shape() ||
      expected->elementType() != gradient.elementType())
    return loss.emitError("expects amp.expected_gradient of the type of '")
           << name << "'";
  for (int64_t i = 0; i < gradient.elementCount(); ++i)
    if (!sameValue(gradient.getDouble(i), expected->getDouble(i)))
      return loss.emitError("expects gradient ")
             << expected->getDouble(i) << " of element " << i << " of '" << name
             << "', got " << gradient.getDouble(i);
  llvm::outs() << loss.getName() << ": " << name << " as expected\n";
  return success();
}

LogicalResult LossTest::compareGolden(StringRef name,
                                      const amp::Tensor &gradient,
                                      const amp::Tensor &golden) {
  if (golden.shape() != gradient.shape())
    return loss.emitError("expects a golden array of the shape of '")
           << name << "'";
  double error = 0, scale = 0;
  for (int64_t i = 0; i < gradient.elementCount(); ++i) {
    double distance = std::fabs(gradient.getDouble(i) - golden.getDouble(i));
    error = std::isnan(distance) ? distance : std::max(error, distance);
    scale = std::max(scale, std::fabs(golden.getDouble(i)));
  }
  return report(name, "golden", error / scale, goldenTolerance);
}

LogicalResult LossTest::run(const amp::NamedTensors *golden) {
  SymbolTable symbols(module);
  amp::GradientTags tags;
  FailureOr<func::FuncOp> gradientFunction =
      amp::differentiate(loss, symbols, tags);
  if (failed(gradientFunction) || failed(verify(module)) ||
      failed(amp::verifyDifferentiated(*gradientFunction, tags)))
    return failure();
  amp::Result<amp::Tensor> seed =
      amp::Tensor::fromData({}, std::vector<float>{1.0f});
  if (!seed.ok())
    return loss.emitError(seed.message());
  FailureOr<SmallVector<amp::Tensor>> results =
      amp::Interpreter(module, variables).run(*gradientFunction, {*seed});
  if (failed(results))
    return failure();
  unsigned compared = 0;
  for (auto [index, gradient] : llvm::enumerate(*results)) {
    auto symbol = gradientFunction->getResultAttrOfType<FlatSymbolRefAttr>(
        index, amp::gradientOfAttr);
    if (!symbol)
      continue;
    ++compared;
    StringRef name = symbol.getValue();
    auto variable = symbols.lookup<amp::VariableOp>(symbol.getAttr());
    LogicalResult result = success();
    if (golden) {
      auto found = llvm::find_if(*golden, [&](const auto &entry) {
        return entry.first == "grad/" + name.str() + "/f64";
      });
      if (found == golden->end())
        return loss.emitError("expects a golden gradient of '") << name << "'";
      result = compareGolden(name, gradient, found->second);
    } else if (auto expected = variable->getAttrOfType<ElementsAttr>(
                   "amp.expected_gradient")) {
      result = compareExpected(name, gradient, expected);
    } else {
      result = compareDifferences(name, gradient);
    }
    if (failed(result))
      return failure();
  }
  return success(compared != 0);
}

/// Gives variables the golden inputs of their names; `cot` is the cotangent.
static LogicalResult assignGolden(ModuleOp module,
                                  const amp::NamedTensors &golden,
                                  amp::VariableStore &variables) {
  for (const auto &[key, tensor] : golden) {
    StringRef name(key);
    if (name != "cot" && !name.consume_front("in/"))
      continue;
    if (!variables.lookup(name.str()))
      return module.emitError("expects a variable '") << name << "'";
    amp::Status status = variables.assign(name.str(), tensor);
    if (!status.ok())
      return module.emitError(status.message());
  }
  return success();
}

static LogicalResult runFile(MLIRContext &context, StringRef file,
                             const amp::NamedTensors *golden) {
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &diagnostic) {
    // Each loss of a file warns of the other losses' variables.
    return success(diagnostic.getSeverity() == DiagnosticSeverity::Warning);
  });
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &context);
  if (!module)
    return failure();
  amp::VariableStore variables;
  if (failed(amp::initializeVariables(*module, variables, /*seed=*/0)) ||
      (golden && failed(assignGolden(*module, *golden, variables))))
    return failure();
  LogicalResult result = success();
  unsigned run = 0;
  for (auto loss : llvm::to_vector(module->getOps<func::FuncOp>())) {
    if (loss.getNumArguments() ||
        loss.getName().contains("golden") != (golden != nullptr))
      continue;
    ++run;
    if (failed(LossTest(*module, loss, variables).run(golden)))
      result = failure();
  }
  return success(succeeded(result) && run != 0);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    llvm::errs() << "usage: gradient-test FILE.mlir [GOLDEN.npz]\n";
    return 2;
  }
  amp::NamedTensors golden;
  if (argc == 3) {
    amp::Result<amp::NamedTensors> loaded = amp::loadNpz(argv[2]);
    if (!loaded.ok()) {
      llvm::errs() << "error: " << loaded.message() << "\n";
      return 2;
    }
    golden = *loaded;
  }
  DialectRegistry registry;
  amp::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  return failed(runFile(context, argv[1], argc == 3 ? &golden : nullptr));
}
