// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Low-precision copies that products would widen every time are kept widened.
// Every f16 and bf16 is an f32, so the copy still holds the rounded value.

#include "LayoutPlan.h"

#include "amp/IR/Types.h"

#include "Transforms/Lowering/WidenContraction.h"

using namespace mlir;
using namespace amp;

/// Whether `op` is a contraction that a library would do.
static bool isProduct(Operation *op) {
  auto fusible = dyn_cast<Fusible>(op);
  return fusible && fusible.getFusionKind() == FusionKind::Anchor &&
         op->hasTrait<Accumulates>();
}

/// Declares the f32 copy that takes the place of `copy`.
static VariableOp declareWide(VariableOp copy, Type f32, SymbolTable &symbols) {
  OpBuilder builder(copy);
  builder.setInsertionPointAfter(copy);
  auto wide =
      VariableOp::create(builder, copy.getLoc(),
                         builder.getStringAttr(copy.getSymName() + ".wide"),
                         TypeAttr::get(withElementType(copy.getType(), f32)),
                         ZerosAttr::get(builder.getContext()),
                         builder.getBoolAttr(false), copy.getCastOfAttr());
  // The model may have a variable of that name.
  symbols.insert(wide);
  return wide;
}

/// Lets the widened products read `wide`, in place of a cast of the read.
static void readWide(ReadOp read, VariableOp wide) {
  OpBuilder builder(read);
  auto value = ReadOp::create(builder, read.getLoc(), wide.getType(),
                              FlatSymbolRefAttr::get(wide));
  value->setDiscardableAttrs(llvm::to_vector(read->getDiscardableAttrs()));
  for (Operation *user : llvm::make_early_inc_range(read->getUsers())) {
    user->getResult(0).replaceAllUsesWith(value.getResult());
    user->erase();
  }
  read.erase();
}

static void writeWide(WriteOp write, VariableOp wide) {
  OpBuilder builder(write);
  auto cast = CastOp::create(builder, write.getLoc(), wide.getType(),
                             write.getValue(), CastOrigin::Lowering);
  WriteOp::create(builder, write.getLoc(), FlatSymbolRefAttr::get(wide), cast);
  write.erase();
}

void amp::widenCopies(ModuleOp module,
                      const llvm::SmallDenseSet<Type> &native) {
  Type f32 = Float32Type::get(module.getContext());
  if (!native.contains(f32))
    return;
  SmallVector<VariableOp> candidates;
  for (auto variable : module.getOps<VariableOp>()) {
    Type element = elementType(variable.getType());
    if (variable.getCastOf() && isLowPrecision(element) &&
        !native.contains(element))
      candidates.push_back(variable);
  }
  if (candidates.empty())
    return;
  VariableAccesses accesses(module);
  SymbolTable symbols(module);
  IRRewriter rewriter(module.getContext());
  for (VariableOp copy : candidates) {
    ArrayRef<ReadOp> reads = accesses.reads[copy.getSymNameAttr()];
    ArrayRef<WriteOp> writes = accesses.writes[copy.getSymNameAttr()];
    // A product that an earlier copy has widened reads this one through a cast.
    auto isWidening = [](Operation *user) {
      auto cast = dyn_cast<CastOp>(user);
      return cast && cast.getOrigin() == CastOrigin::Lowering;
    };
    bool readByProducts = llvm::all_of(reads, [&](ReadOp read) {
      return llvm::all_of(read->getUsers(), [&](Operation *user) {
        return isWidening(user) || isProduct(user);
      });
    });
    if (!readByProducts)
      continue;
    for (ReadOp read : reads) {
      llvm::SetVector<Operation *> products;
      for (Operation *user : read->getUsers())
        if (!isWidening(user))
          products.insert(user);
      for (Operation *product : products)
        widenContraction(product, f32, rewriter);
    }
    VariableOp wide = declareWide(copy, f32, symbols);
    for (ReadOp read : reads)
      readWide(read, wide);
    for (WriteOp write : writes)
      writeWide(write, wide);
    copy.erase();
  }
}
