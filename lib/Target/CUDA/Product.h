// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products through cuBLASLt: what is multiplied and by which of the
// library's algorithms. Private.

#ifndef AMP_LIB_TARGET_CUDA_PRODUCT_H
#define AMP_LIB_TARGET_CUDA_PRODUCT_H

#include "Blas.h"

#include "amp/Runtime/ElementType.h"

#include <optional>
#include <vector>

namespace amp::cuda {

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

/// All of it as text, for keys: equal products have equal texts.
std::string describe(const ProductDescriptor &descriptor);

/// A product that is ready to run: descriptors and an algorithm of the library.
class Product {
public:
  /// Takes the algorithm that the library expects to be the fastest of those
  /// that are deterministic and need at most `workspaceLimit` bytes.
  static Result<std::unique_ptr<Product>>
  create(std::shared_ptr<Blas> blas, const ProductDescriptor &descriptor,
         size_t workspaceLimit);
  ~Product();

  const ProductDescriptor &getDescriptor() const { return descriptor; }
  size_t getWorkspaceLimit() const { return workspaceLimit; }
  size_t workspaceBytes() const { return algorithm.workspace; }

  /// Up to `count` of the library's algorithms, the one that it expects to be
  /// the fastest first. Fails if it has none.
  Result<std::vector<api::MatmulAlgo>> findAlgorithms(int count) const;
  /// `algo` with what it needs, or nothing where the library does not know it,
  /// cannot run it for this product within the limit, or where its sums are
  /// rounded more than once or have no fixed order (P3, P16).
  std::optional<api::MatmulHeuristic> check(const api::MatmulAlgo &algo) const;
  const api::MatmulHeuristic &getAlgorithm() const { return algorithm; }
  /// Runs by `checked` from now on.
  void setAlgorithm(const api::MatmulHeuristic &checked) {
    algorithm = checked;
  }

  /// Enqueues `result = a * b + bias` on the driver's stream.
  Status enqueue(api::Address a, api::Address b, api::Address bias,
                 api::Address result, api::Address workspace);

private:
  Status describeOperands();
  Status search(int count, std::vector<api::MatmulHeuristic> &results) const;

  std::shared_ptr<Blas> blas;
  std::string name;
  ProductDescriptor descriptor;
  size_t workspaceLimit = 0;
  api::MatmulDesc desc = nullptr;
  api::MatrixLayout first = nullptr, second = nullptr, result = nullptr;
  api::MatmulHeuristic algorithm = {};
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_PRODUCT_H
