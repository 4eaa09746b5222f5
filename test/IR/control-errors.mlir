// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on variables, scopes and fused regions is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expects a static ranked tensor type, got 'tensor<?x3xf32>'}}
amp.variable @variable_c1_dynamic : tensor<?x3xf32> init(#amp.zeros)

// -----

// expected-error @below {{expects a static ranked tensor type, got 'f32'}}
amp.variable @variable_c1_type : f32 init(#amp.zeros)

// -----

// expected-error @below {{expects elements of f16, bf16, f32, f64, i1, i8, i32 or i64, got 'i16'}}
amp.variable @variable_c1_element : tensor<3xi16> init(#amp.zeros)

// -----

// expected-error @below {{expects initial elements of type 'tensor<3xf32>', got 'tensor<2xf32>'}}
amp.variable @variable_c2 : tensor<3xf32> init(dense<0.0> : tensor<2xf32>)

// -----

func.func @read_c1() {
  // expected-error @below {{expects a variable named @read_c1}}
  %0 = amp.read @read_c1 : tensor<3xf32>
  return
}

// -----

// expected-note @below {{the variable is declared here}}
amp.variable @v : tensor<3xf32> init(#amp.zeros)
func.func @read_c1_type() {
  // expected-error @below {{expects the type of @v, 'tensor<3xf32>', got 'tensor<3xf16>'}}
  %0 = amp.read @v : tensor<3xf16>
  return
}

// -----

// expected-note @below {{the variable is declared here}}
amp.variable @v : tensor<3xf32> init(#amp.zeros)
func.func @write_c1(%x: tensor<4xf32>) {
  // expected-error @below {{expects the type of @v, 'tensor<3xf32>', got 'tensor<4xf32>'}}
  amp.write @v, %x : tensor<4xf32>
  return
}

// -----

amp.variable @v : tensor<3xf32> init(#amp.zeros)
amp.variable @w : tensor<3xf32> init(#amp.zeros)
func.func @write_c2(%x: tensor<3xf32>) {
  amp.write @w, %x : tensor<3xf32>
  // expected-note @below {{the first one is here}}
  amp.write @v, %x : tensor<3xf32>
  // expected-error @below {{expects one write of @v in a function, got a second one}}
  amp.write @v, %x : tensor<3xf32>
  return
}

// -----

amp.variable @v : tensor<3xf32> init(#amp.zeros)
func.func @write_c2_region(%x: tensor<3xf32>) {
  amp.autocast enabled(true) {
    // expected-note @below {{the first one is here}}
    amp.write @v, %x : tensor<3xf32>
  }
  // expected-error @below {{expects one write of @v in a function, got a second one}}
  amp.write @v, %x : tensor<3xf32>
  return
}

// -----

func.func @autocast_c1() {
  // expected-error @below {{expects dtype f16 or bf16, got 'f32'}}
  amp.autocast dtype(f32) {
  }
  return
}

// -----

func.func @autocast_c2(%x: tensor<3xf32>) {
  %0 = amp.autocast enabled(true) -> (tensor<3xf16>) {
    // expected-error @below {{expects values of the region's result types, got 'tensor<3xf32>' for 'tensor<3xf16>'}}
    amp.yield %x : tensor<3xf32>
  }
  return
}

// -----

func.func @fused_c1(%x: tensor<3xf32>) {
  // expected-error @below {{expects block arguments of the operands' types}}
  %0 = amp.fused elementwise (%x) : (tensor<3xf32>) -> tensor<3xf16> {
  ^bb0(%a: tensor<3xf16>):
    amp.yield %a : tensor<3xf16>
  }
  return
}

// -----

func.func @fused_c2(%x: tensor<3xf32>) {
  %0 = amp.fused elementwise (%x) : (tensor<3xf32>) -> tensor<3xf16> {
  ^bb0(%a: tensor<3xf32>):
    // expected-error @below {{expects values of the region's result types, got 'tensor<3xf32>' for 'tensor<3xf16>'}}
    amp.yield %a : tensor<3xf32>
  }
  return
}

// -----

func.func @fused_form(%x: tensor<3xf32>) {
  // expected-error @below {{expects elementwise, row or column, got diagonal}}
  %0 = amp.fused diagonal (%x) : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: tensor<3xf32>):
    amp.yield %a : tensor<3xf32>
  }
  return
}

// -----

func.func @yield_c1(%x: tensor<3xf32>) {
  // expected-error @below {{expects to end an amp.autocast, amp.if, amp.fused or amp.formula region}}
  amp.yield %x : tensor<3xf32>
}

// -----

func.func @if_c1(%c: tensor<1xi1>) {
  // expected-error @below {{'amp.if' op operand #0 must be 0-d tensor of 1-bit signless integer}}
  "amp.if"(%c) ({ amp.yield }, { amp.yield }) : (tensor<1xi1>) -> ()
  return
}

// -----

func.func @if_c2(%c: tensor<i1>, %x: tensor<3xf32>) {
  // expected-error @below {{expects block arguments of the inputs' types in both regions}}
  amp.if %c (%x : tensor<3xf32>) {
  ^bb0(%a: tensor<3xf32>):
    amp.yield
  } else {
  }
  return
}

// -----

func.func @if_c3(%c: tensor<i1>, %x: tensor<3xf32>, %y: tensor<3xf64>) {
  %0 = amp.if %c -> (tensor<3xf32>) {
    amp.yield %x : tensor<3xf32>
  } else {
    // expected-error @below {{expects values of the region's result types, got 'tensor<3xf64>' for 'tensor<3xf32>'}}
    amp.yield %y : tensor<3xf64>
  }
  return
}

// -----

amp.variable @w : tensor<3xf32> init(#amp.zeros)
func.func @if_c4(%c: tensor<i1>, %x: tensor<3xf32>) {
  // expected-error @below {{expects no write of a variable in its regions}}
  amp.if %c {
    // expected-note @below {{yield the value and write it after the branch}}
    amp.write @w, %x : tensor<3xf32>
  } else {
  }
  return
}

// -----

// expected-error @below {{expects 0-d tensors and vectors of dynamic length, got 'tensor<3xf32>'}}
amp.formula @formula_c1 {
^bb0(%a: tensor<3xf32>):
  amp.yield %a : tensor<3xf32>
}

// -----

// expected-error @below {{expects to yield 0-d tensors or vectors, got both}}
amp.formula @formula_c2 {
^bb0(%a: tensor<?xf32>, %s: tensor<f32>):
  amp.yield %a, %s : tensor<?xf32>, tensor<f32>
}

// -----

func.func @apply_c1(%x: tensor<3xf32>) {
  // expected-error @below {{expects a formula named @missing}}
  %0 = amp.apply @missing(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

amp.formula @same {
^bb0(%a: tensor<?xf32>):
  amp.yield %a : tensor<?xf32>
}
func.func @apply_c2(%x: tensor<3xf16>) {
  // expected-error @below {{expects the formula's element type 'f32', got 'tensor<3xf16>'}}
  %0 = amp.apply @same(%x) : (tensor<3xf16>) -> tensor<3xf32>
  return
}

// -----

amp.formula @same {
^bb0(%a: tensor<?xf32>):
  amp.yield %a : tensor<?xf32>
}
func.func @apply_c2_counts(%y: tensor<3xf32>) {
  // expected-error @below {{expects 1 operands, got 2}}
  %1 = amp.apply @same(%y, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

amp.formula @scaled {
^bb0(%a: tensor<?xf32>, %s: tensor<f32>):
  %0 = amp.mul %a, %s : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  amp.yield %0 : tensor<?xf32>
}
func.func @apply_c3(%x: tensor<3xf32>, %s: tensor<f32>) {
  // expected-error @below {{expects the shape of 'tensor<4xf32>', got 'tensor<3xf32>'}}
  %0 = amp.apply @scaled(%x, %s) : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

amp.formula @scaled {
^bb0(%a: tensor<?xf32>, %s: tensor<f32>):
  %0 = amp.mul %a, %s : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  amp.yield %0 : tensor<?xf32>
}
func.func @apply_c3_scalar(%x: tensor<3xf32>) {
  // expected-error @below {{expects the shape of 'tensor<f32>', got 'tensor<3xf32>'}}
  %1 = amp.apply @scaled(%x, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
