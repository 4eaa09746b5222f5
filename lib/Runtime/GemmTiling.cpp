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

/// A product with a transposed B and few rows is mostly the work of turning B
/// round. Flipped, B is read as it lies, and the results are turned round.
/// Below 16 rows the library has code of its own for f32; AMX flips only where
/// its share of the time is small enough for results in f32 to pay.
static bool paysToFlip(const GemmDescriptor &d,
                       const GemmCapabilities &capabilities) {
  if (!capabilities.packs || d.transposeA || !d.transposeB)
    return false;
  if (d.operands == ElementType::BF16 && capabilities.amxBf16)
    return d.m <= 64 && d.n >= 256 && d.k >= 256;
  return d.m >= 16 && d.m <= d.n && d.n >= 64;
}

/// Tiles of whole columns, of which the library sees dense results.
static int64_t denseColumns(const GemmDescriptor &d, double parts,
                            int64_t least) {
  double most = double(std::min(mostTiles, std::max<int64_t>(d.n / least, 1)));
  return tileExtent(d.n, int64_t(std::clamp(parts, 1.0, most)), 64);
}

/// AMX computes 32x256x256 in 8 us and then spends 2 us a call on setting up
/// its tiles, and output columns or transposed operands that are not dense cost
/// it up to three times. So only tall dense operands are cut, in rows.
static GemmTiling chooseForAmx(const GemmDescriptor &d) {
  constexpr int64_t rows = 256, depthIfTransposed = 512;
  // With a packed B the columns of a tile are dense, and then copied.
  if (d.packedB && d.m < 2 * rows && d.n * d.k >= 1 << 20)
    return {d.m, denseColumns(d, double(d.n) / 256, 256)};
  if (d.m < 2 * rows || (d.transposeA && d.k < depthIfTransposed) ||
      d.n * d.k < 128 * 128)
    return {d.m, d.n};
  return {tileExtent(d.m, std::min(mostTiles, d.m / rows), 32), d.n};
}

GemmTiling amp::chooseGemmTiling(const GemmDescriptor &d,
                                 const GemmCapabilities &capabilities) {
  bool amx = d.operands == ElementType::BF16 && capabilities.amxBf16;
  bool flips = paysToFlip(d, capabilities);
  if (amx && flips)
    return {d.m, denseColumns(d, double(d.n) / 256, 256), true};
  if (amx)
    return chooseForAmx(d);
  // Ten to twenty microseconds of work; a double counts without overflow.
  constexpr double target = 1 << 21;
  double work = 2.0 * double(d.m) * double(d.n) * double(d.k);
  if (flips)
    return {d.m, denseColumns(d, work / target, 128), true};
  if (work < target)
    return {d.m, d.n};
  int64_t parts =
      int64_t(std::clamp(work / target, 2.0, static_cast<double>(mostTiles)));
  // Every tile of a row of tiles repacks the operand they share, so the longer
  // side is cut; repacking a transposed B costs most.
  bool cutColumns = d.n >= d.m || (d.transposeB && 4 * d.n >= d.m);
  if (cutColumns && d.packedB)
    return {d.m, denseColumns(d, work / target, 128)};
  if (cutColumns)
    return {d.m, tileExtent(d.n, parts, 64)};
  return {tileExtent(d.m, parts, 32), d.n};
}
