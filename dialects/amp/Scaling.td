// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss scaling and gradient clipping (PyTorch's GradScaler and clip_grad_*).

#ifndef AMP_SCALING_TD
#define AMP_SCALING_TD

include "amp/AmpBase.td"

def Amp_ScaleOp : Amp_PureOp<"scale", OnlyInherit,
    [FixedPrecision, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "A loss times the loss scale";
  let description = [{
    Multiplies in f32 (f64 for an f64 value). A 0-d 16-bit value gives f32, as it
    would overflow at once otherwise; a 16-bit tensor of higher rank is rounded
    back to its type.

    Constraints:
    - C1: the result has the value's shape; its element type is f32 for a 0-d
      16-bit value, else the value's.

    Example:
    ```mlir
    %0 = amp.scale %loss, %s : (tensor<f16>, tensor<f32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$value, Amp_Scalar<F32>:$scale);
  let results = (outs Amp_FloatTensor:$result);
}

def Amp_UnscaleAndCheckOp : Amp_PureOp<"unscale_and_check", OnlyInherit,
    [FixedPrecision, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "A gradient divided by the loss scale, and whether it is finite";
  let description = [{
    Multiplies the gradient by 1/scale (taken in f64, rounded to f32) in f32 and
    rounds to the gradient's type; a scale whose inverse is 1 leaves it as it is.
    `found_inf` is 1 if an element was not finite before that, else 0.

    Constraints:
    - C1: `unscaled` has the gradient's type, `found_inf` is a 0-d f32.

    Example:
    ```mlir
    %u, %found = amp.unscale_and_check %g, %s : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$gradient, Amp_Scalar<F32>:$scale);
  let results = (outs Amp_FloatTensor:$unscaled, Amp_Scalar<F32>:$found_inf);
}

def Amp_UpdateScaleOp : Amp_PureOp<"update_scale", OnlyInherit,
    [FixedPrecision, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "The loss scale and growth tracker after a step";
  let description = [{
    If `found_inf` is not 0: scale * backoff, tracker 0. Else with t = tracker + 1:
    if t equals the interval, scale * growth, kept only if finite, tracker 0; else
    the scale stays and the tracker is t. Products are taken in f64 and rounded to
    f32.

    Constraints:
    - C1: the results have the types of `scale` and `tracker`.

    Example:
    ```mlir
    %s, %t = amp.update_scale %s0, %t0, %found, %growth, %backoff, %interval : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    ```
  }];
  let arguments = (ins Amp_Scalar<F32>:$scale, Amp_Scalar<I32>:$tracker,
    Amp_Scalar<F32>:$found_inf, Amp_Scalar<F64>:$growth, Amp_Scalar<F64>:$backoff,
    Amp_Scalar<I32>:$interval);
  let results = (outs Amp_Scalar<F32>:$new_scale, Amp_Scalar<I32>:$new_tracker);
}

def Amp_ClipByNormOp : Amp_PureOp<"clip_by_norm", OnlyInherit,
    [FixedPrecision, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Gradients scaled down to a total 2-norm";
  let description = [{
    The total norm is the 2-norm of the gradients' own 2-norms, in f32 (f64 for
    f64 gradients); each gradient is multiplied by
    min(1, max_norm / (total + 1e-6)). A non-finite norm passes through that
    formula: the step that uses this op must look at `total_norm`.

    Constraints:
    - C1: there is at least one gradient; all have one element type, f32 or f64,
      which is also that of `total_norm`.
    - C2: the clipped results have the gradients' types, `total_norm` is 0-d.
    - C3: `max_norm` is 0-d.

    Example:
    ```mlir
    %a, %b, %norm = amp.clip_by_norm %x, %y, %max : (tensor<4x3xf32>, tensor<3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<f32>)
    ```
  }];
  let arguments = (ins Variadic<Amp_FloatTensor>:$gradients, Amp_FloatTensor:$max_norm);
  let results = (outs Variadic<Amp_FloatTensor>:$clipped, Amp_FloatTensor:$total_norm);
}

def Amp_ClipByValueOp : Amp_PureOp<"clip_by_value", OnlyInherit,
    [FixedPrecision, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "A gradient limited to [-limit, limit]";
  let description = [{
    Limits each element; NaN stays NaN.

    Constraints:
    - C1: the result has the gradient's type.

    Example:
    ```mlir
    %0 = amp.clip_by_value %g, %limit : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$gradient, Amp_Scalar<F32>:$limit);
  let results = (outs Amp_FloatTensor:$result);
}

#endif // AMP_SCALING_TD
