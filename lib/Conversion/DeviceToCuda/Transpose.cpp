// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transpose form: a block takes a tile of 32 by 32, positions along the
// transposed dimension by lanes along the last one. What is contiguous along
// the positions goes through a tile in shared memory, so that a warp always
// touches adjacent elements; the body runs over the tile as an elementwise
// kernel does. A row of 33 elements keeps the columns of a tile in different
// banks.

#include "CudaWriter.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// The side of a tile: one warp's lanes.
static constexpr int64_t side = device::rowLanes;
/// Rows of a tile that a block touches at once.
static constexpr int64_t rowsAtOnce = cudaBlockThreads / side;
/// Tiles take at most this much shared memory, which leaves room for two blocks
/// on the smallest device; what finds no room is accessed where it lies.
static constexpr int64_t tileByteLimit = 32 * 1024;

int64_t cuda::getTransposeBlocks(device::KernelOp kernel,
                                 ArrayRef<int64_t> extents) {
  int64_t dim =
      *device::getTransposeDim(kernel.getExtents(), kernel.getBody().front());
  int64_t blocks = 1;
  for (auto [number, extent] : llvm::enumerate(extents)) {
    bool isTiled = int64_t(number) == dim || number + 1 == extents.size();
    blocks *= isTiled ? llvm::divideCeil(extent, side) : extent;
  }
  return blocks;
}

namespace {

/// A tile in shared memory and what goes through it.
struct Tile {
  std::string name;
  Type type;
  device::LoadOp load;
  device::StoreOp store;
};

/// The text of one transpose kernel.
class TransposeForm {
public:
  explicit TransposeForm(CudaWriter &writer)
      : writer(writer), last(writer.kernel.getRank() - 1),
        dim(*device::getTransposeDim(writer.kernel.getExtents(),
                                     writer.kernel.getBody().front())),
        type(writer.indexType.str()) {
    collect();
  }

  void print() {
    writer.line("const int x = thread & 31, y = thread >> 5;");
    printPosition();
    for (const Tile &tile : tiles)
      writer.line("__shared__ " + memoryType(tile.type) + " " + tile.name +
                  "[32][33];");
    if (llvm::any_of(tiles, [](const Tile &tile) { return tile.load; })) {
      printMove(/*isLoad=*/true);
      writer.line("__syncthreads();");
    }
    printBody();
    if (llvm::any_of(tiles, [](const Tile &tile) { return tile.store; })) {
      writer.line("__syncthreads();");
      printMove(/*isLoad=*/false);
    }
  }

private:
  void collect() {
    int64_t bytes = 0;
    auto addTile = [&](Type element) -> Tile * {
      int64_t size = side * (side + 1) * device::getElementBytes(element);
      if (bytes + size > tileByteLimit)
        return nullptr;
      bytes += size;
      return &tiles.emplace_back(Tile{writer.fresh("tile"), element, {}, {}});
    };
    for (Operation &op : writer.kernel.getBody().front()) {
      auto load = dyn_cast<device::LoadOp>(op);
      if (load && device::isTransposed(load.getStrides(), dim))
        if (Tile *tile = addTile(load.getType()))
          tile->load = load;
    }
    // A thread puts its result where it has taken its operand from, so a store
    // can use the tile of a load.
    for (auto store :
         writer.kernel.getBody().front().getOps<device::StoreOp>()) {
      roots.push_back(store.getValue());
      Type element = store.getValue().getType();
      Tile *tile = nullptr;
      if (device::isTransposed(store.getStrides(), dim)) {
        tile = llvm::find_if(tiles, [&](const Tile &tile) {
          return tile.type == element && !tile.store;
        });
        if (tile == tiles.end())
          tile = addTile(element);
      }
      if (tile)
        tile->store = store;
      else
        direct.push_back(store);
    }
  }

  /// The first position and the first lane of the block's tile.
  void printPosition() {
    SmallVector<int64_t> counts(writer.kernel.getExtents());
    for (int64_t tiled : {dim, last})
      if (counts[tiled] != device::runTimeExtent)
        counts[tiled] = llvm::divideCeil(counts[tiled], side);
    root.indices.assign(last + 1, "0");
    writer.setIndices(root, "block",
                      llvm::to_vector(llvm::seq<int64_t>(last + 1)), counts);
    for (auto [name, tiled] :
         {std::pair("position0", dim), std::pair("lane0", last)})
      writer.line("const " + type + " " + name + " = " + root.indices[tiled] +
                  " * 32;");
    writer.hoist(roots, root, uint64_t(1) << dim | uint64_t(1) << last, 0);
  }

  void openRows() {
    writer.line("#pragma unroll");
    writer.open("for (int k = 0; k < 32; k += " + Twine(rowsAtOnce) + ")");
  }

  /// Fills the tiles from memory, or memory from the tiles: the lanes of a warp
  /// run along the positions.
  void printMove(bool isLoad) {
    openRows();
    Scope scope(&root);
    scope.indices[dim] = "position";
    scope.indices[last] = "lane";
    writer.line("const " + type +
                " position = position0 + x, lane = lane0 + "
                "y + k;");
    writer.open("if (position < " + writer.extent(dim) + " && lane < " +
                writer.extent(last) + ")");
    for (Tile &tile : tiles) {
      std::string place = tile.name + "[y + k][x]";
      if (isLoad && tile.load)
        writer.line(place + " = " +
                    writer.element(tile.load.getBuffer(),
                                   tile.load.getStrides(),
                                   tile.load.getOffset(), scope) +
                    ";");
      if (!isLoad && tile.store)
        writer.line(writer.element(tile.store.getBuffer(),
                                   tile.store.getStrides(),
                                   tile.store.getOffset(), scope) +
                    " = " + place + ";");
    }
    writer.close();
    writer.close();
  }

  /// The body at the tile's elements: the lanes of a warp run along the last
  /// dimension.
  void printBody() {
    writer.line("const " + type + " lane = lane0 + x;");
    writer.open("if (lane < " + writer.extent(last) + ")");
    Scope column(&root);
    column.indices[last] = "lane";
    writer.hoist(roots, column, uint64_t(1) << dim, 0);
    openRows();
    writer.line("const " + type + " position = position0 + y + k;");
    writer.open("if (position < " + writer.extent(dim) + ")");
    Scope scope(&column);
    scope.indices[dim] = "position";
    for (Tile &tile : tiles) {
      if (!tile.load)
        continue;
      // Read now: a store may reuse the place.
      std::string name = writer.fresh("a");
      writer.line("const " + registerType(tile.type) + " " + name + " = " +
                  tile.name + "[x][y + k]" +
                  (tile.type.isInteger(1) ? " != 0" : "") + ";");
      scope.names[tile.load.getResult()] = name;
    }
    // All loads come before the stores, which may go to the same elements.
    for (Value value : roots)
      writer.get(value, scope);
    SmallVector<std::pair<std::string, std::string>> results;
    for (Tile &tile : tiles)
      if (tile.store)
        results.push_back(
            {tile.name, writer.get(tile.store.getValue(), scope)});
    for (auto &[name, value] : results)
      writer.line(name + "[x][y + k] = " + value + ";");
    for (device::StoreOp store : direct)
      writer.store(store, scope);
    writer.close();
    writer.close();
    writer.close();
  }

  CudaWriter &writer;
  int64_t last, dim;
  std::string type;
  Scope root;
  SmallVector<Tile> tiles;
  SmallVector<device::StoreOp> direct;
  SmallVector<Value> roots;
};

} // namespace

void cuda::printTranspose(CudaWriter &writer) { TransposeForm(writer).print(); }
