// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.if against finite differences: the region taken passes gradients to what
// it read, outside of it or as a block argument; the other gives zeros; branches
// nest, and what they read is used elsewhere too.
//
// RUN: gradient-test %s

amp.variable @yes : tensor<i1> init(dense<true> : tensor<i1>) {trainable = false}
amp.variable @no : tensor<i1> init(dense<false> : tensor<i1>) {trainable = false}
amp.variable @x : tensor<2x3xf64> init(dense<[[-1.34, 0.76, 0.54], [-0.08, -1.14, 1.17]]> : tensor<2x3xf64>)
amp.variable @y : tensor<3x2xf64> init(dense<[[1.23, 0.05], [0.02, -1.06], [-1.99, -0.52]]> : tensor<3x2xf64>)
amp.variable @z : tensor<2x2xf64> init(dense<[[0.34, -1.72], [1.18, -1.07]]> : tensor<2x2xf64>)

func.func @loss_taken() -> tensor<f64> {
  %c = amp.read @yes : tensor<i1>
  %x = amp.read @x : tensor<2x3xf64>
  %y = amp.read @y : tensor<3x2xf64>
  %z = amp.read @z : tensor<2x2xf64>
  %e = amp.mul %z, %z : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %r:2 = amp.if %c -> (tensor<2x2xf64>, tensor<2x2xf64>) {
    %p = amp.matmul %x, %y : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<2x2xf64>
    %t = amp.tanh %p : (tensor<2x2xf64>) -> tensor<2x2xf64>
    %m = amp.mul %t, %p : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    amp.yield %m, %e : tensor<2x2xf64>, tensor<2x2xf64>
  } else {
    %n = amp.exp %e : (tensor<2x2xf64>) -> tensor<2x2xf64>
    amp.yield %n, %n : tensor<2x2xf64>, tensor<2x2xf64>
  }
  %a = amp.mul %r#0, %e : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %b = amp.add %a, %r#1 : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %k = amp.constant dense<[[1.5, -0.5], [0.25, 2.0]]> : tensor<2x2xf64>
  %w = amp.mul %b, %k : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  // What a region does not read still gets a gradient.
  %sx = amp.sum %x {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  %sy = amp.sum %y {axes = array<i64: 0, 1>} : (tensor<3x2xf64>) -> tensor<f64>
  %u = amp.add %s, %sx : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %v = amp.add %u, %sy : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %v : tensor<f64>
}

func.func @loss_otherwise() -> tensor<f64> {
  %c = amp.read @no : tensor<i1>
  %x = amp.read @x : tensor<2x3xf64>
  %y = amp.read @y : tensor<3x2xf64>
  %z = amp.read @z : tensor<2x2xf64>
  %e = amp.mul %z, %z : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %r:2 = amp.if %c -> (tensor<2x2xf64>, tensor<2x2xf64>) {
    %p = amp.matmul %x, %y : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<2x2xf64>
    %t = amp.tanh %p : (tensor<2x2xf64>) -> tensor<2x2xf64>
    %m = amp.mul %t, %p : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    amp.yield %m, %e : tensor<2x2xf64>, tensor<2x2xf64>
  } else {
    %n = amp.exp %e : (tensor<2x2xf64>) -> tensor<2x2xf64>
    amp.yield %n, %n : tensor<2x2xf64>, tensor<2x2xf64>
  }
  %a = amp.mul %r#0, %e : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %b = amp.add %a, %r#1 : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %k = amp.constant dense<[[1.5, -0.5], [0.25, 2.0]]> : tensor<2x2xf64>
  %w = amp.mul %b, %k : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  // What a region does not read still gets a gradient.
  %sx = amp.sum %x {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  %sy = amp.sum %y {axes = array<i64: 0, 1>} : (tensor<3x2xf64>) -> tensor<f64>
  %u = amp.add %s, %sx : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %v = amp.add %u, %sy : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %v : tensor<f64>
}

func.func @loss_nested_both() -> tensor<f64> {
  %c = amp.read @yes : tensor<i1>
  %d = amp.read @yes : tensor<i1>
  %seed = amp.constant dense<9> : tensor<i64>
  %z = amp.read @z : tensor<2x2xf64>
  %x = amp.read @x : tensor<2x3xf64>
  %r = amp.if %c (%z : tensor<2x2xf64>) -> (tensor<2x2xf64>) {
  ^bb0(%a: tensor<2x2xf64>):
    %t = amp.tanh %a : (tensor<2x2xf64>) -> tensor<2x2xf64>
    %i = amp.if %d (%a, %t : tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>) {
    ^bb0(%p: tensor<2x2xf64>, %q: tensor<2x2xf64>):
      %m = amp.mul %p, %q : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
      %o = amp.mul %m, %t : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
      amp.yield %o : tensor<2x2xf64>
    } else {
    ^bb0(%p: tensor<2x2xf64>, %q: tensor<2x2xf64>):
      %w = amp.dropout %q, %seed, %seed {p = 0.5 : f64, number = 2 : i64} : (tensor<2x2xf64>, tensor<i64>, tensor<i64>) -> tensor<2x2xf64>
      amp.yield %w : tensor<2x2xf64>
    }
    %e = amp.exp %i : (tensor<2x2xf64>) -> tensor<2x2xf64>
    amp.yield %e : tensor<2x2xf64>
  } else {
  ^bb0(%a: tensor<2x2xf64>):
    %g = amp.matmul %x, %x {transpose_rhs} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x2xf64>
    amp.yield %g : tensor<2x2xf64>
  }
  %s = amp.sum %r {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  %q = amp.sum %x {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  %h = amp.sum %z {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  %u = amp.add %s, %q : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %v = amp.add %u, %h : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %v : tensor<f64>
}

func.func @loss_nested_inner_otherwise() -> tensor<f64> {
  %c = amp.read @yes : tensor<i1>
  %d = amp.read @no : tensor<i1>
  %seed = amp.constant dense<9> : tensor<i64>
  %z = amp.read @z : tensor<2x2xf64>
  %x = amp.read @x : tensor<2x3xf64>
  %r = amp.if %c (%z : tensor<2x2xf64>) -> (tensor<2x2xf64>) {
  ^bb0(%a: tensor<2x2xf64>):
    %t = amp.tanh %a : (tensor<2x2xf64>) -> tensor<2x2xf64>
    %i = amp.if %d (%a, %t : tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>) {
    ^bb0(%p: tensor<2x2xf64>, %q: tensor<2x2xf64>):
      %m = amp.mul %p, %q : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
      %o = amp.mul %m, %t : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
      amp.yield %o : tensor<2x2xf64>
    } else {
    ^bb0(%p: tensor<2x2xf64>, %q: tensor<2x2xf64>):
      %w = amp.dropout %q, %seed, %seed {p = 0.5 : f64, number = 2 : i64} : (tensor<2x2xf64>, tensor<i64>, tensor<i64>) -> tensor<2x2xf64>
      amp.yield %w : tensor<2x2xf64>
    }
    %e = amp.exp %i : (tensor<2x2xf64>) -> tensor<2x2xf64>
    amp.yield %e : tensor<2x2xf64>
  } else {
  ^bb0(%a: tensor<2x2xf64>):
    %g = amp.matmul %x, %x {transpose_rhs} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x2xf64>
    amp.yield %g : tensor<2x2xf64>
  }
  %s = amp.sum %r {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  %q = amp.sum %x {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  %h = amp.sum %z {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  %u = amp.add %s, %q : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %v = amp.add %u, %h : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %v : tensor<f64>
}

func.func @loss_nested_outer_otherwise() -> tensor<f64> {
  %c = amp.read @no : tensor<i1>
  %d = amp.read @yes : tensor<i1>
  %seed = amp.constant dense<9> : tensor<i64>
  %z = amp.read @z : tensor<2x2xf64>
  %x = amp.read @x : tensor<2x3xf64>
  %r = amp.if %c (%z : tensor<2x2xf64>) -> (tensor<2x2xf64>) {
  ^bb0(%a: tensor<2x2xf64>):
    %t = amp.tanh %a : (tensor<2x2xf64>) -> tensor<2x2xf64>
    %i = amp.if %d (%a, %t : tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>) {
    ^bb0(%p: tensor<2x2xf64>, %q: tensor<2x2xf64>):
      %m = amp.mul %p, %q : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
      %o = amp.mul %m, %t : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
      amp.yield %o : tensor<2x2xf64>
    } else {
    ^bb0(%p: tensor<2x2xf64>, %q: tensor<2x2xf64>):
      %w = amp.dropout %q, %seed, %seed {p = 0.5 : f64, number = 2 : i64} : (tensor<2x2xf64>, tensor<i64>, tensor<i64>) -> tensor<2x2xf64>
      amp.yield %w : tensor<2x2xf64>
    }
    %e = amp.exp %i : (tensor<2x2xf64>) -> tensor<2x2xf64>
    amp.yield %e : tensor<2x2xf64>
  } else {
  ^bb0(%a: tensor<2x2xf64>):
    %g = amp.matmul %x, %x {transpose_rhs} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x2xf64>
    amp.yield %g : tensor<2x2xf64>
  }
  %s = amp.sum %r {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  %q = amp.sum %x {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  %h = amp.sum %z {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  %u = amp.add %s, %q : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %v = amp.add %u, %h : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %v : tensor<f64>
}
