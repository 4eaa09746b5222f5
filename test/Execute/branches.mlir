// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches run the region that their condition chooses, each function here with
// both outcomes: regions are compiled apart, read values and variables from
// outside, nest, and pass values through.

// RUN: same-bits %s | FileCheck %s
// CHECK: computed: {{.*}}, then 0
// CHECK-NOT: {{other bits|expected}}

amp.variable @w : tensor<5x7xf32> init(#amp.kaiming_uniform)

func.func @computed(%x: tensor<4x7xf32>, %t: tensor<f32>)
    -> (tensor<4x5xf32>, tensor<4x5xf32>)
    attributes {test.ulps = 64 : i64} {
  %v = amp.read @w : tensor<5x7xf32>
  %w = amp.abs %v : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %a = amp.abs %x : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare lt %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = amp.compare ge %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = amp.if %c -> (tensor<4x5xf32>) {
    %1 = amp.linear %a, %w {accumulate = f32} : (tensor<4x7xf32>, tensor<5x7xf32>) -> tensor<4x5xf32>
    amp.yield %1 : tensor<4x5xf32>
  } else {
    %1 = amp.linear %a, %w {accumulate = f32} : (tensor<4x7xf32>, tensor<5x7xf32>) -> tensor<4x5xf32>
    %2 = amp.relu %1 : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %3 = amp.mul %2, %2 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    amp.yield %3 : tensor<4x5xf32>
  }
  %4 = amp.if %n -> (tensor<4x5xf32>) {
    amp.yield %0 : tensor<4x5xf32>
  } else {
    %5 = amp.neg %0 : (tensor<4x5xf32>) -> tensor<4x5xf32>
    amp.yield %5 : tensor<4x5xf32>
  }
  return %0, %4 : tensor<4x5xf32>, tensor<4x5xf32>
}

func.func @computed_otherwise(%x: tensor<4x7xf32>, %t: tensor<f32>)
    -> (tensor<4x5xf32>, tensor<4x5xf32>)
    attributes {test.ulps = 64 : i64} {
  %v = amp.read @w : tensor<5x7xf32>
  %w = amp.abs %v : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %a = amp.abs %x : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare ge %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = amp.compare ge %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = amp.if %c -> (tensor<4x5xf32>) {
    %1 = amp.linear %a, %w {accumulate = f32} : (tensor<4x7xf32>, tensor<5x7xf32>) -> tensor<4x5xf32>
    amp.yield %1 : tensor<4x5xf32>
  } else {
    %1 = amp.linear %a, %w {accumulate = f32} : (tensor<4x7xf32>, tensor<5x7xf32>) -> tensor<4x5xf32>
    %2 = amp.relu %1 : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %3 = amp.mul %2, %2 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    amp.yield %3 : tensor<4x5xf32>
  }
  %4 = amp.if %n -> (tensor<4x5xf32>) {
    amp.yield %0 : tensor<4x5xf32>
  } else {
    %5 = amp.neg %0 : (tensor<4x5xf32>) -> tensor<4x5xf32>
    amp.yield %5 : tensor<4x5xf32>
  }
  return %0, %4 : tensor<4x5xf32>, tensor<4x5xf32>
}

func.func @passed_through(%t: tensor<f32>, %x: tensor<9xf32>, %y: tensor<9xf32>)
    -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>)
    attributes {test.ulps = 0 : i64} {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare lt %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0:4 = amp.if %c -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>) {
    %k = amp.constant dense<2.5> : tensor<9xf32>
    %r = amp.reshape %y : (tensor<9xf32>) -> tensor<3x3xf32>
    amp.yield %x, %x, %k, %r : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>
  } else {
    %a = amp.add %x, %y : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    %r = amp.reshape %a : (tensor<9xf32>) -> tensor<3x3xf32>
    %p = amp.transpose %r {permutation = array<i64: 1, 0>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
    amp.yield %y, %a, %a, %p : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>
  }
  return %0#0, %0#1, %0#2, %0#3 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>
}

func.func @passed_through_otherwise(%t: tensor<f32>, %x: tensor<9xf32>, %y: tensor<9xf32>)
    -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>)
    attributes {test.ulps = 0 : i64} {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare ge %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0:4 = amp.if %c -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>) {
    %k = amp.constant dense<2.5> : tensor<9xf32>
    %r = amp.reshape %y : (tensor<9xf32>) -> tensor<3x3xf32>
    amp.yield %x, %x, %k, %r : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>
  } else {
    %a = amp.add %x, %y : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    %r = amp.reshape %a : (tensor<9xf32>) -> tensor<3x3xf32>
    %p = amp.transpose %r {permutation = array<i64: 1, 0>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
    amp.yield %y, %a, %a, %p : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>
  }
  return %0#0, %0#1, %0#2, %0#3 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<3x3xf32>
}

func.func @nested_lt_lt(%t: tensor<f32>, %x: tensor<6x5xf32>) -> (tensor<6xf32>)
    attributes {test.ulps = 16 : i64} {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare lt %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = amp.compare lt %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = amp.exp %x : (tensor<6x5xf32>) -> tensor<6x5xf32>
  %p = amp.transpose %e {permutation = array<i64: 1, 0>} : (tensor<6x5xf32>) -> tensor<5x6xf32>
  %0 = amp.if %c -> (tensor<6xf32>) {
    %1 = amp.if %n -> (tensor<6xf32>) {
      %2 = amp.sum %e {axes = array<i64: 1>} : (tensor<6x5xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    } else {
      %2 = amp.max %p {axes = array<i64: 0>} : (tensor<5x6xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    }
    %3 = amp.sqrt %1 : (tensor<6xf32>) -> tensor<6xf32>
    amp.yield %3 : tensor<6xf32>
  } else {
    %1 = amp.if %n -> (tensor<6xf32>) {
      %2 = amp.sum %p {axes = array<i64: 0>} : (tensor<5x6xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    } else {
      %2 = amp.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    }
    amp.yield %1 : tensor<6xf32>
  }
  return %0 : tensor<6xf32>
}

func.func @nested_lt_ge(%t: tensor<f32>, %x: tensor<6x5xf32>) -> (tensor<6xf32>)
    attributes {test.ulps = 16 : i64} {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare lt %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = amp.compare ge %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = amp.exp %x : (tensor<6x5xf32>) -> tensor<6x5xf32>
  %p = amp.transpose %e {permutation = array<i64: 1, 0>} : (tensor<6x5xf32>) -> tensor<5x6xf32>
  %0 = amp.if %c -> (tensor<6xf32>) {
    %1 = amp.if %n -> (tensor<6xf32>) {
      %2 = amp.sum %e {axes = array<i64: 1>} : (tensor<6x5xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    } else {
      %2 = amp.max %p {axes = array<i64: 0>} : (tensor<5x6xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    }
    %3 = amp.sqrt %1 : (tensor<6xf32>) -> tensor<6xf32>
    amp.yield %3 : tensor<6xf32>
  } else {
    %1 = amp.if %n -> (tensor<6xf32>) {
      %2 = amp.sum %p {axes = array<i64: 0>} : (tensor<5x6xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    } else {
      %2 = amp.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    }
    amp.yield %1 : tensor<6xf32>
  }
  return %0 : tensor<6xf32>
}

func.func @nested_ge_lt(%t: tensor<f32>, %x: tensor<6x5xf32>) -> (tensor<6xf32>)
    attributes {test.ulps = 16 : i64} {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare ge %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = amp.compare lt %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = amp.exp %x : (tensor<6x5xf32>) -> tensor<6x5xf32>
  %p = amp.transpose %e {permutation = array<i64: 1, 0>} : (tensor<6x5xf32>) -> tensor<5x6xf32>
  %0 = amp.if %c -> (tensor<6xf32>) {
    %1 = amp.if %n -> (tensor<6xf32>) {
      %2 = amp.sum %e {axes = array<i64: 1>} : (tensor<6x5xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    } else {
      %2 = amp.max %p {axes = array<i64: 0>} : (tensor<5x6xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    }
    %3 = amp.sqrt %1 : (tensor<6xf32>) -> tensor<6xf32>
    amp.yield %3 : tensor<6xf32>
  } else {
    %1 = amp.if %n -> (tensor<6xf32>) {
      %2 = amp.sum %p {axes = array<i64: 0>} : (tensor<5x6xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    } else {
      %2 = amp.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    }
    amp.yield %1 : tensor<6xf32>
  }
  return %0 : tensor<6xf32>
}

func.func @nested_ge_ge(%t: tensor<f32>, %x: tensor<6x5xf32>) -> (tensor<6xf32>)
    attributes {test.ulps = 16 : i64} {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare ge %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = amp.compare ge %t, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = amp.exp %x : (tensor<6x5xf32>) -> tensor<6x5xf32>
  %p = amp.transpose %e {permutation = array<i64: 1, 0>} : (tensor<6x5xf32>) -> tensor<5x6xf32>
  %0 = amp.if %c -> (tensor<6xf32>) {
    %1 = amp.if %n -> (tensor<6xf32>) {
      %2 = amp.sum %e {axes = array<i64: 1>} : (tensor<6x5xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    } else {
      %2 = amp.max %p {axes = array<i64: 0>} : (tensor<5x6xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    }
    %3 = amp.sqrt %1 : (tensor<6xf32>) -> tensor<6xf32>
    amp.yield %3 : tensor<6xf32>
  } else {
    %1 = amp.if %n -> (tensor<6xf32>) {
      %2 = amp.sum %p {axes = array<i64: 0>} : (tensor<5x6xf32>) -> tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    } else {
      %2 = amp.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
      amp.yield %2 : tensor<6xf32>
    }
    amp.yield %1 : tensor<6xf32>
  }
  return %0 : tensor<6xf32>
}

// A variable that a branch renews: its old value is read in the other region.
amp.variable @s : tensor<300xf32> init(#amp.uniform<-1.0 : f64, 1.0 : f64>)
amp.variable @n : tensor<f32> init(#amp.zeros)
func.func @state(%x: tensor<300xf32>) -> (tensor<300xf32>)
    attributes {test.ulps = 0 : i64} {
  %s = amp.read @s : tensor<300xf32>
  %k = amp.read @n : tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %c = amp.compare eq %k, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0:2 = amp.if %c -> (tensor<300xf32>, tensor<300xf32>) {
    amp.yield %x, %s : tensor<300xf32>, tensor<300xf32>
  } else {
    %1 = amp.add %s, %x : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
    amp.yield %1, %1 : tensor<300xf32>, tensor<300xf32>
  }
  %next = amp.add %k, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
  amp.write @s, %0#0 : tensor<300xf32>
  amp.write @n, %next : tensor<f32>
  return %0#1 : tensor<300xf32>
}
