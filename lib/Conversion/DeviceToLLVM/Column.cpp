// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The column form: strips of columns, each an accumulator vector that takes the
// rows in order, in chunks of 256 whose results are combined in order (P4). In
// stage partial a chunk is one more outer position; in stage combine the rows
// are chunk results, which are taken without further chunks.

#include "BodyEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace amp;

namespace {

/// Emission of one column kernel.
class ColumnForm {
public:
  explicit ColumnForm(BodyEmitter &emitter)
      : emitter(emitter), reducedDim(*emitter.kernel.getReductionDim()),
        isPartial(emitter.kernel.isStage(device::ReduceStage::Partial)),
        isCombine(emitter.kernel.isStage(device::ReduceStage::Combine)) {
    for (Operation &op : emitter.kernel.getBody().front())
      if (auto reduce = dyn_cast<device::ReduceOp>(op))
        reduces.push_back(reduce);
    for (device::StoreOp store : getStores(emitter.kernel)) {
      bool byChunk = isPartial && emitter.levels.getPhase(store.getValue()) > 0;
      bool byColumn = byChunk || store.getStrides()[reducedDim] == 0;
      (byColumn ? columnStores : elementStores).push_back(store);
    }
    for (device::ReduceOp reduce : reduces)
      roots.push_back(reduce.getValue());
    for (device::StoreOp store : elementStores)
      roots.push_back(store.getValue());
  }

  void emit() {
    Scope root = emitter.createRoot();
    emitter.hoist(roots, root, ~uint64_t(0), 0);
    SmallVector<int64_t> outer, counts;
    for (int64_t dim = 0; dim != emitter.laneDim; ++dim) {
      if (dim == reducedDim && !isPartial)
        continue;
      int64_t extent = emitter.kernel.getExtents()[dim];
      outer.push_back(dim);
      counts.push_back(dim == reducedDim ? emitter.kernel.getNumChunks(extent)
                                         : extent);
    }
    int64_t columns = *emitter.getStaticExtent(emitter.laneDim);
    if (columns == 0)
      return;

    // Units are columns of all outer positions in order; the first and the last
    // outer position may be taken in part.
    Value last = emitter.op<arith::AddIOp>(emitter.end, columns - 1);
    emitter.loop(
        emitter.op<arith::DivUIOp>(emitter.begin, columns),
        emitter.op<arith::DivUIOp>(last, columns), 1, [&](Value number) {
          Scope position(&root);
          emitter.setIndices(position, number, outer, counts);
          Value before = emitter.op<arith::MulIOp>(number, columns);
          Value from = emitter.op<arith::SubIOp>(emitter.begin, before);
          Value to = emitter.op<arith::SubIOp>(emitter.end, before);
          from = emitter.op<arith::MaxSIOp>(from, 0);
          to = emitter.op<arith::MinSIOp>(to, columns);
          emitColumns(position, from, to, columns);
        });
  }

private:
  /// The columns from `from` to `to` of one outer position.
  void emitColumns(Scope &position, Value from, Value to, int64_t columns) {
    int64_t lanes = emitter.lanes;
    Value whole = from;
    // Two strips at a time hide the latency of the dependent accumulation.
    if (columns >= 2 * lanes) {
      whole = emitter.roundDown(from, to, 2 * lanes);
      emitter.loop(from, whole, 2 * lanes, [&](Value start) {
        Value second = emitter.op<arith::AddIOp>(start, lanes);
        emitStrips(position, {start, second}, Value());
      });
    }
    emitter.loop(whole, to, lanes, [&](Value start) {
      Value rest = emitter.op<arith::SubIOp>(to, start);
      emitStrips(position, {start}, emitter.createMask(rest));
    });
  }

  /// The strips that start at `starts`, all of their rows.
  void emitStrips(Scope &position, ArrayRef<Value> starts, Value mask) {
    SmallVector<Scope, 2> strips;
    for (Value start : starts) {
      Scope &strip = strips.emplace_back(&position);
      strip.indices.back() = start;
      strip.mask = mask;
      emitter.hoist(roots, strip, BodyEmitter::bit(reducedDim), 0);
    }
    SmallVector<Value> neutral;
    for (device::ReduceOp reduce : reduces)
      neutral.append(strips.size(), emitter.getNeutral(reduce, true));

    Value zero = emitter.index(0), rows = emitter.getExtent(reducedDim);
    std::optional<int64_t> extent = emitter.getStaticExtent(reducedDim);
    SmallVector<Value> totals;
    if (isPartial) {
      Value start = emitter.op<arith::MulIOp>(
          strips.front().indices[reducedDim], device::columnChunk);
      Value end = emitter.op<arith::AddIOp>(start, device::columnChunk);
      end = emitter.op<arith::MinSIOp>(end, rows);
      totals = emitRows(strips, start, end, neutral);
    } else if (isCombine || (extent && *extent <= device::columnChunk)) {
      totals = emitRows(strips, zero, rows, neutral);
    } else {
      totals = emitter.loop(
          zero, rows, device::columnChunk, neutral,
          [&](Value start, ValueRange carried) {
            Value end = emitter.op<arith::AddIOp>(start, device::columnChunk);
            end = emitter.op<arith::MinSIOp>(end, rows);
            return combine(carried, emitRows(strips, start, end, neutral));
          });
    }
    bindResults(strips, totals);
    for (Scope &strip : strips)
      for (device::StoreOp store : columnStores)
        emitter.get(store.getValue(), strip);
    for (Scope &strip : strips)
      for (device::StoreOp store : columnStores)
        emitter.store(store, strip);
  }

  /// One chunk of rows; returns the accumulators of every reduction and strip.
  SmallVector<Value> emitRows(MutableArrayRef<Scope> strips, Value start,
                              Value end, ArrayRef<Value> neutral) {
    return emitter.loop(
        start, end, 1, neutral, [&](Value row, ValueRange carried) {
          SmallVector<Scope, 2> scopes;
          for (Scope &strip : strips) {
            Scope &scope = scopes.emplace_back(&strip);
            scope.mask = strip.mask;
            scope.indices[reducedDim] = row;
          }
          SmallVector<Value> values;
          for (device::ReduceOp reduce : reduces)
            for (Scope &scope : scopes)
              values.push_back(emitter.getWide(reduce.getValue(), scope));
          for (device::StoreOp store : elementStores)
            for (Scope &scope : scopes)
              emitter.get(store.getValue(), scope);
          for (device::StoreOp store : elementStores)
            for (Scope &scope : scopes)
              emitter.store(store, scope);
          return combine(carried, values);
        });
  }

  SmallVector<Value> combine(ValueRange left, ValueRange right) {
    SmallVector<Value> results;
    size_t strips = left.size() / std::max<size_t>(reduces.size(), 1);
    for (size_t i = 0; i != left.size(); ++i)
      results.push_back(
          emitter.combine(reduces[i / strips].getKind(), left[i], right[i]));
    return results;
  }

  /// A reduction's result is a vector of columns, or a scalar where its operand
  /// does not vary along the columns.
  void bindResults(MutableArrayRef<Scope> strips, ArrayRef<Value> totals) {
    size_t number = 0;
    for (device::ReduceOp reduce : reduces)
      for (Scope &strip : strips) {
        Value total = totals[number++];
        if (!emitter.levels.variesAlong(reduce.getResult(), emitter.laneDim))
          total = emitter.getLane(total, 0);
        strip.values[reduce.getResult()] = total;
      }
  }

  BodyEmitter &emitter;
  int64_t reducedDim;
  bool isPartial, isCombine;
  SmallVector<device::ReduceOp> reduces;
  SmallVector<device::StoreOp> columnStores, elementStores;
  SmallVector<Value> roots;
};

} // namespace

void amp::emitColumn(BodyEmitter &emitter) { ColumnForm(emitter).emit(); }
