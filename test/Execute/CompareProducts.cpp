// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function once more on the device, with everything returned, and on the
// CPU, with the device's products in place of the library's.

#include "CompareProducts.h"

#include "../Fuzz/CompareTensors.h"
#include "../Fuzz/Functions.h"
#include "../Fuzz/Replay.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace amp;

static std::string describe(Value value) {
  std::string text;
  llvm::raw_string_ostream(text) << value << ": ";
  return text;
}

std::string compareAroundProducts(ModuleOp module, StringRef name,
                                  ArrayRef<Tensor> first,
                                  const RunOnce &onDevice,
                                  const RunOnce &onCpu) {
  OwningOpRef<ModuleOp> alone =
      parseAlone(*module.getContext(), printModule(module), name);
  auto function = alone->lookupSymbol<func::FuncOp>(name);
  Operation *terminator = function.getBody().front().getTerminator();
  auto results = llvm::to_vector(terminator->getOperands());
  returnEverything(function);
  std::optional<std::vector<Tensor>> everything = onDevice(*alone, name, {});
  if (!everything)
    return "no run with everything returned";
  auto valueOf = [&](Value value) -> const Tensor & {
    auto values = terminator->getOperands();
    return (
        *everything)[std::distance(values.begin(), llvm::find(values, value))];
  };
  for (auto [result, tensor] : llvm::zip(results, first))
    if (std::string text = findDifference(valueOf(result), tensor);
        !text.empty())
      return describe(result) + "depends on what else is returned: " + text;
  Replay replay(function, *everything);
  if (std::string text = replay.compareOps(); !text.empty())
    return text;
  std::vector<Tensor> given;
  for (Value product : findProducts(function))
    given.push_back(valueOf(product));
  cutProducts(function);
  std::optional<std::vector<Tensor>> expected = onCpu(*alone, name, given);
  if (!expected)
    return "no run with products given";
  for (auto [value, tensor, other] :
       llvm::zip_equal(terminator->getOperands(), *everything, *expected))
    if (std::string text = findDifference(tensor, other); !text.empty())
      return describe(value) + text;
  return {};
}
