// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables, constants, precision scopes, branches, fused regions, formulas.

#ifndef AMP_CONTROL_TD
#define AMP_CONTROL_TD

include "amp/AmpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Amp_VariableOp : Amp_Op<"variable", OnlyInherit, [Symbol, FixedPrecision]> {
  let summary = "A named persistent tensor of a module";
  let description = [{
    A weight, a statistic or an optimizer's state. It starts from `init` (an
    initialiser such as `#amp.zeros`, or elements), or from the file given to the
    engine. `trainable = false` keeps it out of differentiation. `cast_of` marks a
    low-precision copy of another variable (P9): it holds no state of its own.

    Constraints:
    - C1: the type is a static ranked tensor of a supported element type.
    - C2: elements given as `init` have that type.

    Example:
    ```mlir
    amp.variable @fc1.weight : tensor<128x64xf32> init(#amp.kaiming_uniform)
    amp.variable @steps : tensor<i64> init(dense<0> : tensor<i64>) {trainable = false}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttr:$type, AnyAttr:$init,
    DefaultValuedAttr<BoolAttr, "true">:$trainable,
    OptionalAttr<FlatSymbolRefAttr>:$cast_of);
  let assemblyFormat = [{
    $sym_name `:` $type `init` `(` $init `)` attr-dict
  }];
  let hasVerifier = 1;
}

def Amp_ReadOp : Amp_Op<"read", OnlyInherit,
    [FixedPrecision, DeclareOpInterfaceMethods<SymbolUserOpInterface>, Pure]> {
  let summary = "Value of a variable when the function was entered";
  let description = [{
    Constraints:
    - C1: the symbol names a variable of the result's type.

    Example:
    ```mlir
    %w = amp.read @fc1.weight : tensor<128x64xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$variable);
  let results = (outs Amp_Tensor:$result);
  let assemblyFormat = "$variable attr-dict `:` type($result)";
}

def Amp_WriteOp : Amp_Op<"write", OnlyInherit,
    [FixedPrecision, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     MemoryEffects<[MemWrite]>]> {
  let summary = "Value of a variable from the function's exit on";
  let description = [{
    Takes effect at the function's return: reads in the same function see the old
    value wherever they stand.

    Constraints:
    - C1: the symbol names a variable of the value's type.
    - C2: a function writes a variable at most once.

    Example:
    ```mlir
    amp.write @fc1.weight, %w : tensor<128x64xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$variable, Amp_Tensor:$value);
  let assemblyFormat = "$variable `,` $value attr-dict `:` type($value)";
}

def Amp_ConstantOp : Amp_Op<"constant", OnlyInherit,
    [Pure, ConstantLike, FixedPrecision, AllTypesMatch<["value", "result"]>]> {
  let summary = "A tensor known at compile time";
  let description = [{
    Constraints:
    - C1: the elements' type is the result's.

    Example:
    ```mlir
    %0 = amp.constant dense<2.0> : tensor<f32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Amp_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Amp_AutocastOp : Amp_Op<"autocast", OnlyInherit,
    [SingleBlockImplicitTerminator<"::amp::YieldOp">, FixedPrecision,
     NoRegionArguments, RecursiveMemoryEffects]> {
  let summary = "A region with its own autocast setting";
  let description = [{
    Ops inside are typed under `enabled` and `dtype`; an absent one keeps the
    enclosing region's setting, which outside of any region is the compiler's
    option. The innermost region wins (P11). Stage 2 flattens these regions.

    Constraints:
    - C1: `dtype` is f16 or bf16.
    - C2: the results have the types of the yielded values.

    Example:
    ```mlir
    %0 = amp.autocast enabled(false) -> (tensor<4x3xf32>) {
      %1 = amp.add %x, %x : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
      amp.yield %1 : tensor<4x3xf32>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<BoolAttr>:$enabled, OptionalAttr<TypeAttr>:$dtype);
  let results = (outs Variadic<Amp_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`enabled` `(` $enabled^ `)`)? (`dtype` `(` $dtype^ `)`)?
    (`->` `(` type($results)^ `)`)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

def Amp_FusedOp : Amp_Op<"fused", OnlyInherit,
    [SingleBlockImplicitTerminator<"::amp::YieldOp">, FixedPrecision, Pure,
     IsolatedFromAbove]> {
  let summary = "Ops that become one kernel";
  let description = [{
    Stage 9 groups ops into these regions; each becomes one compiled loop nest of
    the stated form (design 6). The block arguments are the operands.

    Constraints:
    - C1: the block arguments have the types of the operands.
    - C2: the results have the types of the yielded values.

    Example:
    ```mlir
    %0 = amp.fused elementwise (%x, %y) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32> {
    ^bb0(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>):
      %1 = amp.add %a, %b : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
      amp.yield %1 : tensor<4x3xf32>
    }
    ```
  }];
  let arguments = (ins Amp_FusionFormAttr:$form, Variadic<Amp_Tensor>:$inputs);
  let results = (outs Variadic<Amp_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    custom<Form>($form) `(` $inputs `)` attr-dict `:`
    functional-type($inputs, $results) $body
  }];
  let hasVerifier = 1;
}

def Amp_FormulaOp : Amp_Op<"formula", OnlyInherit,
    [SingleBlockImplicitTerminator<"::amp::YieldOp">, Symbol, FixedPrecision,
     IsolatedFromAbove]> {
  let summary = "A function of one element of each operand";
  let description = [{
    What an optimizer does to one element, or to its scalars, written once for
    all variables of a module; `amp.apply` refers to it. Stage 6 makes formulas,
    the last one that needs them is stage 11. Vectors of any length stand for
    tensors of any shape.

    Constraints:
    - C1: the block arguments and yielded values are 0-d or vectors of dynamic
      length.
    - C2: the yielded values are all 0-d or all vectors.

    Example:
    ```mlir
    amp.formula @halved {
    ^bb0(%a: tensor<?xf32>):
      %c = amp.constant dense<0.5> : tensor<f32>
      %0 = amp.mul %a, %c : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
      amp.yield %0 : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Amp_ApplyOp : Amp_Op<"apply", OnlyInherit,
    [FixedPrecision, DeclareOpInterfaceMethods<SymbolUserOpInterface>, Pure]> {
  let summary = "A formula applied to each element";
  let description = [{
    Each element of each result is what the formula gives for the operands'
    elements at the same place; 0-d operands are the same for all elements.

    Constraints:
    - C1: the symbol names a formula.
    - C2: operands and results have the element types of the formula's block
      arguments and yielded values.
    - C3: an operand is 0-d where the block argument is, and else has the shape
      of the results, which all have one; they are 0-d where the yielded values
      are.

    Example:
    ```mlir
    amp.formula @sum_and_half {
    ^bb0(%a: tensor<?xf32>, %s: tensor<f32>):
      %1 = amp.add %a, %s : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
      %2 = amp.mul %1, %s : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
      amp.yield %1, %2 : tensor<?xf32>, tensor<?xf32>
    }
    amp.variable @w : tensor<4x3xf32> init(#amp.zeros)
    func.func @example(%half: tensor<f32>) -> tensor<4x3xf32> {
      %w = amp.read @w : tensor<4x3xf32>
      %0:2 = amp.apply @sum_and_half(%w, %half) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
      return %0#1 : tensor<4x3xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$formula, Variadic<Amp_Tensor>:$inputs);
  let results = (outs Variadic<Amp_Tensor>:$results);
  let assemblyFormat = [{
    $formula `(` $inputs `)` attr-dict `:` functional-type($inputs, $results)
  }];
}

def Amp_Condition : Amp_Scalar<I1>,
    BuildableType<"::mlir::RankedTensorType::get({}, $_builder.getI1Type())">;

def Amp_IfOp : Amp_Op<"if", OnlyInherit,
    [SingleBlockImplicitTerminator<"::amp::YieldOp">, FixedPrecision,
     RecursiveMemoryEffects]> {
  let summary = "One of two regions, chosen by a value";
  let description = [{
    Runs the first region if the condition is true and the second one if it is
    false; the results are what that region yields. Regions read the values
    around them; `inputs`, handed to both as block arguments, are the same made
    explicit, as stage 9 does, which compiles each region apart.

    Stage 2 types the regions by themselves and gives each result the element
    type that promotion makes of the two yielded values. The gradient runs the
    backward of the region that was taken, recomputing what it needs; the other
    one contributes zeros.

    Constraints:
    - C1: the condition is a 0-d boolean.
    - C2: the block arguments of both regions have the types of `inputs`.
    - C3: the results have the types of the values that either region yields.
    - C4: the regions write no variable.

    Example:
    ```mlir
    %c = amp.constant dense<true> : tensor<i1>
    %0 = amp.if %c -> (tensor<4x3xf32>) {
      amp.yield %x : tensor<4x3xf32>
    } else {
      %1 = amp.neg %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
      amp.yield %1 : tensor<4x3xf32>
    }
    ```
  }];
  let arguments = (ins Amp_Condition:$condition, Variadic<Amp_Tensor>:$inputs);
  let results = (outs Variadic<Amp_Tensor>:$results);
  let regions = (region SizedRegion<1>:$then_body, SizedRegion<1>:$else_body);
  let assemblyFormat = [{
    $condition (`(` $inputs^ `:` type($inputs) `)`)?
    (`->` `(` type($results)^ `)`)? attr-dict-with-keyword
    $then_body `else` $else_body
  }];
  let hasVerifier = 1;
}

def Amp_YieldOp : Amp_Op<"yield", OnlyInherit,
    [Pure, Terminator, FixedPrecision, ReturnLike]> {
  let summary = "End of a region, with its results";
  let description = [{
    Constraints:
    - C1: it ends an `amp.autocast`, `amp.if`, `amp.fused` or `amp.formula` region.

    Example:
    ```mlir
    %0 = amp.autocast -> (tensor<4x3xf32>) {
      amp.yield %x : tensor<4x3xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let hasVerifier = 1;
}

#endif // AMP_CONTROL_TD
