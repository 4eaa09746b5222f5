// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small models and batches for the tests of the embedding interface.

#include "EngineTest.h"
#include "amp/Runtime/NumpyFile.h"

using namespace amp;

Model makeProductModel(int64_t columns, const std::vector<float> &initial) {
  std::string n = std::to_string(columns);
  std::string vector = "tensor<" + n + "xf32>";
  std::string text =
      "amp.variable @w : " + vector +
      " init(#amp.zeros)\n"
      "func.func @loss(%x: " +
      vector +
      " {amp.name = \"x\"}) -> (tensor<f32> {amp.name = \"loss\"}) {\n"
      "  %w = amp.read @w : " +
      vector + "\n  %0 = amp.mul %x, %w : (" + vector + ", " + vector +
      ") -> " + vector + "\n  %1 = amp.sum %0 {axes = array<i64: 0>} : (" +
      vector +
      ") -> tensor<f32>\n"
      "  return %1 : tensor<f32>\n}\n";
  Model model = need(Model::parse(text, "product.mlir"));
  need(model.setVariable("w", floats({columns}, initial)));
  return model;
}

TrainOptions makeSgd(double learningRate) {
  TrainOptions train;
  train.optimizer.kind = OptimizerOptions::Kind::Sgd;
  train.optimizer.learningRate = learningRate;
  return train;
}

std::vector<Tensor> makeDigits(const std::string &models, int64_t first,
                               int64_t size) {
  std::string path = models + "/digits/train.npz";
  std::vector<Tensor> batch;
  for (const char *name : {"x", "y"}) {
    Tensor column = need(loadNpzEntry(path, name));
    std::vector<int64_t> shape = column.shape();
    size_t row = column.bytes() / size_t(shape[0]);
    shape[0] = size;
    batch.push_back(need(Tensor::fromBytes(
        shape, column.elementType(),
        static_cast<const char *>(column.rawData()) + size_t(first) * row,
        size_t(size) * row)));
  }
  return batch;
}
