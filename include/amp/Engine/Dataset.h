// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data for training and evaluation: named tensors whose first extent counts the
// samples, cut into batches in a reproducible order.

#ifndef AMP_ENGINE_DATASET_H
#define AMP_ENGINE_DATASET_H

#include "amp/Engine/Model.h"
#include "amp/Engine/StateMetadata.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace amp {

/// Converts a tensor from a file to the element type of `info` and checks that
/// its shape fits: floats become another float type, rounded once; integers
/// another integer type, if it holds every value; anything else is an error,
/// as are class indices out of range. With `anySamples` the first extent may
/// differ from a declared one. The result shares storage where nothing changes.
Result<Tensor> convertInput(const Tensor &tensor, const TensorInfo &info,
                            bool anySamples = false);

/// The samples of a data file, in the order and with the element types of a
/// function's inputs.
class Dataset {
public:
  /// Reads the entries named as `inputs` from an .npz file and converts them as
  /// convertInput() does. They must agree in the number of samples, which must
  /// not be 0. With `finite`, infinities and NaN, also those that a conversion
  /// made, are errors. Messages name file, entry and element.
  static Result<Dataset> load(const std::string &path,
                              std::span<const TensorInfo> inputs, bool finite);

  /// The same from tensors; fails unless there is one for each of `inputs`.
  static Result<Dataset> create(std::span<const Tensor> tensors,
                                std::span<const TensorInfo> inputs,
                                bool finite);

  int64_t samples() const { return count; }
  const std::vector<Tensor> &tensors() const { return columns; }

private:
  std::vector<Tensor> columns;
  int64_t count = 0;
};

/// Walks a data set batch by batch. The order of an epoch depends on the seed
/// and the epoch's number alone, so that a resumed run continues it exactly.
class BatchIterator {
public:
  struct Options {
    int64_t batch = 32;
    /// Leave out the last batch of an epoch if it is shorter.
    bool dropLast = false;
    bool shuffle = false;
    uint64_t seed = 0;
  };

  /// `dataset` must outlive the iterator. With a batch size below 1 there are
  /// no batches, and next() fails.
  BatchIterator(const Dataset &dataset, const Options &options);

  /// Starts an epoch, numbered from 0.
  void startEpoch(int64_t epoch);

  /// The number of batches in an epoch.
  int64_t batchesPerEpoch() const;

  /// The next batch, or an empty span at the end of the epoch. The tensors stay
  /// valid until the next call; no memory is allocated after the first batch of
  /// each size.
  Result<std::span<const Tensor>> next();

  /// The epoch that was started last, and how many of its batches were taken.
  int64_t epoch() const { return currentEpoch; }
  int64_t batchesTaken() const;

  /// Writes the position, and the options that it depends on, to the keys
  /// "amp.data.…" of `metadata`.
  void saveState(StateMetadata &metadata) const;

  /// Goes to a saved position. Fails, naming all that differs, if it was saved
  /// with other options, another number of samples, or lies outside an epoch;
  /// nothing is changed then.
  Status restoreState(const StateMetadata &metadata);

private:
  /// Makes `buffers` hold `size` samples.
  Status allocate(std::vector<Tensor> &buffers, int64_t size) const;

  const Dataset &dataset;
  Options options;
  std::vector<int64_t> order;
  int64_t currentEpoch = 0;
  /// In samples.
  int64_t position = 0;
  /// Buffers for whole batches and for a shorter last one.
  std::vector<Tensor> full;
  std::vector<Tensor> rest;
};

} // namespace amp

#endif // AMP_ENGINE_DATASET_H
