// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of many matrices against finite differences: an operand that is
// repeated along outer dimensions, first or last, missing or of extent one, gets
// the sum over them. One form against PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/matmul_broadcast.npz

amp.variable @a_pairs : tensor<2x2x3xf64> init(dense<[[[-0.19, 0.24, 1.70], [-0.14, 0.03, 0.35]], [[-1.26, 0.05, 0.52], [1.17, -1.62, -0.79]]]> : tensor<2x2x3xf64>)
amp.variable @b_pairs : tensor<2x3x4xf64> init(dense<[[[-1.64, 1.24, 0.77, -1.83], [1.93, 1.86, 0.62, 0.46], [-1.37, -1.94, 0.11, -1.76]], [[-1.24, -1.03, -1.88, -0.14], [-0.24, 1.37, 0.08, 0.56], [-0.00, 0.65, -0.17, -0.89]]]> : tensor<2x3x4xf64>)
func.func @loss_pairs() -> tensor<f64> {
  %a = amp.read @a_pairs : tensor<2x2x3xf64>
  %b = amp.read @b_pairs : tensor<2x3x4xf64>
  %r = amp.matmul %a, %b : (tensor<2x2x3xf64>, tensor<2x3x4xf64>) -> tensor<2x2x4xf64>
  %c = amp.constant dense<[[[1.99, 1.98, 1.36, 0.83], [-0.74, -1.08, -0.84, -1.72]], [[1.07, -0.40, 1.39, -0.45], [1.83, 1.39, -2.00, -1.16]]]> : tensor<2x2x4xf64>
  %w = amp.mul %r, %c : (tensor<2x2x4xf64>, tensor<2x2x4xf64>) -> tensor<2x2x4xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2>} : (tensor<2x2x4xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_pairs_flipped : tensor<2x3x2xf64> init(dense<[[[1.64, -0.12], [1.92, -0.41], [-1.71, 0.52]], [[1.11, -0.92], [-1.65, -0.67], [1.86, 1.03]]]> : tensor<2x3x2xf64>)
amp.variable @b_pairs_flipped : tensor<2x4x3xf64> init(dense<[[[-1.53, -1.01, -1.60], [-1.76, 1.19, -1.29], [0.24, -0.21, -1.24], [0.93, -1.48, 0.57]], [[-1.53, -0.32, -1.15], [-0.92, 1.88, 1.21], [-0.78, 1.54, -1.16], [-0.42, 1.42, 0.57]]]> : tensor<2x4x3xf64>)
func.func @loss_pairs_flipped() -> tensor<f64> {
  %a = amp.read @a_pairs_flipped : tensor<2x3x2xf64>
  %b = amp.read @b_pairs_flipped : tensor<2x4x3xf64>
  %r = amp.matmul %a, %b {transpose_lhs, transpose_rhs} : (tensor<2x3x2xf64>, tensor<2x4x3xf64>) -> tensor<2x2x4xf64>
  %c = amp.constant dense<[[[-1.60, 1.96, -1.15, -0.97], [1.09, -0.68, -0.81, -1.71]], [[-1.64, 0.33, -1.03, 0.41], [-0.51, -0.19, 1.84, -0.07]]]> : tensor<2x2x4xf64>
  %w = amp.mul %r, %c : (tensor<2x2x4xf64>, tensor<2x2x4xf64>) -> tensor<2x2x4xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2>} : (tensor<2x2x4xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_one_right_matrix : tensor<3x2x3xf64> init(dense<[[[0.30, 1.47, -1.27], [-1.38, 1.63, 1.27]], [[-1.00, -1.24, 0.96], [1.76, -1.21, 1.80]], [[1.53, 0.41, -0.31], [-1.58, -1.85, 1.85]]]> : tensor<3x2x3xf64>)
amp.variable @b_one_right_matrix : tensor<3x4xf64> init(dense<[[-1.05, 0.82, -0.97, 1.29], [0.39, -0.83, -1.30, 0.88], [-1.72, -1.09, 0.24, 1.41]]> : tensor<3x4xf64>)
func.func @loss_one_right_matrix() -> tensor<f64> {
  %a = amp.read @a_one_right_matrix : tensor<3x2x3xf64>
  %b = amp.read @b_one_right_matrix : tensor<3x4xf64>
  %r = amp.matmul %a, %b : (tensor<3x2x3xf64>, tensor<3x4xf64>) -> tensor<3x2x4xf64>
  %c = amp.constant dense<[[[0.46, -0.88, 1.67, -1.18], [-1.93, -0.92, -0.22, -1.76]], [[-1.29, -0.52, 0.29, -1.47], [-0.55, 1.56, 1.92, 0.63]], [[0.76, 0.34, -1.44, -1.86], [-1.93, 1.64, 0.80, 1.85]]]> : tensor<3x2x4xf64>
  %w = amp.mul %r, %c : (tensor<3x2x4xf64>, tensor<3x2x4xf64>) -> tensor<3x2x4xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2>} : (tensor<3x2x4xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_one_right_matrix_stored_transposed : tensor<2x3x2xf64> init(dense<[[[-1.91, 0.54], [-0.07, 0.92], [-0.72, 2.00]], [[-1.70, 0.18], [0.95, 1.60], [0.95, 0.81]]]> : tensor<2x3x2xf64>)
amp.variable @b_one_right_matrix_stored_transposed : tensor<4x3xf64> init(dense<[[1.17, 1.66, -0.59], [0.74, 1.60, 1.48], [-0.33, 1.16, 1.45], [0.29, 0.50, -0.47]]> : tensor<4x3xf64>)
func.func @loss_one_right_matrix_stored_transposed() -> tensor<f64> {
  %a = amp.read @a_one_right_matrix_stored_transposed : tensor<2x3x2xf64>
  %b = amp.read @b_one_right_matrix_stored_transposed : tensor<4x3xf64>
  %r = amp.matmul %a, %b {transpose_lhs, transpose_rhs} : (tensor<2x3x2xf64>, tensor<4x3xf64>) -> tensor<2x2x4xf64>
  %c = amp.constant dense<[[[0.33, 0.44, -1.68, 0.56], [1.97, 1.52, 0.91, -0.45]], [[0.94, 0.32, -0.24, 1.35], [-1.66, 1.00, -1.88, 0.41]]]> : tensor<2x2x4xf64>
  %w = amp.mul %r, %c : (tensor<2x2x4xf64>, tensor<2x2x4xf64>) -> tensor<2x2x4xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2>} : (tensor<2x2x4xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_one_left_matrix : tensor<2x3xf64> init(dense<[[-0.08, -1.08, 0.79], [-0.01, 0.46, 1.68]]> : tensor<2x3xf64>)
amp.variable @b_one_left_matrix : tensor<3x3x2xf64> init(dense<[[[-0.98, -1.95], [-0.80, 0.71], [-1.19, -1.32]], [[1.62, 0.64], [-0.23, 1.57], [-0.69, 0.66]], [[-1.21, -0.28], [1.22, 1.66], [1.52, -0.46]]]> : tensor<3x3x2xf64>)
func.func @loss_one_left_matrix() -> tensor<f64> {
  %a = amp.read @a_one_left_matrix : tensor<2x3xf64>
  %b = amp.read @b_one_left_matrix : tensor<3x3x2xf64>
  %r = amp.matmul %a, %b : (tensor<2x3xf64>, tensor<3x3x2xf64>) -> tensor<3x2x2xf64>
  %c = amp.constant dense<[[[0.33, -0.73], [-1.46, -0.01]], [[1.35, 1.39], [0.84, 1.80]], [[-0.89, -1.32], [-0.20, -0.90]]]> : tensor<3x2x2xf64>
  %w = amp.mul %r, %c : (tensor<3x2x2xf64>, tensor<3x2x2xf64>) -> tensor<3x2x2xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2>} : (tensor<3x2x2xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_one_left_matrix_stored_transposed : tensor<3x2xf64> init(dense<[[-1.14, -0.34], [0.50, -0.02], [-0.74, 1.36]]> : tensor<3x2xf64>)
amp.variable @b_one_left_matrix_stored_transposed : tensor<3x2x3xf64> init(dense<[[[1.93, -0.19, -1.70], [-1.87, 1.49, -1.83]], [[0.83, 0.28, -0.76], [1.17, -1.92, -1.46]], [[-0.18, -1.90, 1.32], [-1.05, -1.44, -1.81]]]> : tensor<3x2x3xf64>)
func.func @loss_one_left_matrix_stored_transposed() -> tensor<f64> {
  %a = amp.read @a_one_left_matrix_stored_transposed : tensor<3x2xf64>
  %b = amp.read @b_one_left_matrix_stored_transposed : tensor<3x2x3xf64>
  %r = amp.matmul %a, %b {transpose_lhs, transpose_rhs} : (tensor<3x2xf64>, tensor<3x2x3xf64>) -> tensor<3x2x2xf64>
  %c = amp.constant dense<[[[0.52, -0.21], [0.52, 0.62]], [[1.23, 1.83], [0.74, -1.20]], [[-0.10, -1.29], [-1.96, -0.11]]]> : tensor<3x2x2xf64>
  %w = amp.mul %r, %c : (tensor<3x2x2xf64>, tensor<3x2x2xf64>) -> tensor<3x2x2xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2>} : (tensor<3x2x2xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_both_repeated : tensor<2x1x2x3xf64> init(dense<[[[[0.86, -1.28, -0.91], [-0.62, 0.79, 0.08]]], [[[0.46, 1.02, -0.43], [1.17, 1.62, -1.65]]]]> : tensor<2x1x2x3xf64>)
amp.variable @b_both_repeated : tensor<3x3x2xf64> init(dense<[[[1.73, 0.89], [-1.48, -0.19], [0.50, 1.64]], [[-0.49, 0.28], [1.52, 1.19], [1.78, -0.15]], [[0.61, -1.18], [0.89, 1.27], [0.57, 0.87]]]> : tensor<3x3x2xf64>)
func.func @loss_both_repeated() -> tensor<f64> {
  %a = amp.read @a_both_repeated : tensor<2x1x2x3xf64>
  %b = amp.read @b_both_repeated : tensor<3x3x2xf64>
  %r = amp.matmul %a, %b : (tensor<2x1x2x3xf64>, tensor<3x3x2xf64>) -> tensor<2x3x2x2xf64>
  %c = amp.constant dense<[[[[-1.15, 1.60], [1.92, 1.91]], [[0.15, 1.16], [-0.72, 1.64]], [[1.42, -0.61], [-1.67, -0.24]]], [[[0.20, 1.07], [-0.05, -1.89]], [[1.24, -1.74], [1.20, -1.31]], [[-0.66, 1.15], [-1.44, -1.41]]]]> : tensor<2x3x2x2xf64>
  %w = amp.mul %r, %c : (tensor<2x3x2x2xf64>, tensor<2x3x2x2xf64>) -> tensor<2x3x2x2xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x3x2x2xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_both_repeated_flipped : tensor<2x1x3x2xf64> init(dense<[[[[0.07, 0.89], [1.36, 0.76], [1.78, -0.03]]], [[[1.80, -1.66], [-1.11, 0.11], [-0.84, 0.92]]]]> : tensor<2x1x3x2xf64>)
amp.variable @b_both_repeated_flipped : tensor<3x2x3xf64> init(dense<[[[0.56, 0.09, 1.37], [0.24, -0.75, -0.48]], [[1.38, 1.60, -1.17], [1.40, 1.87, 0.10]], [[0.29, -1.20, 0.14], [0.01, 0.42, -1.89]]]> : tensor<3x2x3xf64>)
func.func @loss_both_repeated_flipped() -> tensor<f64> {
  %a = amp.read @a_both_repeated_flipped : tensor<2x1x3x2xf64>
  %b = amp.read @b_both_repeated_flipped : tensor<3x2x3xf64>
  %r = amp.matmul %a, %b {transpose_lhs, transpose_rhs} : (tensor<2x1x3x2xf64>, tensor<3x2x3xf64>) -> tensor<2x3x2x2xf64>
  %c = amp.constant dense<[[[[1.88, 0.06], [-0.40, 1.20]], [[0.25, -0.04], [0.76, -1.74]], [[0.15, -0.34], [1.83, 1.69]]], [[[-0.92, -0.11], [-1.49, -0.27]], [[1.26, 1.60], [-0.09, -0.73]], [[-1.23, 0.47], [1.70, -1.48]]]]> : tensor<2x3x2x2xf64>
  %w = amp.mul %r, %c : (tensor<2x3x2x2xf64>, tensor<2x3x2x2xf64>) -> tensor<2x3x2x2xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x3x2x2xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_repeated_first : tensor<1x2x2x3xf64> init(dense<[[[[1.12, -1.91, -1.22], [-1.09, 0.75, -0.71]], [[-0.58, 0.48, -1.58], [0.92, -1.51, 0.04]]]]> : tensor<1x2x2x3xf64>)
amp.variable @b_repeated_first : tensor<2x2x3x2xf64> init(dense<[[[[-1.00, -1.21], [0.12, -0.25], [-0.50, -0.35]], [[0.12, -1.36], [-1.18, 0.53], [0.55, 0.12]]], [[[1.41, 0.45], [1.43, -1.07], [0.96, 1.24]], [[1.61, -0.74], [-0.74, 1.69], [-1.13, 1.99]]]]> : tensor<2x2x3x2xf64>)
func.func @loss_repeated_first() -> tensor<f64> {
  %a = amp.read @a_repeated_first : tensor<1x2x2x3xf64>
  %b = amp.read @b_repeated_first : tensor<2x2x3x2xf64>
  %r = amp.matmul %a, %b : (tensor<1x2x2x3xf64>, tensor<2x2x3x2xf64>) -> tensor<2x2x2x2xf64>
  %c = amp.constant dense<[[[[1.55, -1.46], [-1.04, 0.91]], [[-0.96, -1.61], [1.33, -0.31]]], [[[1.16, -1.50], [-0.39, 0.74]], [[-1.93, -1.20], [0.73, 1.65]]]]> : tensor<2x2x2x2xf64>
  %w = amp.mul %r, %c : (tensor<2x2x2x2xf64>, tensor<2x2x2x2xf64>) -> tensor<2x2x2x2xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x2x2x2xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @a_repeated_last_flipped : tensor<2x2x2x3xf64> init(dense<[[[[1.87, -1.54, 0.02], [1.03, 0.01, 0.74]], [[-1.24, -1.72, -1.58], [-1.85, 0.21, 0.06]]], [[[0.27, -1.41, -1.26], [-1.18, 1.36, 1.96]], [[1.71, -1.62, -1.75], [1.81, -0.15, 1.06]]]]> : tensor<2x2x2x3xf64>)
amp.variable @b_repeated_last_flipped : tensor<2x1x2x3xf64> init(dense<[[[[-0.69, -0.13, 0.06], [-0.28, 0.40, -1.95]]], [[[0.80, 1.38, -1.27], [-0.18, 0.96, -0.38]]]]> : tensor<2x1x2x3xf64>)
func.func @loss_repeated_last_flipped() -> tensor<f64> {
  %a = amp.read @a_repeated_last_flipped : tensor<2x2x2x3xf64>
  %b = amp.read @b_repeated_last_flipped : tensor<2x1x2x3xf64>
  %r = amp.matmul %a, %b {transpose_rhs} : (tensor<2x2x2x3xf64>, tensor<2x1x2x3xf64>) -> tensor<2x2x2x2xf64>
  %c = amp.constant dense<[[[[-1.22, -1.34], [0.05, -1.94]], [[1.57, 1.21], [0.82, 1.44]]], [[[0.52, -0.38], [0.40, 0.02]], [[1.93, 1.22], [-0.97, 1.65]]]]> : tensor<2x2x2x2xf64>
  %w = amp.mul %r, %c : (tensor<2x2x2x2xf64>, tensor<2x2x2x2xf64>) -> tensor<2x2x2x2xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x2x2x2xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @x : tensor<2x2x3x4xf32> init(#amp.zeros)
amp.variable @y : tensor<4x5xf32> init(#amp.zeros)
amp.variable @cot : tensor<2x2x3x5xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<2x2x3x4xf32>
  %y = amp.read @y : tensor<4x5xf32>
  %cot = amp.read @cot : tensor<2x2x3x5xf32>
  %g = amp.matmul %x, %y : (tensor<2x2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x2x3x5xf32>
  %gw = amp.mul %g, %cot : (tensor<2x2x3x5xf32>, tensor<2x2x3x5xf32>) -> tensor<2x2x3x5xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x2x3x5xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
