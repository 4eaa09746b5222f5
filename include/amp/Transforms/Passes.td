// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from graph to graph, in the order in which stages run them.

#ifndef AMP_TRANSFORMS_PASSES_TD
#define AMP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SpecializePass : Pass<"amp-specialize", "mlir::ModuleOp"> {
  let summary = "Fix the dynamic dimensions of a function's arguments (stage 3)";
  let description = [{
    Gives the named function's arguments the stated static shapes and infers
    every type of its body anew, so that afterwards no dimension is dynamic. The
    shapes are listed as `x=32x64 y=32`, by the arguments' `amp.name`; a 0-d
    argument is `lr=`. Shapes that contradict the function are located errors.
  }];
  let options = [
    Option<"function", "function", "std::string", "\"loss\"", "The function to specialize">,
    Option<"shapes", "shapes", "std::string", "\"\"", "Shapes by argument name">
  ];
}

def DifferentiatePass : Pass<"amp-differentiate", "::mlir::ModuleOp"> {
  let summary = "Build the gradient function of a loss (stage 4)";
  let description = [{
    Adds `@NAME_gradient` behind `@NAME`, whose first result is the loss: the
    same arguments and the gradient of the loss, the same results and the
    gradient of each trainable variable that the loss depends on. Gradients of
    low-precision values are computed in f32 and rounded once (P10). Runs after
    amp-autocast, and after amp-specialize where a rule needs shapes.
    lib/Transforms/Autodiff/README.md describes the method and the attributes
    that amp-verify-differentiate reads.
  }];
  let options = [Option<"function", "function", "std::string", "\"loss\"",
                        "Name of the function to differentiate">];
  let dependentDialects = ["::amp::AmpDialect", "::mlir::func::FuncDialect"];
}

def VerifyDifferentiatePass : Pass<"amp-verify-differentiate", "::mlir::ModuleOp"> {
  let summary = "Check that gradients are computed in the forward's precision";
  let description = [{
    Checks the state after stage 4 in every function: each op that a derivative
    rule built works in the compute type of its forward op, contractions in its
    operand types with its accumulate type; each gradient has the type of what it
    is the gradient of, and was rounded to it once.
  }];
}

def StripGradientTagsPass : Pass<"amp-strip-gradient-tags", "::mlir::ModuleOp"> {
  let summary = "Remove the attributes that stage 4 left for its verifier";
  let description = [{
    The tags differ between rules and would keep equal ops of two rules from
    being merged. Runs after amp-verify-differentiate; which variable a result
    is the gradient of stays.
  }];
}

def BuildStepPass : Pass<"amp-build-step", "mlir::ModuleOp"> {
  let summary = "Build the training step around a gradient function (stage 5)";
  let description = [{
    From `@loss_gradient` (stage 4) makes `@step`, and with `accumulation` also
    `@accumulate` and `@apply`: seed with the loss scale, gradients, unscale and
    check, clip, optimizer, scale update, refresh of low-precision weight copies
    (P9), in that order. Learning rate, weight decay, clip limit and the scaler's
    factors are arguments; optimizer state, the loss scale and accumulated
    gradients become variables. Casts of variables in all functions read the
    copies instead, and `@refresh` makes the copies anew after a variable was
    written from outside.
  }];
  let options = [
    Option<"optimizer", "optimizer", "std::string", "\"sgd\"", "sgd, adam or adamw">,
    Option<"momentum", "momentum", "double", "0.0", "Momentum of sgd">,
    Option<"nesterov", "nesterov", "bool", "false", "Nesterov momentum of sgd">,
    Option<"beta1", "beta1", "double", "0.9", "Decay of Adam's first moment">,
    Option<"beta2", "beta2", "double", "0.999", "Decay of Adam's second moment">,
    Option<"epsilon", "epsilon", "double", "1e-8", "Adam's epsilon">,
    Option<"scaler", "scaler", "bool", "false", "Dynamic loss scaling">,
    Option<"initScale", "init-scale", "double", "65536.0", "First loss scale">,
    Option<"clip", "clip", "std::string", "\"none\"", "none, norm or value">,
    Option<"reportNorm", "report-norm", "bool", "false", "Return the gradients' norm">,
    Option<"accumulation", "accumulation", "bool", "false", "Also build @accumulate and @apply">
  ];
}

#endif // AMP_TRANSFORMS_PASSES_TD
