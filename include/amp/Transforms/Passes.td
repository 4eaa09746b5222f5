// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from graph to graph, in the order in which stages run them. They have
// no statistics: these differ in layout between code with our assertions and
// Debian's LLVM, which is built without.

#ifndef AMP_TRANSFORMS_PASSES_TD
#define AMP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def Autocast : Pass<"amp-autocast", "::mlir::ModuleOp"> {
  let summary = "Give every op the precision its cast class asks for (stage 2)";
  let description = [{
    Inlines calls, types every op under its innermost `amp.autocast` region,
    flattens the regions, and makes every conversion an explicit `amp.cast` whose
    `origin` says who asked for it: the policy's class (`autocast`) or the native
    promotion of mixed operands (`promotion`). Each op typed inside an enabled
    region carries `amp.rule`. Result types, accumulate types and the `dtype` of
    class full_output become explicit. The rules are P1 to P3, P5, P9, P11 to P13
    and P15 of dialects/amp/README.md; lib/Transforms/Autocast/README.md says how
    they are applied. On failure the module is left half typed.
  }];
  let options = [
    Option<"precision", "precision", "::amp::Precision",
           /*default=*/"::amp::Precision::F32",
           "low type outside of every region; f32 disables autocast there",
           [{::llvm::cl::values(
             clEnumValN(::amp::Precision::F32, "f32", "autocast disabled"),
             clEnumValN(::amp::Precision::F16, "f16", "IEEE half precision"),
             clEnumValN(::amp::Precision::BF16, "bf16", "bfloat16"))}]>,
    Option<"policy", "policy", "std::string", /*default=*/"\"torch-cuda\"",
           "name of a built-in policy, path of a policy file, or (if it has more "
           "than one line) the text of one">,
    Option<"keepIo", "keep-io", "bool", /*default=*/"true",
           "functions keep their declared result types (P15)">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "say for each op which rule gave it its precision">,
  ];
  let dependentDialects = ["::amp::AmpDialect"];
}

def VerifyAutocast : Pass<"amp-verify-autocast", "::mlir::ModuleOp"> {
  let summary = "Check what holds after stage 2";
  let description = [{
    Emits a located error for each op that breaks a promise of `amp-autocast`:
    a region or call that is left, an operand whose type is not what the op's
    `amp.rule` asks for, a full_output op without `dtype`, mixed operands, a
    missing or wrong accumulate type, a cast that changes no type, or a cast whose
    origin does not explain it.
  }];
}

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

def FusePass : Pass<"amp-fuse", "::mlir::func::FuncOp"> {
  let summary = "Group ops into regions that become one kernel each (stage 9)";
  let description = [{
    Moves every computation into an `amp.fused` region of form elementwise, row
    or column, so that a value that only one region reads never reaches memory.
    Views that only rename elements become part of the regions that read through
    them. A cost model (bytes moved, recomputation, registers, parallelism)
    decides whether two groups become one, whether a widening cast is computed
    anew by each reader, and whether a transpose is written out. Every op rounds
    as it did alone (P6), so `fuse=false`, which gives each op a region of its
    own, computes the same bits.

    Afterwards every op of the function is a region, a library call, a view, a
    read, a write, a constant, or the return.
  }];
  let options = [Option<"fuse", "fuse", "bool", /*default=*/"true",
                        "put several ops into one region">,
                 Option<"costs", "costs", "bool", /*default=*/"true",
                        "merge regions only where the cost model says that one "
                        "kernel is better than two">];
  let dependentDialects = ["::amp::AmpDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def VerifyFusePass : Pass<"amp-verify-fuse", "::mlir::func::FuncOp"> {
  let summary = "Check what holds after stage 9";
  let description = [{
    Emits a located error for each op that is neither a region nor allowed
    outside of one, and for each region that no single kernel can hold.
  }];
}

def SchedulePass : Pass<"amp-schedule", "::mlir::func::FuncOp"> {
  let summary = "Put regions and library calls into one order (stage 10)";
  let description = [{
    Orders the ops after fusion so that the peak of the memory that is live at
    once is low: the next op is the one that grows it least. The given order
    stays if it is no worse. What reads a variable comes before what renews it,
    wherever the data allow that, so that it can be renewed in place.
  }];
}

def PlanMemoryPass : Pass<"amp-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Give every intermediate buffer its place in the arena (stage 12)";
  let description = [{
    From the order of the program's ops follows when each arena buffer is live;
    buffers that are not live together share memory. A kernel that reads and
    writes the same elements may write over an input that nobody reads later.
    An op with the attribute `scratch_bytes` gets as many bytes for its own time,
    at its `scratch_offset`. The attributes `peak_bytes` (the size of the arena)
    and `lower_bound_bytes` (the largest sum of live buffers and scratch memory)
    of the program are the result.
  }];
}

def VerifyPlanPass : Pass<"amp-verify-plan", "::mlir::ModuleOp"> {
  let summary = "Check what holds after stage 12";
  let description = [{
    Emits a located error for an arena buffer without a place, or one that
    overlaps another one live at the same time, or the end of the arena, and for
    a launch whose work may not be done in any order: an instance writes memory
    that another one reads or writes, or that it reads itself at another element.
  }];
}

def DecomposePass : Pass<"amp-decompose"> {
  let summary = "Replace composite ops by primitive ones";
  let description = [{
    Replaces each op of role Composite (softmax, losses, means, optimizers, loss
    scaling, clipping) by elementwise ops, reductions and casts of origin
    `lowering`, with the same rounding points: one, at each result. Fails with a
    located error where an op cannot be spelled out, as a loss over a dynamic
    number of classes. With `late`, on a module, a pointwise one (an optimizer's
    step) becomes one `amp.apply` of a formula that all ops like it share, one
    for the scalars of its own, and ops for the scalars that it shares.
  }];
  let dependentDialects = ["::amp::AmpDialect"];
  let options = [Option<"late", "late", "bool", "false",
    "Keep pointwise composite ops in one piece, as formulas">];
}

def LayoutPass : Pass<"amp-layout", "::mlir::ModuleOp"> {
  let summary = "Give products packed weights where that pays (stage 8)";
  let description = [{
    A weight that products read as their right operand may get a copy in the
    order in which the target's library reads it (`amp.pack`). The copy is a
    variable with `cast_of`: functions that write the original write it too, and
    `@refresh` makes it anew, so it is never stale (P9). There is one copy of a
    variable and type: a packed low-precision copy takes the place of the plain
    one, which therefore goes only if nothing else reads it.

    A packed copy pays where the products between two updates of the original
    gain more than packing costs. Where no function updates it (inference) all
    do; in a step most do not, since oneDNN packs for itself as fast; with
    accumulated micro-batches low-precision ones do.

    A low-precision copy in a type that the library does not multiply, read by
    products alone, is kept as f32 that hold the rounded values: the products
    become f32 ones as P3 defines them, and none of them widens the copy again.

    The pass looks at all functions, which share their variables, and hence runs
    before the stages that see one function (6, 7, 9 to 12).
  }];
  let options = [
    ListOption<"native", "native", "std::string",
               "Element types that the target's library multiplies, such as "
               "f32,bf16">,
    ListOption<"packed", "packed", "std::string",
               "Those among them that it multiplies with packed operands">,
    Option<"microBatches", "micro-batches", "int64_t", "4",
           "Micro-batches expected between two updates">
  ];
  let dependentDialects = ["::amp::AmpDialect", "::mlir::func::FuncDialect"];
}

def SimplifyPass : Pass<"amp-simplify"> {
  let summary = "Remove work without changing a bit (stage 6)";
  let description = [{
    Merges equal ops, folds views that do nothing or follow each other, multiplies
    by one, double negations and selects between equal values, and folds and
    shares casts: a cast of a cast goes where skipping the first is exact, and a
    value is cast to a type once. Casts that the user wrote stay (P5). Nothing is
    reassociated; only NaN payloads may differ.
  }];
  let dependentDialects = ["::amp::AmpDialect"];
}

def VerifySimplifyPass : Pass<"amp-verify-simplify"> {
  let summary = "Check what holds after stage 6";
  let description = [{
    Emits a located error for each cast of a value to a type to which a cast that
    dominates it has converted the same value already.
  }];
}

def LegalizeContractionsPass : Pass<"amp-legalize-contractions"> {
  let summary = "Rewrite contractions for which the target has no library";
  let description = [{
    A contraction of 16-bit operands that are not native becomes casts of its
    operands (bias included) to f32, the contraction in f32, and a cast of its
    result: that is what P3 defines, so no bit changes, and the casts fuse with
    their neighbours. Contractions of other types that are not native (f64 and
    integers on most targets) become a broadcast product and a sum. Without
    `native` no type is.
  }];
  let options = [
    ListOption<"native", "native", "std::string",
               "Element types that the target's library multiplies, such as f32,bf16">
  ];
  let dependentDialects = ["::amp::AmpDialect"];
}

#endif // AMP_TRANSFORMS_PASSES_TD
