// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products through cuBLASLt, loaded at run time. Private.

#ifndef AMP_LIB_TARGET_CUDA_BLAS_H
#define AMP_LIB_TARGET_CUDA_BLAS_H

#include "Driver.h"

#include "amp/Runtime/ElementType.h"

#include <optional>

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

/// What one call multiplies.
struct ProductDescriptor {
  int64_t m = 0, n = 0, k = 0;
  /// The number of products of one call, and how far the operands of one lie
  /// from those of the next, in elements; results follow one another.
  int64_t batch = 1, strideA = 0, strideB = 0;
  bool transposeA = false, transposeB = false;
  /// What the addresses of every call's a, b and result are multiples of.
  uint32_t alignmentA = 64, alignmentB = 64, alignmentResult = 64;
  ElementType operands = ElementType::F32;
  ElementType output = ElementType::F32;
  std::optional<ElementType> bias;
  /// Whether operands of f32 are rounded to TF32.
  bool usesTF32 = false;
};

/// A product that is ready to run: descriptors and the chosen algorithm.
class Product {
public:
  /// Chooses the library's first algorithm that is deterministic and needs at
  /// most `workspaceLimit` bytes.
  static Result<std::unique_ptr<Product>>
  create(std::shared_ptr<Blas> blas, const ProductDescriptor &descriptor,
         size_t workspaceLimit);
  ~Product();

  size_t workspaceBytes() const { return heuristic.workspace; }

  /// Enqueues `result = a * b + bias` on the driver's stream.
  Status enqueue(api::Address a, api::Address b, api::Address bias,
                 api::Address result, api::Address workspace);

private:
  Status prepare(const ProductDescriptor &descriptor, size_t workspaceLimit);

  std::shared_ptr<Blas> blas;
  std::string name;
  bool hasBias = false;
  bool isDouble = false;
  api::MatmulDesc desc = nullptr;
  api::MatrixLayout first = nullptr, second = nullptr, result = nullptr;
  api::MatmulHeuristic heuristic = {};
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_BLAS_H
