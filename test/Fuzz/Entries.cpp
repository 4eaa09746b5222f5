// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ops random models are made of, how often, and why not the others.

#include "Generator.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace amp;

/// Weights are relative to that of all ops from the registry together.
static constexpr int describedWeight = 60;

ArrayRef<Generator::Entry> Generator::entries() {
  static const Entry table[] = {
      {"amp.cast", 6, &Generator::makeCast},
      {"amp.reshape", 4, &Generator::makeReshape},
      {"amp.broadcast", 3, &Generator::makeBroadcast},
      {"amp.size", 1, &Generator::makeSize},
      {"amp.iota", 1, &Generator::makeIota},
      {"amp.linear", 8, &Generator::makeLinear},
      {"amp.matmul", 6, &Generator::makeMatmul},
      {"amp.cross_entropy", 2, &Generator::makeCrossEntropy},
      {"amp.nll", 1, &Generator::makeNll},
      {"amp.autocast", 4, &Generator::makeScope},
      {"amp.if", 3, &Generator::makeIf},
      {"amp.layer_norm", 3, &Generator::makeLayerNorm},
      {"amp.dropout", 3, &Generator::makeDropout},
      {"amp.slice", 3, &Generator::makeSlice},
      {"amp.pad", 2, &Generator::makePad},
      {"amp.concat", 4, &Generator::makeConcat},
      {"amp.gather", 2, &Generator::makeGather},
      {"amp.gather_elements", 2, &Generator::makeGatherElements},
      {"amp.embedding", 2, &Generator::makeEmbedding},
      {"amp.scatter_add", 2, &Generator::makeScatterAdd},
      {"amp.scatter_add_elements", 2, &Generator::makeScatterAddElements},
  };
  return table;
}

ArrayRef<std::pair<StringRef, const char *>> Generator::reasons() {
  static const std::pair<StringRef, const char *> table[] = {
      {"amp.fused", "made by fusion"},
      {"amp.pack", "made by the layout stage"},
      {"amp.packed_linear", "made by the layout stage"},
      {"amp.formula", "made when optimizers are lowered"},
      {"amp.apply", "made when optimizers are lowered"},
      {"amp.write", "made by the training step around the loss"},
      {"amp.sgd", "made by the training step around the loss"},
      {"amp.adam", "made by the training step around the loss"},
      {"amp.adamw", "made by the training step around the loss"},
      {"amp.scale", "made by the training step around the loss"},
      {"amp.unscale_and_check", "made by the training step around the loss"},
      {"amp.update_scale", "made by the training step around the loss"},
      {"amp.clip_by_norm", "made by the training step around the loss"},
      {"amp.clip_by_value", "made by the training step around the loss"},
  };
  return table;
}

const char *Generator::reasonForNone(StringRef op) {
  for (auto &[name, reason] : reasons())
    if (name == op)
      return reason;
  return nullptr;
}

void Generator::grow(int64_t size) {
  int total = describedWeight;
  for (const Entry &entry : entries())
    total += entry.weight;
  for (int64_t i = 0; i < size; ++i) {
    int64_t choice = random.below(total) - describedWeight;
    if (choice < 0) {
      add(makeDescribed());
      continue;
    }
    const Entry *entry = entries().begin();
    for (; choice >= entry->weight; ++entry)
      choice -= entry->weight;
    add((this->*entry->make)());
  }
}

std::vector<std::string> findCoverageGaps(MLIRContext &context,
                                          uint64_t count) {
  llvm::StringMap<int64_t> drawn;
  for (uint64_t seed = 0; seed < count; ++seed) {
    Random random(seed);
    makeRandomGraph(context, random, {16, 4})->walk([&](Operation *op) {
      ++drawn[op->getName().getStringRef()];
    });
  }
  std::vector<std::string> gaps;
  auto report = [&](StringRef op, const Twine &text) {
    gaps.push_back((op + " " + text).str());
  };
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    StringRef op = name.getStringRef();
    if (name.getDialectNamespace() != "amp")
      continue;
    const char *reason = Generator::reasonForNone(op);
    if (reason && drawn.contains(op))
      report(op, "is drawn, although it is said to be " + Twine(reason));
    if (!reason && !drawn.contains(op))
      report(op, "is never drawn and no reason is stated");
  }
  auto isRegistered = [&](StringRef op) {
    return RegisteredOperationName::lookup(op, &context).has_value();
  };
  for (const Generator::Entry &entry : Generator::entries())
    if (!isRegistered(entry.op))
      report(entry.op, "has an entry and does not exist");
  for (auto &[op, reason] : Generator::reasons())
    if (!isRegistered(op))
      report(op, "has a reason and does not exist");
  return gaps;
}
