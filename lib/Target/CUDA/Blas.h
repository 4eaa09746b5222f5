// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuBLASLt, loaded at run time: its functions under our names and one handle.
// Private.

#ifndef AMP_LIB_TARGET_CUDA_BLAS_H
#define AMP_LIB_TARGET_CUDA_BLAS_H

#include "Driver.h"

namespace amp::cuda {

/// The library's functions, as it exports them.
struct BlasFunctions {
  size_t (*getVersion)();
  api::BlasStatus (*create)(api::BlasHandle *);
  api::BlasStatus (*destroy)(api::BlasHandle);
  api::BlasStatus (*descCreate)(api::MatmulDesc *, int compute, int scale);
  api::BlasStatus (*descDestroy)(api::MatmulDesc);
  api::BlasStatus (*descSet)(api::MatmulDesc, int attribute, const void *value,
                             size_t bytes);
  api::BlasStatus (*layoutCreate)(api::MatrixLayout *, int type, uint64_t rows,
                                  uint64_t columns, int64_t leading);
  api::BlasStatus (*layoutDestroy)(api::MatrixLayout);
  api::BlasStatus (*layoutSet)(api::MatrixLayout, int attribute,
                               const void *value, size_t bytes);
  api::BlasStatus (*preferenceCreate)(api::MatmulPreference *);
  api::BlasStatus (*preferenceDestroy)(api::MatmulPreference);
  api::BlasStatus (*preferenceSet)(api::MatmulPreference, int attribute,
                                   const void *value, size_t bytes);
  api::BlasStatus (*heuristic)(api::BlasHandle, api::MatmulDesc,
                               api::MatrixLayout a, api::MatrixLayout b,
                               api::MatrixLayout c, api::MatrixLayout d,
                               api::MatmulPreference, int wanted,
                               api::MatmulHeuristic *results, int *found);
  api::BlasStatus (*algoCheck)(api::BlasHandle, api::MatmulDesc,
                               api::MatrixLayout a, api::MatrixLayout b,
                               api::MatrixLayout c, api::MatrixLayout d,
                               const api::MatmulAlgo *,
                               api::MatmulHeuristic *result);
  api::BlasStatus (*algoGet)(const api::MatmulAlgo *, int attribute,
                             void *value, size_t bytes, size_t *written);
  api::BlasStatus (*matmul)(api::BlasHandle, api::MatmulDesc, const void *alpha,
                            const void *a, api::MatrixLayout aLayout,
                            const void *b, api::MatrixLayout bLayout,
                            const void *beta, const void *c,
                            api::MatrixLayout cLayout, void *d,
                            api::MatrixLayout dLayout, const api::MatmulAlgo *,
                            void *workspace, size_t workspaceBytes,
                            api::Stream stream);
};

/// The library with one handle; for one thread at a time.
class Blas {
public:
  static Result<std::shared_ptr<Blas>> create(std::shared_ptr<Driver> driver);
  ~Blas();

  BlasFunctions call = {};
  api::BlasHandle handle = nullptr;
  std::shared_ptr<Driver> driver;

  Status check(api::BlasStatus status, const std::string &what) const;
  /// The library's name and version, for reports and cache keys.
  std::string getDescription() const;

private:
  Status resolveAll();

  Library library;
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_BLAS_H
