// A forward pass that multiplies on one side of a branch.
amp.variable @w : tensor<8x8xf32> init(#amp.kaiming_uniform)
func.func @forward(%x: tensor<?x8xf32> {amp.name = "x"}) -> (tensor<?x8xf32> {amp.name = "y"}) {
  %w = amp.read @w : tensor<8x8xf32>
  %0 = amp.linear %x, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %1 = amp.tanh %0 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %m = amp.mean %1 {axes = array<i64: 0, 1>} : (tensor<?x8xf32>) -> tensor<f32>
  %z = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare gt %m, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = amp.if %c -> (tensor<?x8xf32>) {
    %3 = amp.linear %1, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
    amp.yield %3 : tensor<?x8xf32>
  } else {
    %3 = amp.exp %1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
    amp.yield %3 : tensor<?x8xf32>
  }
  %4 = amp.sigmoid %2 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %4 : tensor<?x8xf32>
}
