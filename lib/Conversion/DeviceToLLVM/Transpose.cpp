// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transpose form: tiles of 16 or so positions by one vector of lanes. What
// is contiguous along the positions goes through a buffer on the stack, filled
// or emptied by vectors and transposed in registers, so that memory is touched
// in whole cache lines on both sides; the body runs over the tile's positions
// as an elementwise kernel does.

#include "BodyEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace amp;

TransposeTiling::TransposeTiling(device::KernelOp kernel) {
  ArrayRef<int64_t> extents = kernel.getExtents();
  Block &body = kernel.getBody().front();
  dim = *device::getTransposeDim(extents, body);
  int64_t bytes = 8;
  auto add = [&](auto access, Type type) {
    if (device::isTransposed(access.getStrides(), dim))
      bytes = std::min(bytes, device::getElementBytes(type));
  };
  for (Operation &op : body) {
    if (auto load = dyn_cast<device::LoadOp>(op))
      add(load, load.getType());
    else if (auto store = dyn_cast<device::StoreOp>(op))
      add(store, store.getValue().getType());
  }
  // A cache line, where the tile is not longer than the dimension.
  positions = bytes >= 4 ? 16 : 32;
  while (extents[dim] != device::runTimeExtent && positions > 8 &&
         positions > extents[dim])
    positions /= 2;
  blockLanes = 8 * chooseLanes(kernel);
  blocks = llvm::divideCeil(extents.back(), blockLanes);
}

namespace {

/// An access that goes through a buffer.
struct Tile {
  /// A load or a store.
  Operation *op;
  ArrayRef<int64_t> strides;
  int64_t offset;
  Value memory;
  /// `positions` rows of one vector each.
  Value buffer;
};

/// Emission of one transpose kernel.
class TransposeForm {
public:
  explicit TransposeForm(BodyEmitter &emitter)
      : emitter(emitter), builder(emitter.builder), loc(emitter.loc),
        tiling(emitter.kernel), lane(emitter.laneDim), lanes(emitter.lanes),
        extent(*emitter.getStaticExtent(lane)) {}

  void emit() {
    collect();
    Scope root = emitter.createRoot();
    emitter.hoist(roots, root, ~uint64_t(0), 0);
    SmallVector<int64_t> outer, counts;
    for (int64_t dim = 0; dim != lane; ++dim) {
      outer.push_back(dim);
      counts.push_back(emitter.kernel.getExtents()[dim]);
    }
    // The first count is not needed, and may be that of the run-time extent.
    if (tiling.dim != 0)
      counts[tiling.dim] =
          llvm::divideCeil(counts[tiling.dim], tiling.positions);
    emitter.loop(emitter.begin, emitter.end, 1, [&](Value number) {
      Scope unit(&root);
      Value block = emitter.op<arith::RemUIOp>(number, tiling.blocks);
      Value rest = emitter.op<arith::DivUIOp>(number, tiling.blocks);
      emitter.setIndices(unit, rest, outer, counts);
      emitUnit(unit, block);
    });
  }

private:
  void collect() {
    auto add = [&](auto access, Type type, SmallVectorImpl<Tile> &tiles) {
      if (!device::isTransposed(access.getStrides(), tiling.dim))
        return false;
      auto buffer =
          MemRefType::get({tiling.positions * lanes}, getMemoryType(type));
      tiles.push_back(
          {access, access.getStrides(), int64_t(access.getOffset()),
           emitter.getBuffer(access.getBuffer()),
           memref::AllocaOp::create(builder, loc, buffer,
                                    builder.getI64IntegerAttr(64))});
      return true;
    };
    for (Operation &op : emitter.kernel.getBody().front()) {
      if (auto load = dyn_cast<device::LoadOp>(op))
        add(load, load.getType(), loads);
      auto store = dyn_cast<device::StoreOp>(op);
      if (!store)
        continue;
      roots.push_back(store.getValue());
      if (!add(store, store.getValue().getType(), stores))
        direct.push_back(store);
    }
  }

  void emitUnit(Scope &unit, Value block) {
    first =
        emitter.op<arith::MulIOp>(unit.indices[tiling.dim], tiling.positions);
    Value end = emitter.op<arith::AddIOp>(first, tiling.positions);
    last = emitter.op<arith::MinSIOp>(end, emitter.getExtent(tiling.dim));
    isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, end,
                                    last);
    unit.indices[tiling.dim] = first;
    uint64_t inside = BodyEmitter::bit(tiling.dim) | BodyEmitter::bit(lane);
    emitter.hoist(roots, unit, inside, 0);

    int64_t whole = extent / lanes * lanes;
    Value from = emitter.op<arith::MulIOp>(block, tiling.blockLanes);
    Value to = emitter.op<arith::AddIOp>(from, tiling.blockLanes);
    if (whole != 0) {
      Value limit = emitter.op<arith::MinSIOp>(to, whole);
      emitter.loop(from, limit, lanes,
                   [&](Value start) { emitTile(unit, start, lanes); });
    }
    if (whole != extent) {
      // Once, in the last block.
      Value begin = emitter.op<arith::MaxSIOp>(from, whole);
      Value limit = emitter.op<arith::MinSIOp>(to, extent);
      emitter.loop(begin, limit, lanes,
                   [&](Value start) { emitTile(unit, start, extent - whole); });
    }
  }

  /// The tile whose `count` lanes start at `start`.
  void emitTile(Scope &unit, Value start, int64_t count) {
    Scope tile(&unit);
    tile.indices[lane] = start;
    if (count < lanes)
      tile.mask = emitter.createMask(count);
    for (Tile &load : loads)
      move(load, tile, count, /*isLoad=*/true);
    emitter.hoist(roots, tile, BodyEmitter::bit(tiling.dim), 0);
    emitter.loop(first, last, 1, [&](Value position) {
      Scope at(&tile);
      at.indices[tiling.dim] = position;
      at.mask = tile.mask;
      Value row = emitter.op<arith::MulIOp>(
          emitter.op<arith::SubIOp>(position, first), lanes);
      for (Tile &load : loads)
        at.values[load.op->getResult(0)] =
            fromMemory(builder, loc, loadVector(load.buffer, row, lanes),
                       load.op->getResult(0).getType());
      for (Value root : roots)
        emitter.get(root, at);
      for (Tile &store : stores) {
        Value value = cast<device::StoreOp>(store.op).getValue();
        storeVector(
            toMemory(builder, loc, emitter.getWide(value, at), value.getType()),
            store.buffer, row);
      }
      for (device::StoreOp store : direct)
        emitter.store(store, at);
    });
    for (Tile &store : stores)
      move(store, tile, count, /*isLoad=*/false);
  }

  /// Fills a tile's buffer from memory, or memory from the buffer.
  void move(Tile &tile, Scope &scope, int64_t count, bool isLoad) {
    if (count < lanes)
      return moveElements(tile, scope, count, isLoad);
    int64_t positions = emitter.kernel.getExtents()[tiling.dim];
    if (positions != device::runTimeExtent && positions % tiling.positions == 0)
      return moveVectors(tile, scope, isLoad);
    scf::IfOp::create(
        builder, loc, isWhole,
        [&](OpBuilder &, Location) {
          moveVectors(tile, scope, isLoad);
          scf::YieldOp::create(builder, loc);
        },
        [&](OpBuilder &, Location) {
          moveElements(tile, scope, count, isLoad);
          scf::YieldOp::create(builder, loc);
        });
  }

  /// Element by element: what stands at the end of a dimension.
  void moveElements(Tile &tile, Scope &scope, int64_t count, bool isLoad) {
    Value start = scope.indices[lane];
    Value end = emitter.op<arith::AddIOp>(start, count);
    emitter.loop(start, end, 1, [&](Value number) {
      emitter.loop(first, last, 1, [&](Value position) {
        Scope at(&scope);
        at.indices[lane] = number;
        at.indices[tiling.dim] = position;
        Value row = emitter.op<arith::MulIOp>(
            emitter.op<arith::SubIOp>(position, first), lanes);
        Value place = emitter.op<arith::AddIOp>(
            row, emitter.op<arith::SubIOp>(number, start));
        Value address = emitter.getAddress(tile.strides, tile.offset, at);
        auto [source, from] = isLoad ? std::pair(tile.memory, address)
                                     : std::pair(tile.buffer, place);
        auto [target, to] = isLoad ? std::pair(tile.buffer, place)
                                   : std::pair(tile.memory, address);
        Value element = memref::LoadOp::create(builder, loc, source, from);
        memref::StoreOp::create(builder, loc, element, target, to);
      });
    });
  }

  /// A whole tile, in square blocks of a cache line's width.
  void moveVectors(Tile &tile, Scope &scope, bool isLoad) {
    Type type = cast<MemRefType>(tile.buffer.getType()).getElementType();
    int64_t side = 64 / device::getElementBytes(type);
    side = std::min({side, lanes, tiling.positions});
    Value zero = emitter.index(0);
    emitter.loop(zero, emitter.index(lanes), side, [&](Value number) {
      emitter.loop(
          zero, emitter.index(tiling.positions), side, [&](Value position) {
            Scope at(&scope);
            at.indices[lane] =
                emitter.op<arith::AddIOp>(scope.indices[lane], number);
            at.indices[tiling.dim] = emitter.op<arith::AddIOp>(first, position);
            Value address = emitter.getAddress(tile.strides, tile.offset, at);
            Value place = emitter.op<arith::AddIOp>(
                emitter.op<arith::MulIOp>(position, lanes), number);
            moveBlock(tile, side, address, place, isLoad);
          });
    });
  }

  void moveBlock(Tile &tile, int64_t side, Value address, Value place,
                 bool isLoad) {
    auto step = [&](Value base, int64_t stride, int64_t number) {
      return emitter.op<arith::AddIOp>(base, stride * number);
    };
    SmallVector<Value> rows;
    for (int64_t i = 0; i != side; ++i)
      rows.push_back(
          isLoad ? loadVector(tile.memory, step(address, tile.strides[lane], i),
                              side)
                 : loadVector(tile.buffer, step(place, lanes, i), side));
    transpose(rows);
    for (int64_t i = 0; i != side; ++i) {
      if (isLoad)
        storeVector(rows[i], tile.buffer, step(place, lanes, i));
      else
        storeVector(rows[i], tile.memory, step(address, tile.strides[lane], i));
    }
  }

  /// Transposes a square of a power of two: for each bit of the position, the
  /// elements that differ in that bit of row and column change places.
  void transpose(MutableArrayRef<Value> rows) {
    int64_t side = rows.size();
    for (int64_t bit = side / 2; bit != 0; bit /= 2) {
      SmallVector<int64_t> low, high;
      for (int64_t i = 0; i != side; ++i) {
        low.push_back(i & bit ? side + i - bit : i);
        high.push_back(i & bit ? side + i : i + bit);
      }
      for (int64_t i = 0; i != side; ++i) {
        if (i & bit)
          continue;
        Value upper = rows[i], lower = rows[i + bit];
        rows[i] = vector::ShuffleOp::create(builder, loc, upper, lower, low);
        rows[i + bit] =
            vector::ShuffleOp::create(builder, loc, upper, lower, high);
      }
    }
  }

  Value loadVector(Value memory, Value address, int64_t size) {
    Type type = cast<MemRefType>(memory.getType()).getElementType();
    return vector::LoadOp::create(builder, loc, VectorType::get({size}, type),
                                  memory, address);
  }
  void storeVector(Value value, Value memory, Value address) {
    vector::StoreOp::create(builder, loc, value, memory, address);
  }

  BodyEmitter &emitter;
  OpBuilder &builder;
  Location loc;
  TransposeTiling tiling;
  int64_t lane, lanes, extent;
  SmallVector<Tile> loads, stores;
  SmallVector<device::StoreOp> direct;
  SmallVector<Value> roots;
  /// Of the unit: the positions of its tiles, and whether they are all there.
  Value first, last, isWhole;
};

} // namespace

void amp::emitTranspose(BodyEmitter &emitter) { TransposeForm(emitter).emit(); }
