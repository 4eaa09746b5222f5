// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check dialect: assertions on tensors that every target runs, so that one
// test file proves the same on the interpreter and on compiled code.

#ifndef AMP_CHECK_OPS_TD
#define AMP_CHECK_OPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::amp::check";
  let summary = "Assertions on tensors";
  let description = [{
    A function with these ops is run by `amp-run check`; a failed assertion is a
    located error that shows the first differing element.
  }];
}

class Check_Op<string mnemonic, list<Trait> traits = []>
    : Op<Check_Dialect, mnemonic, traits # [MemoryEffects<[MemWrite]>]>;

def Check_ExpectEqOp : Check_Op<"expect_eq", [SameTypeOperands]> {
  let summary = "Assert that two tensors are equal, element by element";
  let description = [{
    Floats are compared by bits, except that any NaN equals any NaN.

    Constraints:
    - C1: both operands have one type.

    Example:
    ```mlir
    check.expect_eq %x, %y : tensor<3xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$actual, AnyRankedTensor:$expected);
  let assemblyFormat = "$actual `,` $expected attr-dict `:` type($actual)";
}

def Check_ExpectCloseOp : Check_Op<"expect_close", [SameTypeOperands]> {
  let summary = "Assert that two float tensors are close";
  let description = [{
    Passes if each pair differs by at most `ulps` units in the last place of the
    expected value, or by at most `relative` times its magnitude plus `absolute`.
    `at_least_ulps` also demands that the largest difference reaches that many
    ULPs, which shows that a loose bound is needed. NaN is close to NaN only,
    an infinity to itself only.

    Constraints:
    - C1: both operands have one float type.
    - C2: at least one bound is given.

    Example:
    ```mlir
    check.expect_close %x, %y {ulps = 2 : i64} : tensor<3xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$actual, AnyRankedTensor:$expected,
    OptionalAttr<I64Attr>:$ulps, OptionalAttr<F64Attr>:$relative,
    OptionalAttr<F64Attr>:$absolute, OptionalAttr<I64Attr>:$at_least_ulps);
  let assemblyFormat = "$actual `,` $expected attr-dict `:` type($actual)";
  let hasVerifier = 1;
}

def Check_ExpectFiniteOp : Check_Op<"expect_finite"> {
  let summary = "Assert that no element is infinite or NaN";
  let description = [{
    Constraints:
    - C1: the operand is floating-point.

    Example:
    ```mlir
    check.expect_finite %x : tensor<3xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

#endif // AMP_CHECK_OPS_TD
