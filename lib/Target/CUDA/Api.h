// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the CUDA driver's and cuBLASLt's binary interfaces that the
// target uses: opaque handles, result codes and the values of the enumerations,
// as their documentation gives them. Our own declarations, so that nothing of a
// toolkit is needed to build. Shared with the test stand-ins.

#ifndef AMP_LIB_TARGET_CUDA_API_H
#define AMP_LIB_TARGET_CUDA_API_H

#include <cstddef>
#include <cstdint>

namespace amp::cuda::api {

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

using Result = int;
using Device = int;
using Address = unsigned long long;
using Context = struct OpaqueContext *;
using Module = struct OpaqueModule *;
using Function = struct OpaqueFunction *;
using Stream = struct OpaqueStream *;
using Graph = struct OpaqueGraph *;
using GraphExec = struct OpaqueGraphExec *;
using Event = struct OpaqueEvent *;

inline constexpr Result success = 0;
inline constexpr Result outOfMemory = 2;

/// CUdevice_attribute.
inline constexpr int attributeMultiprocessors = 16;
inline constexpr int attributeMajor = 75;
inline constexpr int attributeMinor = 76;
/// CU_STREAM_NON_BLOCKING.
inline constexpr unsigned streamNonBlocking = 1;
/// CU_STREAM_CAPTURE_MODE_THREAD_LOCAL: other threads may go on as they like.
inline constexpr int captureThreadLocal = 1;

//===----------------------------------------------------------------------===//
// cuBLASLt
//===----------------------------------------------------------------------===//

using BlasStatus = int;
using BlasHandle = struct OpaqueBlas *;
using MatmulDesc = struct OpaqueMatmulDesc *;
using MatrixLayout = struct OpaqueMatrixLayout *;
using MatmulPreference = struct OpaqueMatmulPreference *;

/// cudaDataType.
enum DataType : int { r32F = 0, r64F = 1, r16F = 2, r16BF = 14 };
/// cublasComputeType_t.
enum ComputeType : int {
  compute32F = 68,
  compute64F = 70,
  compute32FFastTF32 = 77
};
/// cublasOperation_t.
enum Operation : int { operationN = 0, operationT = 1 };
/// cublasLtMatmulDescAttributes_t.
enum DescAttribute : int {
  descTransA = 3,
  descTransB = 4,
  descEpilogue = 7,
  descBiasPointer = 8,
  descBiasDataType = 26
};
/// cublasLtMatrixLayoutAttribute_t.
enum LayoutAttribute : int { layoutBatchCount = 5, layoutBatchStride = 6 };
/// cublasLtMatmulPreferenceAttributes_t.
enum PreferenceAttribute : int {
  preferenceMaxWorkspace = 1,
  preferenceReductionSchemes = 3,
  preferenceAlignmentA = 5,
  preferenceAlignmentB = 6,
  preferenceAlignmentC = 7,
  preferenceAlignmentD = 8
};
/// cublasLtReductionScheme_t: parts of a sum are combined not at all or in the
/// compute type, both of which give the same bits every time.
inline constexpr uint32_t reductionSchemes = 2;
/// cublasLtMatmulAlgoConfigAttributes_t.
enum AlgoAttribute : int { algoReductionScheme = 3 };
/// cublasLtEpilogue_t.
enum Epilogue : int { epilogueDefault = 1, epilogueBias = 4 };

/// cublasLtMatmulAlgo_t.
struct MatmulAlgo {
  uint64_t data[8];
};

/// cublasLtMatmulHeuristicResult_t.
struct MatmulHeuristic {
  MatmulAlgo algo;
  size_t workspace;
  BlasStatus state;
  float waves;
  int reserved[4];
};

} // namespace amp::cuda::api

#endif // AMP_LIB_TARGET_CUDA_API_H
