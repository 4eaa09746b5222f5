// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generator of random models: a pool of values grows by ops whose operands
// are taken from it; where none fits, a new constant, variable or input does.
// One file draws what an op needs, one makes any op that the registry describes
// well enough, one a family makes the others.

#ifndef AMP_TEST_FUZZ_GENERATOR_H
#define AMP_TEST_FUZZ_GENERATOR_H

#include "RandomGraph.h"

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#include <optional>

class Generator {
public:
  Generator(mlir::MLIRContext &context, Random &random,
            const GraphOptions &options)
      : options(options), random(random), builder(&context),
        loc(builder.getUnknownLoc()), described(describedOps(&context)) {}

  mlir::OwningOpRef<mlir::ModuleOp> make();

private:
  using Value = mlir::Value;
  using Type = mlir::Type;
  using Shape = llvm::SmallVector<int64_t>;
  using Attributes = llvm::ArrayRef<mlir::NamedAttribute>;
  using Test = llvm::function_ref<bool(Value)>;

public:
  /// An op, or several, that need more than the registry knows; `make` returns
  /// null where nothing in the pool fits.
  struct Entry {
    llvm::StringRef op;
    int weight;
    Value (Generator::*make)();
  };
  static llvm::ArrayRef<Entry> entries();

  /// Why an op is not drawn, or null. The list is closed.
  static const char *reasonForNone(llvm::StringRef op);
  static llvm::ArrayRef<std::pair<llvm::StringRef, const char *>> reasons();

  /// The ops that are made from what the registry knows of them, in order.
  static llvm::SmallVector<mlir::RegisteredOperationName>
  describedOps(mlir::MLIRContext *context);

private:
  // Draws of types, sizes and values (Draw.cpp).
  int64_t drawExtent() { return random.pick<int64_t>(extents); }
  Shape drawShape(int64_t maximalRank);
  Type drawFloat();
  Type drawElement();
  mlir::TypedAttr drawElements(mlir::RankedTensorType type);
  Value makeConstant(mlir::RankedTensorType type);
  Value makeVariable(llvm::ArrayRef<int64_t> shape, Type element);
  Value readVariable(llvm::StringRef name, Type type);
  Value makeInput(mlir::RankedTensorType type);

  // Choice among the values of the pool (Pool.cpp).
  Value pick(Test fits);
  Value pickAny();
  Value pickFloat();
  /// A value that broadcasts with all of `others`, from the pool or new.
  Value pickPartner(llvm::ArrayRef<Value> others, Test fits = {},
                    Type element = {});
  /// The shape that two broadcast to, if they do.
  static std::optional<Shape> broadcasts(llvm::ArrayRef<int64_t> a,
                                         llvm::ArrayRef<int64_t> b);
  /// Whether values broadcast to a shape that is not too large.
  bool broadcasts(llvm::ArrayRef<Value> values);
  int64_t countOf(llvm::ArrayRef<int64_t> shape);
  bool isSmall(llvm::ArrayRef<int64_t> shape);
  void add(Value value);

  // Ops from the registry (Described.cpp).
  Value makeDescribed();
  Value tryDescribed(mlir::RegisteredOperationName name);
  std::optional<mlir::Attribute> drawAttribute(llvm::StringRef name,
                                               llvm::ArrayRef<Value> operands);

  // Ops with entries, one file a family.
  Value makeCast();
  Value makeReshape();
  Value makeBroadcast();
  Value makeSize();
  Value makeIota();
  Value makeLinear();
  Value makeMatmul();
  Value makeClassLoss(bool fromLogits);
  Value makeCrossEntropy() { return makeClassLoss(true); }
  Value makeNll() { return makeClassLoss(false); }
  Value makeScope();
  Value makeIf();
  /// Fills a new block with random ops; returns the new values that leave it
  /// and takes the others from the pool again.
  llvm::SmallVector<Value> fillBlock(mlir::Region &region);
  Value makeDropout();
  Value makeLayerNorm();
  Value makeSlice();
  Value makePad();
  Value makeConcat();
  /// Integers in [0, limit), from an input or a constant.
  Value makeIndices(llvm::ArrayRef<int64_t> shape, int64_t limit);
  Shape drawIndexShape();
  Value pickIndexed(int64_t &axis, Test fits = {});
  Value makeGather();
  Value makeGatherElements();
  Value makeEmbedding();
  Value makeScatterAdd();
  Value makeScatterAddElements();

  // The graph around them (Model.cpp).
  void grow(int64_t size);
  void drawExtents();
  void makeForward();
  void makeLoss();

  template <typename OpT>
  Value create(mlir::ValueRange operands, Attributes a = {}) {
    return OpT::create(builder, loc, operands, a)->getResult(0);
  }
  template <typename OpT>
  Value createTyped(Type type, mlir::ValueRange operands, Attributes a = {}) {
    return OpT::create(builder, loc, mlir::TypeRange{type}, operands, a)
        ->getResult(0);
  }
  mlir::NamedAttribute attribute(llvm::StringRef name, mlir::Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  mlir::NamedAttribute axesAttribute(llvm::StringRef name,
                                     llvm::ArrayRef<int64_t> axes) {
    return attribute(name, builder.getDenseI64ArrayAttr(axes));
  }
  static mlir::RankedTensorType typeOf(Value value) {
    return mlir::cast<mlir::RankedTensorType>(value.getType());
  }
  static bool isFloat(Value value) {
    return mlir::isa<mlir::FloatType>(amp::elementType(value));
  }

  const GraphOptions options;
  Random &random;
  mlir::OpBuilder builder;
  mlir::Location loc;
  const llvm::SmallVector<mlir::RegisteredOperationName> described;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<Value> pool;
  /// The variables made so far, by name.
  llvm::SmallVector<std::pair<std::string, Type>> variables;
  mlir::func::FuncOp forward;
  unsigned depth = 0;
};

#endif // AMP_TEST_FUZZ_GENERATOR_H
