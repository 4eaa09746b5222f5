// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of the test program of the embedding interface share: small
// models, tensors from numbers, and errors that end the program.

#ifndef AMP_TEST_ENGINE_ENGINETEST_H
#define AMP_TEST_ENGINE_ENGINETEST_H

#include "../Runtime/Check.h"
#include "amp/Engine/Engine.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

/// The value of a result that the test relies on; ends the program without one.
template <typename T> T need(amp::Result<T> result) {
  if (result.ok())
    return result.take();
  std::printf("error: %s\n", result.message().c_str());
  std::exit(1);
}
inline void need(amp::Status status) {
  if (status.ok())
    return;
  std::printf("error: %s\n", status.message().c_str());
  std::exit(1);
}

inline amp::Tensor floats(std::vector<int64_t> shape,
                          const std::vector<float> &values) {
  return need(amp::Tensor::fromData(std::move(shape), values));
}
inline amp::Tensor labels(const std::vector<int64_t> &values) {
  return need(amp::Tensor::fromData({int64_t(values.size())}, values));
}

/// Whether two tensors have equal shapes, types and bits.
inline bool sameBits(const amp::Tensor &a, const amp::Tensor &b) {
  return a.shape() == b.shape() && a.elementType() == b.elementType() &&
         std::memcmp(a.rawData(), b.rawData(), a.bytes()) == 0;
}

/// The elements of an f32 variable.
inline std::vector<float> valuesOf(const amp::Model &model,
                                   const std::string &name) {
  amp::Tensor tensor = need(model.variable(name));
  std::span<float> values = tensor.elements<float>();
  return {values.begin(), values.end()};
}

inline bool isNear(double actual, double expected, double tolerance) {
  return std::abs(actual - expected) <= tolerance;
}

/// sum(x * w) over x of `columns` numbers: the gradient of @w is x.
amp::Model makeProductModel(int64_t columns, const std::vector<float> &initial);

/// Plain SGD.
amp::TrainOptions makeSgd(double learningRate);

/// The parts, each on one target. `models` is the folder with mlp.mlir and its
/// data, `scratch` one for files.
void testTraining(const amp::CompileOptions &options, const std::string &models,
                  const std::string &scratch);
void testErrors(const amp::CompileOptions &options, const std::string &models);
void testThreads(const amp::CompileOptions &options, const std::string &models);
void testPlans(const amp::CompileOptions &options, const std::string &models);
void testFusion(amp::CompileOptions options, const std::string &models);
void testCopies(const amp::CompileOptions &options, const std::string &models);
void testScaling(const amp::CompileOptions &options);
void testGroups(const amp::CompileOptions &options);
void testResuming(const amp::CompileOptions &options,
                  const std::string &models);
void testMasks(const amp::CompileOptions &options);
void testSizes(const amp::CompileOptions &options, const std::string &scratch);

/// A batch of `size` samples of the digits, from sample `first` on.
std::vector<amp::Tensor> makeDigits(const std::string &models, int64_t first,
                                    int64_t size);

#endif // AMP_TEST_ENGINE_ENGINETEST_H
