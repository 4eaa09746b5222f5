// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the output of a matrix product is cut into tiles. The numbers come from
// measurements of oneDNN 2.6 on one thread: what a tiling may cost there is a
// few per cent, because a fork-join costs one microsecond.

#include "amp/Runtime/Gemm.h"

#include <algorithm>

using namespace amp;

static int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// No more tiles than this, however large the product.
static constexpr int64_t mostTiles = 32;

/// The extent of a tile along an axis cut into `parts`: a multiple of `unit`,
/// the block that the library's kernels work in.
static int64_t tileExtent(int64_t extent, int64_t parts, int64_t unit) {
  int64_t tile = ceilDivide(ceilDivide(extent, parts), unit) * unit;
  return std::min(tile, extent);
}

/// AMX computes 32x256x256 in 8 us and then spends 2 us a call on setting up
/// its tiles, and output columns or transposed operands that are not dense cost
/// it up to three times. So only tall dense operands are cut, in rows.
static GemmTiling chooseForAmx(const GemmDescriptor &d) {
  constexpr int64_t rows = 256, depthIfTransposed = 512;
  if (d.m < 2 * rows || (d.transposeA && d.k < depthIfTransposed) ||
      d.n * d.k < 128 * 128)
    return {d.m, d.n};
  return {tileExtent(d.m, std::min(mostTiles, d.m / rows), 32), d.n};
}

GemmTiling amp::chooseGemmTiling(const GemmDescriptor &d,
                                 const GemmCapabilities &capabilities) {
  if (d.operands == ElementType::BF16 && capabilities.amxBf16)
    return chooseForAmx(d);
  // Ten to twenty microseconds of work; a double counts without overflow.
  constexpr double target = 1 << 21;
  double work = 2.0 * double(d.m) * double(d.n) * double(d.k);
  if (work < target)
    return {d.m, d.n};
  int64_t parts =
      int64_t(std::clamp(work / target, 2.0, static_cast<double>(mostTiles)));
  // Every tile of a row of tiles repacks the operand they share, so the longer
  // side is cut; repacking a transposed B costs most.
  bool cutColumns = d.n >= d.m || (d.transposeB && 4 * d.n >= d.m);
  if (cutColumns)
    return {d.m, tileExtent(d.n, parts, 64)};
  return {tileExtent(d.m, parts, 32), d.n};
}
