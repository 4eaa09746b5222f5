// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A prepared matrix product: its tiles, each with memory objects and an
// argument list of its own, so that a run only moves the pointers that changed
// since the last one.

#include "GemmContext.h"
#include "TransposedStore.h"
#include "amp/Runtime/Float16.h"
#include "amp/Runtime/ThreadPool.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

using namespace amp;

namespace {
/// A memory object and the pointer it holds now.
struct Argument {
  DnnlMemory memory;
  const void *pointer = nullptr;
};

struct Tile {
  int64_t row = 0, column = 0;
  int64_t rows = 0, columns = 0;
  std::shared_ptr<const GemmTileCode> code;
  DnnlStream stream;
  Argument a, b, bias, out, scratch;
  dnnl_exec_arg_t arguments[5];
  int argumentCount = 0;
};
} // namespace

struct Gemm::State {
  GemmDescriptor descriptor;
  /// Shared so that a product may outlive the provider.
  std::shared_ptr<GemmProvider::Context> context;
  std::vector<Tile> tiles;
  /// How a tile gets into the output: computed where it belongs; or, as the
  /// library wants its results dense, in scratch memory and copied from there;
  /// or transposed, in scratch memory too.
  enum Way { Direct, Staged, Flipped } way = Direct;
  size_t scratchBytes = 0;
  std::string implementation;

  Status addTile(int64_t row, int64_t column, int64_t rows, int64_t columns);
  GemmTileKey getKey(int64_t rows, int64_t columns) const;
  Status runFlipped(Tile &tile, const void *a, const void *b, const void *bias,
                    void *out, void *scratch);
};

/// Bytes of a tile's results in scratch memory, a multiple of 64.
static size_t getResultBytes(const Tile &tile, ElementType type) {
  return (size_t(tile.rows) * size_t(tile.columns) * byteSize(type) + 63) / 64 *
         64;
}

static int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }

static Status checkDescriptor(const GemmDescriptor &descriptor,
                              const GemmCapabilities &capabilities) {
  auto isAllowed = [](ElementType type) {
    return type == ElementType::F32 || type == ElementType::BF16;
  };
  if (descriptor.m < 0 || descriptor.n < 0 || descriptor.k < 0)
    return Failure{"expects extents of at least 0"};
  int64_t size;
  if (__builtin_mul_overflow(descriptor.m, descriptor.n, &size) ||
      __builtin_mul_overflow(descriptor.m, descriptor.k, &size) ||
      __builtin_mul_overflow(descriptor.k, descriptor.n, &size))
    return Failure{"expects matrices whose sizes fit 64 bits"};
  if (!isAllowed(descriptor.operands) || !isAllowed(descriptor.output) ||
      (descriptor.bias && !isAllowed(*descriptor.bias)))
    return Failure{"expects operands, output and bias of type f32 or bf16"};
  bool low = descriptor.operands == ElementType::BF16;
  if (!low && (descriptor.output == ElementType::BF16 ||
               descriptor.bias == ElementType::BF16))
    return Failure{"expects f32 output and bias for f32 operands"};
  if (low && !capabilities.nativeBf16)
    return Failure{"expects a CPU with bf16 instructions for bf16 operands"};
  if (descriptor.packedB && descriptor.transposeB)
    return Failure{"expects a packed operand not to be transposed as well"};
  if (descriptor.packedB && !capabilities.packs)
    return Failure{"expects a library that reads packed operands"};
  return Status::success();
}

GemmTileKey Gemm::State::getKey(int64_t rows, int64_t columns) const {
  const GemmDescriptor &d = descriptor;
  GemmTileKey key{rows,
                  columns,
                  d.k,
                  d.transposeA ? d.m : d.k,
                  d.transposeB ? d.k : d.n,
                  d.n,
                  d.transposeA,
                  d.transposeB,
                  d.operands,
                  d.output,
                  d.bias.has_value(),
                  d.bias.value_or(ElementType::F32),
                  d.packedB};
  if (way == Staged)
    key.strideOut = columns;
  if (way != Flipped)
    return key;
  std::swap(key.rows, key.columns);
  // Both operands are read as they lie, rows of length k; the sums are dense,
  // and what happens to them afterwards is ours.
  key.strideOut = rows;
  key.output = ElementType::F32;
  key.hasBias = false;
  key.bias = ElementType::F32;
  return key;
}

Status Gemm::State::addTile(int64_t row, int64_t column, int64_t rows,
                            int64_t columns) {
  GemmTileKey key = getKey(rows, columns);
  Result<std::shared_ptr<const GemmTileCode>> code = context->getCode(key);
  if (!code.ok())
    return code.takeFailure();
  Tile &tile = tiles.emplace_back();
  tile.row = row;
  tile.column = column;
  tile.rows = rows;
  tile.columns = columns;
  tile.code = code.take();
  Status status =
      checkDnnl(dnnl_stream_create(tile.stream.out(), context->engine.get(),
                                   dnnl_stream_default_flags),
                "create a stream");
  auto add = [&](Argument &argument, int name, const dnnl_memory_desc_t &desc) {
    if (!status.ok())
      return;
    status =
        checkDnnl(dnnl_memory_create(argument.memory.out(), &desc,
                                     context->engine.get(), DNNL_MEMORY_NONE),
                  "create a memory object");
    tile.arguments[tile.argumentCount++] = {name, argument.memory.get()};
  };
  add(tile.a, DNNL_ARG_SRC, tile.code->a);
  add(tile.b, DNNL_ARG_WEIGHTS, tile.code->b);
  add(tile.out, DNNL_ARG_DST, tile.code->out);
  if (key.hasBias)
    add(tile.bias, DNNL_ARG_BIAS, tile.code->bias);
  if (tile.code->scratchBytes)
    add(tile.scratch, DNNL_ARG_SCRATCHPAD, tile.code->scratch);
  size_t bytes = tile.code->scratchBytes;
  if (way != Direct)
    bytes += getResultBytes(tile, key.output);
  scratchBytes = std::max(scratchBytes, (bytes + 63) / 64 * 64);
  if (implementation.empty())
    implementation = tile.code->implementation;
  return status;
}

Result<std::unique_ptr<Gemm>>
GemmProvider::prepare(const GemmDescriptor &descriptor,
                      std::optional<GemmTiling> tiling) {
  if (Status status = checkDescriptor(descriptor, context->capabilities);
      !status.ok())
    return status;
  GemmTiling extents =
      tiling.value_or(chooseGemmTiling(descriptor, context->capabilities));
  if (descriptor.m && descriptor.n && (extents.rows < 1 || extents.columns < 1))
    return Failure{"expects tiles with at least one element"};
  if (descriptor.packedB && extents.columns < descriptor.n &&
      extents.columns % packedColumns)
    return Failure{"expects tiles of whole blocks of packed columns"};
  if (extents.flipped && (descriptor.transposeA || !descriptor.transposeB))
    return Failure{"expects plain rows and transposed columns to flip"};
  auto state = std::make_unique<Gemm::State>();
  state->descriptor = descriptor;
  if (extents.flipped)
    state->way = Gemm::State::Flipped;
  else if (descriptor.packedB && extents.columns < descriptor.n)
    state->way = Gemm::State::Staged;
  state->context = context;
  // Without a sum to compute there is nothing for the library.
  if (descriptor.m && descriptor.n && descriptor.k) {
    state->tiles.reserve(ceilDivide(descriptor.m, extents.rows) *
                         ceilDivide(descriptor.n, extents.columns));
    for (int64_t row = 0; row < descriptor.m; row += extents.rows)
      for (int64_t column = 0; column < descriptor.n; column += extents.columns)
        if (Status status = state->addTile(
                row, column, std::min(extents.rows, descriptor.m - row),
                std::min(extents.columns, descriptor.n - column));
            !status.ok())
          return status;
  }
  return std::unique_ptr<Gemm>(new Gemm(std::move(state)));
}

Gemm::Gemm(std::unique_ptr<State> state) : state(std::move(state)) {}
Gemm::~Gemm() = default;

const GemmDescriptor &Gemm::descriptor() const { return state->descriptor; }
size_t Gemm::scratchBytes() const { return state->scratchBytes; }
const std::string &Gemm::implementation() const {
  return state->implementation;
}

int64_t Gemm::tileCount() const {
  const GemmDescriptor &d = state->descriptor;
  if (d.m == 0 || d.n == 0)
    return 0;
  return d.k == 0 ? 1 : int64_t(state->tiles.size());
}

/// An empty sum: every row is the bias, or zero.
static void fillWithBias(const GemmDescriptor &descriptor, const void *bias,
                         void *out) {
  size_t width = byteSize(descriptor.output);
  size_t rowBytes = size_t(descriptor.n) * width;
  if (!descriptor.bias) {
    std::memset(out, 0, size_t(descriptor.m) * rowBytes);
    return;
  }
  size_t count = size_t(descriptor.n);
  if (*descriptor.bias == descriptor.output)
    std::memcpy(out, bias, rowBytes);
  else if (descriptor.output == ElementType::F32)
    convertArray(static_cast<const BFloat16 *>(bias), static_cast<float *>(out),
                 count);
  else
    convertArray(static_cast<const float *>(bias), static_cast<BFloat16 *>(out),
                 count);
  for (int64_t row = 1; row < descriptor.m; ++row)
    std::memcpy(static_cast<char *>(out) + row * rowBytes, out, rowBytes);
}

/// Points an argument at element `offset` of a matrix.
static dnnl_status_t move(Argument &argument, const void *base, int64_t offset,
                          ElementType type, dnnl_stream_t stream) {
  const void *pointer =
      static_cast<const char *>(base) + offset * int64_t(byteSize(type));
  if (argument.pointer == pointer)
    return dnnl_success;
  argument.pointer = pointer;
  return dnnl_memory_set_data_handle_v2(argument.memory.get(),
                                        const_cast<void *>(pointer), stream);
}

Status Gemm::State::runFlipped(Tile &tile, const void *a, const void *b,
                               const void *bias, void *out, void *scratch) {
  const GemmDescriptor &d = descriptor;
  dnnl_stream_t stream = tile.stream.get();
  auto *sums = static_cast<float *>(scratch);
  void *rest =
      static_cast<char *>(scratch) + getResultBytes(tile, ElementType::F32);
  dnnl_status_t status = move(tile.a, b, tile.column * d.k, d.operands, stream);
  if (status == dnnl_success)
    status = move(tile.b, a, tile.row * d.k, d.operands, stream);
  if (status == dnnl_success)
    status = move(tile.out, sums, 0, ElementType::F32, stream);
  if (status == dnnl_success && tile.code->scratchBytes)
    status = move(tile.scratch, rest, 0, ElementType::U8, stream);
  if (status == dnnl_success)
    status = dnnl_primitive_execute(tile.code->primitive.get(), stream,
                                    tile.argumentCount, tile.arguments);
  if (status != dnnl_success)
    return checkDnnl(status, "multiply matrices");
  TransposedSums store;
  store.sums = sums;
  store.rows = tile.rows;
  store.columns = tile.columns;
  if (d.bias) {
    store.bias = static_cast<const char *>(bias) +
                 tile.column * int64_t(byteSize(*d.bias));
    store.biasType = *d.bias;
  }
  store.out = static_cast<char *>(out) +
              (tile.row * d.n + tile.column) * int64_t(byteSize(d.output));
  store.stride = d.n;
  store.outputType = d.output;
  storeTransposed(store);
  return Status::success();
}

Status Gemm::runTile(int64_t index, const void *a, const void *b,
                     const void *bias, void *out, void *scratch) {
  const GemmDescriptor &d = state->descriptor;
  assert(index >= 0 && index < tileCount() && "tile out of range");
  if (d.k == 0) {
    fillWithBias(d, bias, out);
    return Status::success();
  }
  Tile &tile = state->tiles[size_t(index)];
  SingleThreaded singleThreaded(*state->context);
  if (state->way == State::Flipped)
    return state->runFlipped(tile, a, b, bias, out, scratch);
  dnnl_stream_t stream = tile.stream.get();
  int64_t offsetA = d.transposeA ? tile.row : tile.row * d.k;
  int64_t offsetB = d.transposeB ? tile.column * d.k : tile.column;
  if (d.packedB)
    offsetB = tile.column / packedColumns *
              PackedLayout{d.k, d.n, d.operands}.blockBytes() /
              int64_t(byteSize(d.operands));
  int64_t offsetOut = tile.row * d.n + tile.column;
  int64_t width = int64_t(byteSize(d.output));
  dnnl_status_t status = move(tile.a, a, offsetA, d.operands, stream);
  if (status == dnnl_success)
    status = move(tile.b, b, offsetB, d.operands, stream);
  char *result = static_cast<char *>(out) + offsetOut * width;
  if (state->way == State::Staged) {
    result = static_cast<char *>(scratch);
    scratch = result + getResultBytes(tile, d.output);
  }
  if (status == dnnl_success)
    status = move(tile.out, result, 0, d.output, stream);
  if (status == dnnl_success && d.bias)
    status = move(tile.bias, bias, tile.column, *d.bias, stream);
  if (status == dnnl_success && tile.code->scratchBytes)
    status = move(tile.scratch, scratch, 0, ElementType::U8, stream);
  if (status == dnnl_success)
    status = dnnl_primitive_execute(tile.code->primitive.get(), stream,
                                    tile.argumentCount, tile.arguments);
  if (status == dnnl_success && state->way == State::Staged)
    for (int64_t row = 0; row < tile.rows; ++row)
      std::memcpy(static_cast<char *>(out) + (offsetOut + row * d.n) * width,
                  result + row * tile.columns * width, tile.columns * width);
  return checkDnnl(status, "multiply matrices");
}

Status Gemm::run(ThreadPool *pool, const void *a, const void *b,
                 const void *bias, void *out, void *scratch) {
  int64_t tiles = tileCount();
  if (!pool || tiles == 1) {
    Status status;
    for (int64_t tile = 0; tile < tiles && status.ok(); ++tile)
      status = runTile(tile, a, b, bias, out, scratch);
    return status;
  }
  // The first failure is reported; which one comes first does not matter.
  std::atomic<bool> failed{false};
  Status failure;
  pool->parallelFor(tiles, [&](int64_t tile, unsigned worker) {
    char *own = static_cast<char *>(scratch) + worker * state->scratchBytes;
    Status status = runTile(tile, a, b, bias, out, own);
    if (!status.ok() && !failed.exchange(true))
      failure = std::move(status);
  });
  return failure;
}
