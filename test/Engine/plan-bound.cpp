// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holds planned memory against a bound of its own: reads the text of planned
// device programs, takes order, shapes and offsets from it, and computes from
// those alone what must be live at once. Nothing of the planner is used. Usage:
//   plan-bound MODEL.mlir BATCH       the model's step and forward, each
//   precision plan-bound random FIRST COUNT     random graphs from seed FIRST
//   on

#include "../Fuzz/RandomGraph.h"
#include "EngineTest.h"

#include "amp/InitAll.h"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

using namespace amp;

namespace {

/// A buffer of the arena.
struct Block {
  std::string type;
  int64_t bytes = 0;
  int64_t offset = 0;
  int first = -1, last = -1;
};

/// One program as its text says it.
struct Plan {
  int64_t peak = -1;
  std::map<std::string, Block> blocks;
  /// The name of each op, such as "launch", in order.
  std::vector<std::string> ops;
};

/// What must be live at once.
struct Bound {
  /// If a launch may always write over an input of the same type that dies.
  int64_t inPlace = 0;
  /// If no launch ever does.
  int64_t apart = 0;
};

} // namespace

static int64_t bytesOf(const std::string &element) {
  static const std::map<std::string, int64_t> bits = {
      {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"i1", 1},
      {"i8", 1},  {"ui8", 1},  {"i16", 2}, {"i32", 4}, {"i64", 8}};
  auto found = bits.find(element);
  if (found != bits.end())
    return found->second;
  std::printf("FAIL: unknown element type %s\n", element.c_str());
  std::exit(1);
}

/// Sizes are rounded up to what the arena aligns to.
static int64_t sizeOf(const std::string &type) {
  static const std::regex form("memref<(\\d+)x(\\w+)>");
  std::smatch match;
  if (!std::regex_search(type, match, form)) {
    std::printf("FAIL: unknown buffer type %s\n", type.c_str());
    std::exit(1);
  }
  return (std::stoll(match[1]) * bytesOf(match[2]) + 63) / 64 * 64;
}

/// Takes one op of a program into account.
static void addOp(Plan &plan, const std::string &text) {
  static const std::regex arena(
      "^\\s*(%\\w+) = device\\.buffer arena.* offset (\\d+).*(memref<\\w+>)");
  static const std::regex name("^\\s*(?:%\\w+ = )?device\\.(\\w+)");
  static const std::regex value("%\\w+");
  std::smatch match;
  if (std::regex_search(text, match, arena)) {
    Block block;
    block.offset = std::stoll(match[2]);
    block.type = match[3];
    block.bytes = sizeOf(block.type);
    plan.blocks[match[1]] = block;
    return;
  }
  if (!std::regex_search(text, match, name) || match[1] == "buffer")
    return;
  int position = int(plan.ops.size());
  plan.ops.push_back(match[1]);
  for (std::sregex_iterator it(text.begin(), text.end(), value), end; it != end;
       ++it) {
    auto found = plan.blocks.find(it->str());
    if (found == plan.blocks.end())
      continue;
    if (found->second.first < 0)
      found->second.first = position;
    found->second.last = position;
  }
}

/// The program `name` of a module's text.
static Plan readPlan(const std::string &text, const std::string &name) {
  Plan plan;
  std::istringstream lines(text);
  std::string line, op;
  bool inside = false;
  static const std::regex peak("peak_bytes = (\\d+)");
  while (std::getline(lines, line)) {
    if (line.find("device.program @" + name + " ") != line.npos) {
      std::smatch match;
      if (std::regex_search(line, match, peak))
        plan.peak = std::stoll(match[1]);
      inside = true;
      continue;
    }
    if (!inside)
      continue;
    bool ends = line == "  }", starts = line.find("device.") != line.npos;
    if (ends || starts) {
      addOp(plan, op);
      op.clear();
    }
    if (ends)
      break;
    op += line + " ";
  }
  std::erase_if(plan.blocks,
                [](const auto &entry) { return entry.second.first < 0; });
  return plan;
}

/// Live bytes at each op if nothing is written in place.
static std::vector<int64_t> findLive(const Plan &plan) {
  std::vector<int64_t> live(plan.ops.size(), 0);
  for (const auto &[name, block] : plan.blocks)
    for (int at = block.first; at <= block.last; ++at)
      live[size_t(at)] += block.bytes;
  return live;
}

static Bound computeBound(const Plan &plan,
                          const std::vector<int64_t> &scratch) {
  Bound bound;
  std::vector<int64_t> live = findLive(plan);
  for (size_t at = 0; at < live.size(); ++at) {
    std::map<std::string, std::pair<int64_t, int64_t>> changes;
    int64_t saved = 0;
    for (const auto &[name, block] : plan.blocks) {
      if (plan.ops[at] != "launch" || block.first == block.last)
        continue;
      if (block.last == int(at))
        ++changes[block.type].first;
      if (block.first == int(at))
        ++changes[block.type].second;
    }
    for (const auto &[type, change] : changes)
      saved += std::min(change.first, change.second) * sizeOf(type);
    bound.apart = std::max(bound.apart, live[at] + scratch[at]);
    bound.inPlace = std::max(bound.inPlace, live[at] - saved + scratch[at]);
  }
  return bound;
}

/// Whether buffers that are live at once have memory of their own; one born in
/// the launch where another dies may take its very place.
static bool areApart(const Plan &plan) {
  for (const auto &[nameA, a] : plan.blocks)
    for (const auto &[nameB, b] : plan.blocks) {
      bool together = a.first <= b.last && b.first <= a.last;
      // What is empty overlaps nothing, wherever it is.
      bool overlap = a.bytes != 0 && b.bytes != 0 &&
                     a.offset < b.offset + b.bytes &&
                     b.offset < a.offset + a.bytes;
      if (nameA >= nameB || !together || !overlap)
        continue;
      const Block &first = a.first < b.first ? a : b;
      const Block &second = a.first < b.first ? b : a;
      if (first.last != second.first || first.first == second.first ||
          plan.ops[size_t(second.first)] != "launch" || a.type != b.type ||
          a.offset != b.offset) {
        std::printf("FAIL: %s and %s overlap\n", nameA.c_str(), nameB.c_str());
        return false;
      }
    }
  return true;
}

/// Whether the scratch memory of each step lies beside the buffers that are
/// live then.
static bool isScratchApart(const Plan &plan,
                           const std::vector<PlanStep> &steps) {
  for (size_t at = 0; at < steps.size(); ++at)
    for (const auto &[name, block] : plan.blocks) {
      int64_t begin = steps[at].scratchOffset;
      int64_t end = begin + steps[at].scratchBytes;
      bool live = block.first <= int(at) && int(at) <= block.last;
      if (live && begin < block.offset + block.bytes && block.offset < end) {
        std::printf("FAIL: %s overlaps the scratch memory of step %zu\n",
                    name.c_str(), at);
        return false;
      }
    }
  return true;
}

/// Checks one plan and what the library reports of it: the peak is within 1.1
/// of what is live at once if no launch writes in place (whether one may is for
/// its kernel to say), with `strict` if every launch does that could.
static bool checkPlan(const std::string &text, const std::string &name,
                      const CompileStatistics &statistics, bool strict) {
  Plan plan = readPlan(text, name);
  if (plan.peak < 0 || !statistics.steps) {
    std::printf("FAIL: there is no plan of %s\n", name.c_str());
    return false;
  }
  // Only the library knows how much scratch memory a product takes.
  std::vector<int64_t> scratch(plan.ops.size(), 0);
  int64_t mostScratch = 0;
  if (statistics.steps->size() != plan.ops.size()) {
    std::printf("FAIL: %zu steps of %zu ops\n", statistics.steps->size(),
                plan.ops.size());
    return false;
  }
  for (size_t at = 0; at < scratch.size(); ++at) {
    scratch[at] = ((*statistics.steps)[at].scratchBytes + 63) / 64 * 64;
    mostScratch = std::max(mostScratch, scratch[at]);
  }
  Bound bound = computeBound(plan, scratch);
  int64_t peak = statistics.peakBytes, reported = statistics.lowerBoundBytes;
  bool ok = areApart(plan) && isScratchApart(plan, *statistics.steps) &&
            peak >= plan.peak && peak <= plan.peak + mostScratch &&
            bound.inPlace <= reported && reported <= bound.apart &&
            reported <= peak && double(peak) <= 1.1 * double(reported) &&
            double(peak) <= 1.1 * double(strict ? bound.inPlace : bound.apart);
  if (strict || !ok)
    std::printf("%s%s: \"peak_bytes\":%lld,\"lower_bound_bytes\":%lld, of test "
                "code %lld to %lld, scratch %lld\n",
                ok ? "" : "FAIL: ", name.c_str(), static_cast<long long>(peak),
                static_cast<long long>(reported),
                static_cast<long long>(bound.inPlace),
                static_cast<long long>(bound.apart),
                static_cast<long long>(mostScratch));
  return ok;
}

/// Tensors of zeros for inputs; `batch` stands for dynamic extents.
static std::vector<Tensor> makeZeros(const std::vector<TensorInfo> &infos,
                                     int64_t batch) {
  std::vector<Tensor> tensors;
  for (const TensorInfo &info : infos) {
    std::vector<int64_t> shape = info.shape;
    for (int64_t &extent : shape)
      extent = extent < 0 ? batch : extent;
    Tensor tensor = need(Tensor::create(shape, info.type));
    std::memset(tensor.rawData(), 0, tensor.bytes());
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

/// Compiles the step and the forward function of a model and checks both plans.
/// Returns the number of plans that failed, or -1 if the model is refused.
static int checkModel(const Model &model, int64_t batch, Precision precision,
                      bool verbose) {
  std::map<std::string, std::string> texts;
  CompileOptions options;
  options.threads = 1;
  options.precision = precision;
  options.observer = [&](std::string_view stage, std::string_view function,
                         const std::function<std::string()> &print) {
    if (stage == "plan-memory")
      texts[std::string(function)] = print();
    return true;
  };
  Result<Trainer> trainer = Trainer::create(model, options);
  Result<Executable> forward = Executable::create(model, "forward", options);
  if (!trainer.ok() || !forward.ok() ||
      !trainer->prepare(makeZeros(trainer->inputs(), batch)).ok() ||
      !forward->prepare(makeZeros(forward->inputs(), batch)).ok())
    return -1;
  return !checkPlan(texts["step"], "step", trainer->statistics(), verbose) +
         !checkPlan(texts["forward"], "forward", forward->statistics(),
                    verbose);
}

int main(int argc, char **argv) {
  const Precision precisions[] = {Precision::F32, Precision::BF16,
                                  Precision::F16};
  if (argc == 3) {
    int failed = 0;
    for (Precision precision : precisions)
      failed += std::abs(checkModel(need(Model::load(argv[1])),
                                    std::atoll(argv[2]), precision, true));
    return failed != 0;
  }
  if (argc != 4) {
    std::printf("error: expects MODEL BATCH, or random FIRST COUNT\n");
    return 2;
  }
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  int passed = 0, refused = 0, failed = 0;
  uint64_t first = std::strtoull(argv[2], nullptr, 10);
  for (uint64_t seed = first; seed < first + uint64_t(std::atoll(argv[3]));
       ++seed) {
    Random random(seed * 7919 + 1);
    int64_t batch = 1 + random.below(40);
    auto graph = makeRandomGraph(context, random, {24, batch});
    std::string text;
    llvm::raw_string_ostream stream(text);
    graph->print(stream);
    Result<Model> model = Model::parse(text, "random.mlir");
    int wrong = model.ok()
                    ? checkModel(*model, batch, precisions[seed % 3], false)
                    : -1;
    if (wrong > 0)
      std::printf("FAIL: seed %llu\n", static_cast<unsigned long long>(seed));
    ++(wrong < 0 ? refused : wrong > 0 ? failed : passed);
  }
  std::printf("%d within 1.1 of the bound, %d refused, %d failed\n", passed,
              refused, failed);
  return failed != 0;
}
