// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the stand-in for cuBLASLt is made of: descriptors as they were set, and
// algorithms, which are numbers in a list of our own.
//
// An algorithm's descriptor holds the promised alignments, its place in the
// list, the version of the library and a mark. The algorithms sum in different
// orders, so that the bits of a product tell which one ran. With
// AMP_EMU_PRODUCT_MS=8,2,... each takes so many milliseconds of the device's
// clock, by its place. AMP_EMU_BLAS_VERSION is the library's version; with
// AMP_EMU_BLAS_REFUSE=2 the library does not run the algorithm at that place.

#ifndef AMP_TEST_CUDAEMULATOR_CUBLASLT_H
#define AMP_TEST_CUDAEMULATOR_CUBLASLT_H

#include "Target/CUDA/Api.h"

#include <string>
#include <vector>

#define EXPORT extern "C" __attribute__((visibility("default")))

extern "C" void ampEmuEnqueue(amp::cuda::api::Stream stream,
                              std::string (*work)(void *), void *argument,
                              void (*release)(void *));
extern "C" void ampEmuNoteProduct(const char *name, uint64_t read,
                                  uint64_t written);
extern "C" void ampEmuPass(double milliseconds);
extern "C" const char *ampEmuCheck(amp::cuda::api::Address address,
                                   size_t bytes);

namespace amp::emulator {

using namespace amp::cuda::api;

constexpr BlasStatus invalid = 7, notSupported = 15;

/// Says on stderr why a call fails, and returns `status`.
BlasStatus refuse(BlasStatus status, const std::string &why);

struct Desc {
  int compute = 0, scale = 0;
  int32_t transA = 0, transB = 0;
  uint32_t epilogue = epilogueDefault;
  Address bias = 0;
  int32_t biasType = -1;
};

struct Layout {
  int type = 0;
  uint64_t rows = 0, columns = 0;
  int64_t leading = 0;
  int32_t batch = 1;
  int64_t stride = 0;
};

struct Preference {
  uint64_t workspace = 0;
  uint32_t schemes = 7;
  uint32_t alignment[4] = {256, 256, 256, 256};
};

/// One of the algorithms.
struct Algorithm {
  /// Neighbouring products of the sum that are added up apart; 0 for all.
  int64_t part = 0;
  uint32_t scheme = 0;
  /// Bytes of workspace: so many, and for each element of the result.
  size_t workspace = 0, workspacePerResult = 0;
};

/// The list, which all versions share.
const std::vector<Algorithm> &getAlgorithms();
/// The place in the list of what the heuristic gave out, or -1 for anything
/// else, which is reported.
int findAlgorithm(const MatmulAlgo *algo);
/// What it needs for results as `d` describes them.
size_t getWorkspace(const Algorithm &algorithm, const Layout &d);

/// Whether the library runs the algorithm at this place at all.
bool isRunnable(int algorithm);

size_t getVersion();

/// A product as it was called.
struct Call {
  Desc desc;
  Layout a, b, d;
  Address aData, bData, dData;
  double alpha, beta;
  Address cData;
  int algorithm;
};

/// Computes a product; the report of what was wrong, or nothing.
std::string multiply(void *call);

/// What the documentation of cublasLtMatmul says about types, sizes and
/// strides.
BlasStatus checkMatmul(const Desc &desc, const Layout &a, const Layout &b,
                       const Layout &c, const Layout &d);

} // namespace amp::emulator

#endif // AMP_TEST_CUDAEMULATOR_CUBLASLT_H
