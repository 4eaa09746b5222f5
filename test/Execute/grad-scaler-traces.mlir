// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scaling ops reproduce recorded GradScaler runs bit for bit, as they are
// and decomposed. What is named here needs the scaler object: refused calls,
// saved state, disabling.

// RUN: %python %S/Inputs/replay-scaler.py %S/../Inputs/golden/scaler/scaler.json 2> %t.skipped > %t.mlir
// RUN: FileCheck %s < %t.skipped
// RUN: amp-run check %t.mlir --target=ref
// RUN: amp-opt %t.mlir --amp-decompose --amp-simplify --amp-verify-simplify -o %t.primitive.mlir
// RUN: FileCheck %s --check-prefix=PRIMITIVE < %t.primitive.mlir
// RUN: amp-run check %t.primitive.mlir --target=ref

// CHECK: not in the graph: disabled
// CHECK-NEXT: not in the graph: bad_growth_factor_1
// CHECK-NEXT: not in the graph: bad_backoff_factor_1
// CHECK-NEXT: not in the graph: bad_factors_ignored_when_disabled
// CHECK-NEXT: not in the graph: calls_before_scale
// CHECK-NEXT: not in the graph: unscale_twice_and_after_step
// CHECK-NEXT: not in the graph: update_without_step
// CHECK-NEXT: not in the graph: step_with_no_gradients
// CHECK-NEXT: not in the graph: update_new_scale_kinds
// CHECK-NEXT: not in the graph: state_roundtrip_mid_interval
// CHECK-NEXT: not in the graph: state_load_empty_and_foreign
// CHECK-NEXT: not in the graph: fp16_gradients_refused
// CHECK-NOT: not in the graph

// PRIMITIVE-COUNT-17: func.func
// PRIMITIVE-NOT: func.func
// PRIMITIVE-NOT: amp.{{scale|sgd|unscale_and_check|update_scale}}
