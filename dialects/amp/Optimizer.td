// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimizer steps, one op a parameter; the formulas are PyTorch's, so that its
// traces can be compared.

#ifndef AMP_OPTIMIZER_TD
#define AMP_OPTIMIZER_TD

include "amp/AmpBase.td"

defvar OptimizerRules = [{
    Everything is computed in f32 (f64 for f64 parameters), the scalar factors in
    f64 first and rounded to that type once. A weight decay of 0 leaves the
    gradient as it is, next to an infinite parameter too. `skip` other than 0
    leaves every result equal to its operand, bit for bit.

    Constraints:
    - C1: parameter, gradient and moments have one type.
    - C2: the results have the types of the operands they renew.
}];

class Amp_OptimizerOp<string mnemonic>
    : Amp_PureOp<mnemonic, OnlyInherit,
                 [FixedPrecision, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
}

def Amp_SgdOp : Amp_OptimizerOp<"sgd"> {
  let summary = "Stochastic gradient descent with momentum and weight decay";
  let description = !strconcat([{
    g = gradient + weight_decay * parameter; b = momentum * buffer + g; the step
    is g + momentum * b under `nesterov`, else b; parameter - lr * step. Without a
    buffer the step is g. The buffer starts from zero.
  }], OptimizerRules, [{
    - C3: `nesterov` and a nonzero `momentum` need the buffer.

    Example:
    ```mlir
    %p, %b = amp.sgd %p0, %g, %b0, %lr, %decay, %skip {momentum = 0.9 : f64} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
    ```
  }]);
  let arguments = (ins Amp_FloatTensor:$parameter, Amp_FloatTensor:$gradient,
    Optional<Amp_FloatTensor>:$buffer, Amp_Scalar<F64>:$lr,
    Amp_Scalar<F64>:$weight_decay, Amp_Scalar<F32>:$skip,
    DefaultValuedAttr<F64Attr, "0.0">:$momentum, UnitAttr:$nesterov);
  let results = (outs Amp_FloatTensor:$new_parameter, Optional<Amp_FloatTensor>:$new_buffer);
  let hasVerifier = 1;
}

defvar AdamUpdate = [{
    t = step + 1; m = m + (g - m) * (1 - beta1); v = v * beta2 + (1 - beta2) * g * g;
    parameter - (lr / (1 - beta1^t)) * m / (sqrt(v) / sqrt(1 - beta2^t) + epsilon)
    (Kingma and Ba, arXiv:1412.6980).
}];

class Amp_AdamLikeOp<string mnemonic> : Amp_OptimizerOp<mnemonic> {
  let arguments = (ins Amp_FloatTensor:$parameter, Amp_FloatTensor:$gradient,
    Amp_FloatTensor:$moment1, Amp_FloatTensor:$moment2, Amp_Scalar<I64>:$step,
    Amp_Scalar<F64>:$lr, Amp_Scalar<F64>:$weight_decay, Amp_Scalar<F32>:$skip,
    DefaultValuedAttr<F64Attr, "0.9">:$beta1,
    DefaultValuedAttr<F64Attr, "0.999">:$beta2,
    DefaultValuedAttr<F64Attr, "1e-8">:$epsilon);
  let results = (outs Amp_FloatTensor:$new_parameter, Amp_FloatTensor:$new_moment1,
    Amp_FloatTensor:$new_moment2, Amp_Scalar<I64>:$new_step);
}

def Amp_AdamOp : Amp_AdamLikeOp<"adam"> {
  let summary = "Adam step with weight decay in the gradient";
  let description = !strconcat("g = gradient + weight_decay * parameter;\n", AdamUpdate, OptimizerRules, [{
    Example:
    ```mlir
    %p, %m, %v, %t = amp.adam %p0, %g, %m0, %v0, %t0, %lr, %decay, %skip : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>)
    ```
  }]);
}

def Amp_AdamwOp : Amp_AdamLikeOp<"adamw"> {
  let summary = "Adam step with decoupled weight decay";
  let description = !strconcat([{
    The parameter is first multiplied by 1 - lr * weight_decay (Loshchilov and
    Hutter, arXiv:1711.05101); then with g = gradient:
  }], AdamUpdate, OptimizerRules, [{
    Example:
    ```mlir
    %p, %m, %v, %t = amp.adamw %p0, %g, %m0, %v0, %t0, %lr, %decay, %skip : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>)
    ```
  }]);
}

#endif // AMP_OPTIMIZER_TD
