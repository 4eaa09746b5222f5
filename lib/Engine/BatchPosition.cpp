// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The position of a batch iterator in a training state. The order of the
// samples is not saved: seed and epoch make it again.

#include "amp/Engine/Dataset.h"

#include <algorithm>

using namespace amp;

static constexpr const char *epochKey = "amp.data.epoch";
static constexpr const char *batchesKey = "amp.data.batches";

/// What the meaning of a position depends on.
static StateMetadata describeOrder(const BatchIterator::Options &options,
                                   int64_t samples) {
  StateMetadata table;
  table["amp.data.samples"] = std::to_string(samples);
  table["amp.data.batch"] = std::to_string(options.batch);
  table["amp.data.drop_last"] = options.dropLast ? "true" : "false";
  table["amp.data.shuffle"] = options.shuffle ? "true" : "false";
  table["amp.data.seed"] = std::to_string(options.seed);
  return table;
}

int64_t BatchIterator::batchesTaken() const {
  if (options.batch < 1)
    return 0;
  return position / options.batch + (position % options.batch != 0);
}

void BatchIterator::saveState(StateMetadata &metadata) const {
  for (const auto &[key, value] : describeOrder(options, dataset.samples()))
    metadata[key] = value;
  metadata[epochKey] = std::to_string(currentEpoch);
  metadata[batchesKey] = std::to_string(batchesTaken());
}

Status BatchIterator::restoreState(const StateMetadata &metadata) {
  StateReader reader(metadata);
  for (const auto &[key, value] : describeOrder(options, dataset.samples()))
    reader.expect(key, value);
  int64_t epoch = reader.readInteger(epochKey);
  int64_t batches = reader.readInteger(batchesKey);
  // Bounds mean something only for the same data and options.
  if (reader.finish().ok() && batches > batchesPerEpoch())
    reader.note("expects a position of at most " +
                std::to_string(batchesPerEpoch()) + " batches, got " +
                std::to_string(batches));
  if (Status same = reader.finish(); !same.ok())
    return same;
  startEpoch(epoch);
  position = std::min(batches * options.batch, dataset.samples());
  return Status::success();
}
