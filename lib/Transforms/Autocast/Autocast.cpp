// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 2, the pass: calls are inlined, random ops numbered, then each function
// is typed under the options.

#include "Transforms/Autocast/Inline.h"
#include "Transforms/Autocast/Numbering.h"
#include "Transforms/Autocast/Typing.h"
#include "amp/Transforms/Passes.h"

using namespace mlir;
using namespace amp;

namespace amp {
#define GEN_PASS_DEF_AUTOCAST
#include "TransformsPasses.h.inc"
} // namespace amp

/// Returns the setting outside of every region.
static Scope outerScope(Precision precision, MLIRContext *context) {
  switch (precision) {
  case Precision::F32:
    return {/*enabled=*/false, /*low=*/nullptr};
  case Precision::F16:
    return {/*enabled=*/true, Float16Type::get(context)};
  case Precision::BF16:
    return {/*enabled=*/true, BFloat16Type::get(context)};
  }
  llvm_unreachable("every precision is handled");
}

namespace {
struct AutocastPass : amp::impl::AutocastBase<AutocastPass> {
  using AutocastBase::AutocastBase;

  void runOnOperation() override {
    FailureOr<Policy> loaded = Policy::load(policy, &getContext());
    if (failed(loaded) || failed(inlineCalls(getOperation())))
      return signalPassFailure();
    Scope outer = outerScope(precision, &getContext());
    for (auto function : getOperation().getOps<func::FuncOp>())
      numberRandomOps(function);
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(Typer(function, *loaded, keepIo, remarks).run(outer)))
        return signalPassFailure();
  }
};
} // namespace
