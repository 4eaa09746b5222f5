// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products through the CPU's library (oneDNN), behind an interface that
// shows none of it. A product is cut into tiles that depend on its shape only,
// each computed by one thread, so that the number of threads changes no bit
// (P16). Relies on the standard library only.

#ifndef AMP_RUNTIME_GEMM_H
#define AMP_RUNTIME_GEMM_H

#include "amp/Runtime/ElementType.h"
#include "amp/Runtime/PackedMatrix.h"
#include "amp/Runtime/Status.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace amp {

class ThreadPool;

/// out[m, n] = op(A)[m, k] * op(B)[k, n] (+ bias[n]), all matrices contiguous
/// and row-major. A transposed operand is stored as [k, m] or [n, k]. Products
/// and their sum, bias included, are in f32 and rounded once, to `output` (P3).
struct GemmDescriptor {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  bool transposeA = false;
  bool transposeB = false;
  /// F32, or BF16 where GemmCapabilities::nativeBf16.
  ElementType operands = ElementType::F32;
  /// F32, or BF16 if the operands are BF16.
  ElementType output = ElementType::F32;
  /// The type of the bias, F32 or BF16; none without one.
  std::optional<ElementType> bias = std::nullopt;
  /// B is packed (PackedLayout) where GemmCapabilities::packs; transposeB is
  /// false then.
  bool packedB = false;

  bool operator==(const GemmDescriptor &) const = default;
};

/// The extents of a tile of the output; the tiles at the lower and right edge
/// may be smaller.
struct GemmTiling {
  int64_t rows = 0;
  int64_t columns = 0;
  /// Whether a tile is computed as the transpose of op(B)^T A^T: the library
  /// brings its right operand into an order of its own, which costs little if
  /// that is the smaller one. For a transposed B and a plain A only.
  bool flipped = false;
};

/// What the library is and what the CPU gives it; for reports and cache keys.
struct GemmCapabilities {
  /// Whether bf16 operands are multiplied by the CPU's own instructions
  /// (AVX512_BF16 or AMX), which flush subnormal inputs and results to zero.
  bool nativeBf16 = false;
  /// Whether it is AMX that multiplies bf16.
  bool amxBf16 = false;
  /// Whether the library reads packed right operands.
  bool packs = false;
  std::string provider;
  std::string version;
  /// The instruction set in use, in the provider's words.
  std::string isa;
};

/// The tiling used for a product unless told otherwise: tiles large enough that
/// one thread loses next to nothing. Depends on the descriptor and, between
/// machines, on AMX, never on the number of threads.
GemmTiling chooseGemmTiling(const GemmDescriptor &descriptor,
                            const GemmCapabilities &capabilities);

/// One prepared product. Belongs to one call site: tiles of one run may be
/// computed by different threads at once, but only one run may be under way.
/// Expects the default floating-point mode (ScopedFloatMode).
class Gemm {
public:
  ~Gemm();
  Gemm(const Gemm &) = delete;
  Gemm &operator=(const Gemm &) = delete;

  const GemmDescriptor &descriptor() const;

  /// Bytes of scratch memory that a call of runTile needs, a multiple of 64;
  /// may be 0.
  size_t scratchBytes() const;

  /// The number of tiles; 0 for an output without elements.
  int64_t tileCount() const;

  /// Computes tile `tile` of the output. Pointers are those of the whole
  /// matrices, aligned to their elements; `bias` is null without one;
  /// `scratch` is aligned to 64 bytes, not shared with a tile that runs at the
  /// same time, and may be null if scratchBytes() is 0. Allocates nothing
  /// itself; the library makes a few small allocations.
  Status runTile(int64_t tile, const void *a, const void *b, const void *bias,
                 void *out, void *scratch);

  /// Computes the whole output, tiles in order or over `pool` if that is not
  /// null. `scratch` has scratchBytes() bytes for each worker of the pool.
  Status run(ThreadPool *pool, const void *a, const void *b, const void *bias,
             void *out, void *scratch);

  /// The provider's name for the code that computes the first tile, for
  /// reports; empty when nothing is left for it to do.
  const std::string &implementation() const;

private:
  friend class GemmProvider;
  struct State;
  explicit Gemm(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

/// The door to the library: makes products, and shares compiled code between
/// those of equal shape while any of them lives. Usable from several threads;
/// products may outlive it.
class GemmProvider {
public:
  /// Fails when the library cannot be set up.
  static Result<std::unique_ptr<GemmProvider>> create();
  ~GemmProvider();
  GemmProvider(const GemmProvider &) = delete;
  GemmProvider &operator=(const GemmProvider &) = delete;

  const GemmCapabilities &capabilities() const;

  /// Prepares a product; takes some hundred microseconds for a new shape.
  /// Fails on negative extents, on types other than the descriptor allows and
  /// when the library has no code for it.
  Result<std::unique_ptr<Gemm>>
  prepare(const GemmDescriptor &descriptor,
          std::optional<GemmTiling> tiling = std::nullopt);

  struct Context;

private:
  explicit GemmProvider(std::shared_ptr<Context> context);
  std::shared_ptr<Context> context;
};

} // namespace amp

#endif // AMP_RUNTIME_GEMM_H
