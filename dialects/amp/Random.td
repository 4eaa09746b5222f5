// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that draw random numbers. All are counter based: which numbers an op draws
// follows from its operands and attributes, so that a backward pass or a
// recomputation draws the same ones and no order of execution matters.

#ifndef AMP_RANDOM_TD
#define AMP_RANDOM_TD

include "amp/AmpBase.td"

def Amp_DropoutOp : Amp_PureOp<"dropout", AnyFloatClass,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Zeros in place of random elements, the others scaled up";
  let description = [{
    Each element is kept with probability 1 - p and multiplied by 1 / (1 - p),
    in f32 (f64 for f64) and rounded once; the others become 0, whatever they
    were. Evaluation, and p = 0, change nothing.

    Element i in row-major order is kept if the first word of Philox 4x32-10 is
    at least p * 2^32, where the words of the generator's counter are the low and
    the high half of i, the low half of `counter`, and `number`; its key is
    `seed`, with the high half of `counter` xored into the upper word. The mask
    so depends on nothing else: not on the target, the threads, fusion or the
    element type. The gradient is the same op on the incoming gradient.

    `keys` are the seed and the counter, 0-d each; stage 5 gives a training
    step's seed and number of micro-batches to the ops that have none. `number`
    tells the ops of a function apart; stage 2 numbers those that have none in
    order. In kernels it is a third key, of which the low half counts: layers
    that differ in their numbers alone then share a kernel. Under `mode = auto`, the default, an op draws where it has keys: in a
    training step, and nowhere else.

    Constraints:
    - C1: `keys` are absent, or two or three 0-d tensors of i64.
    - C2: p lies in [0, 1].
    - C3: `number` is not negative, fits 32 bits, and is absent beside a third
      key.

    Example:
    ```mlir
    %0 = amp.dropout %x {p = 0.5 : f64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Variadic<Amp_Scalar<I64>>:$keys,
    F64Attr:$p, OptionalAttr<I64Attr>:$number,
    DefaultValuedAttr<Amp_ModeAttr, "::amp::Mode::Auto">:$mode);
  let results = (outs Amp_FloatTensor:$result);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether the op draws numbers, or would if it had keys; otherwise its
    /// result is its operand.
    bool isTraining() {
      return !getP().isZero() &&
             (getMode() == Mode::Train ||
              (getMode() == Mode::Auto && !getKeys().empty()));
    }
    /// An element is kept if its random word is at least this: p * 2^32,
    /// rounded.
    uint64_t getThreshold() {
      return uint64_t(::std::nearbyint(
          getP().convertToDouble() * 4294967296.0));
    }
  }];
}

#endif // AMP_RANDOM_TD
