// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The row form. A row is passed over once a phase: each pass ends in the
// reductions that the next one needs. Rows of up to 64 elements stay in
// registers; for longer ones a later pass recomputes what is cheap and reads
// from a buffer on the stack what is not. In stage partial there is one pass,
// over one chunk of the row.

#include "BodyEmitter.h"
#include "RowPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace amp;

namespace {

/// One group of lanes of a pass: where it starts and which lanes exist.
struct Group {
  Value start;
  Value mask;
};

/// Emission of one row kernel.
class RowForm {
public:
  explicit RowForm(BodyEmitter &emitter)
      : emitter(emitter), dim(emitter.laneDim),
        extent(emitter.getStaticExtent(dim)),
        isPartial(emitter.kernel.isStage(device::ReduceStage::Partial)),
        inRegisters(!isPartial && extent && *extent <= device::rowAccumulators),
        plan(emitter, inRegisters) {}

  void emit() {
    Scope root = emitter.createRoot();
    createBuffers();
    for (const RowPhase &phase : plan.phases)
      emitter.hoist(phase.roots, root, ~uint64_t(0), 0);
    SmallVector<int64_t> outer = llvm::to_vector(llvm::seq<int64_t>(dim));
    SmallVector<int64_t> counts(emitter.kernel.getExtents());
    if (isPartial) {
      outer.push_back(dim);
      counts.back() = emitter.kernel.getNumChunks(counts.back());
    }
    emitter.loop(emitter.begin, emitter.end, 1, [&](Value number) {
      Scope row(&root);
      emitter.setIndices(row, number, outer, counts);
      if (inRegisters)
        emitInRegisters(row);
      else if (isPartial)
        emitPartial(row);
      else
        for (const RowPhase &phase : plan.phases)
          if (!phase.roots.empty())
            emitPhase(row, phase);
      for (device::StoreOp store : plan.rowStores)
        emitter.get(store.getValue(), row);
      for (device::StoreOp store : plan.rowStores)
        emitter.store(store, row, /*isScalar=*/true);
    });
  }

private:
  //===--------------------------------------------------------------------===//
  // Short rows
  //===--------------------------------------------------------------------===//

  /// All phases of a row of at most 64 elements on values in registers.
  void emitInRegisters(Scope &row) {
    SmallVector<Scope, 2> scopes;
    for (int64_t start = 0; start < *extent; start += emitter.lanes) {
      Scope &scope = scopes.emplace_back(&row);
      scope.indices[dim] = emitter.index(start);
      if (*extent - start < emitter.lanes)
        scope.mask = emitter.createMask(*extent - start);
    }
    for (const RowPhase &phase : plan.phases) {
      emitter.hoist(phase.roots, row, BodyEmitter::bit(dim), phase.number);
      for (Value root : phase.roots)
        for (Scope &scope : scopes)
          emitter.get(root, scope);
      for (device::ReduceOp reduce : phase.reduces) {
        Value neutral = emitter.getNeutral(reduce, true), total;
        for (Scope &scope : scopes) {
          Value group = accumulate(reduce, neutral, scope);
          total =
              total ? emitter.combine(reduce.getKind(), total, group) : group;
        }
        row.values[reduce.getResult()] =
            reduceLanes(reduce.getKind(), total ? total : neutral);
      }
      for (device::StoreOp store : phase.stores)
        for (Scope &scope : scopes)
          emitter.store(store, scope);
    }
  }

  //===--------------------------------------------------------------------===//
  // Long rows
  //===--------------------------------------------------------------------===//

  /// One pass over the row, in chunks of 4096 where it may be longer.
  void emitPhase(Scope &row, const RowPhase &phase) {
    emitter.hoist(phase.roots, row, BodyEmitter::bit(dim), phase.number);
    Value zero = emitter.index(0);
    SmallVector<Value> totals;
    if (extent && *extent <= device::rowChunk) {
      totals = emitChunk(row, phase, zero, emitter.index(*extent));
    } else {
      SmallVector<Value> neutral;
      for (device::ReduceOp reduce : phase.reduces)
        neutral.push_back(emitter.getNeutral(reduce, false));
      Value length = emitter.getExtent(dim);
      totals = emitter.loop(
          zero, length, device::rowChunk, neutral,
          [&](Value start, ValueRange carried) {
            Value end = emitter.op<arith::AddIOp>(start, device::rowChunk);
            end = emitter.op<arith::MinSIOp>(end, length);
            SmallVector<Value> next = emitChunk(row, phase, start, end);
            for (size_t i = 0; i != next.size(); ++i)
              next[i] = emitter.combine(getKind(phase, i), carried[i], next[i]);
            return next;
          });
    }
    for (auto [i, total] : llvm::enumerate(totals)) {
      device::ReduceOp reduce = phase.reduces[i];
      row.values[reduce.getResult()] = total;
    }
  }

  /// The chunk that the position along the row names.
  void emitPartial(Scope &row) {
    const RowPhase &phase = plan.phases.front();
    emitter.hoist(phase.roots, row, BodyEmitter::bit(dim), phase.number);
    Value start = emitter.op<arith::MulIOp>(row.indices[dim], device::rowChunk);
    Value end = emitter.op<arith::AddIOp>(start, device::rowChunk);
    end = emitter.op<arith::MinSIOp>(end, emitter.getExtent(dim));
    SmallVector<Value> totals = emitChunk(row, phase, start, end);
    for (auto [i, total] : llvm::enumerate(totals)) {
      device::ReduceOp reduce = phase.reduces[i];
      row.values[reduce.getResult()] = total;
    }
  }

  /// One chunk; returns the result of each reduction.
  SmallVector<Value> emitChunk(Scope &row, const RowPhase &phase, Value start,
                               Value end) {
    int64_t step = device::rowAccumulators, lanes = emitter.lanes;
    SmallVector<Value> accumulators;
    for (device::ReduceOp reduce : phase.reduces)
      accumulators.append(2, emitter.getNeutral(reduce, true));

    bool knownEnd = !isPartial && extent && *extent <= device::rowChunk;
    Value whole = knownEnd ? emitter.index(*extent / step * step)
                           : emitter.roundDown(start, end, step);
    accumulators = emitter.loop(
        start, whole, step, accumulators,
        [&](Value position, ValueRange carried) {
          Value second = emitter.op<arith::AddIOp>(position, lanes);
          return emitGroups(row, phase,
                            {{position, Value()}, {second, Value()}}, carried);
        });

    int64_t rest = extent ? *extent % step : step;
    if (knownEnd && rest != 0) {
      SmallVector<Group, 2> groups{{whole, Value()}};
      if (rest > lanes)
        groups.push_back(
            {emitter.index(*extent / step * step + lanes), Value()});
      int64_t inLast = rest > lanes ? rest - lanes : rest;
      if (inLast < lanes)
        groups.back().mask = emitter.createMask(inLast);
      accumulators = emitGroups(row, phase, groups, accumulators);
    } else if (rest != 0) {
      accumulators = emitter.loop(
          whole, end, step, accumulators,
          [&](Value position, ValueRange carried) {
            Value second = emitter.op<arith::AddIOp>(position, lanes);
            auto mask = [&](Value from) {
              return emitter.createMask(emitter.op<arith::SubIOp>(end, from));
            };
            return emitGroups(
                row, phase,
                {{position, mask(position)}, {second, mask(second)}}, carried);
          });
    }

    SmallVector<Value> results;
    for (size_t i = 0; i != phase.reduces.size(); ++i) {
      device::ReduceKind kind = getKind(phase, i);
      results.push_back(
          reduceLanes(kind, emitter.combine(kind, accumulators[2 * i],
                                            accumulators[2 * i + 1])));
    }
    return results;
  }

  /// The groups of one step of a pass: values, then stores. Returns the next
  /// accumulators, two for each reduction.
  SmallVector<Value> emitGroups(Scope &row, const RowPhase &phase,
                                ArrayRef<Group> groups, ValueRange carried) {
    SmallVector<Value> next(carried);
    SmallVector<Scope, 2> scopes;
    for (const Group &group : groups) {
      Scope &scope = scopes.emplace_back(&row);
      scope.indices[dim] = group.start;
      scope.mask = group.mask;
      for (auto [value, buffer] : buffers)
        if (emitter.levels.getPhase(value) < phase.number)
          scope.values[value] = loadKept(value, buffer, group.start);
    }
    for (auto [i, reduce] : llvm::enumerate(phase.reduces))
      for (auto [j, scope] : llvm::enumerate(scopes))
        next[2 * i + j] = accumulate(reduce, next[2 * i + j], scope);
    for (Value root : phase.roots)
      for (Scope &scope : scopes)
        emitter.get(root, scope);
    for (auto [value, buffer] : buffers)
      if (emitter.levels.getPhase(value) == phase.number)
        for (Scope &scope : scopes)
          vector::StoreOp::create(emitter.builder, emitter.loc,
                                  toMemory(emitter.builder, emitter.loc,
                                           emitter.getWide(value, scope),
                                           value.getType()),
                                  buffer, scope.indices[dim]);
    for (device::StoreOp store : phase.stores)
      for (Scope &scope : scopes)
        emitter.store(store, scope);
    return next;
  }

  //===--------------------------------------------------------------------===//
  // Parts of both
  //===--------------------------------------------------------------------===//

  static device::ReduceKind getKind(const RowPhase &phase, size_t number) {
    device::ReduceOp reduce = phase.reduces[number];
    return reduce.getKind();
  }

  /// The accumulator after the elements of `scope`; lanes that do not exist
  /// keep what they have.
  Value accumulate(device::ReduceOp reduce, Value accumulator, Scope &scope) {
    Value value = emitter.getWide(reduce.getValue(), scope);
    Value next = emitter.combine(reduce.getKind(), accumulator, value);
    if (!scope.mask)
      return next;
    return arith::SelectOp::create(emitter.builder, emitter.loc, scope.mask,
                                   next, accumulator);
  }

  /// Combines the lanes by halves. With 16 lanes the step from 32 is left out:
  /// it would combine with neutral elements, which changes no bit.
  Value reduceLanes(device::ReduceKind kind, Value value) {
    for (int64_t half = emitter.lanes / 2; half != 0; half /= 2) {
      auto slice = [&](int64_t offset) -> Value {
        return vector::ExtractStridedSliceOp::create(
            emitter.builder, emitter.loc, value, ArrayRef<int64_t>{offset},
            ArrayRef<int64_t>{half}, ArrayRef<int64_t>{1});
      };
      Value low = slice(0), high = slice(half);
      value = emitter.combine(kind, low, high);
    }
    return emitter.getLane(value, 0);
  }

  /// Buffers on the stack for the kept values, padded to whole steps.
  void createBuffers() {
    for (Value value : plan.kept) {
      int64_t padded = llvm::alignTo(*extent, device::rowAccumulators);
      auto type = MemRefType::get({padded}, getMemoryType(value.getType()));
      Value buffer =
          memref::AllocaOp::create(emitter.builder, emitter.loc, type,
                                   emitter.builder.getI64IntegerAttr(64));
      buffers.push_back({value, buffer});
    }
  }

  Value loadKept(Value value, Value buffer, Value start) {
    Type memory = cast<MemRefType>(buffer.getType()).getElementType();
    Value loaded = vector::LoadOp::create(
        emitter.builder, emitter.loc, VectorType::get({emitter.lanes}, memory),
        buffer, start);
    return fromMemory(emitter.builder, emitter.loc, loaded, value.getType());
  }

  BodyEmitter &emitter;
  int64_t dim;
  std::optional<int64_t> extent;
  bool isPartial, inRegisters;
  RowPlan plan;
  SmallVector<std::pair<Value, Value>> buffers;
};

} // namespace

void amp::emitRow(BodyEmitter &emitter) { RowForm(emitter).emit(); }
