// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Documented rates of GPUs, in their SXM form: memory bandwidth, f32 outside of
// Tensor Cores (products of f32 do not round to TF32 unless asked), and dense
// TF32, f16 and bf16 on Tensor Cores. From NVIDIA's data sheets, which name the
// rates of H100 and H200 with sparsity, twice the dense ones:
// - "NVIDIA A100 Tensor Core GPU" (June 2021): A100 80GB SXM, 2,039 GB/s,
//   19.5 TFLOPS f32, 156 TFLOPS TF32, 312 TFLOPS f16 and bf16;
// - "NVIDIA H100 Tensor Core GPU" (2023): H100 SXM, 3.35 TB/s, 67 TFLOPS f32,
//   989 TFLOPS TF32 and 1,979 TFLOPS f16 and bf16 with sparsity;
// - "NVIDIA H200 Tensor Core GPU" (2024): H200 SXM, 4.8 TB/s, 67 TFLOPS f32,
//   989 TFLOPS TF32 and 1,979 TFLOPS f16 and bf16 with sparsity.

#include "amp/Engine/MachineRates.h"

using namespace amp;

std::span<const DeviceRates> amp::getDeviceRates() {
  static constexpr DeviceRates devices[] = {
      {"A100", {2.039e12, 19.5e12, 312e12, 312e12, 156e12}},
      {"H100", {3.35e12, 67e12, 989.5e12, 989.5e12, 494.7e12}},
      {"H200", {4.8e12, 67e12, 989.5e12, 989.5e12, 494.7e12}}};
  return devices;
}
