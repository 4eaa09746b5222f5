// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementwise form: one loop over elements (rank 1) or over rows and the
// elements of each, in whole vectors first and in masked ones for the rest.

#include "BodyEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace amp;

namespace {

/// Emission of one elementwise kernel.
class ElementwiseForm {
public:
  explicit ElementwiseForm(BodyEmitter &emitter)
      : emitter(emitter), stores(getStores(emitter.kernel)) {
    bool expensive = false;
    for (Operation &op : emitter.kernel.getBody().front())
      expensive |= isExpensive(&op);
    for (device::StoreOp store : stores)
      roots.push_back(store.getValue());
    // A second vector in flight hides latency; long bodies have enough work of
    // their own and compile twice as fast without.
    size_t length = emitter.kernel.getBody().front().getOperations().size();
    unroll = !expensive && length <= 16 ? 2 : 1;
  }

  void emit() {
    Scope root = emitter.createRoot();
    if (emitter.laneDim < 0) {
      emitter.loop(emitter.begin, emitter.end, 1,
                   [&](Value) { emitAt(root, {Value()}, Value()); });
      return;
    }
    emitter.hoist(roots, root, ~uint64_t(0), 0);
    if (emitter.laneDim == 0) {
      emitRange(root);
      return;
    }
    SmallVector<int64_t> outer =
        llvm::to_vector(llvm::seq<int64_t>(emitter.laneDim));
    emitter.loop(emitter.begin, emitter.end, 1, [&](Value number) {
      Scope row(&root);
      emitter.setIndices(row, number, outer);
      emitter.hoist(roots, row, BodyEmitter::bit(emitter.laneDim), 0);
      emitRow(row, *emitter.getStaticExtent(emitter.laneDim));
    });
  }

private:
  /// One vector at each of `starts`: all values, then all stores.
  void emitAt(Scope &around, ArrayRef<Value> starts, Value mask) {
    SmallVector<Scope, 2> scopes;
    for (Value start : starts) {
      Scope &scope = scopes.emplace_back(&around);
      scope.mask = mask;
      if (start)
        scope.indices.back() = start;
    }
    for (Scope &scope : scopes)
      for (Value root : roots)
        emitter.get(root, scope);
    for (Scope &scope : scopes)
      for (device::StoreOp store : stores)
        emitter.store(store, scope);
  }

  /// `unroll` whole vectors from `start` on.
  void emitStep(Scope &around, Value start) {
    SmallVector<Value, 2> starts{start};
    for (int64_t i = 1; i != unroll; ++i)
      starts.push_back(emitter.op<arith::AddIOp>(start, i * emitter.lanes));
    emitAt(around, starts, Value());
  }

  /// The elements from begin to end, known at run time only.
  void emitRange(Scope &root) {
    int64_t step = unroll * emitter.lanes;
    Value whole = emitter.roundDown(emitter.begin, emitter.end, step);
    emitter.loop(emitter.begin, whole, step,
                 [&](Value start) { emitStep(root, start); });
    emitter.loop(whole, emitter.end, emitter.lanes, [&](Value start) {
      Value rest = emitter.op<arith::SubIOp>(emitter.end, start);
      emitAt(root, {start}, emitter.createMask(rest));
    });
  }

  /// One row of a static number of elements.
  void emitRow(Scope &row, int64_t extent) {
    int64_t step = unroll * emitter.lanes, whole = extent / step * step;
    if (whole == step)
      emitStep(row, emitter.index(0));
    else if (whole != 0)
      emitter.loop(emitter.index(0), emitter.index(whole), step,
                   [&](Value start) { emitStep(row, start); });
    for (int64_t start = whole; start < extent; start += emitter.lanes) {
      int64_t rest = extent - start;
      Value mask = rest < emitter.lanes ? emitter.createMask(rest) : Value();
      emitAt(row, {emitter.index(start)}, mask);
    }
  }

  BodyEmitter &emitter;
  SmallVector<device::StoreOp> stores;
  SmallVector<Value> roots;
  int64_t unroll;
};

} // namespace

void amp::emitElementwise(BodyEmitter &emitter) {
  ElementwiseForm(emitter).emit();
}
