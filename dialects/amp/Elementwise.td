// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops: arithmetic with NumPy broadcasting, comparison, logic,
// selection, casts, and the unary math and activations that most models use;
// Math.td has the others.

#ifndef AMP_ELEMENTWISE_TD
#define AMP_ELEMENTWISE_TD

include "amp/AmpBase.td"

// What every binary arithmetic op promises; each description adds its own.
defvar BinaryRules = [{
    16-bit operands are widened to f32, computed there and rounded once.

    Constraints:
    - C1: the shapes broadcast by the NumPy rule; the result has that shape.
    - C2: the result's element type is the promotion of the operands' (a 0-d
      operand counts only where its category is higher).
  }];

class Amp_BinaryOp<string mnemonic, list<Trait> traits = []>
    : Amp_PureOp<mnemonic, AnyFloatClass, traits # [InferTypeOpInterface]> {
  let arguments = (ins Amp_NumericTensor:$lhs, Amp_NumericTensor:$rhs);
  let results = (outs Amp_NumericTensor:$result);
}

def Amp_AddOp : Amp_BinaryOp<"add", [InferPromoted, Commutative]> {
  let summary = "Elementwise sum";
  let description = !strconcat("Adds two tensors; integers wrap around.\n", BinaryRules, [{
    Example:
    ```mlir
    %0 = amp.add %x, %y : (tensor<4x1xbf16>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_SubOp : Amp_BinaryOp<"sub", [InferPromoted]> {
  let summary = "Elementwise difference";
  let description = !strconcat("Subtracts the second tensor from the first; integers wrap around.\n", BinaryRules, [{
    Example:
    ```mlir
    %0 = amp.sub %x, %y : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_MulOp : Amp_BinaryOp<"mul", [InferPromoted, Commutative]> {
  let summary = "Elementwise product";
  let description = !strconcat("Multiplies two tensors; integers wrap around.\n", BinaryRules, [{
    Example:
    ```mlir
    %0 = amp.mul %x, %y : (tensor<4x3xf16>, tensor<f32>) -> tensor<4x3xf16>
    ```
  }]);
}

def Amp_DivOp : Amp_BinaryOp<"div", [InferFloat]> {
  let summary = "Elementwise quotient";
  let description = !strconcat("Divides the first tensor by the second, as IEEE 754 does; two integers give f32.\n", BinaryRules, [{
    Example:
    ```mlir
    %0 = amp.div %x, %y : (tensor<4x3xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_MaximumOp : Amp_BinaryOp<"maximum", [InferPromoted, Commutative]> {
  let summary = "Elementwise larger value";
  let description = !strconcat([{
    Takes the larger of two values; NaN if either is NaN. The gradient is shared
    equally where they are equal.
  }], BinaryRules, [{
    Example:
    ```mlir
    %0 = amp.maximum %x, %y : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_MinimumOp : Amp_BinaryOp<"minimum", [InferPromoted, Commutative]> {
  let summary = "Elementwise smaller value";
  let description = !strconcat([{
    Takes the smaller of two values; NaN if either is NaN. The gradient is shared
    equally where they are equal.
  }], BinaryRules, [{
    Example:
    ```mlir
    %0 = amp.minimum %x, %y : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_PowOp : Amp_BinaryOp<"pow", [InferFloat]> {
  let summary = "Elementwise power";
  let description = [{
    The first tensor to the power of the second, with the special cases of C's
    `pow`; two integers give f32. Every operand is widened to f64, the power is
    taken there with the C library's accuracy, and rounded once.

    Constraints:
    - C1: the shapes broadcast by the NumPy rule; the result has that shape.
    - C2: the result's element type is the promotion of the operands' (a 0-d
      operand counts only where its category is higher).

    Example:
    ```mlir
    %0 = amp.pow %x, %y : (tensor<f64>, tensor<f64>) -> tensor<f64>
    ```
  }];
}

def Amp_CompareOp : Amp_PureOp<"compare", AnyFloatClass, [InferTypeOpInterface, InferPredicate]> {
  let summary = "Elementwise comparison";
  let description = [{
    Compares two tensors after promoting both to one type. A comparison with NaN
    is false, except `ne`. It has no gradient: its result is boolean.

    Constraints:
    - C1: the shapes broadcast by the NumPy rule; the result has that shape.
    - C2: the result's element type is i1.

    Example:
    ```mlir
    %0 = amp.compare lt %x, %y : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xi1>
    ```
  }];
  let arguments = (ins Amp_PredicateAttr:$predicate, Amp_Tensor:$lhs, Amp_Tensor:$rhs);
  let results = (outs Amp_BoolTensor:$result);
  let assemblyFormat = "custom<Predicate>($predicate) operands attr-dict `:` functional-type(operands, results)";
}

// What the binary logical ops share.
defvar LogicalRules = [{
    It has no gradient: its operands are boolean.

    Constraints:
    - C1: the shapes broadcast by the NumPy rule; the result has that shape.
    - C2: operands and result have element type i1.
  }];

class Amp_LogicalOp<string mnemonic>
    : Amp_PureOp<mnemonic, AnyFloatClass, [InferTypeOpInterface, InferPredicate, Commutative]> {
  let arguments = (ins Amp_BoolTensor:$lhs, Amp_BoolTensor:$rhs);
  let results = (outs Amp_BoolTensor:$result);
}

def Amp_LogicalAndOp : Amp_LogicalOp<"logical_and"> {
  let summary = "Elementwise conjunction";
  let description = !strconcat("True where both operands are true.\n", LogicalRules, [{
    Example:
    ```mlir
    %0 = amp.logical_and %x, %y : (tensor<4x3xi1>, tensor<3xi1>) -> tensor<4x3xi1>
    ```
  }]);
}

def Amp_LogicalOrOp : Amp_LogicalOp<"logical_or"> {
  let summary = "Elementwise disjunction";
  let description = !strconcat("True where at least one operand is true.\n", LogicalRules, [{
    Example:
    ```mlir
    %0 = amp.logical_or %x, %y : (tensor<4x3xi1>, tensor<3xi1>) -> tensor<4x3xi1>
    ```
  }]);
}

def Amp_LogicalXorOp : Amp_LogicalOp<"logical_xor"> {
  let summary = "Elementwise exclusive disjunction";
  let description = !strconcat("True where exactly one operand is true.\n", LogicalRules, [{
    Example:
    ```mlir
    %0 = amp.logical_xor %x, %y : (tensor<4x3xi1>, tensor<3xi1>) -> tensor<4x3xi1>
    ```
  }]);
}

def Amp_LogicalNotOp : Amp_PureOp<"logical_not", AnyFloatClass, [InferTypeOpInterface, InferPredicate]> {
  let summary = "Elementwise complement";
  let description = [{
    True where the operand is false. It has no gradient: its operand is boolean.

    Constraints:
    - C1: the result has the operand's shape.
    - C2: operand and result have element type i1.

    Example:
    ```mlir
    %0 = amp.logical_not %x : (tensor<4x3xi1>) -> tensor<4x3xi1>
    ```
  }];
  let arguments = (ins Amp_BoolTensor:$input);
  let results = (outs Amp_BoolTensor:$result);
}

def Amp_SelectOp : Amp_PureOp<"select", AnyFloatClass,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Elementwise choice between two tensors";
  let description = [{
    Takes `true_value` where the condition holds and `false_value` elsewhere. The
    gradient of the side not taken is exactly 0.

    Constraints:
    - C1: the three shapes broadcast by the NumPy rule; the result has that shape.
    - C2: the result's element type is the promotion of the two values'.

    Example:
    ```mlir
    %0 = amp.select %c, %x, %y : (tensor<4x3xi1>, tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Amp_BoolTensor:$condition, Amp_Tensor:$true_value,
                       Amp_Tensor:$false_value);
  let results = (outs Amp_Tensor:$result);
}

def Amp_CastOp : Amp_PureOp<"cast", OnlyInherit, [FixedPrecision]> {
  let summary = "Elementwise conversion to another element type";
  let description = [{
    Converts each element: to a float by rounding to nearest even (P8), to an
    integer by truncation toward zero with saturation (NaN gives 0), to i1 by
    comparison with zero. A cast of origin `user` is a rounding point and stays,
    even when it changes no type: then it pins the type against the policy (P5).

    Constraints:
    - C1: the result has the operand's shape.

    Example:
    ```mlir
    %0 = amp.cast %x : (tensor<4x3xf32>) -> tensor<4x3xbf16>
    %1 = amp.cast %0 {origin = #amp.origin<autocast>} : (tensor<4x3xbf16>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input,
    DefaultValuedAttr<Amp_CastOriginAttr, "::amp::CastOrigin::User">:$origin);
  let results = (outs Amp_Tensor:$result);
  let hasVerifier = 1;
}

def Amp_IsFiniteOp : Amp_PureOp<"is_finite", AnyFloatClass, [InferTypeOpInterface, InferPredicate]> {
  let summary = "Elementwise test for neither infinity nor NaN";
  let description = [{
    True where the element is finite. It has no gradient: its result is boolean.

    Constraints:
    - C1: the result has the operand's shape and element type i1.

    Example:
    ```mlir
    %0 = amp.is_finite %x : (tensor<4x3xf16>) -> tensor<4x3xi1>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input);
  let results = (outs Amp_BoolTensor:$result);
}

def Amp_NegOp : Amp_UnaryOp<"neg", [InferPromoted]> {
  let summary = "Elementwise negation";
  let description = !strconcat([{
    Flips the sign, also of zero and NaN; integers wrap around.
  }], UnaryNumberRules, [{
    Example:
    ```mlir
    %0 = amp.neg %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_AbsOp : Amp_UnaryOp<"abs", [InferPromoted]> {
  let summary = "Elementwise absolute value";
  let description = !strconcat([{
    Clears the sign. The gradient at 0 is 0.
  }], UnaryNumberRules, [{
    Example:
    ```mlir
    %0 = amp.abs %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_ReluOp : Amp_UnaryOp<"relu", [InferPromoted]> {
  let summary = "Elementwise maximum with zero";
  let description = !strconcat([{
    Gives x where x > 0 or x is NaN, else +0. The gradient at 0 is 0.
  }], UnaryNumberRules, [{
    Example:
    ```mlir
    %0 = amp.relu %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_ExpOp : Amp_UnaryOp<"exp"> {
  let summary = "Elementwise exponential";
  let description = !strconcat([{
    e to the power x.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.exp %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_LogOp : Amp_UnaryOp<"log"> {
  let summary = "Elementwise natural logarithm";
  let description = !strconcat([{
    -inf at 0, NaN below 0.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.log %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_SqrtOp : Amp_UnaryOp<"sqrt"> {
  let summary = "Elementwise square root";
  let description = !strconcat([{
    Correctly rounded; NaN below 0.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.sqrt %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_TanhOp : Amp_UnaryOp<"tanh"> {
  let summary = "Elementwise hyperbolic tangent";
  let description = !strconcat([{
    tanh(x), odd in x.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.tanh %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_SigmoidOp : Amp_UnaryOp<"sigmoid"> {
  let summary = "Elementwise logistic function";
  let description = !strconcat([{
    1 / (1 + exp(-x)).
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.sigmoid %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_ErfOp : Amp_UnaryOp<"erf"> {
  let summary = "Elementwise error function";
  let description = !strconcat([{
    erf(x) = 2/sqrt(pi) times the integral of exp(-t*t) from 0 to x.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.erf %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_GeluOp : Amp_PureOp<"gelu", AnyFloatClass, [InferTypeOpInterface, InferFloat]> {
  let summary = "Gaussian error linear unit";
  let description = [{
    `erf`: x * (1 + erf(x / sqrt(2))) / 2. `tanh`:
    x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))) / 2 (Hendrycks and Gimpel,
    arXiv:1606.08415). A 16-bit operand is widened to f32, computed there and
    rounded once.

    Constraints:
    - C1: the result has the operand's shape.
    - C2: the result has the operand's element type, f32 for integers.

    Example:
    ```mlir
    %0 = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Amp_NumericTensor:$input,
    DefaultValuedAttr<Amp_GeluKindAttr, "::amp::GeluKind::Erf">:$approximate);
  let results = (outs Amp_NumericTensor:$result);
}

#endif // AMP_ELEMENTWISE_TD
