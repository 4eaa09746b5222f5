// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the products of one GemmProvider share: oneDNN's engine, the cache of
// compiled tiles, and the switch that keeps oneDNN on the calling thread.

#ifndef AMP_LIB_RUNTIME_GEMMCONTEXT_H
#define AMP_LIB_RUNTIME_GEMMCONTEXT_H

#include "amp/Runtime/Gemm.h"

#include <compare>
#include <map>
#include <mutex>
#include <oneapi/dnnl/dnnl.h>

namespace amp {

/// Owns a handle of oneDNN's and destroys it with the function given.
template <typename Handle, dnnl_status_t (*destroy)(Handle)> class DnnlHandle {
public:
  DnnlHandle() = default;
  DnnlHandle(DnnlHandle &&other) : handle(std::exchange(other.handle, {})) {}
  DnnlHandle &operator=(DnnlHandle &&other) {
    std::swap(handle, other.handle);
    return *this;
  }
  ~DnnlHandle() {
    if (handle)
      destroy(handle);
  }
  Handle get() const { return handle; }
  /// Where a function of oneDNN's stores a new handle.
  Handle *out() { return &handle; }

private:
  Handle handle = nullptr;
};

using DnnlEngine = DnnlHandle<dnnl_engine_t, dnnl_engine_destroy>;
using DnnlStream = DnnlHandle<dnnl_stream_t, dnnl_stream_destroy>;
using DnnlMemory = DnnlHandle<dnnl_memory_t, dnnl_memory_destroy>;
using DnnlAttributes =
    DnnlHandle<dnnl_primitive_attr_t, dnnl_primitive_attr_destroy>;
using DnnlPrimitiveDesc =
    DnnlHandle<dnnl_primitive_desc_t, dnnl_primitive_desc_destroy>;
using DnnlPrimitive = DnnlHandle<dnnl_primitive_t, dnnl_primitive_destroy>;

/// A failure of the library, if `status` is one.
Status checkDnnl(dnnl_status_t status, const char *what);

/// The product of one tile: extents of the tile, the distance between the rows
/// of each whole matrix, and the types.
struct GemmTileKey {
  int64_t rows, columns, depth;
  int64_t strideA, strideB, strideOut;
  bool transposeA, transposeB;
  ElementType operands, output;
  bool hasBias;
  ElementType bias;
  bool packedB;

  auto operator<=>(const GemmTileKey &) const = default;
};

/// Compiled code for a tile, with the memory descriptors of its arguments.
/// Immutable, hence usable from several threads.
struct GemmTileCode {
  DnnlPrimitive primitive;
  dnnl_memory_desc_t a, b, bias, out, scratch;
  size_t scratchBytes = 0;
  std::string implementation;
};

/// Keeps OpenMP, which oneDNN splits its loops with, on the calling thread
/// while it lives (P16). Changes and restores the setting of this thread only.
class SingleThreaded {
public:
  explicit SingleThreaded(const GemmProvider::Context &context);
  ~SingleThreaded();
  SingleThreaded(const SingleThreaded &) = delete;
  SingleThreaded &operator=(const SingleThreaded &) = delete;

private:
  const GemmProvider::Context &context;
  int saved;
};

struct GemmProvider::Context {
  DnnlEngine engine;
  GemmCapabilities capabilities;
  /// OpenMP's functions; null if oneDNN does not use it.
  int (*getThreads)() = nullptr;
  void (*setThreads)(int) = nullptr;

  /// The code for a tile, shared with whoever has it already.
  Result<std::shared_ptr<const GemmTileCode>> getCode(const GemmTileKey &key);

private:
  std::mutex mutex;
  std::map<GemmTileKey, std::weak_ptr<const GemmTileCode>> cache;
};

} // namespace amp

#endif // AMP_LIB_RUNTIME_GEMMCONTEXT_H
