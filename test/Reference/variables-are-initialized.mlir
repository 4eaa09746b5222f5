// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// Every initialiser; the random ones are captured, being the same everywhere,
// and depend neither on the variables without random values nor on the type.

amp.variable @zeros : tensor<2xbf16> init(#amp.zeros)
amp.variable @ones : tensor<2xi32> init(#amp.ones)
amp.variable @elements : tensor<2xf64> init(dense<[0.1, -0.0]> : tensor<2xf64>)
amp.variable @uniform : tensor<3xf64> init(#amp.uniform<-1.0 : f64, 3.0 : f64>)
amp.variable @state : tensor<3xf32> init(#amp.zeros) {trainable = false}
amp.variable @kaiming : tensor<2x6xf32> init(#amp.kaiming_uniform)
amp.variable @low : tensor<2xf16> init(#amp.zeros) {cast_of = @elements}

func.func @constants() {
  %z = amp.read @zeros : tensor<2xbf16>
  %ez = amp.constant dense<0.0> : tensor<2xbf16>
  check.expect_eq %z, %ez : tensor<2xbf16>
  %o = amp.read @ones : tensor<2xi32>
  %eo = amp.constant dense<1> : tensor<2xi32>
  check.expect_eq %o, %eo : tensor<2xi32>
  %l = amp.read @elements : tensor<2xf64>
  %el = amp.constant dense<[0.1, -0.0]> : tensor<2xf64>
  check.expect_eq %l, %el : tensor<2xf64>
  %w = amp.read @low : tensor<2xf16>
  %ew = amp.constant dense<[0.1, -0.0]> : tensor<2xf16>
  check.expect_eq %w, %ew : tensor<2xf16>
  return
}

func.func @random_values() {
  %u = amp.read @uniform : tensor<3xf64>
  %eu = amp.constant dense<[0x40042D38B1ACC4FD, 0x3FDCB200DBF8E4C8, 0x3FD1C732A604FAA0]> : tensor<3xf64>
  check.expect_eq %u, %eu : tensor<3xf64>
  %k = amp.read @kaiming : tensor<2x6xf32>
  %ek = amp.constant dense<[[0x3F611ADD, 0x3F338EFC, 0x3EF92EF6, 0x3E800E87, 0xBF052D17, 0xBEBC8F01],
    [0xBF45BF34, 0xBDA49CFF, 0xBDB2B492, 0x3E8C7ECD, 0xBF58094E, 0x3E75AF13]]> : tensor<2x6xf32>
  check.expect_eq %k, %ek : tensor<2x6xf32>
  return
}
